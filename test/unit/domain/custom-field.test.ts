import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  changeField,
  createField,
  CustomFields,
  deleteField,
  understandAll,
} from '../../../domain/custom-fields/custom-fields.ts';
import { keyOf, maxFields, understand } from '../../../domain/custom-fields/fields.ts';
import type { CustomFieldEvent } from '../../../domain/custom-fields/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BusinessId, CustomFieldId } from '../../../domain/kernel/ids.ts';

const businessId = BusinessId.parse(randomUUID());
const newId = () => CustomFieldId.parse(randomUUID());
const pizza = { businessId, fieldId: newId(), name: 'Favourite pizza', kind: 'choice', choices: ['Funghi'] } as const;
const after = (...events: readonly (readonly CustomFieldEvent[])[]) => fold(CustomFields, events.flat());

describe('the fields of a business', () => {
  it('get a key from their name, which no other has or had, and no contact has by itself', () => {
    expect(keyOf('Favourite pizza?', new Set())).toBe('favourite_pizza');
    expect(keyOf('Größe & Größe', new Set())).toBe('gro_e_gro_e');
    expect(keyOf('Birthday', new Set())).toBe('birthday_2');
    expect(keyOf('123', new Set())).toBe('field');
    expect(keyOf('名前', new Set(['field', 'field_2']))).toBe('field_3');
    const made = createField(pizza, after());
    const gone = deleteField(pizza, after(made));
    const again = createField({ ...pizza, fieldId: newId() }, after(made, gone));
    expect(again).toMatchObject([{ type: 'CustomFieldCreated', data: { key: 'favourite_pizza_2' } }]);
  });

  it('have names of their own, and choices only where there is something to choose', () => {
    const fields = after(createField(pizza, after()));
    const twin = { ...pizza, fieldId: newId(), name: 'favourite PIZZA' };
    expect(() => createField(twin, fields)).toThrow('Another field has this name.');
    expect(() => createField({ ...pizza, fieldId: newId(), name: 'Size', choices: [] }, fields)).toThrow(
      'at least one',
    );
    const text = { ...pizza, fieldId: newId(), name: 'Notes', kind: 'text' } as const;
    expect(() => createField(text, fields)).toThrow('Only a field to choose from');
    expect(createField({ ...text, choices: [] }, fields)).toHaveLength(1);
  });

  it('are made once, and only news is news', () => {
    const fields = after(createField(pizza, after()));
    expect(createField(pizza, fields)).toEqual([]);
    expect(changeField(pizza, fields)).toEqual([]);
    const renamed = changeField({ ...pizza, name: 'Best pizza' }, fields);
    expect(renamed).toMatchObject([{ type: 'CustomFieldChanged', data: { name: 'Best pizza' } }]);
    expect(renamed[0]!.data).not.toHaveProperty('choices');
    const gone = deleteField(pizza, fields);
    const without = fold(CustomFields, gone, fields);
    expect(deleteField(pizza, without)).toEqual([]);
    expect(() => changeField({ ...pizza, name: 'x' }, without)).toThrow('does not exist');
  });

  it(`are at most ${maxFields}; one that is deleted makes room`, () => {
    const many = Array.from({ length: maxFields }, (_, index) => ({ ...pizza, fieldId: newId(), name: `F ${index}` }));
    const full = many.reduce((fields, one) => fold(CustomFields, createField(one, fields), fields), after());
    expect(() => createField(pizza, full)).toThrow('at most');
    expect(createField(pizza, fold(CustomFields, deleteField(many[0]!, full), full))).toHaveLength(1);
  });
});

describe('what is written for a field', () => {
  const field = (kind: Parameters<typeof understand>[0]['kind']) => ({
    name: 'Field',
    kind,
    choices: ['Small', 'Large'],
  });
  it.each([
    ['text', '  hello ', 'hello'],
    ['text', '   ', null],
    ['number', '1,234.50', '1234.5'],
    ['number', '-0.5', '-0.5'],
    ['number', '12 apples', false],
    ['number', '1e9', false],
    ['number', '1,23', false],
    ['date', '2028-02-29', '2028-02-29'],
    ['date', '2026-02-29', false],
    ['date', '02/28/2026', false],
    ['choice', 'sMALL', 'Small'],
    ['choice', 'Medium', false],
    ['checkbox', 'Yes', 'yes'],
    ['checkbox', '0', 'no'],
    ['checkbox', 'perhaps', false],
  ] as const)('%s: %s is %s', (kind, written, kept) => {
    const said = understand(field(kind), written);
    expect(said.ok ? said.value : false).toBe(kept);
  });

  it('is said at each field that is wrong, and of a field that is not there', () => {
    const size = { ...pizza, fieldId: newId(), name: 'Size', kind: 'number', choices: [] } as const;
    const fields = after(createField(pizza, after()));
    const both = fold(CustomFields, createField(size, fields), fields);
    expect(understandAll({ [pizza.fieldId]: 'FUNGHI', [size.fieldId]: '' }, both)).toEqual({
      [pizza.fieldId]: 'Funghi',
      [size.fieldId]: '',
    });
    const unknown = newId();
    const wrong = () => understandAll({ [size.fieldId]: 'x', [unknown]: 'y' }, both);
    expect(wrong).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: {
          [`custom.${size.fieldId}`]: ['Size is a number, such as 42 or 3.5.'],
          [`custom.${unknown}`]: ['This field does not exist.'],
        },
      }),
    );
  });
});
