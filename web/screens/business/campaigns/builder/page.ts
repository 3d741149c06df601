import { flat, type PageKind, readPage, type StoredSections } from '../../../../../api/contract/page-model.ts';

/** Sections as the API has them, whole and by their flat names. */
export const pageOf = (kind: PageKind, sections: Readonly<Record<string, unknown>>): StoredSections =>
  readPage(kind, flat(kind, sections) as StoredSections) as StoredSections;
