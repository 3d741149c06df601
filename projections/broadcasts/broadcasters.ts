import { sql } from 'kysely';
import { businessModel, businessTable } from '../businesses/table.ts';
import { campaignModel, campaignTable } from '../campaigns/table.ts';
import { contactModel, type ContactStatus, contactTable } from '../contacts/table.ts';
import { dated, query, tablesIn } from '../engine/query.ts';
import { broadcastModel, broadcastTable, textedTable } from './table.ts';

const t = tablesIn(broadcastModel);
const businesses = tablesIn(businessModel)(businessTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const contacts = tablesIn(contactModel)(contactTable);

interface Row {
  readonly name: string;
  readonly phone: string;
  readonly contactId: string | null;
  readonly status: ContactStatus | null;
  readonly sentId: string | null;
  readonly sentName: string | null;
  readonly sentAt: Date | null;
}

export const broadcasterQueries = {
  /** The phones that may send by text, each with what became of it last; and a keyword that they may text. */
  broadcasters: query({
    reads: 'business',
    run: async (db, businessId: string) => {
      const [rows, [example]] = await Promise.all([
        db.ask(sql<Row>`select r.value ->> 'name' as name, r.value ->> 'phone' as phone, c.id as "contactId",
            c.current as status, l.id as "sentId", l.name as "sentName", l.at as "sentAt"
          from ${businesses} s
            cross join lateral jsonb_array_elements(s.broadcasters) with ordinality as r(value, place)
            left join ${contacts} c on c.business_id = s.id and coalesce(c.phone, '~') = r.value ->> 'phone'
            left join lateral (
              select b.id, b.name, b.created_at as at
                from ${t(textedTable)} x join ${t(broadcastTable)} b on b.id = x.broadcast_id
                where x.contact_id = c.id and x.business_id = s.id and b.business_id = s.id
                order by b.position desc limit 1
            ) l on true
          where s.id = ${businessId} order by r.place`),
        db.ask(sql<{ keyword: string }>`select m.keyword from ${campaigns} m
          where m.business_id = ${businessId} and m.status = 'active' order by m.position limit 1`),
      ]);
      return { keyword: example?.keyword ?? null, broadcasters: rows.map(dated) };
    },
  }),
};
