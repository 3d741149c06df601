import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { defaultAlert, initialSettings, noNotifications, noOffer } from '../../../domain/campaigns/fields.ts';
import { streams } from '../../../domain/streams.ts';
import type { Mail } from '../../../sandbox/index.ts';
import { eventually } from '../../support/eventually.ts';
import { publishPage, visitor } from './page.ts';
import { context, createProvidersWorld, type ProvidersWorld, type WorldOptions } from './world.ts';
import { emails } from '../../support/outbox.ts';

/** Emails of a business, from what causes them to the mailbox. */
let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
const open = async (options: WorldOptions = {}) => {
  world = await createProvidersWorld({
    mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, unknownMs: 50, noProviderMs: 50 },
    ...options,
  });
  tenant = await world.addAgency('North');
};
afterEach(() => world.close());

const welcome = {
  enabled: true,
  subject: 'Hello {{first_name|there}}',
  body: 'Welcome to {{business_name}}.\n\n{{coupon_link}}',
};
const owner = { enabled: true, text: defaultAlert, phones: [] as string[], emails: [] as string[] };

const campaign = ({ contact = noNotifications.contact, alert = noNotifications.owner, settings = {} } = {}) =>
  publishPage(world, tenant.business.caller, {
    offer: { ...noOffer, discountType: 'free', title: 'A slice' },
    notifications: { contact, owner: alert },
    settings: { ...initialSettings, ...settings },
  });

const rows = () =>
  emails.rows(world.db, ['id', 'kind', 'state', 'attempts', 'unknowns', 'note', 'recordedAt'], {
    not: { businessId: null },
    by: 'position',
  });
const ended = (count = 1) =>
  eventually(rows, (all) => all.length >= count && all.every(({ recordedAt }) => recordedAt !== null));
const storyOf = async (emailId: string) => (await world.store.read(streams.email(emailId))).map(({ type }) => type);
const header = (email: Mail, name: string) =>
  email.headers.filter((one) => one.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value);
const to = (email: string) => world.sandbox.inbox.messages({ to: email });
const throughSendgrid = () =>
  world.call(tenant.agency.token, 'PUT', '/agencies/sendgrid-config', {
    api_key: 'SG.abcdefghijklmnop',
    from_email: 'hello@north.test',
    from_name: 'North team',
  });

