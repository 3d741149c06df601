import { type RawBuilder, sql } from 'kysely';
import {
  conditionsInAll,
  type ContactFilter,
  type FilterCondition,
  isChoice,
  type MomentRule,
  maxConditions,
  oneNumber,
  segmentsIn,
  type ChoiceRule,
  tooManyConditions,
  type WrittenRule,
  type YearlyRule,
} from '../../domain/contacts/filter.ts';
import { attributeByApiName, isApiName } from '../../domain/contacts/attributes.ts';
import { daysOfYear } from '../../domain/contacts/yearly.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { canonicalKeyword } from '../../domain/sms/keywords.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { broadcastModel, broadcastTable, recipientRanks, recipientTable } from '../tables/broadcasts.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import { couponModel, couponTable } from '../tables/coupons.ts';
import { engagementModel, engagementTable } from '../tables/engagement.ts';
import { type ReadDatabase, tablesIn } from '../engine/query.ts';
import { clickTable, linkModel } from '../tables/links.ts';
import { segmentModel, segmentTable } from '../tables/segments.ts';
import { contactModel, customValueTable, isSearched, membershipTable, wholeIndexed } from '../tables/contacts.ts';

const t = tablesIn(contactModel);
const conversations = tablesIn(conversationModel)(conversationTable);
const recipients = tablesIn(broadcastModel)(recipientTable);
const broadcasts = tablesIn(broadcastModel)(broadcastTable);
const clicks = tablesIn(linkModel)(clickTable);
const coupons = tablesIn(couponModel)(couponTable);
const engagement = tablesIn(engagementModel)(engagementTable);
const businesses = tablesIn(businessModel)(businessTable);
const segments = tablesIn(segmentModel)(segmentTable);

type Condition = RawBuilder<unknown>;
type Of<Field extends FilterCondition['field']> = Extract<FilterCondition, { field: Field }>;

/** What a filter means depends on. */
export interface FilterContext {
  readonly businessId: string;
  /** Of the table of contacts in the query that it becomes part of. */
  readonly alias: string;
  /** The business's zone: its days are meant. */
  readonly zone: string;
  readonly now: Date;
  /** What the segments say that stand in it, and in those (`segmentsFor`). One that is missing has nobody in it. */
  readonly segments: ReadonlyMap<string, ContactFilter>;
}

const dayMs = 86_400_000;
const nobody = sql`false`;
const everyone = sql`true`;
const not = (condition: Condition): Condition => sql`not ${condition}`;
const bracketed = (conditions: readonly Condition[], by: 'and' | 'or'): Condition =>
  sql`(${sql.join(conditions, sql.raw(` ${by} `))})`;

/**
 * The filter as a condition on a row of contacts, true or false, never null. It names the tenant itself in every table
 * that it looks into, so it may be asked as an operator; the query that it stands in says `business_id` of the contacts.
 * Throws `validation_failed` where it would become too large a statement.
 */
export function filterSql(filter: ContactFilter, context: FilterContext): Condition {
  if (isTooLarge(filter, context.segments))
    throw new DomainError('validation_failed', tooManyConditions, { filter: [tooManyConditions] });
  return withPath(filter, context, []);
}
/** As `filterSql`; one that is too large, stored before there was a bound, means nobody and harms no other. */
export const boundedFilterSql = (filter: ContactFilter, context: FilterContext): Condition =>
  isTooLarge(filter, context.segments) ? nobody : withPath(filter, context, []);

const isTooLarge = (filter: ContactFilter, of: FilterContext['segments']): boolean =>
  conditionsInAll(filter, (id) => of.get(id)) > maxConditions.ofFilter;

function withPath({ match, groups }: ContactFilter, context: FilterContext, path: readonly string[]): Condition {
  if (groups.length === 0) return everyone;
  const parts = groups.map((group) =>
    bracketed(
      group.conditions.map((condition) => conditionSql(condition, context, path)),
      group.match === 'all' ? 'and' : 'or',
    ),
  );
  return bracketed(parts, match === 'all' ? 'and' : 'or');
}

