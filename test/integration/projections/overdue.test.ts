import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusinessDetailsChanged } from '../../../domain/businesses/events.ts';
import { ChatReplyTimeChanged } from '../../../domain/livechat/team/events.ts';
import type { ReplyWeek } from '../../../domain/livechat/team/fields.ts';
import { ConversationClosed, ConversationOpened } from '../../../domain/livechat/events.ts';
import { nobody } from '../../../projections/tables/livechat.ts';
import { openShop, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

let world: FollowedWorld;
beforeAll(async () => {
  world = await createFollowedWorld();
});
afterAll(() => world.close());

const settled = () => world.settled();
const answersWithin = (shop: Shop, minutes: number | null, hours: ReplyWeek = null, at?: string) =>
  world.append(`chatTeam-${shop.businessId}`, {
    event: ChatReplyTimeChanged.create({ businessId: shop.businessId, minutes, hours }),
    ...(at === undefined ? {} : { at }),
  });
const nineToFive = { opens: 9 * 60, closes: 17 * 60 };
const office: ReplyWeek = [nineToFive, nineToFive, nineToFive, nineToFive, nineToFive, null, null];
const dueOf = async (shop: Shop, contactId: string) =>
  (await world.models.conversation(shop.businessId, contactId))?.dueAt ?? null;
const overdue = async (shop: Shop, owner = 'anybody') => {
  const { data, counts, total } = await world.models.conversations(shop.businessId, {
    filter: 'overdue',
    owner,
    search: null,
    page: 1,
    perPage: 10,
  });
  expect([counts.overdue, total]).toEqual([data.length, data.length]);
  return data.map(({ contactId }) => contactId);
};

/** The minute by which so many minutes of the hours have passed, counted one by one on the clocks of a zone. */
function countedOut(since: string, minutes: number, hours: ReplyWeek, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const isOpen = (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = hours![['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday']!)] ?? null;
    const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
    return day !== null && minute >= day.opens && minute < day.closes;
  };
  let at = Date.parse(since);
  for (let left = minutes; left > 0; at += 60_000) if (isOpen(at)) left -= 1;
  return new Date(at).toISOString();
}

describe('by when a contact should have an answer', () => {
  const night = { opens: 0, closes: 24 * 60 };
  const early = { opens: 30, closes: 4 * 60 };
  const cases: readonly (readonly [string, string, number, ReplyWeek, string])[] = [
    ['in the middle of the day', '2026-11-18T15:00:00.000Z', 15, office, 'America/New_York'],
    ['at closing time the rest is of the next morning', '2026-11-18T21:55:00.000Z', 15, office, 'America/New_York'],
    ['to the minute at closing time', '2026-11-18T21:45:00.000Z', 15, office, 'America/New_York'],
    ['over a weekend', '2026-11-20T21:59:00.000Z', 30, office, 'America/New_York'],
    ['at night', '2026-11-19T04:00:00.000Z', 15, office, 'America/Los_Angeles'],
    ['over several days', '2026-11-18T15:00:00.000Z', 1_440, office, 'Europe/Berlin'],
    ['on the day that has 25 hours', '2026-11-01T04:30:00.000Z', 240, Array(7).fill(early), 'America/New_York'],
    ['on the day that has 23 hours', '2026-03-08T05:30:00.000Z', 240, Array(7).fill(early), 'America/New_York'],
    ['around a clock that changes', '2026-11-01T04:30:00.000Z', 1_440, Array(7).fill(night), 'America/New_York'],
    [
      'with one short day a week',
      '2026-11-18T15:00:00.000Z',
      150,
      [null, null, { opens: 600, closes: 660 }, null, null, null, null],
      'Asia/Kolkata',
    ],
  ];
  it.each(cases)('%s', async (_name, since, minutes, hours, timezone) => {
    const shop = await openShop(world, { timezone });
    await answersWithin(shop, minutes, hours);
    const kim = shop.contact();
    await kim.texts('Hello?', { at: since });
    await settled();
    expect(await dueOf(shop, kim.contactId)).toBe(countedOut(since, minutes, hours, timezone));
  });
});

