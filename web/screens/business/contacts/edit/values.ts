import type { ContactWithConsents } from '../../../../../api/contract/contacts.ts';
import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import type { z } from 'zod';

/** What the form of a contact holds. A custom field stands there as `custom_<its id>`. */
export type ContactValues = {
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly birthday: string;
  readonly anniversary: string;
  readonly company_name: string;
  readonly website: string;
  readonly state: string;
  readonly zip: string;
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
  email: contact?.email ?? '',
  birthday: typedDay(contact?.birthday ?? null),
  anniversary: typedDay(contact?.anniversary ?? null),
  company_name: contact?.company_name ?? '',
  website: contact?.website ?? '',
  state: contact?.state ?? '',
  zip: contact?.zip ?? '',
  tags: contact?.tags ?? [],
  ...Object.fromEntries(fields.map((field) => [ownName(field), contact?.custom[field.id] ?? ''])),
});

/** As the call takes it. */
export const bodyOf = ({ phone: _, ...values }: ContactValues, fields: readonly CustomField[]) => ({
  first_name: values.first_name,
  last_name: values.last_name,
  email: values.email,
  birthday: values.birthday,
  anniversary: values.anniversary,
  company_name: values.company_name,
  website: values.website,
  state: values.state,
  zip: values.zip,
  tags: values.tags,
  custom: Object.fromEntries(fields.map((field) => [field.id, values[ownName(field)] ?? ''])),
});

/** Where the API's refusals belong. */
export const namesOf = (fields: readonly CustomField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [`custom.${field.id}`, ownName(field)]));
