import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, CampaignId, PageTestId } from '../kernel/ids.ts';
import {
  PageEdited,
  type PageEvent,
  PagePublished,
  PageCreated,
  PageTestEnded,
  PageUnpublished,
  PageVersionRestored,
} from './events.ts';
import { checkSections, type PageKind, readPage, type StoredSections } from './model.ts';

/** What was published once. It stays readable for ever: whoever has it open can still submit it. */
export interface PageVersion {
  readonly version: number;
  readonly hash: string;
  readonly sections: StoredSections;
}
export interface ExistingPage {
  readonly status: 'draft' | 'published';
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
  readonly kind: PageKind;
  /** What the builder shows. */
  readonly draft: StoredSections;
  readonly versions: readonly PageVersion[];
  /** What visitors get while it is published; null: nothing was yet. */
  readonly live: number | null;
  /** Two versions that are being compared; null: none. */
  readonly test: { readonly testId: PageTestId; readonly versions: readonly [number, number] } | null;
  /** What was kept of the comparisons that are over. */
  readonly ended: ReadonlyMap<PageTestId, number>;
}
export type PageState = { readonly status: 'none' } | ExistingPage;

const evolve = (page: PageState, event: PageEvent): PageState => {
  if (event.type === 'PageCreated') {
    const { campaignId, businessId, kind, sections } = event.data;
    return page.status === 'none' ?
        {
          status: 'draft',
          campaignId,
          businessId,
          kind,
          draft: sections,
          versions: [],
          live: null,
          test: null,
          ended: new Map(),
        }
      : page;
  }
  if (page.status === 'none') return page;
  switch (event.type) {
    case 'PageEdited':
      return { ...page, draft: { ...page.draft, ...event.data.sections } };
    case 'PagePublished': {
      const { version, hash, sections } = event.data;
      return { ...page, status: 'published', live: version, versions: [...page.versions, { version, hash, sections }] };
    }
    case 'PageUnpublished':
      return { ...page, status: 'draft' };
    case 'PageVersionRestored':
      return { ...page, draft: versionOf(page, event.data.version)?.sections ?? page.draft };
    case 'PageTestStarted':
      return { ...page, test: { testId: event.data.testId, versions: event.data.versions } };
    case 'PageTestEnded': {
      const { testId, kept } = event.data;
      return { ...page, live: kept, test: null, ended: new Map(page.ended).set(testId, kept) };
    }
    default:
      return unchanged(page, event);
  }
};
export const PageState: Aggregate<PageState, PageEvent> = { initial: { status: 'none' }, evolve };

export const versionOf = (page: ExistingPage, version: number): PageVersion | null =>
  page.versions.find((one) => one.version === version) ?? null;
/** What visitors get, null while nothing is published. While two are compared: the one that was live before. */
export const liveVersion = (page: PageState): PageVersion | null =>
  page.status === 'published' && page.live !== null ? versionOf(page, page.live) : null;

export function existingPage(page: PageState): ExistingPage {
  if (page.status === 'none') throw new DomainError('not_found', 'This page does not exist.');
  return page;
}

export function startPage(
  command: {
    readonly campaignId: CampaignId;
    readonly businessId: BusinessId;
    readonly kind: PageKind;
    readonly template: string | null;
    readonly sections: Readonly<Record<string, unknown>>;
  },
  page: PageState,
): readonly PageEvent[] {
  if (page.status !== 'none') throw new DomainError('conflict', 'This page exists already.');
  return [PageCreated.create({ ...command, sections: checkSections(command.kind, command.sections) })];
}

/** Each section is given whole; what is as it was is no news. */
export function editPage(
  { sections }: { readonly sections: Readonly<Record<string, unknown>> },
  state: PageState,
): readonly PageEvent[] {
  const page = existingPage(state);
  const held = readPage(page.kind, page.draft) as unknown as Readonly<Record<string, unknown>>;
  const wanted = Object.entries(checkSections(page.kind, sections)).filter(
    ([name, values]) => !same(values, held[name]),
  );
  if (wanted.length === 0) return [];
  const { campaignId, businessId } = page;
  return [PageEdited.create({ campaignId, businessId, sections: Object.fromEntries(wanted) })];
}

/**
 * Publishes what the editor saw: `hash` is of the draft as it is now (`hashOf`). Nothing new: nothing happens. While two
 * versions are compared a third would end that behind the back of who looks at it: they end it first.
 */
export function publishPage({ hash }: { readonly hash: string }, state: PageState): readonly PageEvent[] {
  const page = existingPage(state);
  if (liveVersion(page)?.hash === hash) return [];
  if (page.test !== null)
    throw new DomainError('conflict', 'Two versions are being compared. End that first, then publish.');
  const { campaignId, businessId, kind, draft } = page;
  const version = (page.versions.at(-1)?.version ?? 0) + 1;
  return [PagePublished.create({ campaignId, businessId, version, hash, sections: wholeDraft(kind, draft) })];
}
/** The draft with every field written out: a published version does not change when a default does. */
export const wholeDraft = (kind: PageKind, draft: StoredSections): StoredSections =>
  readPage(kind, draft) as unknown as StoredSections;

export function unpublishPage(_: unknown, state: PageState): readonly PageEvent[] {
  const page = existingPage(state);
  if (page.status === 'draft') return [];
  const { campaignId, businessId, test } = page;
  return [
    ...(test === null ? [] : [PageTestEnded.create({ campaignId, businessId, testId: test.testId, kept: page.live! })]),
    PageUnpublished.create({ campaignId, businessId }),
  ];
}

export function restoreVersion({ version }: { readonly version: number }, state: PageState): readonly PageEvent[] {
  const page = existingPage(state);
  const earlier = versionOf(page, version);
  if (earlier === null) throw new DomainError('not_found', 'This version does not exist.');
  if (same(earlier.sections, page.draft)) return [];
  const { campaignId, businessId } = page;
  return [PageVersionRestored.create({ campaignId, businessId, version })];
}
