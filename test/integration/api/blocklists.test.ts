import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialSettings } from '../../../domain/campaigns/fields.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { pageReactor } from '../../../workers/pages/pages.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let harbor: Tenant;
const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);

beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer(), now });
  bella = await app.addTenant('bella');
  harbor = await app.addTenant('harbor');
});
afterAll(() => app.close());

type Added = {
  message: string;
  data: { id: string | null; added: number; already: number; refused: { value: string }[] };
};
const add = (of: Tenant, list: 'blacklists' | 'whitelists', values: string[], note: string | null = null) =>
  app.call<Added>(of.token, 'POST', `/${list}`, { values, note });
const rows = async (of: Tenant, list: string, query = '') =>
  (
    await app.call<{
      data: { id: string; kind: string; value: string; note: string | null }[];
      meta: { total: number };
    }>(of.token, 'GET', `/${list}${query}`)
  ).body;
const anybody = () => `+1212555${String((digits += 1)).padStart(4, '0')}`;
let digits = 100;

/** A text that waits to be sent. */
async function queued(of: Tenant, phone: string, purpose: 'livechat' | 'broadcast' | 'help' = 'livechat') {
  const messageId = randomUUID();
  await app.commands.messages.queue(systemContext({ agencyId: of.agencyId, businessId: of.businessId }), {
    messageId,
    businessId: of.businessId,
    contactId: app.identifiers.contact(of.businessId, phone),
    body: 'Hello.',
    media: [],
    purpose,
    notBefore: null,
  });
  return async () => (await app.commands.delivery.text.decide(systemContext(), { id: messageId })).result;
}

describe('a list', () => {
  it('takes many at once, in any spelling, each once, and says what it could not read', async () => {
    const { status, body } = await add(bella, 'blacklists', [
      '(415) 555-0171',
      '+14155550171',
      'A@Spam.test',
      'junk.test',
      'hm',
    ]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ added: 3, already: 0, refused: [{ value: 'hm' }] });
    expect((await add(bella, 'blacklists', ['a@spam.test', 'new.test'], 'Twice')).body.data).toMatchObject({
      added: 1,
      already: 1,
    });
    const { data, meta } = await rows(bella, 'blacklists');
    expect(meta.total).toBe(4);
    expect(data.map(({ value }) => value).sort()).toEqual(['+14155550171', 'a@spam.test', 'junk.test', 'new.test']);
    expect((await rows(bella, 'blacklists', '?kind=domain')).meta.total).toBe(2);
    expect((await rows(bella, 'blacklists', '?search=spam')).data.map(({ value }) => value)).toEqual(['a@spam.test']);
    expect((await rows(bella, 'whitelists')).meta.total).toBe(0);
    expect((await rows(harbor, 'blacklists')).meta.total).toBe(0);
    expect((await add(bella, 'blacklists', ['nonsense'])).status).toBe(422);
  });

  it('is changed and emptied; what was taken off is not known any more and can come again', async () => {
    const id = (await add(bella, 'whitelists', ['+14155550172'], 'VIP')).body.data.id!;
    const put = await app.call<{ data: { id: string } }>(bella.token, 'PUT', `/whitelists/${id}`, {
      value: '+14155550173',
      note: 'Moved',
    });
    expect(put.body.data.id).not.toBe(id);
    expect((await rows(bella, 'whitelists')).data).toMatchObject([{ value: '+14155550173', note: 'Moved' }]);
    const moved = put.body.data.id;
    await app.call(bella.token, 'PUT', `/whitelists/${moved}`, { value: '+14155550173', note: 'Stays' });
    expect((await rows(bella, 'whitelists')).data).toMatchObject([{ value: '+14155550173', note: 'Stays' }]);
    // Not on the other list, and not of another tenant.
    expect((await app.call(bella.token, 'DELETE', `/blacklists/${moved}`)).status).toBe(404);
    expect((await app.call(harbor.token, 'DELETE', `/whitelists/${moved}`)).status).toBe(404);
    for (const _ of [1, 2]) expect((await app.call(bella.token, 'DELETE', `/whitelists/${moved}`)).status).toBe(200);
    expect((await rows(bella, 'whitelists')).meta.total).toBe(0);
    await add(bella, 'whitelists', ['+14155550173']);
    expect((await rows(bella, 'whitelists')).meta.total).toBe(1);
  });
});

