import { type RawBuilder, sql } from 'kysely';
import type { EntryKind } from '../../domain/blocklists/fields.ts';
import type { Audience, LeftOut, RecipientsOf } from '../../domain/broadcasts/fields.ts';
import { attributeNames } from '../../domain/contacts/attributes.ts';
import type { Channel } from '../../domain/contacts/fields.ts';
import { type ContactFilter, everybody, type FilterCondition } from '../../domain/contacts/filter.ts';
import { blocklistModel, listingTable } from '../tables/blocklists.ts';
import { broadcastModel, broadcastTable, recipientTable } from '../tables/broadcasts.ts';
import { dated, type Dated, query, type ReadDatabase, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { boundedFilterSql, contextFor, type FilterContext, filterSql } from './filter.ts';
import { contactModel, contactTable, customValueTable } from '../tables/contacts.ts';

const t = tablesIn(contactModel);
const b = tablesIn(broadcastModel);
const l = tablesIn(blocklistModel);

/**
 * SQL, for audiences: the contact `contactId` (a column of the asking query) was of an earlier broadcast's audience and
 * came to one of the ends, or was left out for one of the reasons. Who was never written to is where the broadcast
 * ended (`recipientState`). Answered from an index.
 */
const wasRecipient = (
  businessId: string,
  contactId: RawBuilder<unknown>,
  { broadcastId, ends, reasons }: RecipientsOf,
): RawBuilder<unknown> => sql`exists (
  select from ${b(recipientTable)} w join ${b(broadcastTable)} e on e.id = w.broadcast_id
    where w.broadcast_id = ${broadcastId}::uuid and w.business_id = ${businessId} and w.contact_id = ${contactId}
      and (w.reason = any(${reasons}::text[])
        or case when w.state <> 'waiting' then w.state when e.status = 'stopped' then 'stopped'
          when e.status = 'completed' then 'expired' end = any(${ends}::text[])))`;

const filterOf = (...conditions: readonly FilterCondition[]): ContactFilter => ({
  match: 'any',
  groups: [{ match: 'any', conditions: [...conditions] }],
});
/** Lists longer than one condition takes, as several. */
const inParts = (ids: readonly string[], most = 50): string[][] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, part) => ids.slice(part * most, (part + 1) * most));
const among = (keywords: readonly string[], segmentIds: readonly string[]): FilterCondition[] => [
  ...inParts(keywords).map((values) => ({ field: 'keyword', has: 'any', values }) as const),
  ...inParts(segmentIds).map((ids) => ({ field: 'segment', has: 'any', ids }) as const),
];

/** The filters that an audience is made of: who is asked in (null: everybody), and who is left out (null: nobody). */
function partsOf({ keywords, segmentIds, exceptKeywords, exceptSegmentIds }: Audience) {
  const [asked, except] = [among(keywords, segmentIds), among(exceptKeywords, exceptSegmentIds)];
  return {
    asked: asked.length === 0 ? null : filterOf(...asked),
    except: except.length === 0 ? null : filterOf(...except),
  };
}

/** Who is meant, as a condition on a row of contacts. Whether they may be written to is another question: see `reasonSql`. */
export function audienceSql(audience: Audience, context: FilterContext): RawBuilder<unknown> {
  const { asked, except } = partsOf(audience);
  const chosen =
    audience.contactIds.length === 0 ?
      []
    : [sql`${sql.ref(`${context.alias}.id`)} = any(${audience.contactIds}::uuid[])`];
  const any = [...chosen, ...(asked === null ? [] : [filterSql(asked, context)])];
  return sql.join(
    [
      filterSql(audience.filter, context),
      ...(audience.recipientsOf === null ?
        []
      : [wasRecipient(context.businessId, sql.ref(`${context.alias}.id`), audience.recipientsOf)]),
      ...(any.length === 0 ? [] : [sql`(${sql.join(any, sql` or `)})`]),
      ...(except === null ? [] : [sql`not ${filterSql(except, context)}`]),
    ],
    sql` and `,
  );
}

