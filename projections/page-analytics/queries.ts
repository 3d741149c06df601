import { sql } from 'kysely';
import type { Device } from '../../domain/submissions/events.ts';
import {
  dated,
  type Dated,
  type Days,
  lengthOf,
  type Listed,
  offsetOf,
  type Page,
  query,
  tablesIn,
} from '../engine/query.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import {
  askedTable,
  type Dimension,
  entryTable,
  figureModel,
  testCountTable,
  testTable,
  visitDayTable,
} from '../tables/page-analytics.ts';
import { submissionModel, submissionTable } from '../tables/submissions.ts';

const t = tablesIn(figureModel);
const submissions = tablesIn(submissionModel)(submissionTable);
const contacts = tablesIn(contactModel)(contactTable);

/** What a page brought. `started`: visitors who began to fill in; `submitted`: entries. */
export interface PageSums {
  readonly views: number;
  readonly visitors: number;
  readonly started: number;
  readonly submitted: number;
}
/** A server that is killed loses views of its last seconds, not who was there: each visitor has seen the page once. */
const sums = sql`coalesce(greatest(sum(d.views), sum(d.visitors)), 0)::int as views,
  coalesce(sum(d.visitors), 0)::int as visitors,
  coalesce(sum(d.started), 0)::int as started, coalesce(sum(d.submitted), 0)::int as submitted`;

export type PageSide = PageSums & { readonly value: string };
export interface PageFiguresView extends Days {
  readonly totals: PageSums;
  /** Of the period of equal length before. */
  readonly previous: PageSums;
  readonly daily: readonly (PageSums & { readonly day: string })[];
  /** Each with the most visitors first; of sources, media and campaigns the first thirty. */
  readonly sources: readonly PageSide[];
  readonly media: readonly PageSide[];
  readonly campaigns: readonly PageSide[];
  readonly devices: readonly PageSide[];
  /** Views by robots, which are in no other number. */
  readonly robots: number;
  /** Who was asked by text in the period, and who of them has answered by now. */
  readonly asked: number;
  readonly answered: number;
}

interface Entry {
  readonly id: string;
  readonly at: Date;
  /** Of the business's zone. */
  readonly day: string;
  /** This and all that follows null: they were erased. */
  readonly contactId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly device: Device | null;
  readonly source: string | null;
}
export type EntryView = Dated<Entry>;

interface Test {
  readonly testId: string;
  readonly one: number;
  readonly other: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly kept: number | null;
  readonly counts: readonly (PageSums & { readonly version: number })[];
}
export type PageTestView = Dated<Test>;

const none: PageSums = { views: 0, visitors: 0, started: 0, submitted: 0 };
const maxSides = 30;
const maxTests = 50;

