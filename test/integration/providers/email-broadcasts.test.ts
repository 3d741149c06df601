import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import { type BroadcastId, BusinessId, CampaignId, type ContactId } from '../../../domain/kernel/ids.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactDiscovered, ContactSubscribedToEmail } from '../../../domain/contacts/events.ts';
import { emailStop } from '../../../domain/contacts/email-trouble.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { is } from '../../../domain/kernel/event.ts';
import { EmailAccepted, EmailBounced, EmailQueued } from '../../../domain/emails/events.ts';
import { streams } from '../../../domain/streams.ts';
import { broadcastNow, worksFor } from '../../support/broadcasts.ts';
import { systemContext } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { mergeFieldsFor } from '../../../domain/broadcasts/check.ts';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import { blockKinds } from '../../../domain/email-design/blocks.ts';
import { blockKindsFor } from '../../../domain/email-design/plain.ts';
import { everyBlock } from '../../support/email-designs.ts';
import { starters } from '../../../domain/email-design/starters.ts';
import type { EmailDesign } from '../../../domain/email-design/model.ts';
import {
  designFor,
  giveAddress,
  emailBroadcast,
  subscribeByEmail,
  untilEmailed,
} from '../../support/email-broadcasts.ts';
import { context, createProvidersWorld, type ProvidersWorld } from './world.ts';
import { noProof, said } from '../../support/said.ts';
import { emails } from '../../support/outbox.ts';

/** Emails to many, from the draft to the mailbox and back again. */
let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
let designId: string;
const me = () => context(tenant.business.caller);
beforeEach(async () => {
  world = await createProvidersWorld({ mail: { attempts: 3, retryFirstMs: 20, retryLongestMs: 50, noProviderMs: 50 } });
  tenant = await world.addAgency('North');
  await giveAddress(world, tenant.businessId);
  designId = await designFor(world, tenant.businessId);
});
afterEach(() => world.close());

const people = (...addresses: string[]) => subscribeByEmail(world, tenant.businessId, addresses);
const send = (subjects: readonly string[] = ['Hello {{email}}'], setup = {}) =>
  emailBroadcast(world, tenant.businessId, subjects, designId, setup, tenant.business.caller);
const inbox = (to: string) => world.sandbox.inbox.messages({ to });
const countTo = async (to: string) => (await inbox(to)).length;
const reached = async (addresses: readonly string[]) =>
  (await Promise.all(addresses.map(countTo))).filter((count) => count > 0).length;
const storyOf = async (id: BroadcastId, contactId: ContactId) =>
  world.store.read(streams.email(messageIdOf(BusinessId.parse(tenant.businessId), id, contactId)));

const statesOf = async (id: BroadcastId): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(await emails.rows(world.db, ['state'], { where: { broadcastId: id } }), ({ state }) => state)].map(
      ([state, those]) => [state, those.length],
    ),
  );
const contactsOf = async (broadcastId: BroadcastId, state: string) =>
  (await emails.rows(world.db, ['contactId'], { where: { broadcastId, state } })).map(
    ({ contactId }) => contactId as ContactId,
  );
/** Emails of the business that were taken, or came back, before. */
async function earlierEmails(count: number, what: 'taken' | 'bounced'): Promise<void> {
  const businessId = BusinessId.parse(tenant.businessId);
  const at = new Date().toISOString();
  const events = Array.from({ length: count }, () => {
    const ids = { mailId: randomUUID(), businessId, contactId: randomUUID() as ContactId };
    return what === 'taken' ?
        EmailAccepted.create({ ...ids, provider: 'sendgrid', providerMessageId: 'x' } as never)
      : EmailBounced.create({ ...ids, provider: 'sendgrid', at, kind: 'hard', reason: '5.1.1' } as never);
  });
  await world.store.append(`mail-${randomUUID()}`, 'any', said(events, { agencyId: tenant.agencyId, businessId }, at));
  await world.runner.waitFor(await world.raw.head(), { timeoutMs: 20_000 });
}
/** Somebody with a number of their own, and an address that is another's too. */
async function subscribeTwin(phone: string, email: string): Promise<void> {
  const businessId = BusinessId.parse(tenant.businessId);
  const contactId = world.identifiers.contact(businessId, phone) as ContactId;
  const ids = { contactId, businessId };
  const events = [
    ContactDiscovered.create({ ...ids, phone: E164.parse(phone), via: 'inbound-message' }),
    ContactSubscribedToEmail.create({
      ...ids,
      email,
      campaignId: null,
      source: 'form',
      consent: noProof,
      ipAddress: null,
    }),
  ];
  await world.store.append(
    streams.contact(contactId),
    'noStream',
    said(events, { agencyId: tenant.agencyId, businessId }),
  );
}

