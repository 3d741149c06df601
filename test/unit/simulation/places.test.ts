import { describe, expect, it } from 'vitest';
import { mutations as ofAutomations } from '../../simulation/automations/mutations.ts';
import { mutations } from '../../simulation/mutations.ts';
import { edited, fileOf } from '../../simulation/places.ts';

const all = [...mutations, ...ofAutomations];

it.each(all.map((mutation) => [mutation.name, mutation] as const))('is broken in one place: %s', (_, mutation) => {
  for (const edit of [mutation, ...(mutation.and ?? [])]) expect(fileOf(edit)).toMatch(/\.ts$/);
});

describe('an edit', () => {
  const found = { find: 'rank[to] > rank[message.status]', replace: 'true' };

  it('is found where its code has moved', () => {
    const file = all.find(({ find }) => find === found.find)!.file;
    expect(fileOf({ ...found, file: 'domain/nowhere.ts' })).toBe(file);
  });

  it('is found however its code is laid out', () => {
    expect(edited('x = rank[to] >\n      rank[\n message.status ];', { ...found, file: '' })).toBe('x = true;');
  });

  it('fails where it stands nowhere, and where it stands more than once', () => {
    expect(() => fileOf({ file: 'domain/nowhere.ts', find: 'what is written nowhere', replace: '' })).toThrow(
      'stands in no file',
    );
    expect(() => fileOf({ file: 'domain/nowhere.ts', find: 'import', replace: '' })).toThrow(' and ');
  });
});