describe('who joins a campaign', () => {
  test('gets its email with the coupon, from the business, with one press to unsubscribe; once', async () => {
    await open();
    await world.commands.businesses.setContactInfo(context(tenant.business.caller), {
      businessId: tenant.businessId,
      revision: 0,
      phone: null,
      email: 'shop@north.test',
      website: null,
      address: '1 Main Street',
      city: 'Portland',
      state: 'OR',
      postalCode: '97201',
      country: null,
    });
    const page = await campaign({ contact: welcome });
    const { contactId } = await page.join({ name: 'Ada Lovelace', email: 'ada@example.test', consent: true });
    const email = await world.sandbox.inbox.waitFor('ada@example.test');
    expect(email).toMatchObject({ subject: 'Hello Ada', from: expect.stringContaining('Shop of North') });
    const unsubscribe = `/unsubscribe/email/`;
    expect(header(email, 'List-Unsubscribe')[0]).toContain(unsubscribe);
    expect(header(email, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(header(email, 'Reply-To')[0]).toContain('shop@north.test');
    for (const form of [email.text, email.html!]) {
      expect(form).toContain('1 Main Street, Portland, OR 97201');
      expect(form).toContain(unsubscribe);
      expect(form).toMatch(/\/t\/[\w-]{32}/);
      expect(form).not.toMatch(/beckon/i);
    }
    // By its keyword, too: the same member, who has had it.
    const again = await world.store.readAll(0n, { limit: 500, filter: { types: ['ContactJoinedCampaign'] } });
    const { campaignId } = page;
    for (const event of again.events)
      await world.commands.members.notifyJoined(
        world.system({ agencyId: tenant.agencyId, businessId: tenant.businessId }),
        { campaignId, contactId, joinedAt: event.metadata.occurredAt },
      );
    const all = await ended();
    expect(all.map(({ kind, state }) => [kind, state])).toEqual([['welcome', 'sent']]);
    expect(await storyOf(all[0]!.id)).toEqual(['EmailQueued', 'EmailAccepted']);
    expect(await to('ada@example.test')).toHaveLength(1);
  });

  test('is told of to people of the business, by text and email, in the words of the specification', async () => {
    await open();
    const number = '+14155550188';
    world.sandbox.carrier.addNumber({ number, accountSid: `AC${'5'.repeat(32)}`, smsUrl: null });
    await world.commands.setup.assignNumber(world.system(), {
      businessId: tenant.businessId,
      number,
      providerNumberId: null,
      isTollFree: false,
    });
    const phone = '+15005557001';
    const page = await campaign({ alert: { ...owner, phones: [phone], emails: ['boss@north.test'] } });
    await page.join({ phone: '+1 202 555 0143', email: 'bo@example.test', consent: true });
    const email = await world.sandbox.inbox.waitFor('boss@north.test');
    const words = `(202) 555-0143 opted into the campaign with the keyword ${page.keyword}`;
    expect(email.text).toContain(words);
    expect(header(email, 'List-Unsubscribe')).toEqual([]);
    const texts = await eventually(
      () => world.sandbox.carrier.messages({ to: phone, direction: 'outbound' }),
      (found) => found.length > 0,
    );
    expect(texts.map(({ body }) => body)).toEqual([words]);
    expect(await to('bo@example.test')).toEqual([]);
    // They are no contacts of the business, and no conversation of its.
    await world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
    const contacts = await world.store.readAll(0n, { limit: 500, filter: { types: ['ContactDiscovered'] } });
    expect(contacts.events.map(({ data }) => data['phone'])).toEqual(['+12025550143']);
  });

  test('hears nothing any more of a campaign that they joined days ago, or that tells nobody', async () => {
    await open();
    const page = await campaign({ contact: welcome });
    const quiet = await campaign();
    const { contactId } = await quiet.join({ email: 'quiet@example.test', consent: true });
    const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const context_ = world.system({ agencyId: tenant.agencyId, businessId: tenant.businessId });
    await eventually(
      () => world.store.read(streams.contact(contactId)),
      (events) => events.length > 0,
    );
    await world.commands.members.notifyJoined(context_, { campaignId: page.campaignId, contactId, joinedAt: old });
    await page.join({ email: 'fresh@example.test', consent: true });
    await world.sandbox.inbox.waitFor('fresh@example.test');
    expect(await to('quiet@example.test')).toEqual([]);
  });

  test('whatever is in names and subjects, it ends no header and becomes no markup', async () => {
    await open();
    const page = await campaign({
      contact: { enabled: true, subject: 'Hi {{first_name}} {{last_name}}', body: '<b>{{full_name}}</b>' },
    });
    await page.join({
      name: 'Eve\r\nBcc:\u2028victim@example.test <img/src=x/onerror=alert(1)>',
      email: 'eve@example.test',
      consent: true,
    });
    const email = await world.sandbox.inbox.waitFor('eve@example.test');
    expect(header(email, 'Bcc')).toEqual([]);
    expect(email.envelope.to).toEqual(['eve@example.test']);
    expect(email.subject).not.toMatch(/[\r\n]/);
    expect(email.html).not.toMatch(/<img|<b>/);
    expect(email.html).toContain('&#60;b&#62;');
  });
});

describe('a campaign that verifies addresses', () => {
  test('counts an entry when its link was followed: first the email, then the coupon and all the rest', async () => {
    await open();
    const page = await campaign({ contact: welcome, settings: { verifyEmail: true } });
    const { submissionId, contactId } = await page.join({ name: 'Ada', email: 'ada@example.test', consent: true });
    const email = await world.sandbox.inbox.waitFor('ada@example.test');
    expect(email.subject).toBe('Confirm your email address for Shop of North');
    expect(header(email, 'List-Unsubscribe')).toEqual([]);
    const token = /\/contact\/verify\/email\/([\w-]{32})/.exec(email.text)![1]!;
    await ended();
    expect(await world.store.read(streams.contact(contactId))).toEqual([]);
    for (let turn = 0; turn < 2; turn += 1) {
      const { result } = await world.commands.pages.verifyEmail(context(visitor), { submissionId });
      expect(result).toEqual({ submissionId });
    }
    expect(token).toHaveLength(32);
    await world.sandbox.inbox.waitFor('ada@example.test', ({ subject }) => subject === 'Hello Ada');
    const types = (await world.store.read(streams.contact(contactId))).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['ContactJoinedCampaign', 'ContactSubscribedToEmail']));
    const coupons = await world.store.readAll(0n, { limit: 500, filter: { types: ['CouponIssued'] } });
    expect(coupons.events).toHaveLength(1);
  });

  test('needs an address, sends the link a few times at most, and each time once', async () => {
    await open();
    const page = await campaign({ settings: { verifyEmail: true } });
    await expect(page.join({ phone: '+1 202 555 0144' })).rejects.toMatchObject({
      fields: { email: ['Enter your email address.'] },
    });
    const { submissionId } = await page.join({ email: 'again@example.test' });
    await ended();
    const ask = (nth: number) => world.commands.pages.askForEmail(context(visitor), { submissionId, nth });
    for (const nth of [1, 1, 2, 3, 4, 5]) await ask(nth);
    await Promise.all([ask(1), ask(2), ask(6)]);
    expect((await ended(4)).map(({ kind, state }) => [kind, state])).toEqual(
      Array.from({ length: 4 }, () => ['verify-email', 'sent']),
    );
    expect(await to('again@example.test')).toHaveLength(4);
  });
});

