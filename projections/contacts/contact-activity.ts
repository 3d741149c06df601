import { sql } from 'kysely';
import type { EngagementEvent } from '../../domain/automations/runs/condition.ts';
import type { ContactActivity } from '../../domain/automations/runs/facts.ts';
import { broadcastModel, broadcastTable, recipientTable } from '../tables/broadcasts.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import { couponModel, couponTable } from '../tables/coupons.ts';
import { engagementModel, engagementTable } from '../tables/engagement.ts';
import { query, tablesIn } from '../engine/query.ts';
import { clickTable, linkModel } from '../tables/links.ts';

const conversations = tablesIn(conversationModel)(conversationTable);
const recipients = tablesIn(broadcastModel)(recipientTable);
const broadcasts = tablesIn(broadcastModel)(broadcastTable);
const clicks = tablesIn(linkModel)(clickTable);
const coupons = tablesIn(couponModel)(couponTable);
const engagement = tablesIn(engagementModel)(engagementTable);

interface Row {
  readonly contactId: string;
  readonly did: EngagementEvent['did'] | 'last-message';
  readonly at: Date;
  readonly channel: EngagementEvent['channel'];
  readonly of: string | null;
}

export const besideQueries = {
  /** What was done with what contacts were sent, and when each last texted or was: as `filter.ts` looks at it. */
  contactsBeside: query({
    // Of contacts of several businesses at once, for the engine of automations.
    reads: 'operator',
    run: async (db, contacts: readonly string[]): Promise<ReadonlyMap<string, ContactActivity>> => {
      if (contacts.length === 0) return new Map();
      const those = sql`any(${[...contacts]}::uuid[])`;
      const rows = await db.ask(sql<Row>`
        select e.contact_id as "contactId", x.did, x.at, x.channel, null::uuid as of from ${engagement} e
          cross join lateral (values ('sent', e.text_sent, 'text'), ('sent', e.mail_sent, 'mail'),
            ('delivered', e.text_delivered, 'text'), ('delivered', e.mail_delivered, 'mail'),
            ('bounced', e.mail_bounced, 'mail'), ('replied', e.text_replied, 'text')) x (did, at, channel)
          where e.contact_id = ${those} and x.at is not null
        union all select r.contact_id, x.did, x.at, r.channel, r.broadcast_id from ${recipients} r
          cross join lateral (values ('sent', r.sent_at), ('delivered', r.delivered_at), ('replied', r.replied_at)) x (did, at)
          where r.contact_id = ${those} and x.at is not null
        union all select l.contact_id, 'clicked', l.clicked_at, case when exists (select from ${broadcasts} b
            where b.id = l.source_id and b.business_id = l.business_id and b.type = 'email') then 'mail' else 'text' end, l.source_id
          from ${clicks} l where l.contact_id = ${those}
        union all select k.contact_id, 'coupon-issued', k.issued_at, null, k.campaign_id from ${coupons} k
          where k.contact_id = ${those}
        union all select k.contact_id, 'redeemed', k.redeemed_at, null, k.campaign_id from ${coupons} k
          where k.contact_id = ${those} and k.status = 'redeemed' and k.redeemed_at is not null
        union all select v.contact_id, 'last-message', v.last_message_at, null, null from ${conversations} v
          where v.contact_id = ${those} and v.last_message_at is not null`);
      return new Map(
        [...Map.groupBy(rows, ({ contactId }) => contactId)].map(([id, own]): [string, ContactActivity] => [
          id,
          {
            acts: own.flatMap(({ did, at, channel, of }) =>
              did === 'last-message' ? [] : [{ did, at: at.toISOString(), channel, of }],
            ),
            lastMessage: own.find(({ did }) => did === 'last-message')?.at.toISOString() ?? null,
          },
        ]),
      );
    },
  }),
};
