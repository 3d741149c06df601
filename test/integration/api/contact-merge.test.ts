import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentAsOf, TimelineEntry } from '../../../api/contract/contact-life.ts';
import type { ContactWithConsents } from '../../../api/contract/contacts.ts';
import type { z } from 'zod';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactMergeStarted } from '../../../domain/contacts/merge-events.ts';
import { ContactId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
});
afterAll(() => app.close());

type Detail = z.output<typeof ContactWithConsents>;
const stateNow = async (id: string) => stateOf(Contact, await app.store.read(streams.contact(ContactId.parse(id))));
const get = async (id: string) => app.call<{ data: Detail }>(bella.token, 'GET', `/contacts/${id}`);
const merge = (id: string, other: string, taken: readonly string[] = [], token = bella.token) =>
  app.call(token, 'POST', `/contacts/${id}/merge`, { other_id: other, taken });
const whats = async (id: string) =>
  (
    await app.call<{ data: TimelineEntry[] }>(bella.token, 'GET', `/contacts/${id}/timeline?per_page=100`)
  ).body.data.map(({ what }) => what);
const blank = {
  first_name: null,
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
};
const add = async (fields: object): Promise<string> => {
  const { status, body } = await app.call<{ data: { id: string } }>(bella.token, 'POST', '/contacts', {
    ...blank,
    phone: null,
    ...fields,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.id;
};
let digits = 300;
const number = (): string => `+12025550${(digits += 1)}`;

describe('two contacts who are one person', () => {
  it('are merged: the survivor is both, whoever writes from the other’s number is the survivor', async () => {
    const from = number();
    const { contactId: byPhone } = await app.textIn(bella, 'PIZZA', from);
    await app.textIn(bella, 'Is the patio heated?', from);
    const byEmail = await add({ email: 'ada@merge.test', first_name: 'Ada', tags: ['vip'] });
    expect((await merge(byEmail, byPhone)).status).toBe(200);

    const { body } = await get(byEmail);
    expect(body.data).toMatchObject({
      phone: from,
      email: 'ada@merge.test',
      first_name: 'Ada',
      status: 'subscribed',
      keywords: ['PIZZA'],
      tags: ['vip'],
    });
    expect(body.data.memberships.map((one) => one.campaign_id)).toEqual([bella.campaignId]);
    // Its own address leads to the survivor, and the list has one of them.
    expect((await get(byPhone)).body.data.id).toBe(byEmail);
    const list = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', `/contacts?search=${from.slice(1)}`);
    expect(list.body.data.map(({ id }) => id)).toEqual([byEmail]);
    expect(await whats(byEmail)).toEqual(
      expect.arrayContaining(['merged', 'discovered', 'opted-in', 'message-received']),
    );

    await app.textIn(bella, 'Me again', from);
    const chat = await app.call<{ data: { body: string | null }[] }>(
      bella.token,
      'GET',
      `/livechat/messages?contact_id=${byEmail}`,
    );
    const words = chat.body.data.map((one) => one.body);
    expect(words).toEqual(expect.arrayContaining(['Is the patio heated?', 'Me again']));
    await app.textIn(bella, 'STOP', from);
    expect((await get(byEmail)).body.data.status).toBe('optedOut');
  });

  it('can be reached again where the number is another’s that can, and not where it is the one that can’t', async () => {
    const [one, two] = [number(), number()];
    const { contactId: kept } = await app.textIn(bella, 'PIZZA', one);
    const { contactId: other } = await app.textIn(bella, 'PIZZA', two);
    const { contactId: third } = await app.textIn(bella, 'PIZZA', number());
    await app.commands.contacts.carrierVerdict(app.system(), {
      contactId: kept,
      businessId: bella.businessId,
      verdict: 'unreachable',
      errorCode: 30_005,
      providerMessageId: null,
    });
    await app.settled();
    expect((await get(kept)).body.data).toMatchObject({ phone: one, unreachable: true });
    await merge(kept, third);
    expect((await get(kept)).body.data).toMatchObject({ phone: one, unreachable: true });
    await merge(kept, other, ['phone']);
    expect((await get(kept)).body.data).toMatchObject({ phone: two, unreachable: false });
    expect(await app.runner.verify('contacts')).toEqual([]);
  });

  it('never agree to more by it: who has said stop as either is out, with the history of both', async () => {
    const [one, two] = [number(), number()];
    const { contactId: kept } = await app.textIn(bella, 'PIZZA', one);
    const { contactId: other } = await app.textIn(bella, 'PIZZA', two);
    await app.textIn(bella, 'STOP', two);
    await merge(kept, other);
    expect((await get(kept)).body.data).toMatchObject({ phone: one, status: 'optedOut' });
    const { body } = await app.call<{ data: ConsentAsOf }>(bella.token, 'GET', `/contacts/${kept}/consent`);
    expect(body.data.text.state).toBe('optedOut');
    expect(body.data.lines.map(({ how }) => how)).toEqual(['keyword', 'keyword', 'message', 'merged']);
  });

  it('stay blocked when the address that was on the blacklist goes', async () => {
    const [one, two] = [number(), number()];
    const { contactId: kept } = await app.textIn(bella, 'PIZZA', one);
    const { contactId: other } = await app.textIn(bella, 'PIZZA', two);
    const listed = await app.call(bella.token, 'POST', '/blacklists', { values: [two], note: null });
    expect(listed.status).toBe(200);
    await merge(kept, other);
    expect((await get(kept)).body.data).toMatchObject({ phone: one, status: 'optedOut', email_status: 'unsubscribed' });
  });

  it('are merged once, however often and by whomever it is asked at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { contactId: one } = await app.textIn(bella, 'PIZZA', number());
      const { contactId: two } = await app.textIn(bella, 'PIZZA', number());
      const answers = await Promise.all([
        ...[merge(one, two), merge(two, one), merge(one, two)],
        ...[merge(two, one), merge(one, two), merge(two, one)],
      ]);
      const states = await Promise.all([stateNow(one), stateNow(two)]);
      const over = states.filter(({ status }) => status === 'erased');
      expect(over.length).toBeLessThanOrEqual(1);
      // Who is told that it was done has seen it done.
      if (over.length === 0) expect(answers.map(({ status }) => status)).not.toContain(200);
      for (const state of states.filter(({ status }) => status !== 'erased'))
        expect(state).toMatchObject({ merging: null });
      const read = [one, two].map((id) => app.store.read(streams.contact(ContactId.parse(id))));
      const types = (await Promise.all(read)).flat().map(({ type }) => type);
      expect(types.filter((type) => type === 'ContactMerged').length).toBe(over.length);
      expect(types.filter((type) => type === 'ContactMergedInto').length).toBe(over.length);
    }
    await app.settled();
  });

  it('come to an end by the worker when it was cut off behind its first word', async () => {
    const { contactId: one } = await app.textIn(bella, 'PIZZA', number());
    const { contactId: two } = await app.textIn(bella, 'PIZZA', number());
    const stream = streams.contact(ContactId.parse(one));
    const before = await app.store.read(stream);
    const mergeId = uuidV5(namespaces.event, one, two);
    const began = ContactMergeStarted.create({
      contactId: ContactId.parse(one),
      businessId: bella.businessId as never,
      otherId: ContactId.parse(two),
      mergeId,
      taken: [],
    });
    await app.store.append(stream, before.at(-1)!.revision, [
      { ...began, id: uuidV5(namespaces.event, mergeId), metadata: before.at(-1)!.metadata },
    ]);
    // Meanwhile nobody erases it.
    expect((await app.call(bella.token, 'DELETE', `/contacts/${one}`)).status).toBe(409);
    for (let twice = 0; twice < 2; twice++)
      await app.commands.contacts.followMergeThrough(app.system(), { contactId: ContactId.parse(one) });
    expect(await stateNow(one)).toMatchObject({ merging: null, absorbed: [two] });
    expect(await stateNow(two)).toMatchObject({ status: 'erased', mergedInto: one });
    await app.settled();
  });

  it('are erased together, and whoever comes by either number is somebody new', async () => {
    const [first, second] = [number(), number()];
    const { contactId: one } = await app.textIn(bella, 'PIZZA', first);
    const { contactId: two } = await app.textIn(bella, 'PIZZA', second);
    await app.textIn(bella, 'I am Wilhelmina', second);
    await merge(one, two);
    expect((await app.call(bella.token, 'DELETE', `/contacts/${one}`)).status).toBe(200);
    for (const id of [one, two]) {
      const words = JSON.stringify(await app.store.read(streams.contact(ContactId.parse(id))), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      for (const theirs of [first, second]) expect(words).not.toContain(theirs);
    }
    for (const from of [first, second]) {
      await app.textIn(bella, 'PIZZA', from);
      const found = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', `/contacts?search=${from.slice(1)}`);
      expect(found.body.data).toHaveLength(1);
      expect([one, two]).not.toContain(found.body.data[0]!.id);
    }
  });

  it('cannot be an erased one, itself, or another business’s', async () => {
    const { contactId: one } = await app.textIn(bella, 'PIZZA', number());
    const { contactId: gone } = await app.textIn(bella, 'PIZZA', number());
    await app.call(bella.token, 'DELETE', `/contacts/${gone}`);
    expect((await merge(one, gone)).status).toBe(404);
    expect((await merge(one, one)).status).toBe(422);
    const dora = await app.addTenant('dora-merges');
    const { contactId: foreign } = await app.textIn(dora, 'PIZZA', number());
    expect((await merge(one, foreign)).status).toBe(404);
    expect((await merge(one, foreign, [], dora.token)).status).toBe(404);
    expect(await stateNow(one)).toMatchObject({ status: 'subscribed', merging: null, absorbed: [] });
  });

  it('come to the same read models when they are built anew', async () => {
    await app.settled();
    for (const name of ['contacts', 'conversations', 'coupons', 'timeline'])
      expect(await app.runner.verify(name), name).toEqual([]);
  });
});

describe('suggestions of who may be one person', () => {
  it('name the same address first, then the same name and one thing more, of this business alone', async () => {
    const byEmail = await add({ email: 'twin@merge.test' });
    const { contactId } = await app.textIn(bella, 'PIZZA', number());
    await app.call(bella.token, 'PUT', `/contacts/${contactId}`, { ...blank, email: 'Twin@merge.test' });
    const named = { first_name: 'Grace', last_name: 'Hopper' };
    const noPhone = await add({ ...named, email: 'grace@merge.test' });
    const withPhone = await add({ ...named, phone: number() });
    await add({ ...named, phone: number(), last_name: 'Kelly' });
    const { body } = await app.call<{ data: { because: string; contacts: { id: string }[] }[] }>(
      bella.token,
      'GET',
      '/contacts/duplicates',
    );
    expect(body.data.map(({ because, contacts }) => [because, contacts.map(({ id }) => id)])).toEqual([
      ['email', [byEmail, contactId]],
      ['name-and-channel', [noPhone, withPhone]],
    ]);
    // Two people after all: said from either side, once, and taken back.
    const suggested = async () =>
      (
        await app.call<{ data: { contacts: { id: string }[] }[]; told_apart: { id: string }[][] }>(
          bella.token,
          'GET',
          '/contacts/duplicates',
        )
      ).body;
    const tell = (id: string, otherId: string, dismissed: boolean, token = bella.token) =>
      app.call(token, 'PUT', `/contacts/${id}/duplicates`, { other_id: otherId, dismissed });
    for (const [id, otherId] of [
      [byEmail, contactId],
      [contactId, byEmail],
    ] as const)
      expect((await tell(id, otherId, true)).status).toBe(200);
    expect((await tell(byEmail, byEmail, true)).status).toBe(422);
    const apart = await suggested();
    expect(apart.data.map(({ contacts }) => contacts.map(({ id }) => id))).toEqual([[noPhone, withPhone]]);
    expect(apart.told_apart.map((pair) => pair.map(({ id }) => id).toSorted())).toEqual([
      [byEmail, contactId].toSorted(),
    ]);
    const stranger = await app.addTenant('stranger-to-twins');
    expect((await tell(byEmail, contactId, false, stranger.token)).status).toBe(404);
    expect((await tell(contactId, byEmail, false)).status).toBe(200);
    expect((await suggested()).data).toHaveLength(2);
    expect((await suggested()).told_apart).toEqual([]);
    expect((await tell(noPhone, withPhone, true)).status).toBe(200);
    expect((await app.call(bella.token, 'DELETE', `/contacts/${noPhone}`)).status).toBe(200);
    await app.settled();
    expect((await suggested()).told_apart).toEqual([]);
    expect(await app.runner.verify('contacts')).toEqual([]);
    const elsewhere = await app.addTenant('elsewhere');
    const other = await app.call<{ data: unknown[] }>(elsewhere.token, 'GET', '/contacts/duplicates');
    expect(other.body.data).toEqual([]);
  });
});