describe('at the last moment', () => {
  /** The feed runs, the emails wait. */
  const waiting = async () => {
    await open({ noEmail: true });
    const page = await campaign({ contact: welcome });
    const joined = await page.join({ email: 'late@example.test', consent: true });
    const [row] = await eventually(rows, ([first]) => first?.note !== undefined && first.note !== null);
    return { ...joined, mailId: row!.id };
  };
  const goOn = () => throughSendgrid();

  test('who has unsubscribed meanwhile gets none', async () => {
    const { contactId, mailId } = await waiting();
    await world.commands.contacts.unsubscribe(context(visitor), {
      contactId,
      via: 'one-click',
      mailId: null,
      all: false,
    });
    await goOn();
    await ended();
    expect(await storyOf(mailId)).toEqual(['EmailQueued', 'EmailSuppressed']);
    expect((await world.store.read(streams.email(mailId))).at(-1)!.data).toMatchObject({ reason: 'unsubscribed' });
    expect(await to('late@example.test')).toEqual([]);
  });
});

describe('what goes wrong', () => {
  test.each([
    ['refused@example.test', { state: 'failed', attempts: 1, unknowns: 0 }, 'EmailFailed', 0],
    ['busy@example.test', { state: 'failed', attempts: 3, unknowns: 0 }, 'EmailFailed', 0],
    // Taken, and nobody heard so: it is not sent a second time.
    ['lost@example.test', { state: 'unsure', attempts: 1, unknowns: 0 }, 'EmailOutcomeUnknown', 1],
  ] as const)(
    '%s: ends as what is known of it, and marketing is never sent twice',
    async (email, expected, end, arrived) => {
      await open();
      await throughSendgrid();
      const page = await campaign({ contact: welcome });
      await page.join({ email, consent: true });
      const [row] = await ended();
      expect(row).toMatchObject(expected);
      expect(await storyOf(row!.id)).toEqual(['EmailQueued', end]);
      expect(await to(email)).toHaveLength(arrived);
    },
  );

  test('the link that proves an address goes out again where its outcome is unknown, under the same Message-ID', async () => {
    await open();
    await throughSendgrid();
    const page = await campaign({ settings: { verifyEmail: true } });
    await page.join({ email: 'lost@example.test' });
    const [row] = await ended();
    expect(row).toMatchObject({ state: 'failed', attempts: 3, unknowns: 2 });
    const emails = await to('lost@example.test');
    expect([emails.length, new Set(emails.map((email) => header(email, 'Message-ID')[0])).size]).toEqual([3, 1]);
  });

  test('what may have arrived and is not tried again is not said to have been kept', async () => {
    await open({ mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, unknownMs: 600_000, noProviderMs: 50 } });
    await throughSendgrid();
    const page = await campaign({ settings: { verifyEmail: true } });
    await page.join({ email: 'lost@example.test' });
    const [{ id: emailId } = { id: '' }] = await eventually(rows, ([row]) => row?.state === 'unknown');
    await world.commands.businesses.archive(context(tenant.agency.caller), { businessId: tenant.businessId });
    await emails.change(world.db, { dueAt: sql`now()` });
    await ended();
    expect(await storyOf(emailId)).toEqual(['EmailQueued', 'EmailOutcomeUnknown']);
    expect(await to('lost@example.test')).toHaveLength(1);
  });

  test('what a dead process had in hand: claimed is sent, sending is not sent a second time', async () => {
    await open({ workers: false });
    const page = await campaign({ contact: welcome });
    const worker = world.system({ agencyId: tenant.agencyId, businessId: tenant.businessId });
    const joinedAt = new Date().toISOString();
    for (const email of ['claimed@example.test', 'sending@example.test']) {
      const { submissionId, contactId } = await page.join({ email, consent: true });
      await world.commands.pages.react(worker, { submissionId });
      await world.commands.members.notifyJoined(worker, { campaignId: page.campaignId, contactId, joinedAt });
    }
    const queued = await world.store.readAll(0n, { limit: 500, filter: { types: ['EmailQueued'] } });
    const states = ['claimed', 'sending'] as const;
    for (const [index, { data }] of queued.events.entries())
      await emails.put(world.db, {
        id: data['mailId'] as string,
        businessId: tenant.businessId,
        agencyId: tenant.agencyId,
        tenant: tenant.businessId,
        kind: 'welcome',
        position: index,
        state: states[index]!,
        dueAt: sql`now()`,
        holder: randomUUID(),
        attempts: 1,
        repeatable: false,
      });
    await world.workers.start();
    expect((await ended(2)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['unsure', 1],
    ]);
    const ends = await Promise.all(queued.events.map(({ data }) => storyOf(data['mailId'] as string)));
    expect(ends.map((types) => types.at(-1))).toEqual(['EmailAccepted', 'EmailOutcomeUnknown']);
    expect([await to('claimed@example.test'), await to('sending@example.test')].map(({ length }) => length)).toEqual([
      1, 0,
    ]);
  });
});