// The clock of this world stands at 2026-11-20 12:00 UTC.
describe('overdue conversations', () => {
  it('are those that have waited longer than the reply time, the first of them first', async () => {
    const shop = await openShop(world);
    const [ann, ben, cy, dan] = [shop.contact(), shop.contact(), shop.contact(), shop.contact()];
    await ben.texts('Second', { at: '2026-11-20T11:30:00.000Z' });
    await ann.texts('First', { at: '2026-11-20T11:00:00.000Z' });
    await ann.texts('Still there?', { at: '2026-11-20T11:50:00.000Z' });
    await cy.texts('A moment ago', { at: '2026-11-20T11:46:00.000Z' });
    await dan.texts('Answered', { at: '2026-11-20T11:00:00.000Z' });
    await dan.isSent('Hi', { at: '2026-11-20T11:40:00.000Z' });
    await settled();
    expect(await overdue(shop)).toEqual([]);
    await answersWithin(shop, 15);
    await settled();
    expect(await overdue(shop)).toEqual([ann.contactId, ben.contactId]);
    expect(await overdue(shop, nobody)).toHaveLength(2);
    expect(await overdue(shop, shop.userId)).toEqual([]);
    expect(await dueOf(shop, ann.contactId)).toBe('2026-11-20T11:15:00.000Z');
    expect(await dueOf(shop, cy.contactId)).toBe('2026-11-20T12:01:00.000Z');
    expect(await dueOf(shop, dan.contactId)).toBeNull();
    await ann.isSent('Here I am', { at: '2026-11-20T11:59:00.000Z' });
    await settled();
    expect(await overdue(shop)).toEqual([ben.contactId]);
  });

  it('follow the reply time, its hours and the zone when they change, and none are left when it is off', async () => {
    const shop = await openShop(world, { timezone: 'UTC' });
    const ann = shop.contact();
    await ann.texts('Hello?', { at: '2026-11-20T10:00:00.000Z' });
    await answersWithin(shop, 15, office);
    await settled();
    expect(await dueOf(shop, ann.contactId)).toBe('2026-11-20T10:15:00.000Z');
    const { businessId } = shop;
    await world.append(`business-${businessId}`, {
      event: BusinessDetailsChanged.create({ businessId, timezone: 'America/New_York' }),
    });
    await settled();
    expect(await dueOf(shop, ann.contactId)).toBe('2026-11-20T14:15:00.000Z');
    expect(await overdue(shop)).toEqual([]);
    await answersWithin(shop, 60);
    await settled();
    expect(await overdue(shop)).toEqual([ann.contactId]);
    await answersWithin(shop, null);
    await settled();
    expect([await overdue(shop), await dueOf(shop, ann.contactId)]).toEqual([[], null]);
  });

  it('are none that are closed, and are again what is opened unanswered', async () => {
    const shop = await openShop(world);
    await answersWithin(shop, 15);
    const ann = shop.contact();
    await ann.texts('Hello?', { at: '2026-11-20T11:00:00.000Z' });
    const ids = { contactId: ann.contactId, businessId: shop.businessId, userId: shop.userId };
    await ann.does(ConversationClosed.create({ ...ids, upToPosition: null }));
    await settled();
    expect(await overdue(shop)).toEqual([]);
    await ann.does(ConversationOpened.create(ids));
    await settled();
    expect(await overdue(shop)).toEqual([ann.contactId]);
  });

  it('are told of one after the other, over all businesses, from an instant on', async () => {
    const shop = await openShop(world);
    await answersWithin(shop, 15, null, '2026-11-20T11:00:00.000Z');
    const [ann, ben] = [shop.contact(), shop.contact()];
    await ann.texts('One', { at: '2026-11-20T11:10:00.000Z' });
    await ben.texts('Two', { at: '2026-11-20T11:20:00.000Z' });
    await settled();
    const since = async (at: string, contactId: string = nobody) =>
      (await world.models.overdueSince({ dueAt: new Date(at), contactId }, 100))
        .filter(({ businessId }) => businessId === shop.businessId)
        .map(({ contactId }) => contactId);
    expect(await since('2026-11-20T11:00:00Z')).toEqual([ann.contactId, ben.contactId]);
    expect(await since('2026-11-20T11:25:00Z', ann.contactId)).toEqual([ben.contactId]);
    expect(await since('2026-11-20T11:36:00Z')).toEqual([]);
    // The time of the first had passed when it was chosen, of the second it had not.
    await answersWithin(shop, 10, null, '2026-11-20T11:20:00.000Z');
    await settled();
    expect(await since('2026-11-20T11:00:00Z')).toEqual([ben.contactId]);
  });
});
