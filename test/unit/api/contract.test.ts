import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type z } from 'zod';
import { allCalls } from '../../../api/contract/index.ts';
import type { CallDeclaration } from '../../../api/contract/calls.ts';
import { routes } from '../../../api/routes/index.ts';

type Call = CallDeclaration & { readonly method: string; readonly path: string; readonly tag: string };
const calls = Object.entries(allCalls as Readonly<Record<string, Call>>);
const folder = new URL('../../../api/contract/', import.meta.url);

describe('the contract', () => {
  it.each(calls)('%s says what it is called, who may call it, what it takes and answers', (name, call) => {
    expect(`${call.method} ${call.path}`).toBe(name);
    expect(call.id).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(call.summary).toMatch(/^[A-Z`].{5,200}\.$/s);
    // What is misspelt would be forgotten silently.
    const known = [
      'id',
      'summary',
      'who',
      'params',
      'query',
      'body',
      'file',
      'atMost',
      'reply',
      'example',
      'secret',
      'download',
      'method',
      'path',
      'tag',
    ];
    expect(known).toEqual(expect.arrayContaining(Object.keys(call)));
    const places = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(call.params === undefined ? [] : Object.keys((call.params as z.ZodObject).shape)).toEqual(places);
    if (call.method === 'GET') expect(call.body).toBeUndefined();
    if (call.atMost !== undefined) expect(call.body).toBeDefined();
  });

  it('gives every call a name of its own', () => {
    const ids = calls.map(([, { id }]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('holds every call that any of its files declares, once', () => {
    const declared = readdirSync(folder)
      .filter((file) => file !== 'index.ts')
      .flatMap((file) => [
        ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ {2}'((?:GET|POST|PUT|DELETE) \/[^']*)': \{/gm),
      ])
      .map((match) => match[1]!);
    expect(declared.toSorted()).toEqual(Object.keys(allCalls).toSorted());
  });

  it('is what the server answers: each call has one handler, and no handler is without a call', () => {
    const handled = routes.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(handled.toSorted()).toEqual(Object.keys(allCalls).toSorted());
  });
});
