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

  it('answers every list of the specification with `data` and `meta.total`, 10 rows a page, and sorts it by `id`', () => {
    const specified = readFileSync(new URL('../../../docs/spec/api-calls.tsv', import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.split('\t').slice(0, 2).join(' '));
    /** Pages that a screen or a program reads on by a position, and pictures that the specification gives 12 to a page. */
    const ownPages = ['GET /contacts/all', 'GET /stock-photos'];
    const lists = calls.flatMap(([name, { reply, query }]) => {
      const { data, meta } = (reply as z.ZodObject).shape ?? {};
      if (!name.startsWith('GET ') || !specified.includes(name) || (data as z.ZodType)?.type !== 'array') return [];
      const given = (query as z.ZodObject | undefined)?.shape ?? {};
      const paged = !ownPages.includes(name) && given.per_page !== undefined;
      return [{ name, total: (meta as z.ZodObject)?.shape.total?.type, perPage: paged ? given.per_page : null, given }];
    });
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(({ total }) => total !== 'number').map(({ name }) => name)).toEqual([]);
    expect(lists.filter(({ perPage }) => perPage && perPage.parse(undefined) !== 10).map(({ name }) => name)).toEqual(
      [],
    );
    for (const { name, given } of lists)
      if (given.sort_by !== undefined) expect(given.sort_by.safeParse('id').success, name).toBe(true);
  });

  it('is what the server answers: each call has one handler, and no handler is without a call', () => {
    const handled = routes.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(handled.toSorted()).toEqual(Object.keys(allCalls).toSorted());
  });
});