describe('an email to many', () => {
  test('reaches each once, in two events, and can be made again from the log', async () => {
    const ids = await people('ann@x.test', 'bob@x.test', 'cay@x.test');
    const id = await send();
    const report = await untilEmailed(world, id);
    expect(report.status).toBe('completed');
    expect(report.sums).toMatchObject({ delivered: 3, waiting: 0, sent: 0 });
    for (const contactId of ids) expect(report.stories.get(contactId)).toEqual(['EmailQueued', 'EmailAccepted']);
    const [email, ...more] = await inbox('ann@x.test');
    expect(more).toEqual([]);
    expect(email).toMatchObject({ subject: 'Hello ann@x.test' });
    expect(email!.html).toContain('1 Pine Street');
    const [queued] = (await storyOf(id, ids[0]!)).filter((event) => is(event, EmailQueued));
    expect(queued!.data).toMatchObject({ broadcastId: id, variant: 0, to: 'ann@x.test', subject: 'Hello ann@x.test' });
    // Its own link, and the way out, in the header and at the end.
    const header = (name: string) => email!.headers.find((one) => one.name.toLowerCase() === name)?.value;
    expect(header('list-unsubscribe')).toContain('/unsubscribe/email/');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const links = [...email!.html!.matchAll(/\/l\/([0-9A-Za-z]{12})/gu)].map(([, code]) => code);
    expect(links.length).toBeGreaterThan(0);
    const [other] = await inbox('bob@x.test');
    for (const code of links) expect(other!.html).not.toContain(code);
    // What is different for everybody costs no room in the log.
    expect(JSON.stringify(queued!.data.content!.values)).not.toContain('/l/');
  });

  test('decides at the last moment: paused parks, who left meanwhile gets none, and it adds up', async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `slow+${n}@x.test`);
    const ids = await people(...addresses);
    world.sandbox.carrier.configure({ smtpSlowMs: 150 });
    const id = await send();
    const arrived = () => reached(addresses);
    await eventually(arrived, (count) => count >= 3);
    await world.commands.broadcasts.pause(me(), { broadcastId: id });
    await eventually(
      () => statesOf(id),
      (states) => Object.keys(states).every((state) => state === 'parked' || state === 'sent'),
    );
    const paused = await arrived();
    expect(paused).toBeLessThan(58);
    const [gone, listed] = await contactsOf(id, 'parked');
    const leave = { via: 'unsubscribe-page' as const, mailId: null, all: false };
    await world.commands.contacts.unsubscribe(me(), { contactId: gone!, ...leave });
    await world.commands.blocklists.add(me(), { list: 'black', values: [addresses[ids.indexOf(listed!)]!], note: '' });
    await world.commands.broadcasts.resume(me(), { broadcastId: id });
    const report = await untilEmailed(world, id);
    expect(report.status).toBe('completed');
    expect(report.sums).toMatchObject({ delivered: 58, suppressed: 2 });
    expect(report.states.get(gone!)).toEqual({ status: 'withheld', reason: 'unsubscribed' });
    expect(report.states.get(listed!)).toEqual({ status: 'withheld', reason: 'blocked' });
    expect(report.stories.get(gone!)).toEqual(['EmailSuppressed']);
    expect(await arrived()).toBe(58);
  });

  test('stops at once: who had not been written to is not, and everybody has one end', async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `slow+${n}@x.test`);
    await people(...addresses);
    world.sandbox.carrier.configure({ smtpSlowMs: 150 });
    const id = await send();
    const arrived = () => reached(addresses);
    await eventually(arrived, (count) => count >= 3);
    await world.commands.broadcasts.stop(me(), { broadcastId: id });
    const report = await untilEmailed(world, id);
    expect(report.status).toBe('stopped');
    const { sums } = report;
    expect(Object.values(sums).reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(sums.stopped).toBeGreaterThan(0);
    expect(sums.delivered).toBe(60 - sums.stopped);
    expect(await arrived()).toBe(sums.delivered);
  });

  test('one address gets it once, whoever has it; and who got one lately gets none', async () => {
    await people('ann@x.test', 'bob@x.test');
    await subscribeTwin('+14155550111', 'ann@x.test');
    const first = await untilEmailed(world, await send());
    expect(first.leftOut.map(({ reason }) => reason)).toEqual(['duplicate']);
    expect(await countTo('ann@x.test')).toBe(1);
    const second = await untilEmailed(world, await send(['Again'], { windowHours: 16 }));
    expect(second.leftOut.map(({ reason }) => reason).sort()).toEqual(['duplicate', 'too-often', 'too-often']);
    expect(second.recipients).toEqual([]);
    // They are listed, and can be written to later in one step: without the window.
    expect(await countTo('bob@x.test')).toBe(1);
  });

  test('one person gets it once, also who was merged while it went out with somebody who had it', async () => {
    const addresses = Array.from({ length: 40 }, (_, n) => `slow+${n}@x.test`);
    await people(...addresses);
    world.sandbox.carrier.configure({ smtpSlowMs: 150 });
    const id = await send();
    await eventually(
      () => reached(addresses),
      (count) => count >= 3,
    );
    await world.commands.broadcasts.pause(me(), { broadcastId: id });
    await eventually(
      () => statesOf(id),
      (states) => Object.keys(states).every((state) => state === 'parked' || state === 'sent'),
    );
    const [otherId, contactId] = [(await contactsOf(id, 'sent'))[0]!, (await contactsOf(id, 'parked'))[0]!];
    await world.commands.contacts.merge(me(), { contactId, otherId, taken: [] });
    await world.commands.broadcasts.resume(me(), { broadcastId: id });
    const report = await untilEmailed(world, id);
    expect(report.states.get(contactId)).toEqual({ status: 'withheld', reason: 'duplicate' });
    expect(report.sums).toMatchObject({ delivered: 39, suppressed: 1 });
    expect(await reached(addresses)).toBe(39);
  });

  test('of two at once one reaches a person; the other says so', async () => {
    await people('ann@x.test', 'bob@x.test', 'cay@x.test');
    const ids = await Promise.all([send(['One'], { windowHours: 16 }), send(['Two'], { windowHours: 16 })]);
    const reports = [await untilEmailed(world, ids[0]!), await untilEmailed(world, ids[1]!)];
    for (const to of ['ann@x.test', 'bob@x.test', 'cay@x.test']) expect(await countTo(to)).toBe(1);
    const ended = reports.flatMap(({ sums, leftOut }) => [sums.delivered, sums.suppressed + leftOut.length]);
    expect(ended[0]! + ended[2]!).toBe(3);
    expect(ended[1]! + ended[3]!).toBe(3);
  });

  test('tries again what could not be taken then, says why what came back did, and leaves both to no chance', async () => {
    const [ann, gone, later] = await people('ann@x.test', 'bounce@x.test', 'tempfail@x.test');
    const report = await untilEmailed(world, await send());
    expect(report.status).toBe('completed');
    expect(report.sums).toMatchObject({ delivered: 1, undelivered: 2 });
    expect(report.stories.get(ann!)).toEqual(['EmailQueued', 'EmailAccepted']);
    expect(report.stories.get(gone!)).toEqual(['EmailQueued', 'EmailBounced']);
    // There is no such mailbox: nothing more goes there.
    const stopped = stateOf(Contact, await world.store.read(streams.contact(gone! as ContactId)));
    expect(emailStop(stopped, 'bounce@x.test')).toBe('bounced');
    expect(report.stories.get(later!)).toEqual(['EmailQueued', 'EmailFailed']);
  });

  test('is what was scheduled, also where its design was changed after', async () => {
    await people('ann@x.test');
    const broadcastId = randomUUID() as BroadcastId;
    await world.commands.broadcasts.create(me(), {
      broadcastId,
      name: 'Later',
      type: 'email',
      windowHours: null,
      contents: [{ kind: 'mail', subject: 'Hi', preheader: 'In short', designId }],
    });
    await world.commands.broadcasts.schedule(me(), { broadcastId, recipients: null });
    await world.commands.emailTemplates.delete(me(), { templateId: designId as never });
    await untilEmailed(world, broadcastId);
    expect((await inbox('ann@x.test'))[0]!.html).toContain('Hello friend');
    expect((await inbox('ann@x.test'))[0]!.html).toContain('In short');
  });

  test('is refused where something is missing, with where', async () => {
    await people('ann@x.test');
    const refused = async (contents: object, who = tenant.businessId) => {
      const broadcastId = randomUUID() as BroadcastId;
      const caller = context(worksFor(who));
      const made = world.commands.broadcasts.create(caller, {
        broadcastId,
        name: 'X',
        type: 'email',
        contents: [contents as never],
      });
      return made
        .then(() => world.commands.broadcasts.schedule(caller, { broadcastId, recipients: null }))
        .then(
          () => null,
          (error: { fields?: object }) => error.fields,
        );
    };
    const email = { kind: 'mail', subject: 'Hi', preheader: null, designId };
    expect(await refused({ ...email, subject: null })).toHaveProperty(['contents.0.subject']);
    expect(await refused({ ...email, subject: '{{nonsense}}' })).toHaveProperty(['contents.0.subject']);
    expect(await refused({ ...email, designId: null })).toHaveProperty(['contents.0.design_id']);
    expect(await refused({ ...email, designId: randomUUID() })).toHaveProperty(['contents.0.design_id']);
    // Another tenant's design is none; and a business without an address sends none.
    const other = await world.addAgency('South');
    expect(await refused(email, other.businessId)).toHaveProperty(['contents.0.design_id']);
    await giveAddress(world, other.businessId);
    expect(await refused(email, other.businessId)).toHaveProperty(['contents.0.design_id']);
  });

  test('every block that is offered can be sent, with a campaign also that of a coupon: each gets their own', async () => {
    const [ann, bob] = await people('ann@x.test', 'bob@x.test');
    const campaignId = CampaignId.parse(randomUUID());
    await world.commands.setup.assignNumber(systemContext(), {
      businessId: tenant.businessId,
      number: '+14155550177',
      providerNumberId: null,
      isTollFree: false,
    });
    await world.commands.setup.createCampaign(systemContext(), {
      campaignId,
      businessId: tenant.businessId,
      name: 'Fall',
      type: 'text',
      keyword: 'FALL',
      reply: 'Hi',
      replyMedia: [],
    });
    await world.commands.campaigns.edit(me(), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      settings: null,
      offer: { ...noOffer, discountType: 'percentage', amount: 10, title: '10% off' },
    });
    const all = everyBlock(blockKinds);
    const designId = await designFor(world, tenant.businessId, all);
    const email = (of: string | null, design: string) =>
      emailBroadcast(world, tenant.businessId, ['Hi'], design, { campaignId: of }, tenant.business.caller);
    for (const [of, id] of [
      [
        null,
        await designFor(world, tenant.businessId, everyBlock(blockKindsFor(mergeFieldsFor({ campaignId: null })))),
      ],
      [campaignId, designId],
    ] as const)
      expect((await untilEmailed(world, await email(of, id))).sums).toMatchObject({ delivered: 2 });
    expect(blockKindsFor(mergeFieldsFor({ campaignId }))).toEqual(blockKinds);
    expect(blockKindsFor(mergeFieldsFor({ campaignId: null }))).not.toContain('coupon');
    await expect(email(null, designId)).rejects.toThrow('needs a campaign');
    for (const [contactId, address] of [
      [ann!, 'ann@x.test'],
      [bob!, 'bob@x.test'],
    ] as const) {
      const stored = await world.store.read(streams.coupon(couponIdOf(campaignId, contactId)));
      expect(stored.map(({ type }) => type)).toEqual(['CouponIssued']);
      const [newest] = await inbox(address);
      expect(newest!.html).toContain(String(stored[0]!.data['code']));
    }
  });

  test('is refused while a link leads nowhere, each named', async () => {
    await people('ann@x.test');
    const starter = starters.find(({ id }) => id === 'products')!;
    const schedule = async (design: EmailDesign) => {
      const broadcastId = randomUUID() as BroadcastId;
      const contents = [
        {
          kind: 'mail' as const,
          subject: 'Hi',
          preheader: null,
          designId: await designFor(world, tenant.businessId, design),
        },
      ];
      await world.commands.broadcasts.create(me(), { broadcastId, name: 'X', type: 'email', contents });
      await world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
      return world.call<{ errors?: Record<string, string[]> }>(
        ...([tenant.business.token, 'POST', `/broadcasts/${broadcastId}/schedule`] as const),
      );
    };
    // The starts lead to the business's website: this one has entered none.
    const noSite = await schedule(starter.design);
    expect([noSite.status, noSite.body.errors?.['contents.0.design_id']]).toEqual([
      422,
      [
        '3 links lead nowhere: button “Order”, button “Order”, button “Order”. Add your website in the settings, or enter a link.',
      ],
    ]);
    const leading = (link: string): EmailDesign =>
      JSON.parse(JSON.stringify(starter.design).replaceAll('{{business_website}}', link));
    expect((await schedule(leading(''))).status).toBe(422);
    expect((await schedule(leading('https://example.com/1'))).status).toBe(422);
    expect((await schedule(leading('https://bellas.example/1'))).status).toBe(200);
  });
});

