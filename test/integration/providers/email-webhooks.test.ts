import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { emailStop } from '../../../domain/contacts/email-trouble.ts';
import { softBouncesToStop } from '../../../domain/contacts/mailbox.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import type { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { eventOf, type EmailHappening, type EmailProvider } from '../../../sandbox/email-providers/events.ts';
import { eventually } from '../../support/eventually.ts';
import { emailAccounts, publishPage } from './page.ts';
import { createProvidersWorld, type ProvidersWorld } from './world.ts';

/** What email providers tell of emails, from the mailbox that refuses to what is sent there afterwards: nothing. */
let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
beforeEach(async () => {
  world = await createProvidersWorld({
    mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, unknownMs: 50, noProviderMs: 50 },
  });
  tenant = await world.addAgency('North');
});
afterEach(() => world.close());

const accounts = emailAccounts('north.test', 'North');
const pathOf = (provider: EmailProvider, owner = tenant.agencyId) => `/webhooks/mail/${provider}/${owner}`;

/** Connects an account of the agency, and the provider's webhook with it. */
async function connect(provider: EmailProvider, whose = tenant) {
  const path = `/agencies/${provider}-config`;
  expect(await world.call(whose.agency.token, 'PUT', path, accounts[provider])).toMatchObject({ status: 200 });
  const url = `${world.publicUrl}${pathOf(provider, whose.agencyId)}`;
  const { key } = await world.sandbox.emailEvents.listen(provider, url);
  const kept = await world.call(whose.agency.token, 'PUT', path, { webhook_key: key });
  expect(kept).toMatchObject({ status: 200 });
  return kept.body;
}

/** A campaign that welcomes who joins by email. */
const openCampaign = () => publishPage(world, tenant.business.caller);
type Campaign = Awaited<ReturnType<typeof openCampaign>>;
const join = async (campaign: Campaign, email: string) => (await campaign.join({ email, consent: true })).contactId;

const all = () => world.store.readAll(0n, { limit: 10_000 }).then(({ events }) => events);
const ofType = async (...types: readonly string[]) => (await all()).filter(({ type }) => types.includes(type));
const emailsTo = async (contactId: string) =>
  (await ofType('EmailQueued'))
    .filter(({ data }) => data['contactId'] === contactId)
    .map(({ data }) => String(data['mailId']));
const storyOf = async (emailId: string) => (await world.store.read(streams.email(emailId))).map(({ type }) => type);
const contactOf = async (contactId: ContactId) => stateOf(Contact, await world.store.read(streams.contact(contactId)));
const ended = (emailId: string, last: string) =>
  eventually(
    () => storyOf(emailId),
    (story) => story.includes(last),
  );

/** Posts what a provider would, signed; the HTTP status. */
const post = (provider: EmailProvider, event: object, to = pathOf(provider), at?: Date) =>
  world.sandbox.emailEvents.post(`${world.publicUrl}${to}`, world.sandbox.emailEvents.signed(provider, event, at));
const happened = (provider: EmailProvider, happening: EmailHappening, emailId: string) =>
  eventOf(provider, happening, { to: 'a@x.test', providerMessageId: 'p1', marks: { beckon_mail: emailId } });
/** An email that the provider has taken and has said nothing of yet. */
async function taken(email = `ann-${randomUUID().slice(0, 6)}@x.test`, campaign?: Campaign) {
  const contactId = await join(campaign ?? (await openCampaign()), email);
  const [emailId] = await eventually(
    () => emailsTo(contactId),
    (emails) => emails.length > 0,
  );
  await ended(emailId!, 'EmailAccepted');
  return { contactId, mailId: emailId!, email };
}

