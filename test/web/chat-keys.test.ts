import { expect, test } from 'vitest';
import { keepChatKeys, problemOf, readChatKeys, usualKeys } from '../../web/session/chat-keys.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

test('letters can be chosen, switched off, and are as usual where what was kept is no good', () => {
  const place = storage();
  expect(readChatKeys(place)).toEqual({ on: true, of: usualKeys });
  const chosen = { on: false, of: { ...usualKeys, next: 'n', close: 'x', note: '' } };
  keepChatKeys(chosen, place);
  expect(readChatKeys(place)).toEqual(chosen);
  // Chosen before there were as many: what is new takes no letter away.
  place.setItem('chat-keys', '{"on":true,"of":{"next":"n","previous":"p","reply":"r","close":"e","take":"a"}}');
  expect(readChatKeys(place).of).toMatchObject({ next: 'n', previous: 'p', note: '', mine: 'm' });
  for (const broken of [
    '{',
    '[]',
    '3',
    '{"of":{"next":"r","reply":"r"}}',
    '{"of":{"next":"jj"}}',
    '{"of":{"next":7}}',
  ]) {
    place.setItem('chat-keys', broken);
    expect(readChatKeys(place).of).toEqual(usualKeys);
  }
});

test('one letter each, none twice, and none that every screen uses', () => {
  expect(problemOf(usualKeys)).toBeNull();
  expect(problemOf({ ...usualKeys, next: '', take: '' })).toBeNull();
  expect(problemOf({ ...usualKeys, next: 'jj' })).toBe('one');
  expect(problemOf({ ...usualKeys, next: ' ' })).toBe('one');
  expect(problemOf({ ...usualKeys, next: 'k' })).toBe('twice');
  expect(problemOf({ ...usualKeys, next: 'g' })).toBe('taken');
});
