import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { mailStop } from '../../../domain/contacts/mail-trouble.ts';
import { softBouncesToStop } from '../../../domain/contacts/mailbox.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import type { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { eventOf, type MailHappening, type MailProvider } from '../../../sandbox/mail-providers/events.ts';
import { eventually } from '../../support/eventually.ts';
import { mailAccounts, publishPage } from './page.ts';
import { createProvidersWorld, type ProvidersWorld } from './world.ts';

/** What mail providers tell of mails, from the mailbox that refuses to what is sent there afterwards: nothing. */
let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
beforeEach(async () => {
  world = await createProvidersWorld({
    mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, unknownMs: 50, noProviderMs: 50 },
  });
  tenant = await world.addAgency('North');
});
afterEach(() => world.close());

const accounts = mailAccounts('north.test', 'North');
const pathOf = (provider: MailProvider, owner = tenant.agencyId) => `/webhooks/mail/${provider}/${owner}`;

/** Connects an account of the agency, and the provider's webhook with it. */
async function connect(provider: MailProvider, whose = tenant) {
  const path = `/agencies/${provider}-config`;
  expect(await world.call(whose.agency.token, 'PUT', path, accounts[provider])).toMatchObject({ status: 200 });
  const url = `${world.publicUrl}${pathOf(provider, whose.agencyId)}`;
  const { key } = await world.sandbox.mailEvents.listen(provider, url);
  const kept = await world.call(whose.agency.token, 'PUT', path, { webhook_key: key });
  expect(kept).toMatchObject({ status: 200 });
  return kept.body;
}

/** A campaign that welcomes who joins by mail. */
const openCampaign = () => publishPage(world, tenant.business.caller);
type Campaign = Awaited<ReturnType<typeof openCampaign>>;
const join = async (campaign: Campaign, email: string) => (await campaign.join({ email, consent: true })).contactId;

const all = () => world.store.readAll(0n, { limit: 10_000 }).then(({ events }) => events);
const ofType = async (...types: readonly string[]) => (await all()).filter(({ type }) => types.includes(type));
const mailsTo = async (contactId: string) =>
  (await ofType('EmailQueued'))
    .filter(({ data }) => data['contactId'] === contactId)
    .map(({ data }) => String(data['mailId']));
const storyOf = async (mailId: string) => (await world.store.read(streams.mail(mailId))).map(({ type }) => type);
const contactOf = async (contactId: ContactId) => stateOf(Contact, await world.store.read(streams.contact(contactId)));
const ended = (mailId: string, last: string) =>
  eventually(
    () => storyOf(mailId),
    (story) => story.includes(last),
  );

/** Posts what a provider would, signed; the HTTP status. */
const post = (provider: MailProvider, event: object, to = pathOf(provider), at?: Date) =>
  world.sandbox.mailEvents.post(`${world.publicUrl}${to}`, world.sandbox.mailEvents.signed(provider, event, at));
const happened = (provider: MailProvider, happening: MailHappening, mailId: string) =>
  eventOf(provider, happening, { to: 'a@x.test', providerMessageId: 'p1', marks: { beckon_mail: mailId } });
/** A mail that the provider has taken and has said nothing of yet. */
async function taken(email = `ann-${randomUUID().slice(0, 6)}@x.test`, campaign?: Campaign) {
  const contactId = await join(campaign ?? (await openCampaign()), email);
  const [mailId] = await eventually(
    () => mailsTo(contactId),
    (mails) => mails.length > 0,
  );
  await ended(mailId!, 'EmailAccepted');
  return { contactId, mailId: mailId!, email };
}

