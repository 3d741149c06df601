import { EmailAccepted, EmailBounced, EmailComplained } from '../../domain/mail/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { batch, createAll, key, Rows } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { mailDayTable, mailHealthModel, mailQuantities } from '../tables/mail-health.ts';

const heard = batch({ businessId: key('uuid'), day: key('date'), ...mailQuantities });
const put = perSchema((schema) =>
  mailDayTable.upsert(
    schema,
    'd',
    `select h.business_id, h.day, h.sent, h.bounced, h.complained from ${heard.from('h')}`,
  ),
);

/** How the mails of businesses fare: what providers warn of, and cut off, a sender for. */
export const mailHealth: Projector = {
  ...mailHealthModel,
  byBusiness: true,
  handles: typesOf([EmailAccepted, EmailBounced, EmailComplained]),
  create: createAll(mailDayTable),
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
