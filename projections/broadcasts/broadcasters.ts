import { sql } from 'kysely';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactModel, type ContactStatus, contactTable } from '../tables/contacts.ts';
import { dated, query, tablesIn } from '../engine/query.ts';
import { broadcastModel, broadcastTable, textedTable } from '../tables/broadcasts.ts';

const t = tablesIn(broadcastModel);
const campaigns = tablesIn(campaignModel)(campaignTable);
const contacts = tablesIn(contactModel)(contactTable);

interface Row {
  readonly phone: string;
  readonly status: ContactStatus;
  readonly sentId: string | null;
  readonly sentName: string | null;
  readonly sentAt: Date | null;
}

export const broadcasterQueries = {
  /** Of these phones those that have texted: whether they have opted out, and what was sent from them last. */
  broadcasters: query({
    reads: 'business',
    run: async (db, businessId: string, phones: readonly string[]) => {
      const [rows, [example]] = await Promise.all([
        db.ask(sql<Row>`select c.phone, c.current as status, l.id as "sentId", l.name as "sentName", l.at as "sentAt"
          from ${contacts} c
            left join lateral (
              select b.id, b.name, b.created_at as at
                from ${t(textedTable)} x join ${t(broadcastTable)} b on b.id = x.broadcast_id
                where x.contact_id = c.id and x.business_id = c.business_id and b.business_id = c.business_id
                order by b.position desc limit 1
            ) l on true
          where c.business_id = ${businessId} and coalesce(c.phone, '~') = any(${phones}::text[])`),
        db.ask(sql<{ keyword: string }>`select m.keyword from ${campaigns} m
          where m.business_id = ${businessId} and m.status = 'active' order by m.position limit 1`),
      ]);
      return { keyword: example?.keyword ?? null, phones: rows.map(dated) };
    },
  }),
};
