import { businessFieldNames } from '../../domain/businesses/fields.ts';

const otherwise: Readonly<Record<string, string>> = businessFieldNames;
const snake = (field: string): string =>
  field.replace(/[a-z\d][A-Z]/g, ([before, capital]) => `${before}_${capital!.toLowerCase()}`);

/** A field by the name that the API has for it. Commands have it in camel case, and the specification calls some otherwise. */
export const apiName = (field: string): string =>
  // Sections of pages and their fields are named by the specification.
  field.startsWith('sections.') ? field : (otherwise[field] ?? snake(field));
