import { z } from 'zod';
import { customFieldFields, FieldKind } from '../../domain/custom-fields/fields.ts';
import { customFieldList } from '../../domain/custom-fields/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Success } from './common.ts';
import { EvenIfUsed } from './uses.ts';
import { listParams } from './lists.ts';

export { fieldKinds } from '../../domain/custom-fields/fields.ts';

const name = customFieldFields.name.meta({ examples: ['Favourite pizza'] });
const choices = customFieldFields.choices.meta({ examples: [['Margherita', 'Funghi']] });

/** What contacts may have besides what every contact has. `key` stands for the value in texts: `{{favourite_pizza}}`. */
export const CustomField = z.object({
  id: z.string(),
  key: z.string().meta({ examples: ['favourite_pizza'] }),
  name: z.string().meta({ examples: ['Favourite pizza'] }),
  kind: FieldKind,
  choices: z.array(z.string()).meta({ examples: [['Margherita', 'Funghi']] }),
  created_at: Instant,
});
export type CustomField = z.output<typeof CustomField>;
export const CustomFieldList = list(CustomField);
export const CreateCustomField = z.object({ name, kind: customFieldFields.kind, choices: choices.default([]) });
export const UpdateCustomField = z.object({ name, choices: choices.default([]) });

export const customFieldCalls = calls('Contacts', {
  'GET /custom-fields': {
    id: 'listCustomFields',
    who: ['Business'],
    summary: 'The custom fields of the business’s contacts.',
    query: listParams(customFieldList),
    reply: CustomFieldList,
  },
  'POST /custom-fields': {
    id: 'createCustomField',
    who: ['Business'],
    summary: 'A field that contacts may have from now on.',
    body: CreateCustomField,
    example: { name: 'Favourite pizza', kind: 'choice', choices: ['Margherita', 'Funghi'] },
    reply: Created,
  },
  'PUT /custom-fields/{id}': {
    id: 'updateCustomField',
    who: ['Business'],
    summary: 'Another name or other choices. What contacts hold stays.',
    params: IdParams,
    body: UpdateCustomField,
    reply: Success,
  },
  'DELETE /custom-fields/{id}': {
    id: 'deleteCustomField',
    who: ['Business'],
    summary: 'Show and ask for a field no more.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
});
