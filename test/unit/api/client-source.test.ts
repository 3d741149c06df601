import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { developerApi } from '../../../api/developers/calls.ts';
import { clientSource } from '../../../api/developers/client.ts';
import { literal } from '../../../api/developers/examples.ts';
import { typeOf } from '../../../api/developers/types.ts';
import { callScopes } from '../../../api/contract/scopes.ts';
import { routes } from '../../../api/routes/index.ts';

const api = developerApi(routes);

describe('the typed client', () => {
  it('is what the document says today: `npm run client` writes it', () => {
    const kept = readFileSync(new URL('../../../client/index.ts', import.meta.url), 'utf8');
    expect(kept === clientSource(api)).toBe(true);
  });

  it('has every call that a key may make, and no other', () => {
    const byKey = Object.entries(callScopes).filter(([, scope]) => typeof scope === 'string');
    expect(api.calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      byKey.map(([call]) => call).toSorted(),
    );
    expect(new Set(api.calls.map(({ id }) => id)).size).toBe(byKey.length);
  });

  it('names no product', () => expect(clientSource(api)).not.toMatch(/beckon/i));
});

describe('a schema as a type', () => {
  it.each([
    [{ $ref: '#/components/schemas/Contact' }, 'Contact'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'Array<"a" | "b">'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
    [
      { type: 'object', properties: { 'a-b': { type: 'string' }, c: {}, d: { not: {} } }, required: ['c'] },
      '{\n  "a-b"?: string;\n  c: unknown;\n}',
    ],
  ])('%j is %s', (schema, type) => expect(typeOf(schema)).toBe(type));
});

it('writes a value as a literal that is the value', () => {
  const value = {
    text: "it's\na \\ test",
    'a-b': [1, null, true],
    empty: {},
    list: Array.from({ length: 30 }, String),
  };
  expect(new Function(`return (${literal(value)});`)()).toEqual(value);
});
