import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AudienceFunnel, Broadcast, MessageCredit, SampleContact } from '../../../api/contract/broadcasts.ts';
import { formatPhone } from '../../../domain/sms/phone.ts';
import { quietHours } from '../../../domain/sms/quiet-hours.ts';
import { asleepPhones, awakePhones } from '../../support/awake.ts';
import { RateAdded } from '../../../domain/rates/events.ts';
import { said } from '../../support/said.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let shop: Tenant;
const people: string[] = [];
beforeAll(async () => {
  app = await startTestApi();
  shop = await app.addTenant('writers');
  for (let one = 0; one < 4; one += 1) {
    const phone = `+1202555${String(4_000 + one)}`;
    await app.textIn(shop, 'PIZZA', phone);
    people.push(phone);
  }
  await app.textIn(shop, 'STOP', people[3]!);
});
afterAll(() => app.close());

const everybody = {
  keywords: [],
  segment_ids: [],
  contact_ids: [],
  except_segment_ids: [],
  except_keywords: [],
  filter: { match: 'all', groups: [] },
  recipients_of: null,
};
const text = (body: string) => ({ kind: 'text', body, media: [] });
const draft = async (more: object = {}): Promise<Broadcast> => {
  const body = { name: 'Friday', type: 'sms', ...more };
  return (await app.call<{ data: Broadcast }>(shop.token, 'POST', '/broadcasts', body)).body.data;
};

