import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Campaign } from '../../domain/campaign/campaign.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { Coupon, remindHolder } from '../../domain/coupon/coupon.ts';
import { memberValues } from '../../domain/coupon/words.ts';
import { fitted } from '../../domain/inbound/reaction.ts';
import { CouponId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { Message } from '../../domain/message/message.ts';
import { queue } from '../../domain/message/queue.ts';
import { renderTemplate } from '../../domain/sms/merge-fields.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../command.ts';
import { begin, stateOf } from '../kernel.ts';
import { campaignWords } from '../campaign-words.ts';
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
    const work = begin(world, context, {
      tenant: cause.metadata.tenant,
      commandId: uuidV5(namespaces.command, 'remind-of-coupon', couponId, expiresAt, String(days)),
      causationId: cause.id,
      correlationId: cause.metadata.correlationId,
    });
    const { businessId, campaignId, contactId } = coupon;
    const names = {
      campaign: streams.campaign(campaignId),
      business: streams.business(businessId),
      contact: streams.contact(contactId),
    };
    const found = await world.events.readMany(Object.values(names));
    const campaign = stateOf(Campaign, found.get(names.campaign));
    const business = stateOf(Business, found.get(names.business));
    const contact = stateOf(Contact, found.get(names.contact));
    const text = campaign.status === 'none' ? '' : campaign.offer.reminderMessage;
    if (campaign.status === 'none' || business.status === 'none' || contact.status !== 'subscribed')
      return work.outcome(undefined);
    const { phone } = contact;
    const { number: from } = business;
    if (phone === null || from === null || text.trim() === '') return work.outcome(undefined);
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
      phone: formatPhone(phone),
      businessName: business.name,
      keyword: campaign.keyword,
      coupon: held.words,
      campaign: await campaignWords(world, campaign, contactId, business, [text]),
    });
    const messageId = MessageId.parse(
      uuidV5(namespaces.message, businessId, 'coupon-reminder', couponId, expiresAt, String(days)),
    );
    const body = fitted(renderTemplate(text, values));
    const message = { messageId, businessId, contactId, from, to: phone, body, media: [], notBefore: null, campaignId };
    await work.change({
      stream: streams.message(messageId),
      aggregate: Message,
      decide: (state) => queue({ ...message, purpose: 'coupon-reminder' }, state),
    });
    return work.outcome(undefined);
  },
});