describe.each(['sendgrid', 'mailgun', 'ses'] as const)('%s', (provider) => {
  test('tells of what arrives, comes back, and is reported as spam; afterwards nothing is sent there', async () => {
    const kept = await connect(provider);
    expect(kept).toMatchObject({ data: { webhook: { path: pathOf(provider), key: expect.any(String) } } });
    if (provider !== 'ses') expect(JSON.stringify(kept).includes(world.sandbox.mailEvents.keyOf(provider))).toBe(false);
    else {
      expect(await world.sandbox.mailEvents.askToConfirm()).toBe(200);
      expect(world.sandbox.mailEvents.confirmed()).toBe(true);
    }
    const campaigns = [await openCampaign(), await openCampaign()] as const;
    const people = {
      ann: await join(campaigns[0], 'ann@x.test'),
      gone: await join(campaigns[0], 'bounce@x.test'),
      full: await join(campaigns[0], 'softbounce@x.test'),
      cross: await join(campaigns[0], 'complain@x.test'),
    };
    const storyTo = async (contactId: ContactId): Promise<readonly string[]> => {
      const [mailId] = await mailsTo(contactId);
      return mailId === undefined ? [] : storyOf(mailId);
    };
    const at = (contactId: ContactId, last: string) =>
      eventually(
        () => storyTo(contactId),
        (it) => it.includes(last),
      );
    expect(await at(people.ann, 'EmailDelivered')).toEqual(['EmailQueued', 'EmailAccepted', 'EmailDelivered']);
    expect(await at(people.gone, 'EmailBounced')).toEqual(['EmailQueued', 'EmailAccepted', 'EmailBounced']);
    expect(await at(people.full, 'EmailBounced')).toEqual(['EmailQueued', 'EmailAccepted', 'EmailBounced']);
    expect(await at(people.cross, 'EmailComplained')).toContain('EmailComplained');
    await world.sandbox.mailEvents.idle();
    const bounced = await ofType('EmailBounced');
    expect(bounced.map(({ data }) => [data['kind'], data['reason']])).toEqual(
      expect.arrayContaining([
        ['hard', '5.1.1'],
        ['soft', '5.2.2'],
      ]),
    );
    const stops = async () => ({
      ann: mailStop(await contactOf(people.ann), 'ann@x.test'),
      gone: mailStop(await contactOf(people.gone), 'Bounce@x.test'),
      full: mailStop(await contactOf(people.full), 'softbounce@x.test'),
      cross: mailStop(await contactOf(people.cross), 'complain@x.test'),
    });
    expect(await stops()).toEqual({ ann: null, gone: 'bounced', full: null, cross: 'complained' });
    expect((await ofType('ContactUnsubscribedFromEmail')).map(({ data }) => data['via']).sort()).toEqual([
      'bounce',
      'complaint',
    ]);

    // They join again, with consent: still nothing goes there, and it is said why.
    for (const [name, contactId] of Object.entries({ gone: people.gone, cross: people.cross })) {
      await join(campaigns[1], name === 'gone' ? 'bounce@x.test' : 'complain@x.test');
      const mails = await eventually(
        () => mailsTo(contactId),
        (some) => some.length === 2,
      );
      expect(await ended(mails[1]!, 'EmailSuppressed')).toEqual(['EmailQueued', 'EmailSuppressed']);
    }
    expect((await ofType('EmailSuppressed')).map(({ data }) => data['reason'])).toEqual(['bounced', 'complained']);
  });

  test('is heard once, in any order, late, and only about its own tenant', async () => {
    await connect(provider);
    await world.sandbox.mailEvents.listen(provider, null);
    const { mailId, contactId } = await taken();
    const late = new Date(Date.now() - 3_600_000);
    expect(await post(provider, happened(provider, 'bounced', mailId), undefined, late)).toBe(200);
    for (let times = 0; times < 3; times += 1)
      expect(await post(provider, happened(provider, 'bounced', mailId))).toBe(200);
    expect(await post(provider, happened(provider, 'delivered', mailId))).toBe(200);
    expect(await storyOf(mailId)).toEqual(['EmailQueued', 'EmailAccepted', 'EmailBounced']);
    expect(await ofType('ContactEmailBounced')).toHaveLength(1);
    // Somebody else's account, known by the same key: their webhook knows nothing of this mail.
    const south = await world.addAgency('South');
    await connect(provider, south);
    await world.sandbox.mailEvents.listen(provider, null);
    expect(await post(provider, happened(provider, 'complained', mailId), pathOf(provider, south.agencyId))).toBe(200);
    expect(await post(provider, happened(provider, 'complained', randomUUID()))).toBe(200);
    expect(await ofType('EmailComplained')).toEqual([]);
    expect((await contactOf(contactId)).status).not.toBe('none');
  });

  test('is refused when it is forged, altered, too old, unsigned, too large, or of an account that is not listened to', async () => {
    const { mailEvents } = world.sandbox;
    await connect(provider);
    await mailEvents.listen(provider, null);
    const { mailId } = await taken();
    const event = happened(provider, 'bounced', mailId);
    const { headers, body } = mailEvents.signed(provider, event);
    const at = (path: string) => `${world.publicUrl}${path}`;
    const own = at(pathOf(provider));
    const hour = 3_600_000;
    expect({
      nobody: await mailEvents.post(at(pathOf(provider, randomUUID())), { headers, body }),
      odd: await mailEvents.post(at(`/webhooks/mail/${provider}/x`), { headers, body }),
      old: await post(provider, event, undefined, new Date(Date.now() - 30 * hour)),
      future: await post(provider, event, undefined, new Date(Date.now() + hour)),
      unsigned: await mailEvents.post(own, { headers: { 'content-type': 'application/json' }, body: '[{}]' }),
      empty: await mailEvents.post(own, { headers, body: '' }),
      rubbish: await mailEvents.post(own, { headers, body: '{"__proto__": [' }),
      large: await mailEvents.post(own, { headers, body: `${body}${' '.repeat(10 * 1024 * 1024)}` }),
    }).toEqual({ nobody: 403, odd: 403, old: 403, future: 403, unsigned: 403, empty: 403, rubbish: 403, large: 413 });
    const altered = body.replace(/beckon_mail/, 'beckon_moil').replace(/p1/, 'p2');
    if (provider === 'mailgun') {
      // The signature does not cover the body: the token is good for the one that it first came with.
      expect(await mailEvents.post(own, { headers, body })).toBe(200);
      expect(await mailEvents.post(own, { headers, body })).toBe(200);
      expect(await mailEvents.post(own, { headers, body: altered })).toBe(403);
    } else {
      expect(await mailEvents.post(own, { headers, body: altered })).toBe(403);
      expect(await ofType('EmailBounced')).toEqual([]);
    }
    // No more is listened to.
    expect(
      await world.call(tenant.agency.token, 'PUT', `/agencies/${provider}-config`, { webhook_key: null }),
    ).toMatchObject({ status: 200, body: { data: { webhook: { key: null } } } });
    expect(await post(provider, event)).toBe(403);
    expect(
      await world.call(tenant.agency.token, 'PUT', `/agencies/${provider}-config`, { webhook_key: 'rubbish' }),
    ).toMatchObject({ status: 422, body: { errors: { webhook_key: [expect.any(String)] } } });
  });
});