describe('the blacklist at the moment of sending', () => {
  it('stops what was queued before the entry, by every channel’s name of the person, and nothing after it is gone', async () => {
    const phone = anybody();
    const { contactId } = await app.textIn(bella, 'PIZZA', phone);
    const first = await queued(bella, phone);
    const id = (await add(bella, 'blacklists', [phone])).body.data.id!;
    expect(await first()).toEqual({ kind: 'suppressed', reason: 'blocked' });
    // An answer to HELP is owed to anybody.
    expect((await (await queued(bella, phone, 'help'))()).kind).not.toBe('suppressed');
    const shown = await app.call<{ data: { listed: unknown } }>(bella.token, 'GET', `/contacts/${contactId}`);
    expect(shown.body.data.listed).toEqual({ black: { kind: 'phone', value: phone }, white: null });
    // The same person is somebody else's contact, too.
    await app.textIn(harbor, 'PIZZA', phone);
    expect((await (await queued(harbor, phone))()).kind).not.toBe('suppressed');
    await app.call(bella.token, 'DELETE', `/blacklists/${id}`);
    expect((await (await queued(bella, phone))()).kind).not.toBe('suppressed');
    // By the domain of their address, also for texts.
    const changes = {
      first_name: 'Ann',
      last_name: null,
      email: 'ann@shop.blocked.test',
      birthday: null,
      anniversary: null,
    };
    const nothing = { company_name: null, website: null, custom: {}, tags: [] };
    const saved = await app.call(bella.token, 'PUT', `/contacts/${contactId}`, { ...changes, ...nothing });
    expect(saved.status).toBe(200);
    await add(bella, 'blacklists', ['blocked.test']);
    expect(await (await queued(bella, phone))()).toEqual({ kind: 'suppressed', reason: 'blocked' });
  });
});

describe('a public page', () => {
  async function page() {
    const campaignId = randomUUID();
    const person = context(personOf(bella.businessId, bella.agencyId));
    const { campaigns } = app.commands;
    await campaigns.create(person, {
      campaignId,
      name: 'Autumn',
      type: 'landing',
      keyword: `LIST${(digits += 1)}`,
      reply: 'Welcome.',
      replyMedia: [],
      template: null,
      sections: {},
    });
    await campaigns.edit(context(personOf(bella.businessId, bella.agencyId)), {
      campaignId,
      revision: null,
      details: null,
      offer: null,
      notifications: null,
      settings: initialSettings,
    });
    await campaigns.publishPage(context(personOf(bella.businessId, bella.agencyId)), { campaignId });
    await app.settled();
    clock.ahead += 2_000;
    return `/pages/${campaignId}/${bella.uniqueId}`;
  }
  async function enter(path: string, phone: string) {
    const html = (await app.api.inject({ url: path })).body;
    const of = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
    clock.ahead += 5_000;
    const fields = { name: 'Ann Lee', phone, birthday: '02/29', consent: 'yes' };
    const response = await app.api.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams({ key: of('key'), version: of('version'), ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return { response, key: of('key') };
  }
  const contactOf = async (phone: string) =>
    stateOf(
      Contact,
      await app.store.read(streams.contact(ContactId.parse(app.identifiers.contact(bella.businessId, phone)))),
    );
  const react = async (key: string) => {
    const stored = await app.store.read(`submission-${app.identifiers.idOf('form', key)!}`);
    const worker = pageReactor(app.commands);
    if (worker.kind === 'commanding') await worker.issue(stored);
  };

  it('takes no entry of who is on the blacklist, and says so politely', async () => {
    const path = await page();
    const phone = '+12125550188';
    await add(bella, 'blacklists', [phone]);
    const { response } = await enter(path, '(212) 555-0188');
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain('can’t take this entry');
    expect((await contactOf(phone)).status).toBe('none');
  });

  it('makes nobody a member who was put on the blacklist after they entered', async () => {
    const path = await page();
    const phone = '+12125550189';
    const { response, key } = await enter(path, phone);
    expect(response.statusCode).toBe(303);
    await add(bella, 'blacklists', [phone]);
    await react(key);
    expect((await contactOf(phone)).status).toBe('none');
  });

  it('turns nobody away who is on the whitelist, however often they enter', async () => {
    const phone = '+12125550190';
    const times = async (): Promise<number[]> => {
      const path = await page();
      const statuses = [];
      for (let count = 0; count < 8; count += 1) statuses.push((await enter(path, phone)).response.statusCode);
      return statuses;
    };
    expect(await times()).toContain(429);
    await add(bella, 'whitelists', [phone]);
    expect(new Set(await times())).toEqual(new Set([303]));
  });
});
