import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngagementEvent, type Facts, isMeant } from '../../../domain/automations/runs/condition.ts';
import { factsOf } from '../../../domain/automations/runs/facts.ts';
import { BroadcastAudienceFrozen, BroadcastDrafted } from '../../../domain/broadcasts/events.ts';
import { type Audience, emptySetup } from '../../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  ContactImported,
  ContactImportUndone,
  ContactJoinedCampaign,
  ContactLeftCampaign,
  ContactMarkedUnreachable,
  ContactNameChanged,
  ContactOptedIn,
  ContactOptedOut,
  ContactPaused,
  ContactResumed,
  ContactSubscribedToEmail,
  ContactTagged,
  ContactUnsubscribedFromEmail,
} from '../../../domain/contacts/events.ts';
import { ContactMerged } from '../../../domain/contacts/merge-events.ts';
import { ContactFilter, everybody, type FilterCondition } from '../../../domain/contacts/filter.ts';
import { CouponIssued, CouponRedeemed, CouponRevoked } from '../../../domain/coupons/events.ts';
import type { BroadcastId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { LinkClicked } from '../../../domain/links/events.ts';
import { EmailAccepted, EmailBounced, EmailDelivered } from '../../../domain/emails/events.ts';
import { SegmentCreated, SegmentDeleted } from '../../../domain/segments/events.ts';
import { contactModel, contactTable } from '../../../projections/tables/contacts.ts';
import { tablesIn, within } from '../../../projections/engine/query.ts';
import { createSlowReaders } from '../../../projections/engine/scoped-readers.ts';
import { contextFor, filterSql } from '../../../projections/contacts/filter.ts';
import { openShop, type Shop } from './stories.ts';
import { createWorld, type World } from './world.ts';

const now = new Date('2026-02-27T02:30:00Z');
const zone = 'America/New_York'; // Where it is still the 26th.
const campaigns = [randomUUID(), randomUUID()] as const;
const fields = [randomUUID(), randomUUID()] as const;
const uploads = [randomUUID(), randomUUID()] as const;
/** One by text, one by email. */
const casts = [randomUUID(), randomUUID()] as const;
const nested = { vip: randomUUID(), deep: randomUUID(), gone: randomUUID() };
const proof = { text: 'Yes', pageVersion: null, checkboxTicked: true, providerMessageId: null };

const contacts = tablesIn(contactModel)(contactTable);

let world: World;
let shop: Shop;
/** Another one, of whose people only their events are known. */
let lives: Shop;
const lived = new Map<string, Facts>();
let db: Kysely<object>;
const people = new Map<string, Facts>();

beforeAll(async () => {
  world = await createWorld();
  db = new Kysely({ dialect: new PostgresDialect({ pool: world.pool }) });
  const runner = world.runner();
  await runner.start();
  shop = await openShop(world, { timezone: zone });
  const other = await openShop(world, { timezone: zone });
  const drafted = (broadcastId: string, type: 'sms' | 'email') =>
    world.append(`broadcast-${broadcastId}`, {
      event: BroadcastDrafted.create({
        broadcastId: broadcastId as BroadcastId,
        businessId: shop.businessId as BusinessId,
        setup: emptySetup('Deal', type),
        from: null,
      }),
    });
  await drafted(casts[0], 'sms');
  await drafted(casts[1], 'email');
  await populate(other, 15, false);
  await populate(shop, 120, true);
  lives = await openShop(world, { timezone: zone });
  await live(80);
  for (const [segmentId, filter] of segments)
    await world.append(`segments-${shop.businessId}`, {
      event: SegmentCreated.create({ businessId: shop.businessId, segmentId, name: segmentId, filter }),
    });
  await world.append(`segments-${shop.businessId}`, {
    event: SegmentDeleted.create({ businessId: shop.businessId, segmentId: nested.gone }),
  });
  expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
}, 60_000);
afterAll(async () => {
  await world.close();
});

const one = (...conditions: FilterCondition[]): ContactFilter =>
  ContactFilter.parse({ match: 'all', groups: [{ match: 'all', conditions }] });
const segments: ReadonlyMap<string, ContactFilter> = new Map([
  [nested.vip, one({ field: 'tag', has: 'any', values: ['vip'] })],
  [nested.deep, one({ field: 'segment', has: 'none', ids: [nested.vip] })],
  [nested.gone, one({ field: 'status', values: ['subscribed', 'optedOut', 'unknown'] })],
]);
const living = new Map([...segments].filter(([id]) => id !== nested.gone));

/** Words that bite: quotes, wildcards, backslashes, other letters, a border between two names. */
const names = [null, '', 'Ann', 'ann', 'Zoë', "O'Hara", '100%', 'a_b', 'back\\slash', 'n S', 'Smith'] as const;
const values = [
  '',
  '5',
  '5.0',
  '05',
  '10',
  '-2.5',
  '-2.50',
  '2026-01-05',
  '2026-02-26',
  'Blue',
  'blue ',
  'long'.repeat(40),
] as const;
const instants = [
  '2025-12-31T23:30:00.000Z',
  '2026-02-25T04:59:59.999Z',
  '2026-02-25T05:00:00.000Z',
  '2026-02-26T05:00:00.000Z',
  '2026-02-27T02:00:00.000Z',
] as const;
const yearly = [null, '01-05', '02-26', '02-28', '02-29', '03-01', '12-31'] as const;
const tags = ['vip', 'late', 'two words'] as const;
const keywords = ['PIZZA', 'PASTA', 'MÜSLI'] as const;
const sources = ['inbound-message', 'livechat', 'import', 'form', 'manual'] as const;

async function populate(of: Shop, count: number, remembered: boolean): Promise<void> {
  const { businessId } = of;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const some = <T>(from: readonly T[]): T[] => from.filter(() => random() < 0.4);
  const often = (chance: number) => random() < chance;
  for (let n = 0; n < count; n++) {
    const person = of.contact();
    const { contactId } = person;
    const ids = { contactId, businessId };
    const phone = often(0.85) ? person.phone : null;
    const upload = often(0.3) ? pick(uploads) : null;
    const source = upload === null ? pick(sources) : 'import';
    const created = pick(instants);
    // Who came by a file begins with it; who was there before stays who they were.
    if (upload !== null) await person.does(imported(upload, ids, phone), { at: created });
    await person.does(
      ContactDiscovered.create({ ...ids, phone, email: phone === null ? `only${n}@x.test` : null, via: source }),
      { at: created },
    );
    if (often(0.2)) await person.does(imported(pick(uploads), ids, null));
    const [firstName, lastName] = [pick(names), pick(names)];
    await person.does(ContactNameChanged.create({ ...ids, firstName, lastName }), { at: created });
    const details = {
      email:
        often(0.6) ? pick(['Ann@x.test', 'bo_b@x.test', 'ann@y.test'])
        : phone === null ? `only${n}@x.test`
        : null,
      companyName: pick([null, '', 'Ann & Co', '100%']),
      website: pick([null, 'https://x.test']),
      state: pick([null, 'CA', 'NY']),
      zip: pick([null, '94110', '10001-2345']),
      birthday: pick(yearly),
      anniversary: pick(yearly),
      custom: Object.fromEntries(fields.map((id) => [id, pick(values)])),
    };
    await person.does(ContactDetailsChanged.create({ ...ids, ...details }));
    const chosen = some(tags);
    if (chosen.length > 0) await person.does(ContactTagged.create({ ...ids, tags: chosen }));
    const [joined, texted] = [some(campaigns), some(keywords)];
    for (const campaignId of joined)
      await person.does(ContactJoinedCampaign.create({ ...ids, campaignId, keyword: keywords[0], via: 'page' }));
    let status: Facts['status'] = 'unknown';
    let optedIn: string | null = null;
    for (const keyword of phone === null ? [] : texted) {
      optedIn = pick(instants);
      await person.does(
        ContactOptedIn.create({
          ...ids,
          phone: phone!,
          keyword,
          campaignId: null,
          source: 'keyword',
          consent: proof,
          ipAddress: null,
        }),
        { at: optedIn },
      );
      status = 'subscribed';
    }
    const words = new Set<string>([...(joined.length > 0 ? [keywords[0]] : []), ...(phone === null ? [] : texted)]);
    if (often(0.2)) {
      await person.does(ContactOptedOut.create({ ...ids, via: 'screen', words: null, providerMessageId: null }));
      status = 'optedOut';
    }
    let emailStatus: Facts['emailStatus'] = 'unknown';
    if (details.email !== null && often(0.6)) {
      await person.does(
        ContactSubscribedToEmail.create({
          ...ids,
          email: details.email,
          campaignId: null,
          source: 'form',
          consent: proof,
          ipAddress: null,
        }),
      );
      emailStatus = 'subscribed';
      if (often(0.3)) {
        await person.does(ContactUnsubscribedFromEmail.create({ ...ids, via: 'one-click', mailId: null }));
        emailStatus = 'unsubscribed';
      }
    }
    const unreachable = often(0.2);
    if (unreachable) await person.does(ContactMarkedUnreachable.create({ ...ids, errorCode: 30005 }));
    const acts: EngagementEvent[] = [];
    const messages: string[] = [];
    const happened = (
      did: EngagementEvent['did'],
      channel: EngagementEvent['channel'],
      at: string,
      of: string | null = null,
    ) => acts.push({ did, channel, at, of });
    if (often(0.5)) {
      const at = pick(instants);
      const { messageId } = await person.isSent('hello', { at, purpose: 'broadcast' });
      messages.push(at);
      await person.comesTo(messageId, ['accepted'], at);
      happened('sent', 'text', at);
      if (often(0.6)) {
        await person.comesTo(messageId, ['delivered'], at);
        happened('delivered', 'text', at);
      }
    }
    if (often(0.4)) {
      const at = pick(instants);
      await person.texts('hi', { at });
      messages.push(at);
      happened('replied', 'text', at);
    }
    if (often(0.3)) {
      const at = pick(instants);
      const accepted = { mailId: randomUUID(), ...ids, provider: 'smtp', providerMessageId: 'x' };
      await person.does(EmailAccepted.create(accepted), { at });
      happened('sent', 'mail', at);
    }
    if (often(0.3)) {
      const email = { mailId: randomUUID(), ...ids, provider: 'smtp', at: pick(instants) };
      const came = often(0.5);
      await person.does(
        came ? EmailDelivered.create(email) : EmailBounced.create({ ...email, kind: 'hard', reason: '5.1.1' }),
        { at: email.at },
      );
      happened(came ? 'delivered' : 'bounced', 'mail', email.at);
    }
    // What broadcasts came to; those of the other shop are its own.
    const [cast, byEmail] = often(0.5) ? [casts[0], false] : [casts[1], true];
    if (remembered && often(0.6)) {
      const at = pick(instants);
      const messageId = messageIdOf(businessId as BusinessId, cast as BroadcastId, contactId as ContactId);
      await world.append(`broadcastAudience-${cast}-${n}`, {
        event: BroadcastAudienceFrozen.create({
          broadcastId: cast,
          businessId,
          chunk: n,
          recipients: [contactId],
          leftOut: [],
          next: null,
        }),
        at,
      });
      if (!byEmail && often(0.8)) {
        await person.comesTo(messageId, ['accepted'], at);
        happened('sent', 'text', at, cast);
        happened('sent', 'text', at);
        if (often(0.6)) {
          await person.comesTo(messageId, ['delivered'], at);
          happened('delivered', 'text', at, cast);
          happened('delivered', 'text', at);
        }
      }
      if (byEmail && often(0.8)) {
        const email = { mailId: messageId, ...ids, provider: 'smtp', at };
        await person.does(EmailAccepted.create({ ...email, providerMessageId: 'x' }), { at });
        happened('sent', 'mail', at, cast);
        happened('sent', 'mail', at);
        // What a server took is delivered as far as its broadcast knows, until it comes back.
        const comesBack = often(0.4);
        if (comesBack) await person.does(EmailBounced.create({ ...email, kind: 'hard', reason: '5.1.1' }), { at });
        else await person.does(EmailDelivered.create(email), { at });
        happened(comesBack ? 'bounced' : 'delivered', 'mail', at, cast);
        happened(comesBack ? 'bounced' : 'delivered', 'mail', at);
      }
      if (often(0.4)) {
        const clickedAt = pick(instants);
        const source = { kind: 'broadcast' as const, id: cast, variant: 0 };
        await world.append(`link-${n}-${cast}`, {
          event: LinkClicked.create({ number: 1000 + n, businessId, source, contactId, clickedAt }),
        });
        happened('clicked', byEmail ? 'mail' : 'text', clickedAt, cast);
      }
    }
    for (const campaignId of some(campaigns)) {
      const [couponId, at] = [randomUUID(), pick(instants)];
      const coupon = { couponId, campaignId, businessId, contactId };
      const append = (event: Parameters<typeof person.does>[0]) => world.append(`coupon-${couponId}`, { event, at });
      await append(
        CouponIssued.create({
          ...coupon,
          code: 'AB12',
          codeType: 'dynamic',
          offer: { discountType: 'free', amount: null, title: 'Free' },
          expiresAt: null,
          reminders: [],
          because: 'manual',
        }),
      );
      happened('coupon-issued', null, at, campaignId);
      if (often(0.5)) {
        const redeemer = { by: 'screen' as const, userId: null, tillId: null, till: null };
        await append(
          CouponRedeemed.create({ ...coupon, redemptionId: randomUUID(), at, redeemer, use: null, expiresAt: null }),
        );
        happened('redeemed', null, at, campaignId);
      } else if (often(0.5)) await append(CouponRevoked.create({ ...coupon, expiresAt: null }));
    }
    if (!remembered) continue;
    const lastMessage = messages.at(-1) ?? null;
    people.set(contactId, factsOf(await world.store.read(`contact-${contactId}`), { acts, lastMessage }));
    // What they were told to be: who takes facts from events is not asked alone.
    expect(people.get(contactId)).toMatchObject({
      status,
      emailStatus,
      reachable: !unreachable,
      source,
      uploadId: upload,
      created,
      optedIn,
      phone,
      tags: chosen,
      firstName,
      lastName,
      email: details.email,
      birthday: details.birthday,
    });
    expect(sorted(people.get(contactId)!.keywords)).toEqual(sorted(words));
    expect(sorted(people.get(contactId)!.campaigns)).toEqual(sorted(joined));
  }
}
/** People to whom one thing after another happens, in any order: what is known of them is what their events say. */
async function live(count: number): Promise<void> {
  const { businessId } = lives;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  for (let n = 0; n < count; n++) {
    const person = lives.contact();
    const { contactId, phone } = person;
    const ids = { contactId, businessId };
    const often = () => random() < 0.5;
    const campaignId = () => pick(campaigns) as never;
    const none = { phone: null, firstName: null, lastName: null, tags: [], ...noDetails };
    const known = async () => factsOf(await world.store.read(`contact-${contactId}`));
    const happenings: readonly ((facts: Facts) => Event)[] = [
      () => ContactNameChanged.create({ ...ids, firstName: pick(names), lastName: pick(names) }) as Event,
      () => ContactTagged.create({ ...ids, tags: tags.filter(() => random() < 0.4) }) as Event,
      () =>
        ContactDetailsChanged.create({
          ...ids,
          birthday: pick(yearly),
          companyName: pick([null, 'Ann & Co']),
        }) as Event,
      () => ContactDetailsChanged.create({ ...ids, state: pick(['CA', 'NY']), zip: pick([null, '94110']) }) as Event,
      () => ContactDetailsChanged.create({ ...ids, custom: { [pick(fields)]: pick(values) } }) as Event,
      () =>
        ContactJoinedCampaign.create({
          ...ids,
          campaignId: campaignId(),
          keyword: pick(keywords),
          via: 'page',
        } as never) as Event,
      () =>
        ContactLeftCampaign.create({
          ...ids,
          campaignId: campaignId(),
          keywords: [pick(keywords)],
          via: 'manual',
        } as never) as Event,
      () =>
        ContactOptedIn.create({
          ...ids,
          phone,
          keyword: pick([null, ...keywords]),
          campaignId: pick([null, ...campaigns]),
          source: 'keyword',
          consent: proof,
          ipAddress: null,
        } as never) as Event,
      () => ContactOptedOut.create({ ...ids, via: 'screen', words: null, providerMessageId: null }) as Event,
      () =>
        ContactSubscribedToEmail.create({
          ...ids,
          email: 'ann@x.test',
          campaignId: null,
          source: 'form',
          consent: proof,
          ipAddress: null,
        }) as Event,
      () => ContactUnsubscribedFromEmail.create({ ...ids, via: 'one-click', mailId: null }) as Event,
      () => ContactMarkedUnreachable.create({ ...ids, errorCode: 30005 }) as Event,
      () => ContactPaused.create({ ...ids, mailId: null, until: '2027-01-01T00:00:00.000Z' } as never) as Event,
      () => imported(pick(uploads), ids, null) as Event,
      () =>
        ContactImported.create({
          ...ids,
          ...none,
          uploadId: pick(uploads),
          row: 2,
          phone,
          tags: ['vip'],
          firstName: 'Ann',
          joined: [{ campaignId: campaignId(), keyword: pick(keywords) }],
        } as never) as Event,
      ({ status, emailStatus }) =>
        ContactImportUndone.create({
          ...ids,
          uploadId: pick(uploads),
          removed: false,
          texts: status === 'subscribed' && often(),
          emails: emailStatus === 'subscribed' && often(),
          left: random() < 0.5 ? [] : [{ campaignId: campaignId(), keyword: pick(keywords) }],
        } as never) as Event,
      ({ custom }) =>
        ContactMerged.create({
          ...ids,
          ...none,
          ...mergedAs,
          phone,
          custom,
          absorbed: [randomUUID()],
          texts: pick(['subscribed', 'unknown']),
          emails: pick([null, 'subscribed']),
          unreachable: pick([null, 30005]),
          campaigns: [{ campaignId: campaignId(), keyword: pick(keywords), agreed: true }],
        } as never) as Event,
    ];
    await person.does(ContactDiscovered.create({ ...ids, phone, email: null, via: pick(sources) }), {
      at: pick(instants),
    });
    for (let times = 2 + Math.floor(random() * 8); times > 0; times -= 1)
      await person.does(pick(happenings)(await known()), { at: pick(instants) });
    lived.set(contactId, await known());
  }
}
type Event = Parameters<ReturnType<Shop['contact']>['does']>[0];
const noDetails = {
  email: null,
  birthday: null,
  anniversary: null,
  companyName: null,
  website: null,
  state: null,
  zip: null,
  custom: null,
};
const mergedAs = {
  otherId: randomUUID(),
  mergeId: randomUUID(),
  wroteFirst: false,
  pausedUntil: null,
  frequency: 'all' as const,
  muted: [],
  reached: [],
  mailboxes: [],
};
const imported = (uploadId: string, ids: { contactId: string; businessId: string }, phone: string | null) =>
  ContactImported.create({ ...ids, uploadId, row: 1, phone });
let seed = 20261122;
/** The same people every time. */
const random = (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const typed = fc.constantFrom(
  'ann',
  'Zoë',
  'x.test',
  "o'",
  '%',
  '_',
  '\\',
  'n S',
  '650',
  '(650) 200',
  '94110',
  '10001',
  'ANN & CO',
  "'; drop table contacts; --",
);
const rule = fc.oneof(
  fc.record({ is: fc.constantFrom('equal', 'not-equal', 'containing', 'not-containing', 'beginning'), value: typed }),
  fc.record({ is: fc.constantFrom('known', 'not-known') }),
);
const day = fc.constantFrom('2025-12-31', '2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27');
const days = fc.constantFrom(1, 2, 3, 60, 400);
const moment = fc.oneof(
  fc.record({ when: fc.constantFrom('on', 'before', 'after'), day }),
  fc.record({ when: fc.constant('between'), from: day, to: day }),
  fc.record({ when: fc.constantFrom('in-the-last', 'not-in-the-last'), days }),
);
const yearlyRule = fc.oneof(
  fc.record({ when: fc.constantFrom('today', 'known', 'not-known') }),
  fc.record({ when: fc.constant('in-the-next'), days: fc.constantFrom(1, 2, 3, 365) }),
  fc.record({ when: fc.constant('month'), month: fc.integer({ min: 1, max: 12 }) }),
);
const has = fc.constantFrom('any', 'all', 'none');
const someOf = <T>(...from: T[]) => fc.uniqueArray(fc.constantFrom(...from), { minLength: 1 });
const condition = fc.oneof(
  fc.record({ field: fc.constant('keyword'), has, values: someOf<string>('pizza', 'PASTA', 'Müsli', 'nobody', '!!') }),
  fc.record({ field: fc.constant('tag'), has, values: someOf<string>('vip', 'Late', 'two words', 'nobody') }),
  fc.record({ field: fc.constant('campaign'), has, ids: someOf<string>(...campaigns, randomUUID()) }),
  fc.record({
    field: fc.constant('segment'),
    has: fc.constantFrom('any', 'none'),
    ids: someOf<string>(nested.vip, nested.deep, nested.gone),
  }),
  fc.record({ field: fc.constant('status'), values: someOf('subscribed', 'optedOut', 'unknown') }),
  fc.record({ field: fc.constant('email_status'), values: someOf('subscribed', 'unsubscribed', 'unknown') }),
  fc.record({ field: fc.constant('reachable'), value: fc.boolean() }),
  fc.record({ field: fc.constant('source'), values: someOf<string>(...sources) }),
  fc.record({
    field: fc.constantFrom('first_name', 'last_name', 'phone', 'email', 'company_name', 'website', 'zip'),
    text: rule,
  }),
  fc.record({
    field: fc.constant('state'),
    value: fc.oneof(
      fc.record({ is: fc.constantFrom('one-of', 'none-of'), values: someOf<string>('CA', 'NY', 'WY') }),
      fc.record({ is: fc.constantFrom('known', 'not-known') }),
    ),
  }),
  fc.record({ field: fc.constantFrom('created', 'opted_in', 'last_message'), moment }),
  fc.record({ field: fc.constantFrom('birthday', 'anniversary'), day: yearlyRule }),
  fc.record({
    field: fc.constant('custom'),
    id: fc.constantFrom(...fields),
    value: fc.oneof(
      rule,
      fc.record({ is: fc.constantFrom('less', 'more'), value: fc.constantFrom('5', '-2.5', '10', '2026-02-01', 'b') }),
      fc.record({ is: fc.constant('one-of'), values: someOf<string>('BLUE', '5', '5.00', 'long'.repeat(40), 'none') }),
    ),
  }),
  fc.record({
    field: fc.constant('engagement'),
    did: fc.constantFrom('sent', 'delivered', 'bounced', 'clicked', 'replied', 'redeemed', 'coupon-issued'),
    not: fc.boolean(),
    within: fc.option(days),
    channel: fc.constantFrom(null, 'text', 'mail'),
    of: fc.constant(null),
  }),
  fc.record({
    field: fc.constant('engagement'),
    did: fc.constantFrom('sent', 'delivered', 'bounced', 'clicked'),
    not: fc.boolean(),
    within: fc.option(days),
    channel: fc.constantFrom(null, 'text', 'mail'),
    of: fc.constantFrom(...casts, randomUUID()),
  }),
  fc.record({
    field: fc.constant('upload'),
    has: fc.constantFrom('any', 'none'),
    ids: someOf<string>(...uploads, randomUUID()),
  }),
  fc.record({
    field: fc.constant('engagement'),
    did: fc.constantFrom('redeemed', 'coupon-issued'),
    not: fc.boolean(),
    within: fc.option(days),
    channel: fc.constant(null),
    of: fc.constantFrom(...campaigns),
  }),
);
const together = fc.constantFrom('all', 'any');
const filter = fc
  .record({
    match: together,
    groups: fc.array(fc.record({ match: together, conditions: fc.array(condition, { minLength: 1, maxLength: 4 }) }), {
      maxLength: 3,
    }),
  })
  .map((drawn) => ContactFilter.parse(drawn));

const sorted = (ids: Iterable<string>): string[] => [...ids].toSorted();
const zones = { business: zone, contact: [] };
const meantBy = (
  wanted: ContactFilter,
  whom: ReadonlyMap<string, Facts> = people,
  known: ReadonlyMap<string, ContactFilter> = living,
): string[] =>
  sorted(
    [...whom]
      .filter(([, facts]) => isMeant(wanted, { facts, zones, now: now.toISOString(), segments: known }))
      .map(([id]) => id),
  );

async function inSql(read: Parameters<typeof contextFor>[0], { businessId }: Shop, wanted: ContactFilter) {
  const context = await contextFor(read, businessId, [wanted]);
  expect(context.zone).toBe(zone);
  const rows = await read.ask(sql<{ id: string }>`
    select c.id from ${contacts} c where c.business_id = ${businessId} and ${filterSql(wanted, context)}`);
  return sorted(rows.map(({ id }) => id));
}

describe('a filter', () => {
  it('means in SQL what it means to an automation', { timeout: 120_000 }, async () => {
    const read = within(db, createSlowReaders(db), 'operator', () => now);
    await fc.assert(
      fc.asyncProperty(filter, async (wanted) => {
        expect(await inSql(read, shop, wanted)).toEqual(meantBy(wanted));
        // They have no segments: nobody is in one.
        expect(await inSql(read, lives, wanted)).toEqual(meantBy(wanted, lived, new Map()));
      }),
      { numRuns: 400 },
    );
  });

  it('that turns in a circle, which no command lets in, ends', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const of = (id: string) => one({ field: 'segment', has: 'any', ids: [id] });
    const context = {
      businessId: shop.businessId,
      alias: 'c',
      zone,
      now,
      segments: new Map([
        [a, of(b)],
        [b, of(a)],
      ]),
    };
    const { rows } = await sql`select id from ${contacts} c where ${filterSql(of(a), context)}`.execute(db);
    expect(rows).toEqual([]);
  });
});

const audience = (said: Partial<Audience> = {}): Audience => ({
  keywords: [],
  segmentIds: [],
  contactIds: [],
  exceptKeywords: [],
  exceptSegmentIds: [],
  filter: everybody,
  recipientsOf: null,
  ...said,
});
/** All pages, so many contacts in each. */
async function pagesOf(channel: 'text' | 'mail', wanted: Audience, limit: number) {
  const members = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<World['models']['audiencePage']>> = await world.models.audiencePage(
      shop.businessId,
      channel,
      wanted,
      { after, limit },
    );
    members.push(...page.members);
    if (page.next === null) return members;
    after = page.next;
  }
}

