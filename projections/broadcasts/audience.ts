import { type RawBuilder, sql } from 'kysely';
import type { RecipientsOf } from '../../domain/broadcast/fields.ts';
import type { Channel } from '../../domain/contact/fields.ts';
import { tablesIn } from '../engine/query.ts';
import { broadcastModel, broadcastTable, recipientTable } from './table.ts';

const t = tablesIn(broadcastModel);

/**
 * SQL, for audiences: the contact `contactId` (a column of the asking query) was of an earlier broadcast's audience and
 * came to one of the ends, or was left out for one of the reasons. Who was never written to is where the broadcast
 * ended (`recipientState`). Answered from an index.
 */
export const wasRecipient = (
  businessId: string,
  contactId: RawBuilder<unknown>,
  { broadcastId, ends, reasons }: RecipientsOf,
): RawBuilder<unknown> => sql`exists (
  select from ${t(recipientTable)} w join ${t(broadcastTable)} e on e.id = w.broadcast_id
    where w.broadcast_id = ${broadcastId}::uuid and w.business_id = ${businessId} and w.contact_id = ${contactId}
      and (w.reason = any(${reasons}::text[])
        or case when w.state <> 'waiting' then w.state when e.status = 'stopped' then 'stopped'
          when e.status = 'completed' then 'expired' end = any(${ends}::text[])))`;

/** SQL: something of a broadcast left for the contact by this channel within so many hours before `now`. */
export const writtenWithin = (
  businessId: string,
  contactId: RawBuilder<unknown>,
  { channel, hours, now }: { readonly channel: Channel; readonly hours: number; readonly now: Date },
): RawBuilder<unknown> => sql`exists (
  select from ${t(recipientTable)} w
    where w.contact_id = ${contactId} and w.business_id = ${businessId} and w.channel = ${channel}
      and w.sent_position is not null
      and w.sent_at > ${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz)`;
