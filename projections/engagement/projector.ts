import { EmailAccepted, EmailBounced, EmailDelivered } from '../../domain/emails/events.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageReceived,
  MessageSent,
} from '../../domain/messages/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { underSurvivors } from '../engine/merges.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { engagementIndexes, engagementModel, engagementTable } from '../tables/engagement.ts';

const upsert = perSchema((schema) => engagementTable.upsert(schema, 'e'));
/** Instants of events are all written alike, so that they compare as text; the database compares them as instants. */
const instant = (at: string): string => new Date(at).toISOString();

const done: Projector = {
  ...engagementModel,
  byBusiness: true,
  handles: typesOf([
    ...[MessageAccepted, MessageSent, MessageDelivered, MessageFailed, MessageReceived],
    ...[EmailAccepted, EmailDelivered, EmailBounced],
  ]),
  create: createAll(engagementTable),
  index: engagementIndexes,
  fold: (events, schema) => {
    const rows = engagementTable.rows();
    for (const event of events) {
      const { contactId, businessId } = event.data as Record<'contactId' | 'businessId', string>;
      const of = { contactId, businessId };
      const at = instant(event.metadata.occurredAt);
      if (is(event, MessageReceived)) rows.merge({ ...of, textReplied: instant(event.data.receivedAt) });
      else if (is(event, EmailAccepted)) rows.merge({ ...of, mailSent: at });
      else if (is(event, EmailDelivered)) rows.merge({ ...of, mailDelivered: instant(event.data.at) });
      else if (is(event, EmailBounced)) rows.merge({ ...of, mailBounced: instant(event.data.at) });
      // What has arrived was sent, whichever word of the carrier's comes first.
      else if (is(event, MessageDelivered)) rows.merge({ ...of, textSent: at, textDelivered: at });
      // So was what the carrier took and could not deliver.
      else if (!is(event, MessageFailed) || event.data.providerMessageId !== null) rows.merge({ ...of, textSent: at });
    }
    return rows.toStatements(upsert(schema));
  },
};

const latestOf = (column: string): string => `max(g.${column})`;

/** What each contact did last with what they were sent: what filters and segments ask for. */
export const engagement: Projector = underSurvivors(done, (schema, absorbed) => [
  `with gone as (
    delete from ${engagementTable.in(schema)} e using ${absorbed} m where e.contact_id = m.id returning m.survivor_id, e.*
  )
  ${engagementTable.upsert(
    schema,
    'e',
    `select g.survivor_id, g.business_id, ${engagementTable.names.split(', ').slice(2).map(latestOf).join(', ')}
      from gone g group by 1, 2`,
  )}`,
]);