describe('where too many mails of a business come back', () => {
  const paused = (id: BroadcastId) =>
    eventually(
      () => broadcastNow(world.store, id),
      ({ status }) => status === 'paused' || status === 'completed',
    );
  const note = /^Of the last \d+ emails of this business \d+\.\d % came back.*then resume it\.$/u;

  test('none starts until somebody lets it go on, each by itself; those of others do not stand still', async () => {
    await people('ann@x.test', 'bob@x.test');
    await earlierEmails(200, 'taken');
    await earlierEmails(11, 'bounced');
    const [first, second] = [await send(), await send()];
    for (const id of [first, second])
      expect((await paused(id)).paused).toEqual({ by: 'bounces', note: expect.stringMatching(note) });
    expect(await reached(['ann@x.test', 'bob@x.test'])).toBe(0);
    // By who has seen how many alone, and not when there are more by now.
    const resume = (body: object) =>
      world.call<{ code: string }>(tenant.business.token, 'POST', `/broadcasts/${first}/resume`, body);
    await world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
    const report = await world.call<{ data: { mail: { business: { bounced: number; complained: number } } } }>(
      tenant.business.token,
      'GET',
      `/broadcasts/${first}/sent-stats`,
    );
    const { bounced, complained } = report.body.data.mail.business;
    expect([bounced, complained]).toEqual([11, 0]);
    expect([(await resume({})).status, (await resume({ seen: { bounced: 10, complained } })).status]).toEqual([
      409, 409,
    ]);
    expect((await broadcastNow(world.store, first)).status).toBe('paused');
    expect((await resume({ seen: { bounced, complained } })).status).toBe(200);
    expect((await untilEmailed(world, first)).sums).toMatchObject({ delivered: 2 });
    expect(await broadcastNow(world.store, second)).toMatchObject({ status: 'paused', run: null });

    const other = await world.addAgency('South');
    await giveAddress(world, other.businessId);
    await subscribeByEmail(world, other.businessId, ['cay@x.test']);
    const design = await designFor(world, other.businessId);
    const theirs = await emailBroadcast(world, other.businessId, ['Hi'], design, {}, other.business.caller);
    expect((await untilEmailed(world, theirs)).status).toBe('completed');
  });

  test('what goes out stands still, and goes on when somebody says so', async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `slow+${n}@x.test`);
    await people(...addresses);
    await earlierEmails(200, 'taken');
    world.sandbox.carrier.configure({ smtpSlowMs: 150 });
    const id = await send();
    await eventually(
      () => reached(addresses),
      (count) => count >= 3,
    );
    await earlierEmails(30, 'bounced');
    expect((await paused(id)).paused).toEqual({ by: 'bounces', note: expect.stringMatching(note) });
    await world.commands.broadcasts.resume(me(), { broadcastId: id, seen: { bounced: 30, complained: 0 } });
    expect((await untilEmailed(world, id)).sums).toMatchObject({ delivered: 60 });
  });
});