export const contextOf = (db: ReadDatabase, businessId: string, audience: Audience, now: Date | undefined) => {
  const { asked, except } = partsOf(audience);
  const filters = [audience.filter, asked ?? everybody, except ?? everybody];
  return contextFor(db, businessId, filters, now === undefined ? {} : { now });
};

/**
 * Why somebody can not be written to by a channel, as far as it is known beforehand; null: nothing speaks against it.
 * The last word is said when it is sent (`domain/delivery/verdict.ts`), in the same order.
 */
function reasonSql(channel: Channel, { alias, now, businessId }: FilterContext): RawBuilder<LeftOut | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const isBlocked = sql`when ${blacklisted(businessId, column)} then 'blocked'`;
  const paused = sql`when ${column('paused_until')} > ${now.toISOString()}::timestamptz then 'paused'`;
  return channel === 'text' ?
      sql`case when coalesce(${column('phone')}, '') = '' then 'no-address'
        when ${column('current')} = 'optedOut' then 'opted-out'
        when ${column('current')} <> 'subscribed' then 'no-consent'
        when ${column('suspected')} then 'looks-opted-out'
        when ${column('unreachable')} then 'unreachable' ${paused} ${isBlocked} end`
    : sql`case when coalesce(${column('email')}, '') = '' then 'no-address'
        when ${column('email_status')} = 'unsubscribed' then 'opted-out'
        when ${column('email_status')} is distinct from 'subscribed' then 'no-consent' ${paused} ${isBlocked} end`;
}

/**
 * Whether the blacklist speaks of somebody: of their number, their address, its domain or those above that (`entriesOf`),
 * by whatever they are written to. Lists are read once for all of an audience.
 */
function blacklisted(businessId: string, column: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const on = (kind: EntryKind) => sql`in (select e.value from ${l(listingTable)} e
    where e.business_id = ${businessId} and e.list = 'black' and e.kind = ${kind} and not e.gone)`;
  const address = sql`lower(trim(${column('email')}))`;
  const domain = sql`split_part(${address}, '@', -1)`;
  const above = (labels: number) => sql`substring(${domain} from ${`^(?:[^.]+\\.){${labels}}(.+\\..+)$`})`;
  const domains = [domain, above(1), above(2), above(3)].map((one) => sql`${one} ${on('domain')}`);
  return sql`(${column('phone')} ${on('phone')} or ${address} ${on('email')} or ${sql.join(domains, sql` or `)})`;
}

/** With `duplicate` for an email whose address an older contact of the audience gets it at already. */
export function finalReason(channel: Channel, audience: Audience, context: FilterContext): RawBuilder<LeftOut | null> {
  const reason = reasonSql(channel, context);
  if (channel === 'text') return reason;
  const older = { ...context, alias: 'o' };
  return sql`coalesce(${reason}, case when exists (select from ${t(contactTable)} o
    where o.business_id = ${context.businessId} and lower(o.email) = lower(${sql.ref(`${context.alias}.email`)})
      and o.email <> '' and o.position < ${sql.ref(`${context.alias}.position`)}
      and ${reasonSql(channel, older)} is null and ${audienceSql(audience, older)}) then 'duplicate' end)`;
}

const member = contactTable.select(
  'c',
  'position',
  'phone',
  'emailStatus',
  'unreachable',
  'pausedUntil',
  'firstName',
  'lastName',
  ...attributeNames,
);
type Selected = SelectedOf<typeof member> & {
  contactId: string;
  status: 'subscribed' | 'optedOut' | 'unknown';
  reason: LeftOut | null;
  custom: Readonly<Record<string, string>> | null;
};
/** One of an audience. `custom`: what stands in its custom fields by their ids, null unless it was asked for. */
export type AudienceMember = Dated<Selected>;

export interface AudiencePage {
  /** `next` of the page before; null: from the beginning. */
  readonly after: string | null;
  readonly limit: number;
  /** Only who was known at this place of the log; left out: everybody. */
  readonly upTo?: string;
  /** At which the filter is asked: the same for all pages of one audience. */
  readonly now?: Date;
  /** Whether `custom` is wanted. */
  readonly custom?: boolean;
}