function conditionSql(condition: FilterCondition, context: FilterContext, path: readonly string[]): Condition {
  const column = (name: string) => sql.ref(`${context.alias}.${name}`);
  if ('text' in condition) return byText(condition, context);
  if ('day' in condition) return onDays(condition.day, column(condition.field), context);
  if (isChoice(condition)) return byChoice(condition.value, column(condition.field));
  switch (condition.field) {
    case 'keyword':
      return listed(
        column('keywords'),
        condition.has,
        condition.values.flatMap((typed) => canonicalKeyword(typed) ?? []),
      );
    case 'tag':
      return listed(
        column('tags'),
        condition.has,
        condition.values.map((typed) => typed.toLowerCase()),
      );
    case 'campaign':
      return inCampaigns(condition, context);
    case 'segment': {
      const within = condition.ids.map((id) => {
        const filter = path.includes(id) ? undefined : context.segments.get(id);
        return filter === undefined ? nobody : withPath(filter, context, [...path, id]);
      });
      const any = bracketed(within, 'or');
      return condition.has === 'any' ? any : not(any);
    }
    case 'upload':
      return condition.has === 'any' ?
          sql`(${column('upload_id')} is not null and ${column('upload_id')} = any(${condition.ids}::uuid[]))`
        : sql`(${column('upload_id')} is null or ${column('upload_id')} <> all(${condition.ids}::uuid[]))`;
    case 'status':
      return sql`${column('current')} = any(${condition.values}::text[])`;
    case 'email_status':
      return emailStatusIs(condition.values, column('email_status'));
    case 'reachable':
      return condition.value ? not(column('unreachable')) : column('unreachable');
    case 'source':
      // Not coalesced: Postgres knows how many have which source.
      return sql`(${column('source')} is not null and ${column('source')} = any(${condition.values}::text[]))`;
    case 'created':
      return during(column('created_at'), condition.moment, context);
    case 'opted_in':
      return during(column('opted_in_at'), condition.moment, context);
    case 'last_message':
      return byLastMessage(condition.moment, context);
    case 'custom':
      return byCustomValue(condition, context);
    case 'engagement':
      return byEngagement(condition, context);
    default:
      return condition satisfies never;
  }
}

/** Names, the number, and attributes that are written. */
function byText({ field, text }: Extract<FilterCondition, { text: unknown }>, { alias }: FilterContext): Condition {
  const [held, search] = [sql.ref(`${alias}.${field}`), sql.ref(`${alias}.search`)];
  if (field === 'phone') return byPhone(text, held, search);
  const name = isApiName(field) ? attributeByApiName[field] : null;
  if (name === null) return written(text, held, search);
  // Of the whole of these there are indexes.
  const equal = (typed: string) => sql`(${held} is not null and ${held} <> '' and lower(${held}) = lower(${typed}))`;
  if (wholeIndexed.has(name) && text.is === 'equal') return equal(text.value);
  if (wholeIndexed.has(name) && text.is === 'not-equal') return not(equal(text.value));
  return written(text, held, isSearched(name) ? search : null);
}

/** Nobody has said, or it was taken away: `unknown`. Not coalesced: of those who want none there is an index. */
function emailStatusIs(values: Of<'email_status'>['values'], column: Condition): Condition {
  const said = sql`(${column} is not null and ${column} = any(${values.filter((one) => one !== 'unknown')}::text[]))`;
  return values.includes('unknown') ? sql`(${said} or coalesce(${column}, '') = '')` : said;
}

/** A list of words. What nobody can have is in no list. */
function listed(column: Condition, has: 'any' | 'all' | 'none', values: readonly string[]): Condition {
  if (values.length === 0) return has === 'none' ? everyone : nobody;
  if (has === 'all') return sql`${column} @> ${values}::text[]`;
  const any = sql`${column} && ${values}::text[]`;
  return has === 'any' ? any : not(any);
}