describe('with a provider that tells', () => {
  const connect = async () => {
    const account = { api_key: 'SG.abcdefghijklmnop', from_email: 'hello@north.test', from_name: 'North' };
    const path = '/agencies/sendgrid-config';
    expect((await world.call(tenant.agency.token, 'PUT', path, account)).status).toBe(200);
    const url = `${world.publicUrl}/webhooks/mail/sendgrid/${tenant.agencyId}`;
    const { key } = await world.sandbox.emailEvents.listen('sendgrid', url);
    expect((await world.call(tenant.agency.token, 'PUT', path, { webhook_key: key })).status).toBe(200);
  };

  test('what it tells is the end: two events, words for what came back, a complaint; sent again spares who has it', async () => {
    await connect();
    const [ann, back, spam] = await people('ann@x.test', 'bounce@x.test', 'complain@x.test');
    const id = await send();
    const report = await untilEmailed(world, id);
    expect(report.status).toBe('completed');
    expect(report.sums).toMatchObject({ delivered: 2, undelivered: 1, sent: 0 });
    expect(report.stories.get(ann!)).toEqual(['EmailQueued', 'EmailDelivered']);
    expect(report.stories.get(back!)).toEqual(['EmailQueued', 'EmailBounced']);
    await eventually(
      async () => (await storyOf(id, spam!)).map(({ type }) => type),
      (types) => types.includes('EmailComplained'),
    );
    await world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
    const stats = (
      await world.call<{ data: { counts: object; mail: object; reasons: { state: string; reason: string }[] } }>(
        tenant.business.token,
        'GET',
        `/broadcasts/${id}/sent-stats`,
      )
    ).body.data;
    expect(stats.counts).toMatchObject({ audience: 3, delivered: 2, undelivered: 1 });
    expect(stats.mail).toMatchObject({ complained: 1, taken: 0 });
    expect(stats.reasons).toContainEqual(expect.objectContaining({ state: 'undelivered', reason: 'no-mailbox' }));
    const again = randomUUID() as BroadcastId;
    await world.commands.broadcasts.resend(me(), { broadcastId: again, of: id, name: 'Again' });
    await world.commands.broadcasts.schedule(me(), { broadcastId: again, recipients: null });
    const second = await untilEmailed(world, again);
    // Whose mailbox is none is unsubscribed by that, and is left out with the reason.
    expect(second.recipients).toEqual([]);
    expect(second.leftOut.map(({ contactId }) => contactId)).toEqual([back]);
    expect(await countTo('ann@x.test')).toBe(1);
  });

  test('pauses by itself when too much comes back', async () => {
    await connect();
    // So few that the figures of the business say nothing yet.
    await people(...Array.from({ length: 190 }, (_, n) => `${n % 4 === 0 ? 'bounce' : 'ann'}+${n}@x.test`));
    const id = await send();
    const paused = await eventually(
      () => broadcastNow(world.store, id),
      ({ status }) => status === 'paused' || status === 'completed',
    );
    expect(paused.paused).toMatchObject({ by: 'bounces' });
    expect(paused.paused!.note).toMatch(/^\d+ of the first \d+ emails came back or could not be sent\.$/);
  });
});

