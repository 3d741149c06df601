import { z } from 'zod';
import { Coupon, remindHolder } from '../../domain/coupons/coupon.ts';
import { memberValues } from '../../domain/personalization/coupon-words.ts';
import { fitted } from '../../domain/inbound/reaction.ts';
import { CouponId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { renderTemplate } from '../../domain/personalization/text-fields.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { queueAbout, reachableAbout } from '../about-campaign.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { campaignWords } from '../directory/campaign-words.ts';
import { couponFor } from './issue.ts';

/**
 * A coupon's reminder is due. What was so when it was set may be so no longer (used, withdrawn, extended, opted out,
 * no words), so all of it is looked at again; whether the text may go, and when, is decided when it is sent.
 */
export const remindHolderOf = command({
  input: z.object({ couponId: CouponId, days: z.number().int().min(1), expiresAt: z.iso.datetime() }),
  by: ['system'],
  async run({ world, context }, { couponId, days, expiresAt }) {
    const stream = streams.coupon(couponId);
    const seen = await world.events.read(stream);
    const coupon = stateOf(Coupon, seen);
    const cause = seen[0];
    if (coupon.status === 'none' || cause === undefined || coupon.contactId === null)
      return { position: null, result: undefined };
    const work = startUnitOfWork(world, context, {
      tenant: cause.metadata.tenant,
      commandId: uuidV5(namespaces.command, 'remind-of-coupon', couponId, expiresAt, String(days)),
      causationId: cause.id,
      correlationId: cause.metadata.correlationId,
    });
    const { contactId } = coupon;
    const about = await reachableAbout(world, { ...coupon, contactId });
    if (about === null) return work.outcome(undefined);
    const { business, campaign, contact, line } = about;
    const text = campaign.offer.reminderMessage;
    if (text.trim() === '') return work.outcome(undefined);
    const held = await couponFor(world, campaign, contactId, business);
    const { events } = await work.change({
      stream,
      aggregate: Coupon,
      seen,
      decide: (state) =>
        remindHolder({ days, expiresAt, now: world.now().toISOString(), timezone: business.timezone }, state),
    });
    if (events.length === 0 || held === null) return work.outcome(undefined);
    const values = memberValues({
      contact,
      phone: formatPhone(line.to),
      businessName: business.name,
      keyword: campaign.keyword,
      coupon: held.words,
      campaign: await campaignWords(world, campaign, contactId, business, [text]),
    });
    await queueAbout(work, about, {
      messageId: MessageId.parse(
        uuidV5(namespaces.message, coupon.businessId, 'coupon-reminder', couponId, expiresAt, String(days)),
      ),
      body: fitted(renderTemplate(text, values)),
      purpose: 'coupon-reminder',
    });
    return work.outcome(undefined);
  },
});
