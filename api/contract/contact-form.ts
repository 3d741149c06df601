import { z } from 'zod';
import { eachAttribute, eachByApiName, inApiNames } from '../../domain/contacts/attributes.ts';
import { contactFields, withLater } from '../../domain/contacts/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Revision, Saved } from './common.ts';

const { firstName, lastName, custom, tags } = contactFields;
const entered = withLater(
  eachAttribute((name, { sample }) => contactFields[name].meta({ examples: [sample] })),
  (schema) => schema.optional(),
);

/**
 * A contact as its form holds it, whole: what is empty is taken away; of an attribute that came later what is left out
 * stays as it is. Days as mm/dd; `custom` by the id of the custom field.
 */
const form = {
  first_name: firstName.meta({ examples: ['Ada'] }),
  last_name: lastName.meta({ examples: ['Byron'] }),
  ...inApiNames(entered),
  custom: custom.meta({ examples: [{ '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90': 'Funghi' }] }),
  tags: tags.meta({ examples: [['vip']] }),
};
/** `phone` with its country code, or as it is written in the business's country; null for somebody with an email address alone. */
export const CreateContact = z.object({
  phone: z
    .string()
    .max(40)
    .nullable()
    .meta({ examples: ['+1 415 555 0187'] }),
  ...form,
});
/** The number stays: it is what the person is known by. */
export const UpdateContact = z.object({ ...form, revision: Revision.optional() });

/** As most contacts begin: a number and a name. */
const example = { first_name: 'Ada', last_name: 'Lovelace', ...eachByApiName(() => null), custom: {}, tags: ['vip'] };

export const contactFormCalls = calls('Contacts', {
  'POST /contacts': {
    id: 'createContact',
    who: ['Business'],
    summary: 'Write a contact down. It has agreed to nothing by that.',
    body: CreateContact,
    example: { phone: '+12025550141', ...example },
    reply: Created,
  },
  'PUT /contacts/{id}': {
    id: 'updateContact',
    who: ['Business'],
    summary: 'Change what is known of a contact.',
    params: IdParams,
    body: UpdateContact,
    example,
    reply: Saved,
  },
});
