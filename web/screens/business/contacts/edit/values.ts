import { type ApiName, attributes, eachByApiName } from '../../../../../api/contract/attributes.ts';
import type { ContactWithConsents } from '../../../../../api/contract/contacts.ts';
import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import type { z } from 'zod';

/** What the form of a contact holds. A custom field stands there as `custom_<its id>`. */
export type ContactValues = Readonly<Record<ApiName, string>> & {
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly tags: readonly string[];
  readonly [own: `custom_${string}`]: string;
};
export type OwnName = `custom_${string}`;
export const ownName = ({ id }: Pick<CustomField, 'id'>): OwnName => `custom_${id}`;

/** `02-29` as it is typed: 02/29. */
const typedDay = (day: string | null): string => day?.replace('-', '/') ?? '';

/** The values of a contact, or of nobody yet. */
export const valuesOf = (
  contact: z.output<typeof ContactWithConsents> | null,
  fields: readonly CustomField[],
): ContactValues => ({
  phone: contact?.phone ?? '',
  first_name: contact?.first_name ?? '',
  last_name: contact?.last_name ?? '',
  ...eachByApiName((name, { kind }) => {
    const value = contact?.[attributes[name].apiName] ?? null;
    return kind === 'day-of-year' ? typedDay(value) : (value ?? '');
  }),
  tags: contact?.tags ?? [],
  ...Object.fromEntries(fields.map((field) => [ownName(field), contact?.custom[field.id] ?? ''])),
});

/** As the call takes it. */
export const bodyOf = ({ phone: _, ...values }: ContactValues, fields: readonly CustomField[]) => ({
  first_name: values.first_name,
  last_name: values.last_name,
  ...eachByApiName((name) => values[attributes[name].apiName]),
  tags: values.tags,
  custom: Object.fromEntries(fields.map((field) => [field.id, values[ownName(field)] ?? ''])),
});

/** Where the API's refusals belong. */
export const namesOf = (fields: readonly CustomField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [`custom.${field.id}`, ownName(field)]));