test('variants differ in subject and content; the others get what did best, and nobody gets both', async () => {
  const addresses = Array.from({ length: 40 }, (_, n) => `person-${n}@x.test`);
  await people(...addresses);
  const id = await send(['A {{email}}', 'B {{email}}'], { test: { share: 50, by: 'clicks', hours: 1 } });
  await eventually(
    () => statesOf(id),
    ({ sent = 0, parked = 0 }) => sent > 0 && parked > 0 && sent + parked === 40,
  );
  const parked = (await statesOf(id))['parked']!;
  await world.commands.broadcasts.chooseWinner(
    world.system({ agencyId: tenant.agencyId, businessId: tenant.businessId }),
    {
      broadcastId: id,
      figures: [
        { sent: 10, did: 1 },
        { sent: 10, did: 5 },
      ],
    },
  );
  const report = await untilEmailed(world, id);
  expect(report.sums.delivered).toBe(40);
  const subjects = (await Promise.all(addresses.map(inbox))).map((emails) => emails.map(({ subject }) => subject[0]));
  expect(subjects.every((all) => all.length === 1)).toBe(true);
  expect(subjects.filter(([first]) => first === 'B').length).toBeGreaterThanOrEqual(parked);
  expect(subjects.filter(([first]) => first === 'A').length).toBeGreaterThan(0);
});