describe('a draft', () => {
  it('is changed part by part; what somebody else changed meanwhile is not overwritten unasked', async () => {
    const { id, revision } = await draft();
    const change = (body: object) =>
      app.call<{ data: Broadcast; code?: string; revision?: number }>(shop.token, 'PUT', `/broadcasts/${id}`, body);
    const first = await change({ contents: [text('Hello')], revision });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({ name: 'Friday', contents: [text('Hello')] });
    const late = await change({ contents: [text('Bye')], revision });
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict']);
    const knowingly = await change({ contents: [text('Bye')], revision: late.body.revision });
    expect(knowingly.body.data.contents).toEqual([text('Bye')]);
  });

  it('is found by its id however many there are, by its own business alone', async () => {
    const [one, other] = [await draft({ name: 'One' }), await draft({ name: 'Other' })];
    const stranger = await app.addTenant('other-writers');
    const named = async (ids: string, token = shop.token) =>
      app.call<{ data: Broadcast[]; meta: { total: number } }>(token, 'GET', `/broadcasts?ids=${ids}`);
    expect((await named(`${one.id},${other.id}`)).body.data.map(({ name }) => name)).toEqual(['One', 'Other']);
    expect((await named(one.id)).body.meta.total).toBe(1);
    expect((await named(one.id, stranger.token)).body.data).toEqual([]);
    expect((await named('nothing')).status).toBe(422);
    const files = (ids: string) => app.call<{ data: unknown[] }>(shop.token, 'GET', `/contacts/uploads?ids=${ids}`);
    expect([(await files(one.id)).body.data, (await files('nothing')).status]).toEqual([[], 422]);
  });

  it('names things of its own business alone', async () => {
    const stranger = await app.addTenant('strangers');
    const theirs = (
      await app.call<{ data: Broadcast }>(stranger.token, 'POST', '/broadcasts', { name: 'T', type: 'sms' })
    ).body.data;
    const filter = {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'any', values: ['vip'] }] }],
    };
    const segment = await app.call<{ data: { id: string } }>(stranger.token, 'POST', '/segments', {
      name: 'S',
      filter,
    });
    const campaigns = await app.call<{ data: { id: string }[] }>(stranger.token, 'GET', '/campaigns');
    const own = await draft();
    const foreign = {
      campaign: { campaign_id: campaigns.body.data[0]!.id },
      segment: { audience: { ...everybody, segment_ids: [segment.body.data.id] } },
      'left out': { audience: { ...everybody, except_segment_ids: [segment.body.data.id] } },
      broadcast: {
        audience: { ...everybody, recipients_of: { broadcast_id: theirs.id, ends: ['delivered'], reasons: [] } },
      },
      design: { contents: [{ kind: 'mail', subject: null, preheader: null, design_id: randomUUID() }] },
      nobody: { campaign_id: randomUUID() },
    };
    for (const [what, part] of Object.entries(foreign)) {
      const type = what === 'design' ? 'email' : 'sms';
      const made = await app.call(shop.token, 'POST', '/broadcasts', { name: what, type, ...part });
      const changed = await app.call(shop.token, 'PUT', `/broadcasts/${own.id}`, { ...part, revision: null });
      expect([what, made.status, changed.status]).toEqual([what, 422, 422]);
    }
  });

  it('is asked whom it would reach, and why not everybody', async () => {
    const body = { type: 'sms', audience: everybody, window_hours: 24 };
    const { body: funnel } = await app.call<AudienceFunnel>(shop.token, 'POST', '/broadcasts/audience', body);
    expect(funnel.data).toEqual({ total: 4, recipients: 3, left_out: [{ reason: 'opted-out', count: 1 }] });
  });

  it('knows the blacklist beforehand, by number, address, domain and what is above that', async () => {
    const own = await app.addTenant('blacklisted');
    const phones = Array.from({ length: 5 }, (_, n) => `+1202555${String(4_300 + n)}`);
    for (const phone of phones) await app.textIn(own, 'PIZZA', phone);
    const listed = await app.call<{ data: { id: string; phone: string }[] }>(
      own.token,
      'GET',
      '/contacts?per_page=100',
    );
    const emails = ['', 'ann@one.test', 'bob@mail.shop.two.test', 'eve@three.test', 'two.test@four.test'];
    for (const { id, phone } of listed.body.data) {
      const at = phones.findIndex((one) => one.endsWith(phone.replace(/\D/g, '').slice(-7)));
      const { body } = await app.call<{ data: { revision: number } }>(own.token, 'GET', `/contacts/${id}`);
      const form = {
        first_name: '',
        last_name: '',
        birthday: '',
        anniversary: '',
        company_name: '',
        tags: [],
        custom: {},
        email: emails[at],
        website: `https://${String(at)}.test`,
        revision: body.data.revision,
      };
      expect((await app.call(own.token, 'PUT', `/contacts/${id}`, form)).status).toBe(200);
    }
    const asked = { type: 'sms', audience: everybody, window_hours: null };
    const funnel = async () =>
      (await app.call<AudienceFunnel>(own.token, 'POST', '/broadcasts/audience', asked)).body.data;
    expect(await funnel()).toEqual({ total: 5, recipients: 5, left_out: [] });
    const values = [phones[0], 'Ann@one.test', '@two.test'];
    expect((await app.call(own.token, 'POST', '/blacklists', { values, note: null })).status).toBe(200);
    expect(await funnel()).toEqual({ total: 5, recipients: 2, left_out: [{ reason: 'blocked', count: 3 }] });
    const { body } = await app.call<{ data: SampleContact[] }>(own.token, 'POST', '/broadcasts/samples', {
      type: 'sms',
      audience: everybody,
    });
    expect(body.data.map(({ values }) => values['website']).toSorted()).toEqual(['https://3.test', 'https://4.test']);
  });

  it('is counted in segments after merging, with the gaps that recipients would see', async () => {
    const ask = async (words: string) => {
      const body = { type: 'sms', audience: everybody, window_hours: null, contents: [text(words)] };
      return (await app.call<MessageCredit>(shop.token, 'POST', '/broadcasts/message-credit', body)).body.data;
    };
    expect(await ask('Hi {{first_name|there}}')).toMatchObject({
      recipients: 3,
      segments: { least: 1, most: 1 },
      credits: 3,
      missing: [],
    });
    expect(await ask('Hi {{first_name}}')).toMatchObject({ missing: [{ field: 'first_name', count: 3 }] });
    expect(await ask(`${'x'.repeat(160)}…`)).toMatchObject({ segments: { least: 3, most: 3 }, credits: 9 });
  });

  const aRate = {
    businessId: null,
    channel: 'sms' as const,
    direction: 'out' as const,
    country: null,
    carrierClass: null,
    currency: 'USD',
    from: '2020-01-01',
    carrier: 7900,
  };
  it('says about what it costs at the prices of the agency, never at those of the platform', async () => {
    const costOf = async () => {
      const body = { type: 'sms', audience: everybody, window_hours: null, contents: [text('x'.repeat(200))] };
      const { data } = (await app.call<MessageCredit>(shop.token, 'POST', '/broadcasts/message-credit', body)).body;
      return data.cost;
    };
    const put = (agencyId: string | null, price: number) =>
      app.store.append(
        `rates-${agencyId ?? 'platform'}`,
        'any',
        said([RateAdded.create({ ...aRate, agencyId, rateId: randomUUID(), price })]),
      );
    await put(null, 15_000);
    expect(await costOf()).toBeNull();
    await put(shop.agencyId, 25_000);
    expect(await costOf()).toEqual({ currency: 'USD', amount: 3 * 2 * 25_000 });
  });

  it('says what it takes of the month in which it begins, and when it is done', async () => {
    const ask = async (more: object) => {
      const contents = [
        { kind: 'text', body: 'x'.repeat(400), media: [{ url: 'https://a.test/a.png', content_type: null }] },
      ];
      const body = { type: 'mms', audience: everybody, window_hours: null, contents, ...more };
      return (await app.call<MessageCredit>(shop.token, 'POST', '/broadcasts/message-credit', body)).body.data;
    };
    // However long: a text with pictures counts as one, as usage counts it.
    expect(await ask({})).toMatchObject({ recipients: 3, credits: 3, segments: { least: 1, most: 1 } });
    const later = await ask({ schedule: { kind: 'at', at: '2031-05-06T12:00', zone: 'America/New_York' } });
    expect(later).toMatchObject({ month: '2031-05', used: 0, starts_at: '2031-05-06T16:00:00.000Z', in_time: 3 });
    expect(later.left_after).toBe(later.limit === null ? null : later.limit - 3);
    expect(Date.parse(later.done_at!)).toBeGreaterThan(Date.parse(later.starts_at));
    // At night where they are it waits, and two hours later it is too old.
    const night = { schedule: { kind: 'at', at: '2031-05-06T23:00', zone: 'America/New_York' } };
    expect(await ask({ ...night, valid_hours: 2 })).toMatchObject({ in_time: 0, done_at: null, waits: true });
    expect(await ask(night)).toMatchObject({ in_time: 3, waits: true });
  });

  it('is shown as some of its recipients will see it, never as one who gets none', async () => {
    const body = { type: 'sms', audience: everybody };
    const { body: samples } = await app.call<{ data: SampleContact[] }>(
      shop.token,
      'POST',
      '/broadcasts/samples',
      body,
    );
    expect(samples.data.map(({ phone }) => phone).toSorted()).toEqual(people.slice(0, 3));
    expect(samples.data[0]!.values).toMatchObject({ first_name: null });
  });

  it('can be tried on a phone that is no contact, but not on one that has opted out', async () => {
    const send = (to: string) =>
      app.call<{ code?: string }>(shop.token, 'POST', '/broadcasts/test', {
        type: 'sms',
        content: text('Hi {{first_name|there}}'),
        to: [to],
        contact_id: null,
      });
    expect((await send('(202) 555-0177')).status).toBe(200);
    const refused = await send(people[3]!);
    expect([refused.status, refused.body.code]).toEqual([422, 'contact_opted_out']);
  });

  it('says of a test until when it waits where it is night, and that it goes at once elsewhere', async () => {
    const [[awake], [asleep]] = [awakePhones(1), asleepPhones(1)];
    const { body } = await app.call<{ message: string; data: { waits: boolean } }>(
      shop.token,
      'POST',
      '/broadcasts/test',
      { type: 'sms', content: text('Hi'), contact_id: null, to: [awake, asleep] },
    );
    expect(body).toMatchObject({ data: { waits: true } });
    expect(body.message).toContain(`The test is on its way to ${formatPhone(awake!)}.`);
    const until = quietHours({ to: asleep!, at: new Date(), fallbackZone: 'UTC' }) as { readonly until: Date };
    const at = DateTime.fromJSDate(until.until, { zone: 'America/Los_Angeles' }).toFormat('cccc, h:mm a ZZZZ', {
      locale: 'en-US',
    });
    expect(body.message).toContain(
      `The test to ${formatPhone(asleep!)} waits for the end of quiet hours there: it goes out on ${at}.`,
    );
    const only = await app.call<{ message: string; data: { waits: boolean } }>(shop.token, 'POST', '/broadcasts/test', {
      type: 'sms',
      content: text('Hi'),
      contact_id: null,
      to: [awake],
    });
    expect(only.body.data).toEqual({ waits: false });
  });

  it('is tried with the fields of a contact, of one who has opted out as well, and with an example of a coupon', async () => {
    type Listed = { data: { id: string; phone: string }[] };
    const { body } = await app.call<Listed>(shop.token, 'GET', '/contacts?per_page=100');
    const out = body.data.find(({ phone }) => phone === people[3])!;
    const campaign = (await app.call<{ data: { id: string; keyword: string }[] }>(shop.token, 'GET', '/campaigns')).body
      .data[0]!;
    const send = (over: object) =>
      app.call(shop.token, 'POST', '/broadcasts/test', {
        type: 'sms',
        content: text('{{phone}}: {{coupon_code|none}} of {{keyword|nothing}}'),
        to: ['(202) 555-0178'],
        contact_id: out.id,
        ...over,
      });
    const said = async () => {
      const head = (await app.store.head()) ?? 0n;
      const { events } = await app.store.readAll(head > 30n ? head - 30n : 0n, { limit: 1_000 });
      return events.flatMap(({ type, data }) =>
        type === 'MessageQueued' && data['purpose'] === 'test' ? [data['body']] : [],
      );
    };
    expect((await send({})).status).toBe(200);
    expect((await said()).at(-1)).toBe(`${formatPhone(people[3]!)}: none of nothing`);
    expect((await send({ campaign_id: campaign.id })).status).toBe(200);
    expect((await said()).at(-1)).toBe(`${formatPhone(people[3]!)}: SAVE-1234 of ${campaign.keyword}`);
    expect((await send({ contact_id: randomUUID() })).status).toBe(404);
    expect((await send({ campaign_id: randomUUID() })).status).toBe(404);
  });

  it('goes to whoever is meant when it is scheduled, and to nobody without words', async () => {
    const { id } = await draft();
    const empty = await app.call<{ message: string }>(shop.token, 'POST', `/broadcasts/${id}/schedule`);
    expect([empty.status, empty.body.message]).toEqual([422, 'Write a message.']);
    const ready = await draft({ contents: [text('Hello. Reply STOP to opt out.')] });
    const { body } = await app.call<{ data: Broadcast }>(shop.token, 'POST', `/broadcasts/${ready.id}/schedule`);
    expect(body.data.status).toBe('scheduled');
    const back = await app.call<{ data: Broadcast }>(shop.token, 'POST', `/broadcasts/${ready.id}/unschedule`);
    expect(back.body.data.status).toBe('draft');
  });

  it('is copied, and a deleted one is gone', async () => {
    const { id } = await draft({ contents: [text('Hello')] });
    const copy = await app.call<{ data: Broadcast }>(shop.token, 'POST', `/broadcasts/${id}/duplicate`, {
      name: 'Again',
    });
    expect(copy.body.data).toMatchObject({ name: 'Again', status: 'draft', contents: [text('Hello')], from: { id } });
    await app.call(shop.token, 'DELETE', `/broadcasts/${id}`);
    expect((await app.call(shop.token, 'GET', `/broadcasts/${id}`)).status).toBe(404);
  });
});
