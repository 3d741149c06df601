import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { changed } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, CustomFieldId } from '../kernel/ids.ts';
import { CustomFieldChanged, CustomFieldCreated, CustomFieldDeleted, type CustomFieldEvent } from './events.ts';
import { type FieldKind, keyOf, maxFields, understand } from './fields.ts';

export interface CustomField {
  readonly key: string;
  readonly kind: FieldKind;
  readonly name: string;
  readonly choices: readonly string[];
  readonly deleted: boolean;
}
/** The custom fields of a business by id, in the order in which they came. */
export type CustomFields = ReadonlyMap<CustomFieldId, CustomField>;

export const CustomFields: Aggregate<CustomFields, CustomFieldEvent> = {
  initial: new Map(),
  evolve: (fields, event) => {
    const { fieldId } = event.data;
    if (event.type === 'CustomFieldCreated') {
      const { key, kind, name, choices } = event.data;
      return new Map(fields).set(fieldId, { key, kind, name, choices, deleted: false });
    }
    const field = fields.get(fieldId);
    if (field === undefined) return fields;
    switch (event.type) {
      case 'CustomFieldChanged': {
        const { name = field.name, choices = field.choices } = event.data;
        return new Map(fields).set(fieldId, { ...field, name, choices });
      }
      case 'CustomFieldDeleted':
        return new Map(fields).set(fieldId, { ...field, deleted: true });
      default:
        return unchanged(fields, event);
    }
  },
};

interface OfField {
  readonly businessId: BusinessId;
  readonly fieldId: CustomFieldId;
}
interface Shape {
  readonly name: string;
  readonly choices: readonly string[];
}

const living = (fields: CustomFields) => [...fields].filter(([, { deleted }]) => !deleted);

function refuse(field: string, message: string): never {
  throw new DomainError('validation_failed', message, { [field]: [message] });
}

/** Among those that are there a name stands for one field. */
function checkShape({ name, choices }: Shape, kind: FieldKind, others: readonly CustomField[]): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    refuse('name', 'Another field has this name.');
  if (kind === 'choice' && choices.length === 0) refuse('choices', 'Give at least one choice.');
  if (kind !== 'choice' && choices.length > 0) refuse('choices', 'Only a field to choose from has choices.');
}

export function createField(
  { businessId, fieldId, kind, name, choices }: OfField & Shape & { readonly kind: FieldKind },
  fields: CustomFields,
): readonly CustomFieldEvent[] {
  if (fields.has(fieldId)) return [];
  const others = living(fields).map(([, other]) => other);
  if (others.length >= maxFields)
    throw new DomainError('conflict', `A business can have at most ${maxFields} custom fields.`);
  checkShape({ name, choices }, kind, others);
  // Also not the key of one that was deleted: texts and files of that time still name it.
  const key = keyOf(name, new Set([...fields.values()].map((other) => other.key)));
  return [CustomFieldCreated.create({ businessId, fieldId, key, kind, name, choices: [...choices] })];
}

function existing(fields: CustomFields, fieldId: CustomFieldId): CustomField {
  const field = fields.get(fieldId);
  if (field === undefined || field.deleted) throw new DomainError('not_found', 'This field does not exist.');
  return field;
}

export function changeField(
  { businessId, fieldId, name, choices }: OfField & Shape,
  fields: CustomFields,
): readonly CustomFieldEvent[] {
  const field = existing(fields, fieldId);
  const others = living(fields).flatMap(([id, other]) => (id === fieldId ? [] : [other]));
  checkShape({ name, choices }, field.kind, others);
  const news = changed({ name, choices: [...choices] }, field);
  return news === null ? [] : [CustomFieldChanged.create({ businessId, fieldId, ...news })];
}

export function deleteField({ businessId, fieldId }: OfField, fields: CustomFields): readonly CustomFieldEvent[] {
  const field = fields.get(fieldId);
  if (field === undefined) throw new DomainError('not_found', 'This field does not exist.');
  return field.deleted ? [] : [CustomFieldDeleted.create({ businessId, fieldId })];
}

/**
 * What was written for a contact's custom fields, by their ids, as it is kept. An empty value is given as such: it
 * takes away what was there. Throws with a message for each that is not understood; a field that is not there is
 * refused as well.
 */
export function understandAll(
  written: Readonly<Record<string, string>>,
  fields: CustomFields,
): Readonly<Record<string, string>> {
  const errors: Record<string, string[]> = {};
  const values: Record<string, string> = {};
  for (const [id, text] of Object.entries(written)) {
    const field = fields.get(id as CustomFieldId);
    const understood =
      field === undefined || field.deleted ?
        ({ ok: false, message: 'This field does not exist.' } as const)
      : understand(field, text);
    if (understood.ok) values[id] = understood.value ?? '';
    else errors[`custom.${id}`] = [understood.message];
  }
  const [first] = Object.values(errors);
  if (first !== undefined) throw new DomainError('validation_failed', first[0]!, errors);
  return values;
}