describe('a mailbox', () => {
  test('that is full again and again is like one that does not exist', async () => {
    await connect('sendgrid');
    await world.sandbox.mailEvents.listen('sendgrid', null);
    const email = 'full@x.test';
    let contactId!: ContactId;
    for (let times = 1; times <= softBouncesToStop; times += 1) {
      contactId = await join(await openCampaign(), email);
      const mails = await eventually(
        () => mailsTo(contactId),
        (some) => some.length === times,
      );
      await ended(mails.at(-1)!, 'EmailAccepted');
      expect(mailStop(await contactOf(contactId), email)).toBeNull();
      for (let again = 0; again < 3; again += 1)
        await post('sendgrid', happened('sendgrid', 'soft-bounced', mails.at(-1)!));
    }
    expect(mailStop(await contactOf(contactId), email)).toBe('bounced');
  });

  test('of a mail whose answer was lost has taken it when the provider speaks of it', async () => {
    await connect('ses');
    const contactId = await join(await openCampaign(), 'lost@x.test');
    const [mailId] = await eventually(
      () => mailsTo(contactId),
      (mails) => mails.length > 0,
    );
    const story = await ended(mailId!, 'EmailDelivered');
    expect(story.filter((type) => type === 'EmailAccepted')).toHaveLength(1);
  });
});