describe('an audience', () => {
  it('is everybody in keywords, segments and chosen ones, as far as the filter goes, without the exceptions', async () => {
    const chosen = [...people.keys()].slice(0, 5);
    const wanted = audience({
      keywords: ['pizza'],
      segmentIds: [nested.vip],
      contactIds: chosen,
      exceptKeywords: ['PASTA'],
      filter: one({ field: 'reachable', value: true }),
    });
    const expected = [...people].filter(
      ([id, who]) =>
        who.reachable &&
        !who.keywords.includes('PASTA') &&
        (who.keywords.includes('PIZZA') || who.tags.includes('vip') || chosen.includes(id)),
    );
    expect(expected.length).toBeGreaterThan(5);
    const found = await pagesOf('text', wanted, 7);
    expect(sorted(found.map(({ contactId }) => contactId))).toEqual(sorted(expected.map(([id]) => id)));
  });

  it('comes in pages, each contact once, the oldest first', async () => {
    const found = await pagesOf('text', audience(), 13);
    expect(found).toHaveLength(people.size);
    expect(new Set(found.map(({ contactId }) => contactId)).size).toBe(people.size);
    const positions = found.map(({ position }) => BigInt(position));
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    const upTo = found[19]!.position;
    const { members } = await world.models.audiencePage(shop.businessId, 'text', audience(), {
      after: null,
      limit: 1_000,
      upTo,
    });
    expect(members).toHaveLength(20);
  });

  it.each(['text', 'mail'] as const)('by %s is counted with the reason why somebody is left out', async (channel) => {
    const found = await pagesOf(channel, audience(), 1_000);
    const counted = await world.models.countAudience(shop.businessId, channel, audience());
    expect(counted.total).toBe(people.size);
    expect(counted.recipients + Object.values(counted.leftOut).reduce((sum, n) => sum + n, 0)).toBe(people.size);
    expect(counted.recipients).toBe(found.filter(({ reason }) => reason === null).length);
    const addresses = new Set<string>();
    for (const { contactId, reason } of found) {
      const who = people.get(contactId)!;
      const address = who.email?.toLowerCase() ?? '';
      const expected =
        channel === 'text' ?
          who.phone === null ? 'no-address'
          : who.status === 'optedOut' ? 'opted-out'
          : who.status === 'unknown' ? 'no-consent'
          : who.reachable ? null
          : 'unreachable'
        : address === '' ? 'no-address'
        : who.emailStatus === 'unsubscribed' ? 'opted-out'
        : who.emailStatus === 'unknown' ? 'no-consent'
        : addresses.has(address) ? 'duplicate'
        : null;
      if (expected === null) addresses.add(address);
      expect([contactId, reason]).toEqual([contactId, expected]);
    }
  });

  it('leaves out who has paused, until they go on', async () => {
    const [contactId] = [...people].find(
      ([, { status, reachable, phone }]) => status === 'subscribed' && reachable && phone !== null,
    )!;
    const ids = { contactId, businessId: shop.businessId, mailId: null };
    const only = audience({ contactIds: [contactId] });
    const runner = world.runner();
    await runner.start();
    const after = async (event: Parameters<World['append']>[1]['event']) => {
      await runner.waitFor(await world.append(`contact-${contactId}`, { event }), { timeoutMs: 20_000 });
      return (await world.models.audiencePage(shop.businessId, 'text', only, { after: null, limit: 5 })).members[0]
        ?.reason;
    };
    expect(await after(ContactPaused.create({ ...ids, until: '2027-01-01T00:00:00.000Z' }))).toBe('paused');
    expect(await after(ContactResumed.create(ids))).toBeNull();
    expect(await after(ContactPaused.create({ ...ids, until: '2026-01-01T00:00:00.000Z' }))).toBeNull();
  });

  it('brings what stands in custom fields to who asks for it', async () => {
    const { members } = await world.models.audiencePage(shop.businessId, 'text', audience(), {
      after: null,
      limit: 1_000,
      custom: true,
    });
    for (const { contactId, custom } of members)
      expect(custom ?? {}).toEqual(
        Object.fromEntries(Object.entries(people.get(contactId)!.custom).filter(([, value]) => value !== '')),
      );
  });
});
