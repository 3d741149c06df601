import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BusinessDetailsChanged } from '../../../domain/businesses/events.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { PageSubmitted } from '../../../domain/submissions/events.ts';
import { openShop, type Person, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

/** The chart of a page's entries leads to its rows: as many as its bar says, on the days of the business's zone. */
let world: FollowedWorld;
let shop: Shop;
let ann: Person;
const campaignId = randomUUID();
// March 8 has 23 hours in New York, from 05:00Z to 04:00Z; November 1 has 25, from 04:00Z to 05:00Z.
const moments = [
  ['2026-03-07', '2026-03-08T04:59:59.999Z'],
  ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['2026-03-08', '2026-03-09T03:59:59.999Z'],
  ['2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['2026-10-31', '2026-11-01T03:59:59.999Z'],
  ['2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['2026-11-01', '2026-11-02T04:59:59.999Z'],
  ['2026-11-02', '2026-11-02T05:00:00.000Z'],
] as const;

async function enters(contactId: string, at: string, to = campaignId): Promise<string> {
  const submissionId = randomUUID();
  const ids = { submissionId, campaignId: to, businessId: shop.businessId, contactId };
  const event = PageSubmitted.create({
    ...ids,
    kind: 'landing',
    pageVersion: 1,
    pageHash: '',
    name: 'Ann',
    phone: null,
    email: null,
    birthday: null,
    anniversary: null,
    companyName: null,
    website: null,
    custom: {},
    choices: null,
    consent: null,
    ipAddress: null,
    device: 'phone',
    from: { source: 'instagram', medium: null, campaign: null, referrer: null },
    referral: null,
  });
  await world.append(`submission-${submissionId}`, { event, at });
  return submissionId;
}
const rowsOf = (from: string, to = from, more: object = {}) =>
  world.models.pageEntries(shop.businessId, { campaignId, from, to, page: 1, perPage: 100, ...more });
const barsOf = async (from: string, to = from) =>
  (await world.models.pageFigures(shop.businessId, { campaignId, zone: 'UTC', from, to })).daily;

const sent: { day: string; id: string }[] = [];
beforeAll(async () => {
  world = await createFollowedWorld();
  shop = await openShop(world, { timezone: 'America/New_York' });
  ann = shop.contact();
  await ann.does(ann.discovered(), { at: '2026-03-01T12:00:00.000Z' });
  for (const [day, at] of moments) sent.push({ day, id: await enters(ann.contactId, at) });
  await enters(ann.contactId, '2026-11-01T12:00:00.000Z', randomUUID());
  await world.settled();
});
afterAll(() => world.close());

it('has as many entries on each day as its bar says, also with 23 and with 25 hours', async () => {
  const days = [...(await barsOf('2026-03-05', '2026-03-12')), ...(await barsOf('2026-10-30', '2026-11-05'))];
  for (const { day, submitted } of days) {
    const rows = await rowsOf(day);
    const ids = sent.filter((one) => one.day === day).map(({ id }) => id);
    expect(
      rows.data.map(({ id }) => id),
      day,
    ).toEqual(ids.toReversed());
    expect([rows.total, submitted], day).toEqual([ids.length, ids.length]);
  }
  const all = await rowsOf('2026-03-01', '2026-11-30');
  expect(all.data.map(({ id }) => id)).toEqual(sent.map(({ id }) => id).toReversed());
  const second = await rowsOf('2026-03-01', '2026-11-30', { page: 2, perPage: 3 });
  expect([second.total, second.data]).toEqual([all.total, all.data.slice(3, 6)]);
  expect(all.data[0]).toMatchObject({ contactId: ann.contactId, device: 'phone', source: 'instagram' });
});

it('shows another business nothing of them', async () => {
  const all = { campaignId, from: '2026-03-01', to: '2026-11-30', page: 1, perPage: 100 };
  expect(await world.models.pageEntries(randomUUID(), all)).toEqual({ data: [], total: 0 });
});

it('stays as it was when the business moves to another zone and when the contact is erased', async () => {
  const { businessId } = shop;
  const before = await rowsOf('2026-11-01');
  await world.append(`business-${businessId}`, {
    event: BusinessDetailsChanged.create({ businessId, timezone: 'Asia/Tokyo' }),
  });
  await world.append(`contact-${ann.contactId}`, {
    event: ContactErased.create({ contactId: ann.contactId, businessId, identities: [] }),
  });
  await world.settled();
  const after = await rowsOf('2026-11-01');
  expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
  for (const row of after.data)
    expect(row).toMatchObject({ contactId: null, firstName: null, phone: null, device: null, source: null });
  expect((await barsOf('2026-11-01'))[0]!.submitted).toBe(after.total);
  await world.following.rebuild(['figures']);
  await world.settled();
  expect(await rowsOf('2026-11-01')).toEqual(after);
});
