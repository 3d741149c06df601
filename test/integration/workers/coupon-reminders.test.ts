import { afterAll, beforeAll, expect, it } from 'vitest';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import { CampaignId, ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { couponReminders, couponReminderTimer, remindOfCoupon } from '../../../workers/coupons/reminders.ts';
import { fireDueTimers } from '../../../workers/engine/timers.ts';
import { quietLog } from '../../support/quiet.ts';
import { context, createWorld, openBusiness, type World } from '../commands/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const day = 86_400_000;

it('reminds at the days that were chosen, and after an extension at those before the new expiry', async () => {
  const place = await openBusiness(world);
  const { campaignId, contactId, person } = place;
  await world.commands.campaigns.edit(context(person), {
    campaignId,
    revision: null,
    details: null,
    notifications: null,
    settings: null,
    offer: {
      ...noOffer,
      discountType: 'free',
      title: 'A slice',
      reminders: [7, 3],
      reminderMessage: 'Until {{coupon_expires}}',
    },
  });
  await place.text('PIZZA');
  const couponId = couponIdOf(CampaignId.parse(campaignId), ContactId.parse(contactId));
  const stream = streams.coupon(couponId);
  const worker = couponReminders();
  const follow = async () => {
    const events = (await world.events.read(stream)).filter(({ type }) => worker.handles.includes(type));
    // Twice: a worker may see an event again.
    for (const _ of [1, 2]) await world.db.transaction().execute((trx) => worker.record(events, trx));
  };
  const began = world.clock.at.getTime();
  const texts = async () =>
    (await place.replies()).filter(({ purpose }) => purpose === 'coupon-reminder').map(({ body }) => body);
  const fireAt = async (days: number) => {
    world.clock.at = new Date(began + days * day);
    const handlers = { [couponReminderTimer]: remindOfCoupon(world.commands) };
    await fireDueTimers(world.db, handlers, world.clock.at, quietLog);
    return texts();
  };
  await follow();
  expect(await fireAt(6)).toEqual([]);
  expect(await fireAt(7.1)).toEqual(['Until 12/04/2026']);
  await world.commands.coupons.extend(context(person), { couponId, until: new Date(began + 30 * day).toISOString() });
  await follow();
  expect(await fireAt(12)).toHaveLength(1);
  expect(await fireAt(23.1)).toEqual(['Until 12/04/2026', 'Until 12/20/2026']);
  await world.commands.coupons.revoke(context(person), { couponId });
  expect(await fireAt(29)).toHaveLength(2);
});