describe.each(['sendgrid', 'mailgun', 'ses'] as const)('%s', (provider) => {
  test('tells of what arrives, comes back, and is reported as spam; afterwards nothing is sent there', async () => {
    const kept = await connect(provider);
    expect(kept).toMatchObject({ data: { webhook: { path: pathOf(provider), key: expect.any(String) } } });
    if (provider !== 'ses')
      expect(JSON.stringify(kept).includes(world.sandbox.emailEvents.keyOf(provider))).toBe(false);
    else {
      expect(await world.sandbox.emailEvents.askToConfirm()).toBe(200);
      expect(world.sandbox.emailEvents.confirmed()).toBe(true);
    }
    const campaigns = [await openCampaign(), await openCampaign()] as const;
    const people = {
      ann: await join(campaigns[0], 'ann@x.test'),
      gone: await join(campaigns[0], 'bounce@x.test'),
      full: await join(campaigns[0], 'softbounce@x.test'),
      cross: await join(campaigns[0], 'complain@x.test'),
    };
    const storyTo = async (contactId: ContactId): Promise<readonly string[]> => {
      const [emailId] = await emailsTo(contactId);
      return emailId === undefined ? [] : storyOf(emailId);
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
    await world.sandbox.emailEvents.idle();
    const bounced = await ofType('EmailBounced');
    expect(bounced.map(({ data }) => [data['kind'], data['reason']])).toEqual(
      expect.arrayContaining([
        ['hard', '5.1.1'],
        ['soft', '5.2.2'],
      ]),
    );
    const stops = async () => ({
      ann: emailStop(await contactOf(people.ann), 'ann@x.test'),
      gone: emailStop(await contactOf(people.gone), 'Bounce@x.test'),
      full: emailStop(await contactOf(people.full), 'softbounce@x.test'),
      cross: emailStop(await contactOf(people.cross), 'complain@x.test'),
    });
    expect(await stops()).toEqual({ ann: null, gone: 'bounced', full: null, cross: 'complained' });
    expect((await ofType('ContactUnsubscribedFromEmail')).map(({ data }) => data['via']).sort()).toEqual([
      'bounce',
      'complaint',
    ]);

    // They join again, with consent: still nothing goes there, and it is said why.
    for (const [name, contactId] of Object.entries({ gone: people.gone, cross: people.cross })) {
      await join(campaigns[1], name === 'gone' ? 'bounce@x.test' : 'complain@x.test');
      const emails = await eventually(
        () => emailsTo(contactId),
        (some) => some.length === 2,
      );
      expect(await ended(emails[1]!, 'EmailSuppressed')).toEqual(['EmailQueued', 'EmailSuppressed']);
    }
    expect((await ofType('EmailSuppressed')).map(({ data }) => data['reason'])).toEqual(['bounced', 'complained']);
  });

  test('is heard once, in any order, late, and only about its own tenant', async () => {
    await connect(provider);
    await world.sandbox.emailEvents.listen(provider, null);
    const { mailId, contactId } = await taken();
    const late = new Date(Date.now() - 3_600_000);
    expect(await post(provider, happened(provider, 'bounced', mailId), undefined, late)).toBe(200);
    for (let times = 0; times < 3; times += 1)
      expect(await post(provider, happened(provider, 'bounced', mailId))).toBe(200);
    expect(await post(provider, happened(provider, 'delivered', mailId))).toBe(200);
    expect(await storyOf(mailId)).toEqual(['EmailQueued', 'EmailAccepted', 'EmailBounced']);
    expect(await ofType('ContactEmailBounced')).toHaveLength(1);
    // Somebody else's account, known by the same key: their webhook knows nothing of this email.
    const south = await world.addAgency('South');
    await connect(provider, south);
    await world.sandbox.emailEvents.listen(provider, null);
    expect(await post(provider, happened(provider, 'complained', mailId), pathOf(provider, south.agencyId))).toBe(200);
    expect(await post(provider, happened(provider, 'complained', randomUUID()))).toBe(200);
    expect(await ofType('EmailComplained')).toEqual([]);
    expect((await contactOf(contactId)).status).not.toBe('none');
  });

  test('is refused when it is forged, altered, too old, unsigned, too large, or of an account that is not listened to', async () => {
    const { emailEvents } = world.sandbox;
    await connect(provider);
    await emailEvents.listen(provider, null);
    const { mailId } = await taken();
    const event = happened(provider, 'bounced', mailId);
    const { headers, body } = emailEvents.signed(provider, event);
    const at = (path: string) => `${world.publicUrl}${path}`;
    const own = at(pathOf(provider));
    const hour = 3_600_000;
    expect({
      nobody: await emailEvents.post(at(pathOf(provider, randomUUID())), { headers, body }),
      odd: await emailEvents.post(at(`/webhooks/mail/${provider}/x`), { headers, body }),
      old: await post(provider, event, undefined, new Date(Date.now() - 30 * hour)),
      future: await post(provider, event, undefined, new Date(Date.now() + hour)),
      unsigned: await emailEvents.post(own, { headers: { 'content-type': 'application/json' }, body: '[{}]' }),
      empty: await emailEvents.post(own, { headers, body: '' }),
      rubbish: await emailEvents.post(own, { headers, body: '{"__proto__": [' }),
      large: await emailEvents.post(own, { headers, body: `${body}${' '.repeat(10 * 1024 * 1024)}` }),
    }).toEqual({ nobody: 403, odd: 403, old: 403, future: 403, unsigned: 403, empty: 403, rubbish: 403, large: 413 });
    const altered = body.replace(/beckon_mail/, 'beckon_moil').replace(/p1/, 'p2');
    if (provider === 'mailgun') {
      // The signature does not cover the body: the token is good for the one that it first came with.
      expect(await emailEvents.post(own, { headers, body })).toBe(200);
      expect(await emailEvents.post(own, { headers, body })).toBe(200);
      expect(await emailEvents.post(own, { headers, body: altered })).toBe(403);
    } else {
      expect(await emailEvents.post(own, { headers, body: altered })).toBe(403);
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
    await world.sandbox.emailEvents.listen('sendgrid', null);
    const email = 'full@x.test';
    let contactId!: ContactId;
    for (let times = 1; times <= softBouncesToStop; times += 1) {
      contactId = await join(await openCampaign(), email);
      const emails = await eventually(
        () => emailsTo(contactId),
        (some) => some.length === times,
      );
      await ended(emails.at(-1)!, 'EmailAccepted');
      expect(emailStop(await contactOf(contactId), email)).toBeNull();
      for (let again = 0; again < 3; again += 1)
        await post('sendgrid', happened('sendgrid', 'soft-bounced', emails.at(-1)!));
    }
    expect(emailStop(await contactOf(contactId), email)).toBe('bounced');
  });

  test('of an email whose answer was lost has taken it when the provider speaks of it', async () => {
    await connect('ses');
    const contactId = await join(await openCampaign(), 'lost@x.test');
    const [emailId] = await eventually(
      () => emailsTo(contactId),
      (emails) => emails.length > 0,
    );
    const story = await ended(emailId!, 'EmailDelivered');
    expect(story.filter((type) => type === 'EmailAccepted')).toHaveLength(1);
  });
});