export const figureQueries = {
  /** Days of the business's zone, both included. `zone`: that zone, for what is told by instants. */
  pageFigures: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { campaignId, zone, from, to }: Days & { readonly campaignId: string; readonly zone: string },
    ): Promise<PageFiguresView> => {
      const length = lengthOf({ from, to });
      const [days, sides, [asked]] = await Promise.all([
        db.ask(sql<PageSums & { day: string; current: boolean }>`
          select x.day::date::text as day, x.day >= ${from}::date as current, ${sums}
          from generate_series((${from}::date - ${length}::int)::timestamp, ${to}::date::timestamp, '1 day') x(day)
            left join ${t(visitDayTable)} d on d.campaign_id = ${campaignId} and d.business_id = ${businessId}
              and d.dimension = 'all' and d.value = '' and d.day = x.day::date
          group by x.day order by x.day`),
        db.ask(sql<PageSide & { dimension: Dimension }>`
          select dimension, value, views, visitors, started, submitted from (
            select d.dimension, d.value, ${sums},
              row_number() over (
                partition by d.dimension order by sum(d.visitors) desc, sum(d.submitted) desc, sum(d.views) desc, d.value
              ) as place
            from ${t(visitDayTable)} d
            where d.campaign_id = ${campaignId} and d.business_id = ${businessId}
              and d.day between ${from}::date and ${to}::date and d.dimension <> 'all'
            group by d.dimension, d.value
          ) ranked where place <= ${maxSides} order by dimension, place`),
        db.ask(sql<{ asked: number; answered: number }>`
          select count(*)::int as asked, count(answered_at)::int as answered from ${t(askedTable)}
          where campaign_id = ${campaignId} and business_id = ${businessId}
            and asked_at >= (${from}::date)::timestamp at time zone ${zone}
            and asked_at < (${to}::date + 1)::timestamp at time zone ${zone}`),
      ]);
      const of = (dimension: Dimension): PageSide[] =>
        sides.filter((side) => side.dimension === dimension).map(({ dimension: _, ...side }) => side);
      const current = days.filter((day) => day.current);
      return {
        from,
        to,
        totals: add(current),
        previous: add(days.filter((day) => !day.current)),
        daily: current.map(({ current: _, ...day }) => day),
        sources: of('source'),
        media: of('medium').filter(({ value }) => value !== ''),
        campaigns: of('campaign').filter(({ value }) => value !== ''),
        devices: of('device'),
        robots: of('robot')[0]?.views ?? 0,
        asked: asked?.asked ?? 0,
        answered: asked?.answered ?? 0,
      };
    },
  }),

  /** Entries of days of the business's zone, the newest first: as many as the figures count on these days. */
  pageEntries: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { campaignId, from, to, page, perPage }: Days & Page & { readonly campaignId: string },
    ): Promise<Listed<EntryView>> => {
      const of = (alias: string) => sql`${sql.ref(`${alias}.campaign_id`)} = ${campaignId}
        and ${sql.ref(`${alias}.business_id`)} = ${businessId}
        and ${sql.ref(`${alias}.day`)} between ${from}::date and ${to}::date`;
      const order = sql`order by e.day desc, e.position desc`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<Entry>`
          select e.submission_id as id, e.at, e.day::text as day, p.id as "contactId", p.first_name as "firstName",
            p.last_name as "lastName", p.phone, p.email, s.device, s.source
          from (
            select * from ${t(entryTable)} e where ${of('e')} ${order} limit ${perPage} offset ${offsetOf(page, perPage)}
          ) e
            left join ${submissions} s on s.id = e.submission_id and s.business_id = e.business_id
            left join ${contacts} p on p.id = s.contact_id and p.business_id = e.business_id
          ${order}`),
        db.ask(sql<{ total: number }>`
          select coalesce(sum(d.submitted), 0)::float8 as total from ${t(visitDayTable)} d
          where ${of('d')} and d.dimension = 'all' and d.value = ''`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),

  /** Comparisons of a page's versions with what each brought, the newest first. */
  pageTests: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<readonly PageTestView[]> =>
      (
        await db.ask(sql<Test>`
          select t.test_id as "testId", t.one, t.other, t.started_at as "startedAt", t.ended_at as "endedAt", t.kept,
            coalesce((
              select json_agg(json_build_object('version', n.version, 'views', greatest(n.views, n.visitors),
                'visitors', n.visitors, 'started', n.started, 'submitted', n.submitted))
              from ${t(testCountTable)} n where n.test_id = t.test_id and n.version in (t.one, t.other)
            ), '[]'::json) as counts
          from ${t(testTable)} t
          where t.campaign_id = ${campaignId} and t.business_id = ${businessId} and t.started_at is not null
          order by t.started_from desc limit ${maxTests}`)
      ).map(dated),
  }),
};

const add = (rows: readonly PageSums[]): PageSums =>
  rows.reduce(
    (total, row) => ({
      views: total.views + row.views,
      visitors: total.visitors + row.visitors,
      started: total.started + row.started,
      submitted: total.submitted + row.submitted,
    }),
    none,
  );
