import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../adapters/clock/system.ts';
import { bulkTimer, continueBulk } from '../../../workers/contacts/bulk.ts';
import { sealedWords } from '../../../workers/contacts/sealed-words.ts';
import { workerContext } from '../../../workers/context.ts';
import { BulkId } from '../../../domain/kernel/ids.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { segmentModel } from '../../../projections/tables/segments.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let app: TestApi;
let bella: Tenant;
const ids: string[] = [];
const call = <T = Record<string, never>>(method: string, path: string, body?: unknown) =>
  app.call<T>(bella.token, method, path, body);

const contact = (first_name: string, phone: string, tags: string[] = []) => ({
  first_name,
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags,
  phone,
});
const filterOf = (...conditions: unknown[]) => ({ match: 'all', groups: [{ match: 'all', conditions }] });
const vip = filterOf({ field: 'tag', has: 'any', values: ['vip'] });
const inList = async (query: string) =>
  (await call<{ data: { first_name: string }[]; meta: { total: number } }>('GET', `/contacts?per_page=100&${query}`))
    .body;
const names = async (query: string) => (await inList(query)).data.map((one) => one.first_name).toSorted();
const json = (filter: unknown) => encodeURIComponent(JSON.stringify(filter));

beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  for (const [at, name] of ['Ann', 'Bob', 'Cleo', 'Dan'].entries()) {
    const body = contact(name, `+1415555013${at}`, at < 2 ? ['vip'] : []);
    const made = await call<{ data: { id: string } }>('POST', '/contacts', body);
    expect(made.status).toBe(200);
    ids.push(made.body.data.id);
  }
});
afterAll(() => app.close());

describe('the list of contacts', () => {
  it('is narrowed by a filter in the address, and says so when it is none', async () => {
    expect(await names(`filter=${json(vip)}`)).toEqual(['Ann', 'Bob']);
    expect((await inList(`filter=${json(vip)}`)).meta.total).toBe(2);
    expect(await names(`filter=${json(vip)}&search=ann`)).toEqual(['Ann']);
    expect((await call('GET', '/contacts?filter=%7B')).status).toBe(422);
    expect((await call('GET', `/contacts?filter=${json({ match: 'all', groups: [{}] })}`)).status).toBe(422);
  });

  it('is there as a whole, in pages that go on where the one before ended', async () => {
    type All = { data: { id: string }[]; meta: { next: string | null } };
    const first = await call<All>('GET', '/contacts/all?per_page=3');
    const second = await call<All>('GET', `/contacts/all?per_page=3&after=${first.body.meta.next}`);
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);
    expect(second.body.meta.next).toBeNull();
  });
});

