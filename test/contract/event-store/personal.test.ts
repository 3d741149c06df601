import { expect, test } from 'vitest';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { inTheClear } from './support/in-the-clear.ts';
import { openStrings } from './support/open-strings.ts';

const listed = Object.values(inTheClear).flat();
const open = [...eventCatalogue.values()].flatMap(openStrings);

test('every field of an event that could hold what a person wrote is personal, or it is said why it is not', () => {
  const forgotten = open.filter((field) => !listed.includes(field));
  expect(forgotten, 'say `personal(…)` at the field, or why not in support/in-the-clear.ts').toEqual([]);
});

test('what is said to be in the clear is there', () => {
  expect(listed.filter((field) => !open.includes(field))).toEqual([]);
  expect(listed.length).toBe(new Set(listed).size);
});
