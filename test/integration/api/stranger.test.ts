import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support.ts';

/** A program of someone who has nothing but an address, a key and docs/api-keys.md. */
let app: TestApi;
let base: string;
let secret: string;
beforeAll(async () => {
  app = await startTestApi();
  const bella = await app.addTenant('bella');
  const made = await app.call<{ data: { secret: string } }>(bella.token, 'POST', '/api-keys', {
    name: 'Stranger',
    scopes: ['contacts:read', 'contacts:write', 'messages:send'],
  });
  ({ secret } = made.body.data);
  base = `http://${await app.listen()}/api/v1`;
}, 120_000);
afterAll(() => app.close());

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as T;
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}

/** A contact is written whole. */
const nothingElse = {
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
};

describe('a program with a key', () => {
  it('adds contacts, texts one of them, and pages through all', async () => {
    const ids: string[] = [];
    for (const digit of [1, 2, 3]) {
      const added = await ask<{ data: { id: string } }>('POST', '/contacts', {
        ...nothingElse,
        first_name: `Guest ${digit}`,
        phone: `+1202555014${digit}`,
      });
      ids.push(added.data.id);
    }

    const sent = await ask<{ data: { id: string } }>('POST', '/livechat/messages', {
      contact_id: ids[0],
      body: 'Your table is ready.',
    });
    expect(sent.data.id).toMatch(/^[0-9a-f-]{36}$/);

    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const { data, meta } = await ask<{ data: { id: string }[]; meta: { total: number } }>(
        'GET',
        `/contacts?page=${page}&per_page=2`,
      );
      found.push(...data.map(({ id }) => id));
      if (page * 2 >= meta.total) break;
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
  });
});
