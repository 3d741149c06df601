import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import { replyDays } from '../../domain/broadcasts/reply-window.ts';
import { ContactOptedOut, ContactUnsubscribedFromEmail } from '../../domain/contacts/events.ts';
import { CouponRedeemed, CouponRedemptionUndone } from '../../domain/coupons/events.ts';
import type { BroadcastId } from '../../domain/kernel/ids.ts';
import { LinkClicked } from '../../domain/links/events.ts';
import { MessageAnsweredAutomatically, MessageRoutedToInbox } from '../../domain/messages/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is } from '../engine/events.ts';
import { survivorTable } from '../engine/merges.ts';
import type { WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import {
  broadcastTable,
  clickedBatch,
  deedBatch,
  deedTable,
  recipientTable,
  redeemedTable,
  undoneBatch,
} from '../tables/broadcasts.ts';

/** What contacts do that a broadcast may have led to. */
export const engagementEvents = [
  MessageRoutedToInbox,
  MessageAnsweredAutomatically,
  ContactOptedOut,
  ContactUnsubscribedFromEmail,
  CouponRedeemed,
  CouponRedemptionUndone,
  LinkClicked,
] as const;

/** How long after it left a broadcast may have led to something. */
export const attributionDays = { replied: replyDays, 'opted-out': 3, redeemed: 5 } as const;

const days = Object.entries(attributionDays)
  .map(([kind, count]) => `when '${kind}' then interval '${count} days'`)
  .join(' ');

/** Each deed is of the last broadcast that had left for the contact before it, by the places in the log. */
const did = perSchema(
  (schema) => `
  with hits as materialized (
    select s.*, r.id, r.broadcast_id, r.business_id, r.variant, r.replied_at, r.opted_out_at
      from ${deedBatch.from('s')}
        left join ${survivorTable.in(schema)} m on m.id = s.contact_id
        cross join lateral (
        select r.* from ${recipientTable.in(schema)} r
          where r.contact_id = coalesce(m.survivor_id, s.contact_id) and r.sent_position < s.position
            and r.sent_at > s.at - case s.kind ${days} end
            and (s.channel is null or r.channel = s.channel)
            and (s.campaign_id is null or exists (
              select from ${broadcastTable.in(schema)} b
                where b.id = r.broadcast_id and coalesce(b.campaign_id, s.campaign_id) = s.campaign_id))
          order by r.sent_position desc limit 1
      ) r
  ),
  fresh as (
    insert into ${redeemedTable.in(schema)}
      (redemption_id, coupon_id, recipient_id, broadcast_id, business_id, contact_id, at)
      select distinct on (redemption_id) redemption_id, coupon_id, id, broadcast_id, business_id, contact_id, at
        from hits where kind = 'redeemed' order by redemption_id, position
      on conflict (redemption_id) do nothing
      returning redemption_id
  ),
  rows as (
    select h.id, (array_agg(h.at order by h.position) filter (where kind = 'replied'))[1] as replied,
        (array_agg(h.at order by h.position) filter (where kind = 'opted-out'))[1] as opted_out,
        count(distinct f.redemption_id)::int as redeemed
      from hits h left join fresh f on f.redemption_id = h.redemption_id group by h.id
  ),
  changed as (
    update ${recipientTable.in(schema)} r set replied_at = coalesce(r.replied_at, d.replied),
        opted_out_at = coalesce(r.opted_out_at, d.opted_out), redeemed = r.redeemed + d.redeemed
      from rows d where r.id = d.id
  ),
  counted as (
    select d.redeemed, (h.replied_at is null and d.replied is not null)::int as replied,
        (h.opted_out_at is null and d.opted_out is not null)::int as opted_out, h.broadcast_id, h.variant, h.business_id
      from rows d join (select distinct on (id) * from hits order by id) h on h.id = d.id
  )
  ${deedTable.upsert(
    schema,
    'd',
    `select broadcast_id, variant, business_id, sum(replied)::bigint, sum(opted_out)::bigint, sum(redeemed)::bigint, 0
      from counted group by 1, 2, 3 having (sum(replied), sum(opted_out), sum(redeemed)) <> (0, 0, 0)`,
  )} returning d.broadcast_id, d.business_id`,
);

const undo = perSchema(
  (schema) => `
  with gone as (
    update ${redeemedTable.in(schema)} e set undone = true from ${undoneBatch.from('s')}
      where e.redemption_id = s.redemption_id and not e.undone returning e.recipient_id
  ),
  changed as (
    update ${recipientTable.in(schema)} r set redeemed = r.redeemed - g.count
      from (select recipient_id, count(*)::int as count from gone group by 1) g where r.id = g.recipient_id
      returning r.broadcast_id, r.variant, r.business_id, g.count
  )
  ${deedTable.upsert(
    schema,
    'd',
    'select broadcast_id, variant, business_id, 0, 0, -sum(count)::bigint, 0 from changed group by 1, 2, 3',
  )} returning d.broadcast_id, d.business_id`,
);

/** A recipient counts once, however many links they follow, and whoever they are by now. */
const followed = perSchema(
  (schema) => `
  with news as materialized (
    select id, min(clicked_at) as clicked_at, sum(links) as links from ${clickedBatch.from('s')} group by id
  ),
  before as materialized (
    select r.id, r.clicked_at from news n join ${recipientTable.in(schema)} r on r.id = n.id
  ),
  changed as (
    update ${recipientTable.in(schema)} r
      set clicked_at = coalesce(r.clicked_at, n.clicked_at), clicks = r.clicks + n.links
      from news n where r.id = n.id returning r.id, r.broadcast_id, r.variant, r.business_id
  )
  ${deedTable.upsert(
    schema,
    'd',
    `select broadcast_id, variant, business_id, 0, 0, 0, count(*)
      from changed join before using (id) where before.clicked_at is null group by 1, 2, 3`,
  )} returning d.broadcast_id, d.business_id`,
);

/** Of opt-outs those that people said themselves, not what a carrier or a bounce told us. */
const own: ReadonlySet<string> = new Set(['message', 'unsubscribe-page', 'one-click', 'complaint']);

/** What the contacts of a batch did. */
export class EngagementFold {
  readonly #deeds: WrittenOf<typeof deedBatch>[] = [];
  readonly #undone: WrittenOf<typeof undoneBatch>[] = [];
  readonly #clicked: WrittenOf<typeof clickedBatch>[] = [];

  add(event: StoredEvent): void {
    if (is(event, LinkClicked)) {
      const { businessId, source, contactId, clickedAt } = event.data;
      if (source.kind === 'broadcast')
        this.#clicked.push({ id: messageIdOf(businessId, source.id as BroadcastId, contactId), clickedAt, links: 1 });
      return;
    }
    const { contactId } = event.data as { contactId: string | null };
    const at = event.metadata.occurredAt;
    const nothing = { channel: null, campaignId: null, redemptionId: null, couponId: null };
    const say = (kind: WrittenOf<typeof deedBatch>['kind'], more: Partial<WrittenOf<typeof deedBatch>> = {}): void => {
      if (contactId !== null) this.#deeds.push({ ...nothing, contactId, kind, at, position: event.position, ...more });
    };
    if (is(event, MessageRoutedToInbox)) say('replied', { channel: 'text' });
    else if (is(event, MessageAnsweredAutomatically)) {
      if (event.data.rule === 'keyword' || event.data.rule === 'help') say('replied', { channel: 'text' });
    } else if (is(event, ContactOptedOut)) {
      if (own.has(event.data.via!)) say('opted-out', { channel: 'text' });
    } else if (is(event, ContactUnsubscribedFromEmail)) {
      if (own.has(event.data.via!)) say('opted-out', { channel: 'mail' });
    } else if (is(event, CouponRedeemed)) {
      const { campaignId, redemptionId, couponId } = event.data;
      say('redeemed', { campaignId: campaignId!, redemptionId: redemptionId!, couponId: couponId! });
    } else if (is(event, CouponRedemptionUndone)) this.#undone.push({ redemptionId: event.data.redemptionId! });
  }

  statements(schema: string): Statement[] {
    return [
      ...(this.#deeds.length === 0 ? [] : [{ text: did(schema), values: deedBatch.values(this.#deeds) }]),
      ...(this.#clicked.length === 0 ? [] : [{ text: followed(schema), values: clickedBatch.values(this.#clicked) }]),
      ...(this.#undone.length === 0 ? [] : [{ text: undo(schema), values: undoneBatch.values(this.#undone) }]),
    ];
  }
}