/** Whatever is chosen of many goes into one parameter: fifty ids are one condition, and no fifty. */
function inCampaigns({ has, ids }: Of<'campaign'>, { alias, businessId }: FilterContext): Condition {
  const rows = (some: readonly string[]) => sql`from ${t(membershipTable)} f_m
    where f_m.contact_id = ${sql.ref(`${alias}.id`)} and f_m.business_id = ${businessId} and not f_m.taken_out
      and f_m.campaign_id = any(${some}::uuid[])`;
  const members = (some: readonly string[]) => sql`exists (select ${rows(some)})`;
  if (has !== 'all') return has === 'any' ? members(ids) : not(members(ids));
  const all = [...new Set(ids)];
  // The first by itself: it is found by its index, and who is not in it is not counted.
  const first = members(all.slice(0, 1));
  return all.length === 1 ?
      first
    : sql`(${first} and (select count(distinct f_m.campaign_id) ${rows(all)}) = ${all.length}::int)`;
}

const escaped = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&');

/**
 * Words that people have written down; upper and lower case are alike. What is empty or null is not known. The column
 * is part of `search`, which has an index; what stands on the border of two names is found there too, so both are asked.
 * `search` null: the search does not look into it.
 */
function written(text: WrittenRule, column: Condition, search: Condition | null): Condition {
  const found = (pattern: string, anywhere: string) => {
    const own = sql`lower(coalesce(${column}, '')) like lower(${pattern})`;
    return search === null ? own : sql`(${search} like lower(${anywhere}) and ${own})`;
  };
  return compared(text, {
    known: sql`coalesce(${column}, '') <> ''`,
    equal: (typed) => found(escaped(typed), `%${escaped(typed)}%`),
    like: (typed, begins) => found(`${begins ? '' : '%'}${escaped(typed)}%`, `%${escaped(typed)}%`),
  });
}

interface Comparing {
  readonly known: Condition;
  readonly equal: (typed: string) => Condition;
  readonly like: (typed: string, begins: boolean) => Condition;
}
function compared(text: WrittenRule, { known, equal, like }: Comparing): Condition {
  switch (text.is) {
    case 'known':
      return known;
    case 'not-known':
      return not(known);
    case 'equal':
      return equal(text.value);
    case 'not-equal':
      return not(equal(text.value));
    case 'containing':
      return like(text.value, false);
    case 'not-containing':
      return not(like(text.value, false));
    case 'beginning':
      return like(text.value, true);
    default:
      return text satisfies never;
  }
}

/** Of the whole of it there is an index. */
function byChoice(rule: ChoiceRule, column: Condition): Condition {
  if (!('values' in rule))
    return rule.is === 'known' ? sql`coalesce(${column}, '') <> ''` : sql`coalesce(${column}, '') = ''`;
  const among = sql`(${column} is not null and ${column} <> '' and ${column} = any(${rule.values}::text[]))`;
  return rule.is === 'one-of' ? among : not(among);
}

/** By its digits, however they are typed: `(415) 555` and `415555` are the same. Without any digit it is nobody's. */
function byPhone(text: WrittenRule, column: Condition, search: Condition): Condition {
  const digits = (typed: string): string => typed.replace(/\D/g, '');
  const held = sql`coalesce(${column}, '')`;
  return compared(text, {
    known: sql`${held} <> ''`,
    equal: (typed) => (digits(typed) === '' ? nobody : sql`${held} = ${`+${digits(typed)}`}`),
    like: (typed, begins) =>
      digits(typed) === '' ? nobody : (
        sql`(${search} like ${`%${digits(typed)}%`} and ${held} like ${begins ? `+${digits(typed)}%` : `%${digits(typed)}%`})`
      ),
  });
}

/** The first instant of a day of the zone; `plus`: of so many days later. */
const startOf = (day: string, zone: string, plus = 0): Condition =>
  sql`((${day}::date + ${plus}::int)::timestamp at time zone ${zone}::text)`;

