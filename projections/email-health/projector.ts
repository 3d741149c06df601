import { EmailAccepted, EmailBounced, EmailComplained } from '../../domain/emails/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { batch, createAll, key, Rows } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { emailDayTable, emailHealthModel, emailQuantities } from '../tables/email-health.ts';

const heard = batch({ businessId: key('uuid'), day: key('date'), ...emailQuantities });
const put = perSchema((schema) =>
  emailDayTable.upsert(
    schema,
    'd',
    `select h.business_id, h.day, h.sent, h.bounced, h.complained from ${heard.from('h')}`,
  ),
);

/** How the emails of businesses fare: what providers warn of, and cut off, a sender for. */
export const emailHealth: Projector = {
  ...emailHealthModel,
  byBusiness: true,
  handles: typesOf([EmailAccepted, EmailBounced, EmailComplained]),
  create: createAll(emailDayTable),
  fold: (events, schema) => {
    const rows = new Rows(heard);
    for (const event of events)
      rows.merge({
        businessId: event.data['businessId'] as string,
        day: event.metadata.occurredAt.slice(0, 10),
        sent: is(event, EmailAccepted) ? 1 : 0,
        bounced: is(event, EmailBounced) ? 1 : 0,
        complained: is(event, EmailComplained) ? 1 : 0,
      });
    return rows.toStatements(put(schema));
  },
};
