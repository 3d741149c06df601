import { sql } from 'kysely';
import { contacts } from '../contacts/projector.ts';
import { conversations } from '../conversations/projector.ts';
import { ask, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { BusinessView, ReadModels } from '../read-models.ts';
import { businesses } from './projector.ts';

const t = tablesIn(schemaOf(businesses));
const days = tablesIn(schemaOf(conversations))('message_days');
const contactCounts = tablesIn(schemaOf(contacts))('contact_counts');

/** `now` decides which month the usage is of: the calendar month of the business's zone. */
export const businessQueries = (db: ReadDatabase, now: () => Date): Pick<ReadModels, 'business'> => ({
  business: async (businessId) => {
    const [row] = await ask(db, sql<BusinessView>`
      select b.id, b.agency_id as "agencyId", b.name, b.unique_id as "uniqueId", b.currency, b.timezone, b.date_format as "dateFormat", n.number as "phoneNumber",
        coalesce(n.is_toll_free, false) as "isTollFree", b.monthly_messages as "monthlyMessages", b.contact_limit as "contactLimit",
        (select coalesce(sum(d.segments), 0)::int from ${days} d where d.business_id = b.id and d.day >= m.first and d.day < (m.first + interval '1 month')::date) as "usageMessages",
        (select coalesce(sum(c.count), 0)::int from ${contactCounts} c where c.business_id = b.id and c.keyword = '') as "usageContacts"
      from ${t('businesses')} b left join ${t('numbers')} n on n.business_id = b.id
        cross join lateral (select date_trunc('month', ${now().toISOString()}::timestamptz at time zone b.zone)::date as first) m
      where b.id = ${businessId}`);
    return row ?? null;
  },
});