/** From when to when; null: open. `outside`: not in it, or never. */
function spanOf(moment: MomentRule, { zone, now }: Pick<FilterContext, 'zone' | 'now'>) {
  const ago = (days: number) => sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  switch (moment.when) {
    case 'on':
      return { from: startOf(moment.day, zone), before: startOf(moment.day, zone, 1), outside: false };
    case 'before':
      return { from: null, before: startOf(moment.day, zone), outside: false };
    case 'after':
      return { from: startOf(moment.day, zone, 1), before: null, outside: false };
    case 'between':
      return { from: startOf(moment.from, zone), before: startOf(moment.to, zone, 1), outside: false };
    case 'in-the-last':
      return { from: ago(moment.days), before: null, outside: false };
    case 'not-in-the-last':
      return { from: ago(moment.days), before: null, outside: true };
    default:
      return moment satisfies never;
  }
}
const inSpan = (column: Condition, { from, before }: ReturnType<typeof spanOf>): Condition =>
  sql.join(
    [...(from === null ? [] : [sql`${column} >= ${from}`]), ...(before === null ? [] : [sql`${column} < ${before}`])],
    sql` and `,
  );

function during(column: Condition, moment: MomentRule, context: FilterContext): Condition {
  const span = spanOf(moment, context);
  const inside = sql`(${column} is not null and ${inSpan(column, span)})`;
  return span.outside ? not(inside) : inside;
}

function byLastMessage(moment: MomentRule, context: FilterContext): Condition {
  const span = spanOf(moment, context);
  const inside = sql`exists (select from ${conversations} f_v
    where f_v.contact_id = ${sql.ref(`${context.alias}.id`)} and f_v.business_id = ${context.businessId}
      and f_v.last_message_at is not null and ${inSpan(sql`f_v.last_message_at`, span)})`;
  return span.outside ? not(inside) : inside;
}

function onDays(day: YearlyRule, column: Condition, { zone, now }: FilterContext): Condition {
  switch (day.when) {
    case 'known':
      return sql`coalesce(${column}, '') <> ''`;
    case 'not-known':
      return sql`coalesce(${column}, '') = ''`;
    case 'month': {
      const month = String(day.month).padStart(2, '0');
      return sql`(${column} is not null and ${column} between ${`${month}-01`} and ${`${month}-31`})`;
    }
    case 'today':
    case 'in-the-next':
      return sql`(${column} is not null
        and ${column} = any(${daysOfYear(now, zone, day.when === 'today' ? 0 : day.days)}::text[]))`;
    default:
      return day satisfies never;
  }
}

/** So many characters of a value are in its index: a whole one can be longer than an index takes. */
export const indexedLength = 60;
const decimal = /^-?\d+(\.\d+)?$/;
/** What `oneNumber` takes for a number, as Postgres says it. */
const oneNumberSql = sql.lit('^-?(0|[1-9][0-9]*)([.][0-9]+)?$');

