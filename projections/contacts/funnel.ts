import { type RawBuilder, sql } from 'kysely';
import type { Audience, LeftOut } from '../../domain/broadcasts/fields.ts';
import type { Channel } from '../../domain/kernel/channels.ts';
import { broadcastModel, recipientTable } from '../tables/broadcasts.ts';
import { query, tablesIn } from '../engine/query.ts';
import { audienceSql, contextOf, finalReason } from './audience.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';

const contacts = tablesIn(contactModel)(contactTable);
const recipients = tablesIn(broadcastModel)(recipientTable);

/** SQL: something of a broadcast left for the contact by this channel within so many hours before `now`. */
const writtenWithin = (
  businessId: string,
  contactId: RawBuilder<unknown>,
  { channel, hours, now }: { readonly channel: Channel; readonly hours: number; readonly now: Date },
): RawBuilder<unknown> => sql`exists (
  select from ${recipients} w
    where w.contact_id = ${contactId} and w.business_id = ${businessId} and w.channel = ${channel}
      and w.sent_position is not null
      and w.sent_at > ${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz)`;

export interface Funnel {
  /** Who is meant. */
  readonly total: number;
  readonly recipients: number;
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
}

export const funnelQueries = {
  /**
   * Who a broadcast would go to if it began now: counted, not estimated. `windowHours`: nobody who got one of this
   * channel within so many hours; null: no such window. As an operator: see `audiencePage`.
   */
  audienceFunnel: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      { channel, audience, windowHours }: { channel: Channel; audience: Audience; windowHours: number | null },
      signal?: AbortSignal,
    ): Promise<Funnel> => {
      const now = db.now();
      const context = await contextOf(db, businessId, audience, now);
      const tooOften =
        windowHours === null ?
          sql`null`
        : sql`case when ${writtenWithin(businessId, sql`c.id`, { channel, hours: windowHours, now })} then 'too-often' end`;
      const rows = await db.ask(
        sql<{ reason: LeftOut | null; count: number }>`select reason, count(*)::int as count from (
          select coalesce(${finalReason(channel, audience, context)}, ${tooOften}) as reason from ${contacts} c
          where c.business_id = ${businessId} and ${audienceSql(audience, context)}
        ) meant group by reason`,
        signal,
      );
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        recipients: rows.find(({ reason }) => reason === null)?.count ?? 0,
        leftOut: Object.fromEntries(rows.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count]]))),
      };
    },
  }),
};
