import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bounded, mostCharacters } from '../../../api/assistant/bounded.ts';
import { drafts, reads } from '../../../api/assistant/calls.ts';
import { tools } from '../../../api/assistant/tools.ts';
import { scopeFor } from '../../../api/contract/scopes.ts';

const all: readonly string[] = [...reads, ...drafts];

describe('an assistant', () => {
  it('reads with scopes that read, and writes nothing but drafts', () => {
    for (const call of reads) expect([call, scopeFor(call)]).toEqual([call, expect.stringMatching(/:read$/)]);
    expect(drafts).toEqual(['POST /broadcasts', 'POST /automations']);
    for (const call of all) {
      expect(call).not.toMatch(/schedule|publish|send$|resume|switch|resend|test$|livechat\/messages \w|DELETE|PUT/);
      expect(scopeFor(call)).not.toMatch(/:(send|run)$/);
    }
  });

  it('has tools that make no other call, and each call has a tool', () => {
    for (const { name, calls } of tools)
      expect([name, calls.filter((call) => !all.includes(call))]).toEqual([name, []]);
    expect(new Set(tools.flatMap(({ calls }) => calls))).toEqual(new Set(all));
    for (const { isDraft, calls } of tools)
      expect(isDraft).toBe(calls.some((call) => (drafts as readonly string[]).includes(call)));
  });

  it('reaches commands and data through the API alone', () => {
    const folder = new URL('../../../api/assistant/', import.meta.url);
    for (const file of readdirSync(folder)) {
      const imported = [...readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g)].map(
        ([, from]) => from!,
      );
      expect([file, imported.filter((from) => /commands|projections|adapters|workers|routes/.test(from))]).toEqual([
        file,
        [],
      ]);
    }
  });
});

describe('an answer', () => {
  it('that is short is whole', () => expect(JSON.parse(bounded({ a: [1] }))).toEqual({ a: [1] }));
  it.each([
    ['many rows', { data: Array.from({ length: 2_000 }, (_, id) => ({ id, text: 'x'.repeat(200) })) }],
    ['a long text', { text: 'x'.repeat(100_000) }],
    ['many fields', Object.fromEntries(Array.from({ length: 9_000 }, (_, id) => [`field-${id}`, id]))],
  ])('of %s is shortened, and says so', (_, value) => {
    const text = bounded(value);
    expect(text.length).toBeLessThanOrEqual(mostCharacters);
    expect(text).toMatch(/\n\(Shortened: /);
  });
});