function byCustomValue({ id, value }: Of<'custom'>, { alias, businessId }: FilterContext): Condition {
  const one = (says: Condition) => sql`exists (select from ${t(customValueTable)} f_c
    where f_c.contact_id = ${sql.ref(`${alias}.id`)} and f_c.business_id = ${businessId}
      and f_c.field_id = ${id} and f_c.value <> '' and ${says})`;
  const begins = (typed: string) =>
    sql`left(lower(f_c.value), ${sql.lit(indexedLength)}) = left(lower(${typed}), ${sql.lit(indexedLength)})`;
  const asWords = (typed: string) => sql`(${begins(typed)} and lower(f_c.value) = lower(${typed}))`;
  // Numbers as numbers: 1.50 is 1.5.
  const equal = (typed: string) => {
    const number = oneNumber(typed);
    return number === null ?
        asWords(typed)
      : sql`(case when f_c.value ~ ${oneNumberSql} then f_c.value::numeric = ${number}::numeric
          else ${asWords(typed)} end)`;
  };
  switch (value.is) {
    case 'one-of': {
      const these = sql`unnest(${value.values}::text[]) typed`;
      const words = sql`left(lower(f_c.value), ${sql.lit(indexedLength)}) = any(array(
          select left(lower(typed), ${sql.lit(indexedLength)}) from ${these}))
          and lower(f_c.value) = any(array(select lower(typed) from ${these}))`;
      const numbers = value.values.map(oneNumber).filter((number) => number !== null);
      return one(
        numbers.length === 0 ?
          words
        : sql`(case when f_c.value ~ ${oneNumberSql} then f_c.value::numeric = any(${numbers}::numeric[])
            else ${words} end)`,
      );
    }
    case 'less':
    case 'more': {
      const than = sql.raw(value.is === 'less' ? '<' : '>');
      // Numbers as numbers; days, which are written `2026-11-22`, as they are written.
      return decimal.test(value.value) ?
          one(
            sql`case when f_c.value ~ '^-?[0-9]+([.][0-9]+)?$' then f_c.value::numeric ${than} ${value.value}::numeric else false end`,
          )
        : one(sql`(f_c.value collate "C") ${than} (${value.value}::text collate "C")`);
    }
    default:
      return compared(value, {
        known: one(everyone),
        equal: (typed) => one(equal(typed)),
        like: (typed, starts) => one(sql`lower(f_c.value) like lower(${`${starts ? '' : '%'}${escaped(typed)}%`})`),
      });
  }
}

/** When something was last done, by channel; what nothing tells of is missing. */
const lastTimes = {
  sent: { text: 'text_sent', mail: 'mail_sent' },
  delivered: { text: 'text_delivered', mail: 'mail_delivered' },
  bounced: { mail: 'mail_bounced' },
  replied: { text: 'text_replied' },
} as const;
/** Of a click `f_l`: the broadcast whose link it was went out by this channel; other messages are texts. */
const clickedBy = (channel: 'text' | 'mail', businessId: string): Condition => {
  const emails = sql`exists (select from ${broadcasts} f_b where f_b.id = f_l.source_id
    and f_b.business_id = ${businessId} and f_b.type = 'email')`;
  return channel === 'mail' ? emails : not(emails);
};
/** Whether that is so of a recipient `f_r` of one broadcast. What a server took and sent back later was not delivered. */
const ofBroadcast: Readonly<
  Record<'sent' | 'delivered' | 'bounced' | 'replied', (after: (column: Condition) => Condition) => Condition>
> = {
  sent: (after) => after(sql`f_r.sent_at`),
  delivered: (after) => sql`f_r.state = 'delivered' and ${after(sql`f_r.delivered_at`)}`,
  bounced: (after) =>
    sql`f_r.channel = 'mail' and f_r.rank = ${recipientRanks.bounced} and ${after(sql`f_r.failed_at`)}`,
  replied: (after) => after(sql`f_r.replied_at`),
};