export const audienceQueries = {
  /**
   * A page of an audience, the oldest contacts first, each once; `next`: where the next page begins, null: this was the
   * last. As an operator: its keywords and words are looked up in indexes that a policy keeps from use (see `contacts`).
   */
  audiencePage: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      channel: Channel,
      audience: Audience,
      { after, limit, upTo, now, custom = false }: AudiencePage,
    ): Promise<{ readonly members: readonly AudienceMember[]; readonly next: string | null }> => {
      const context = await contextOf(db, businessId, audience, now);
      const own = sql`(select jsonb_object_agg(w.field_id, w.value) from ${t(customValueTable)} w
        where w.contact_id = c.id and w.business_id = ${businessId} and w.value <> '')`;
      const rows = await db.ask(sql<Selected>`
        select c.id as "contactId", c.current as status, ${member}, ${custom ? own : sql`null`} as custom,
          ${finalReason(channel, audience, context)} as reason
        from ${t(contactTable)} c
        where c.business_id = ${businessId} ${after === null ? sql`` : sql`and c.position > ${after}::bigint`}
          ${upTo === undefined ? sql`` : sql`and c.position <= ${upTo}::bigint`} and ${audienceSql(audience, context)}
        order by c.position limit ${limit}`);
      const members = rows.map((row) => {
        const shown = dated(row);
        return { ...shown, email: shown.email === '' ? null : shown.email };
      });
      return { members, next: rows.length < limit ? null : rows.at(-1)!.position };
    },
  }),

  /** How many are meant, how many of them nothing is known to speak against, and of the others why: counted, not estimated. */
  countAudience: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      channel: Channel,
      audience: Audience,
      signal?: AbortSignal,
    ): Promise<{
      readonly total: number;
      readonly recipients: number;
      readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
    }> => {
      const context = await contextOf(db, businessId, audience, undefined);
      const rows = await db.ask(
        sql<{ reason: LeftOut | null; count: number }>`select reason, count(*)::int as count from (
          select ${finalReason(channel, audience, context)} as reason from ${t(contactTable)} c
          where c.business_id = ${businessId} and ${audienceSql(audience, context)}
        ) meant group by reason`,
        signal,
      );
      const of = (wanted: LeftOut | null) => rows.find(({ reason }) => reason === wanted)?.count ?? 0;
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        recipients: of(null),
        leftOut: Object.fromEntries(rows.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count]]))),
      };
    },
  }),

  /** How many contacts a filter means. */
  countFilter: query({
    reads: 'operator',
    run: async (db, businessId: string, filter: ContactFilter, signal?: AbortSignal): Promise<number> => {
      const context = await contextFor(db, businessId, [filter]);
      const [row] = await db.ask(
        sql<{ count: number }>`select count(*)::int as count from ${t(contactTable)} c
          where c.business_id = ${businessId} and ${filterSql(filter, context)}`,
        signal,
      );
      return row?.count ?? 0;
    },
  }),

  /**
   * In which of these filters contacts are: of some, those that there are; or the next `limit` behind a position. As an
   * operator: see `contacts`.
   */
  sortContacts: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      filters: readonly ContactFilter[],
      which: readonly string[] | { readonly after: string; readonly limit: number },
    ) => {
      const context = await contextFor(db, businessId, filters);
      const some =
        'after' in which ?
          sql`c.position > ${which.after}::bigint order by c.position limit ${which.limit}`
        : sql`c.id = any(${which}::uuid[])`;
      return db.ask(sql<{
        id: string;
        position: string;
        isIn: boolean[];
      }>`select c.id, c.position, array[${sql.join(filters.map((filter) => boundedFilterSql(filter, context)))}]::boolean[] as "isIn"
        from ${t(contactTable)} c where c.business_id = ${businessId} and ${some}`);
    },
  }),
};