describe('a segment', () => {
  it('is made, counted, followed, changed and deleted', async () => {
    expect((await call<{ data: { count: number } }>('POST', '/segments/count', { filter: vip })).body.data.count).toBe(
      2,
    );
    const made = await call<{ data: { id: string } }>('POST', '/segments', { name: 'Guests', filter: vip });
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    const listed = async () =>
      (await call<{ data: { id: string; name: string; count: number | null }[] }>('GET', '/segments')).body.data;
    expect(await listed()).toMatchObject([{ id, name: 'Guests' }]);
    expect(await names(`segment_id=${id}`)).toEqual(['Ann', 'Bob']);
    expect((await call('POST', '/segments', { name: 'guests', filter: vip })).status).toBe(422);
    const outer = filterOf({ field: 'segment', has: 'none', ids: [id] });
    const second = await call<{ data: { id: string } }>('POST', '/segments', { name: 'Others', filter: outer });
    expect(await names(`segment_id=${second.body.data.id}`)).toEqual(['Cleo', 'Dan']);
    expect((await call('PUT', `/segments/${id}`, { name: 'Guests', filter: outer })).status).toBe(422);
    expect((await call('DELETE', `/segments/${id}`)).status).toBe(409);
    expect((await call('DELETE', `/segments/${second.body.data.id}`)).status).toBe(200);
    expect((await call('DELETE', `/segments/${id}`)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });
});

/** What stands in the log of a stream, as it is stored. */
const written = async (stream: string) => JSON.stringify((await app.raw.read(stream)).map(({ data }) => data));
/** The worker's turn with all that ever happened: more than once, since it sees what it has seen already. */
async function forgetWords(): Promise<void> {
  const worker = sealedWords(app.commands);
  const { events } = await app.store.readAll(0n, { limit: 5_000 });
  await worker.issue(events.filter(({ type }) => worker.handles.includes(type)));
}

describe('the words of people', () => {
  const named = (value: string) => filterOf({ field: 'last_name', text: { is: 'equal', value } });
  const opened = async (stream: string) => JSON.stringify((await app.store.read(stream)).map(({ data }) => data));

  it('that multiply in each other are refused when they are saved and when they are asked', async () => {
    const times = (count: number, id: string) =>
      filterOf(...Array.from({ length: count }, () => ({ field: 'segment', has: 'any', ids: [id] })));
    const save = (filter: unknown) =>
      call<{ data: { id: string } }>('POST', '/segments', { name: `Nested ${randomUUID()}`, filter });
    const first = (await save(vip)).body.data.id;
    const second = (await save(times(20, first))).body.data.id;
    const third = await save(times(20, second));
    expect(third.status).toBe(200);
    const tooLarge = times(2, third.body.data.id);
    expect((await save(tooLarge)).status).toBe(422);
    const counted = await call<{ errors: object }>('POST', '/segments/count', { filter: tooLarge });
    expect(counted.status).toBe(422);
    expect(counted.body.errors).toEqual({ filter: [expect.stringContaining('at most 500 conditions')] });
    expect((await call('GET', `/contacts?filter=${json(tooLarge)}`)).status).toBe(422);
    expect((await call('POST', '/segments/count', { filter: times(1, third.body.data.id) })).status).toBe(200);
    for (const id of [third.body.data.id, second, first])
      expect((await call('DELETE', `/segments/${id}`)).status).toBe(200);
  });

  it('of a segment are sealed in the log, and can’t be read once it is deleted', async () => {
    const stream = `segments-${bella.businessId}`;
    const make = async (name: string, lastName: string) =>
      (await call<{ data: { id: string } }>('POST', '/segments', { name, filter: named(lastName) })).body.data.id;
    const [id, other] = [await make('Like Okonkwo', 'Okonkwo'), await make('Like Brandt', 'Brandt')];
    expect((await call('PUT', `/segments/${id}`, { name: 'Zieliński', filter: named('Zieliński') })).status).toBe(200);
    expect(await written(stream)).not.toMatch(/Okonkwo|Zieliński|Brandt/u);
    await forgetWords();
    expect(await opened(stream)).toMatch(/Okonkwo.*Brandt.*Zieliński/u);

    expect((await call('DELETE', `/segments/${id}`)).status).toBe(200);
    await forgetWords();
    await forgetWords();
    expect(await opened(stream)).not.toMatch(/Okonkwo|Zieliński/u);
    expect(await opened(stream)).toMatch(/Brandt/u);
    const { rows: keys } = await app.pool.query<{ wrapped: unknown }>(
      'select wrapped from ops.subject_keys where subject = any($1) order by wrapped nulls last',
      [[id, other]],
    );
    expect(keys).toEqual([{ wrapped: expect.anything() as unknown }, { wrapped: null }]);
    // The others are as they were: to be changed, and with names of their own.
    expect((await call('POST', '/segments', { name: 'like brandt', filter: vip })).status).toBe(422);
    expect((await call('PUT', `/segments/${id}`, { name: 'Back', filter: vip })).status).toBe(404);
    expect((await call('DELETE', `/segments/${other}`)).status).toBe(200);
    // No table keeps them either, and a rebuild gives the same.
    expect(await app.runner.verify('segments')).toEqual([]);
    const { rows: shown } = await app.pool.query<{ rows: string }>(
      `select coalesce(jsonb_agg(s)::text, '') as rows from ${schemaOf(segmentModel)}.segments s where id = $1`,
      [id],
    );
    expect(shown[0]!.rows).toContain(id);
    expect(shown[0]!.rows).not.toMatch(/Okonkwo|Zieliński/u);
  });
});

describe('what is done to many', () => {
  type Started = { data: { id: string; count: number }; message: string };
  type Shown = { data: { status: string; done: number; changed: number; count: number } };
  /** The worker's turn, as its timer fires: twice, as if it had been killed before it said that it was done. */
  async function turns(id: string, { agencyId, businessId }: Tenant): Promise<void> {
    const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: app.pool }) });
    const contacts = { reached: () => Promise.resolve(true), page: app.readModels.targetPage };
    const turn = continueBulk({ db, commands: app.commands, contacts, clock: systemClock });
    const payload = { bulkId: id, businessId, agencyId, cause: id, correlationId: id, step: 0 };
    for (let n = 0; n < 2; n++) await turn({ id, kind: bulkTimer, dueAt: new Date(), payload });
  }
  /** A worker that is killed after so many contacts of a page. */
  async function dies(id: string, { agencyId, businessId }: Tenant, after: number): Promise<void> {
    const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: app.pool }) });
    let had = 0;
    const apply: typeof app.commands.bulk.apply = (context, given) => {
      if ((had += 1) > after) throw new Error('killed');
      return app.commands.bulk.apply(context, given);
    };
    const commands = { ...app.commands, bulk: { ...app.commands.bulk, apply } };
    const contacts = { reached: () => Promise.resolve(true), page: app.readModels.targetPage };
    const turn = continueBulk({ db, commands, contacts, clock: systemClock });
    const payload = { bulkId: id, businessId, agencyId, cause: id, correlationId: id, step: 0 };
    await expect(turn({ id, kind: bulkTimer, dueAt: new Date(), payload })).rejects.toThrow('killed');
    // What it did is shown before another takes over.
    await app.settled();
  }
  async function ended(id: string): Promise<Shown['data']> {
    await turns(id, bella);
    const shown = await eventually(
      () => call<Shown>('GET', `/contacts/bulk/${id}`),
      (answer) => answer.body.data.status !== 'running',
    );
    return shown.body.data;
  }

  it('says how many it touches, and does it once to each', async () => {
    const filters = { filter: vip, except: [ids[1]] };
    expect((await call<{ data: { count: number } }>('POST', '/contacts/bulk-count', { filters })).body.data.count).toBe(
      1,
    );
    const started = await call<Started>('PUT', '/contacts/bulk-tags', { filters, tags: ['regular'] });
    expect(started.body.data.count).toBe(1);
    expect(await ended(started.body.data.id)).toMatchObject({ status: 'completed', count: 1, done: 1, changed: 1 });
    expect(await names('tags=regular')).toEqual(['Ann']);
    const chosen = { contact_ids: ids.slice(0, 3), tags: ['regular'] };
    const again = await call<Started>('PUT', '/contacts/bulk-tags', chosen);
    expect(await ended(again.body.data.id)).toMatchObject({ done: 3, changed: 2 });
    const away = await call<Started>('PUT', '/contacts/bulk-tags', { ...chosen, remove: true });
    expect(await ended(away.body.data.id)).toMatchObject({ done: 3, changed: 3 });
    expect(await names('tags=regular')).toEqual([]);
    expect(await names('tags=vip')).toEqual(['Ann', 'Bob']);
  });

  it('needs ids or filters, of both those that are chosen, and somebody who matches', async () => {
    expect((await call('PUT', '/contacts/bulk-tags', { tags: ['x'] })).status).toBe(422);
    expect((await call('PUT', '/contacts/bulk-tags', { tags: ['x'], contact_ids: [] })).status).toBe(422);
    const both = { contact_ids: ids.slice(0, 1), filters: {} };
    const count = (body: object) => call<{ data: { count: number } }>('POST', '/contacts/bulk-count', body);
    expect((await count(both)).body.data.count).toBe(1);
    expect((await count({ ...both, contact_ids: [] })).body.data.count).toBeGreaterThan(1);
    expect((await call('PUT', '/contacts/bulk-tags', { tags: ['x'], filters: { search: 'nobody' } })).status).toBe(422);
  });

  it('gives keywords and takes them away, without opting anybody in', async () => {
    const chosen = { contact_ids: ids.slice(0, 2), keywords: ['pizza'] };
    const given = await call<Started>('PUT', '/contacts/bulk-assign-keywords', chosen);
    expect(await ended(given.body.data.id)).toMatchObject({ changed: 2 });
    expect(await names('keywords=PIZZA&status=unknown')).toEqual(['Ann', 'Bob']);
    const away = await call<Started>('PUT', '/contacts/bulk-assign-keywords', { ...chosen, remove: true });
    expect(await ended(away.body.data.id)).toMatchObject({ changed: 2 });
    expect(await names('keywords=PIZZA')).toEqual([]);
    expect((await call('PUT', '/contacts/bulk-assign-keywords', { ...chosen, keywords: ['NOPE'] })).status).toBe(422);
    const synced = (keywords: string[]) =>
      call<{ data: { keywords: string[]; memberships: unknown[] } }>('PUT', `/contacts/${ids[2]}/sync-keywords`, {
        keywords,
      });
    expect((await synced(['PIZZA'])).body.data).toMatchObject({
      keywords: ['PIZZA'],
      memberships: [{ keyword: 'PIZZA' }],
    });
    expect((await synced([])).body.data).toMatchObject({ keywords: [], memberships: [] });
    expect((await synced(['PIZZA'])).body.data).toMatchObject({ keywords: ['PIZZA'], memberships: [{}] });
  });

  it('opts out with the reason as proof, and can be cancelled once only while it runs', async () => {
    const body = { contact_ids: [ids[3]], reason: 'Asked us on the phone' };
    const started = await call<Started>('POST', '/contacts/bulk-opt-out', body);
    const { id } = started.body.data;
    const words = async () =>
      (await call<{ data: { words: string[] } }>('GET', `/contacts/bulk/${id}`)).body.data.words;
    expect(await words()).toEqual(['Asked us on the phone']);
    expect(await ended(id)).toMatchObject({ changed: 1 });
    // Nobody finds them anywhere but with the contact, whose key goes with it.
    expect(await words()).toEqual([]);
    expect(await written(`bulk-${id}`)).not.toContain('Asked us');
    expect(await written(`contact-${ids[3]}`)).not.toContain('Asked us');
    const shown = await call<{ data: { status: string; consents: { words: string }[] } }>('GET', `/contacts/${ids[3]}`);
    expect(shown.body.data).toMatchObject({ status: 'optedOut', consents: [{ words: 'Asked us on the phone' }] });
    expect((await call('POST', `/contacts/bulk/${started.body.data.id}/cancel`)).status).toBe(409);
    expect((await call<{ meta: { total: number } }>('GET', '/contacts/bulk')).body.meta.total).toBe(6);
  });

  it('is sealed in the log as whom it means, until it has ended', async () => {
    const filter = filterOf({ field: 'last_name', text: { is: 'not-equal', value: 'Okonkwo' } });
    const filters = { filter, search: 'cleo', tags: [] };
    const started = await call<Started>('PUT', '/contacts/bulk-tags', { filters, tags: ['vip'] });
    const { id } = started.body.data;
    const meant = async () => (await app.commands.bulk.state(BulkId.parse(id))) as { target?: unknown };
    expect(await written(`bulk-${id}`)).not.toMatch(/Okonkwo|cleo/u);
    await forgetWords();
    expect(JSON.stringify(await meant())).toMatch(/Okonkwo.*cleo/u);
    const before = await ended(id);
    expect(before).toMatchObject({ status: 'completed', done: 1, changed: 1, words: ['vip'] });
    await forgetWords();
    expect(await meant()).toMatchObject({ status: 'completed', target: null });
    expect((await call<Shown>('GET', `/contacts/bulk/${id}`)).body.data).toEqual(before);
    expect(await app.runner.verify('bulk')).toEqual([]);
    const undone = await call<Started>('PUT', '/contacts/bulk-tags', {
      contact_ids: [ids[2]],
      tags: ['vip'],
      remove: true,
    });
    await ended(undone.body.data.id);
  });

  describe('erasing', () => {
    const remove = (body: unknown) => call<Started>('DELETE', '/contacts/bulk-remove', body);
    const left = async (expected: readonly string[]) =>
      expect(
        await eventually(
          () => names(''),
          (shown) => shown.length === expected.length,
        ),
      ).toEqual(expected);
    const add = async (name: string, phone: string, tags: string[] = []) =>
      (await call<{ data: { id: string } }>('POST', '/contacts', contact(name, phone, tags))).body.data.id;
    const statusOf = async (id: string) =>
      (await call<{ data: { status: string } }>('GET', `/contacts/${id}`)).body.data.status;

    it('erases nobody of another business, by its own hand or beside its own contacts', async () => {
      const mallory = await app.addTenant('mallory');
      const asMallory = <T = Record<string, never>>(method: string, path: string, body?: unknown) =>
        app.call<T>(mallory.token, method, path, body);
      expect((await asMallory('DELETE', '/contacts/bulk-remove', { contact_ids: ids })).status).toBe(404);
      const own = await asMallory<{ data: { id: string } }>('POST', '/contacts', contact('Moll', '+14155550139'));
      const body = { contact_ids: [own.body.data.id, ...ids] };
      const started = await asMallory<Started>('DELETE', '/contacts/bulk-remove', body);
      expect(started.body).toMatchObject({ message: 'One contact is being erased.', data: { count: 1 } });
      await turns(started.body.data.id, mallory);
      expect(await app.commands.contacts.isErased(mallory.businessId, own.body.data.id)).toBe(true);
      for (const id of ids) expect(await app.commands.contacts.isErased(bella.businessId, id)).toBe(false);
      // Not even an action that named them.
      const context = workerContext('bulk-actions', mallory, 'forged', [ids[0]!], {
        correlationId: ids[0]!,
        causationId: null,
      });
      const forged = { businessId: mallory.businessId, contactId: ids[0]!, action: { kind: 'remove' as const } };
      await expect(app.commands.bulk.apply(context, forged)).rejects.toMatchObject({ code: 'not_found' });
      await left(['Ann', 'Bob', 'Cleo', 'Dan']);
    });

    it('erases nobody after it was stopped', async () => {
      const started = await remove({ contact_ids: ids });
      expect((await call('POST', `/contacts/bulk/${started.body.data.id}/cancel`)).status).toBe(200);
      expect(await ended(started.body.data.id)).toMatchObject({ status: 'cancelled', count: 4, done: 0, changed: 0 });
      await left(['Ann', 'Bob', 'Cleo', 'Dan']);
    });

    it('erases the chosen ones once each, also when it was asked for twice; who had opted out stays out', async () => {
      const body = { contact_ids: [ids[0], ids[1], ids[3]] };
      const [first, second] = [await remove(body), await remove(body)];
      expect(first.body).toMatchObject({ message: '3 contacts are being erased.', data: { count: 3 } });
      expect(await ended(first.body.data.id)).toMatchObject({
        kind: 'remove',
        words: [],
        status: 'completed',
        count: 3,
        done: 3,
        changed: 3,
      });
      expect(await ended(second.body.data.id)).toMatchObject({ status: 'completed', count: 3, changed: 0 });
      await left(['Cleo']);
      for (const id of body.contact_ids) {
        expect(await app.commands.contacts.isErased(bella.businessId, id!)).toBe(true);
        expect((await call('GET', `/contacts/${id}`)).status).toBe(404);
      }
      // Long after, or with some who are still there, and never for ids of nobody.
      const third = await remove(body);
      expect(third.body).toMatchObject({ message: '3 contacts are being erased.', data: { count: 3 } });
      expect(await ended(third.body.data.id)).toMatchObject({ status: 'completed', count: 3, done: 3, changed: 0 });
      expect((await remove({ contact_ids: [randomUUID()] })).status).toBe(404);
      expect(await statusOf(await add('Dan again', '+14155550133'))).toBe('optedOut');
      expect(await statusOf(await add('Ann again', '+14155550130'))).toBe('unknown');
    });

    it('adds up when the worker dies in the middle of a page', async () => {
      const made = [];
      for (let n = 0; n < 5; n++) made.push(await add(`Half ${n}`, `+1415555015${n}`, ['half']));
      const tagged = await call<Started>('PUT', '/contacts/bulk-tags', {
        filters: { tags: ['half'] },
        tags: ['half'],
        remove: true,
      });
      await dies(tagged.body.data.id, bella, 2);
      expect(await names('tags=half')).toHaveLength(3);
      expect(await ended(tagged.body.data.id)).toMatchObject({ status: 'completed', count: 5, done: 5, changed: 5 });
      expect(await names('tags=half')).toEqual([]);
      const started = await remove({ contact_ids: made });
      await dies(started.body.data.id, bella, 3);
      expect(await ended(started.body.data.id)).toMatchObject({ status: 'completed', count: 5, done: 5, changed: 5 });
      for (const id of made) expect(await app.commands.contacts.isErased(bella.businessId, id)).toBe(true);
      const { rows } = await app.pool.query('select from ops.bulk_pages');
      expect(rows).toHaveLength(0);
    });

    it('erases those of a filter, but those that were left out', async () => {
      for (const [at, name] of ['Eve', 'Fay', 'Gus'].entries()) ids.push(await add(name, `+1415555014${at}`, ['go']));
      const started = await remove({ filters: { tags: ['go'], except: [ids.at(-1)] } });
      expect(await ended(started.body.data.id)).toMatchObject({ count: 2, done: 2, changed: 2 });
      await left(['Ann again', 'Cleo', 'Dan again', 'Gus']);
    });
  });
});