function byEngagement({ did, not: isNot, within, channel, of }: Of<'engagement'>, context: FilterContext): Condition {
  const { alias, businessId, now } = context;
  const contact = sql.ref(`${alias}.id`);
  const since = within === null ? null : sql`${new Date(now.getTime() - within * dayMs).toISOString()}::timestamptz`;
  const after = (column: Condition) => (since === null ? sql`${column} is not null` : sql`${column} >= ${since}`);
  const done = (): Condition => {
    switch (did) {
      case 'redeemed':
      case 'coupon-issued': {
        const at = did === 'redeemed' ? sql`f_k.redeemed_at` : sql`f_k.issued_at`;
        return sql`exists (select from ${coupons} f_k where f_k.contact_id = ${contact}
          and f_k.business_id = ${businessId} ${did === 'redeemed' ? sql`and f_k.status = 'redeemed'` : sql``}
          and ${after(at)} ${of === null ? sql`` : sql`and f_k.campaign_id = ${of}`})`;
      }
      case 'sent':
      case 'delivered':
      case 'bounced':
      case 'replied': {
        if (of !== null)
          return sql`exists (select from ${recipients} f_r where f_r.broadcast_id = ${of} and f_r.contact_id = ${contact}
            and f_r.business_id = ${businessId} and ${ofBroadcast[did](after)}
            ${channel === null ? sql`` : sql`and f_r.channel = ${channel}`})`;
        const times: Readonly<Partial<Record<'text' | 'mail', string>>> = lastTimes[did];
        const columns = (channel === null ? Object.values(times) : [times[channel]]).filter((one) => one !== undefined);
        if (columns.length === 0) return nobody;
        return sql`exists (select from ${engagement} f_e where f_e.contact_id = ${contact}
          and f_e.business_id = ${businessId} and ${bracketed(
            columns.map((one) => after(sql.ref(`f_e.${one}`))),
            'or',
          )})`;
      }
      case 'clicked':
        // The first time that somebody followed a link; which channel it came by stands with the broadcast.
        return sql`exists (select from ${clicks} f_l where f_l.person_id = ${contact}
          and f_l.business_id = ${businessId} and ${after(sql`f_l.clicked_at`)}
          ${of === null ? sql`` : sql`and f_l.source_id = ${of}`}
          ${channel === null ? sql`` : sql`and ${clickedBy(channel, businessId)}`})`;
      default:
        return did satisfies never;
    }
  };
  return isNot ? not(done()) : done();
}

/** The segments that stand in filters, and in those, by id: what `filterSql` needs to know of them. */
export async function segmentsFor(
  db: ReadDatabase,
  businessId: string,
  ...filters: readonly ContactFilter[]
): Promise<ReadonlyMap<string, ContactFilter>> {
  const found = new Map<string, ContactFilter>();
  const askedFor = new Set<string>();
  let wanted: readonly string[] = filters.flatMap(segmentsIn);
  while ((wanted = wanted.filter((id) => !askedFor.has(id))).length > 0) {
    for (const id of wanted) askedFor.add(id);
    const rows = await db.ask(sql<{ id: string; filter: ContactFilter }>`select s.id, s.filter from ${segments} s
      where s.business_id = ${businessId} and s.id = any(${wanted}::uuid[]) and s.filter is not null
        and s.deleted is not true`);
    for (const { id, filter } of rows) found.set(id, filter);
    wanted = rows.flatMap(({ filter }) => segmentsIn(filter));
  }
  return found;
}

/** The zone whose days a business means. */
export async function zoneOfBusiness(db: ReadDatabase, businessId: string): Promise<string> {
  const [row] = await db.ask(sql<{ zone: string }>`select zone from ${businesses} where id = ${businessId}`);
  return row?.zone ?? 'UTC';
}

/** What is kept elsewhere than with the contact: each contact is looked up there, or each of those here. */
const keptElsewhere: ReadonlySet<FilterCondition['field']> = new Set([
  ...(['campaign', 'last_message', 'custom', 'engagement'] as const),
]);
/** Whether filters, and the segments that stand in them, ask of a contact what is not in its row. */
export function looksElsewhere(
  filters: readonly ContactFilter[],
  segments: FilterContext['segments'],
  seen: ReadonlySet<string> = new Set(),
): boolean {
  return filters.some((filter) => {
    const within = segmentsIn(filter).filter((id) => !seen.has(id));
    return (
      filter.groups.some(({ conditions }) => conditions.some(({ field }) => keptElsewhere.has(field))) ||
      looksElsewhere(
        within.flatMap((id) => segments.get(id) ?? []),
        segments,
        new Set([...seen, ...within]),
      )
    );
  });
}

/** All that a filter needs, asked for once. */
export async function contextFor(
  db: ReadDatabase,
  businessId: string,
  filters: readonly ContactFilter[],
  { alias = 'c', now = db.now() }: { readonly alias?: string; readonly now?: Date } = {},
): Promise<FilterContext> {
  const [zone, known] = await Promise.all([zoneOfBusiness(db, businessId), segmentsFor(db, businessId, ...filters)]);
  return { businessId, alias, zone, now, segments: known };
}
