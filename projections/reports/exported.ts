import { type RawBuilder, sql } from 'kysely';
import { type TextColumn, textColumns, type TextReportName } from '../../domain/reports/fields.ts';
import { query } from '../engine/query.ts';
import { chained, csvText, needCare } from './csv.ts';
import {
  begun,
  type FilePage,
  joined,
  matching,
  messages,
  ofScope,
  reads,
  type RecordPlace,
  type RecordsAsked,
  type RecordScope,
  single,
} from './records.ts';

/** How texts are written. */
export interface ExportedLines {
  readonly report: TextReportName;
  /** Of the one business, as its cell has it; null: each text says its own. */
  readonly business: string | null;
  /** It is not for their own business: no names, no texts, no whole numbers. */
  readonly hidesContacts: boolean;
  /** Why a text went as it did, as cells: `carrier.30003`, `reason.opted-out`, and `unsaid` for what has no reason. */
  readonly reasons: Readonly<Record<string, string>>;
  /** What texts cost, as cells, by id; null: the file says no prices. */
  readonly prices: Readonly<Record<string, TextCost>> | null;
}
/** An amount with all its decimals, and its currency. */
export type TextCost = readonly [price: string, currency: string];
export interface ExportedChunk {
  readonly text: string;
  readonly rows: number;
  /** Of the last of them. */
  readonly place: RecordPlace;
}

type Sql = RawBuilder<unknown>;

/** The line of one text: of `m` and what is joined to it. Null is an empty cell. */
function line(zone: string, { report, business, hidesContacts, reasons, prices }: ExportedLines): Sql {
  // As ISO 8601 writes it, which is a fraction of the work of `to_char`.
  const clock = (name: string): Sql => sql`left((${sql.ref(name)} at time zone ${zone})::text, 19)`;
  const known = sql`${JSON.stringify(reasons)}::jsonb`;
  const reason = sql`case when m.reason is null and m.error_code is null then null else coalesce(
    ${known} ->> ('carrier.' || m.error_code), ${known} ->> ('reason.' || m.reason), ${csvText(sql`m.reason`)},
    ${reasons['unsaid'] ?? ''}::text) end`;
  const costs = sql`${JSON.stringify(prices ?? {})}::jsonb -> m.id::text`;
  // What people or a carrier wrote.
  const words: Partial<Record<TextColumn, Sql>> = {
    ...(business === null ? { business: sql`b.name` } : {}),
    number: sql`m.number`,
    ...(hidesContacts ? {} : { phone: sql`c.phone`, contact: sql`trim(concat(c.first_name, ' ', c.last_name))` }),
    carrier: sql`m.carrier`,
    carrier_id: sql`m.carrier_message_id`,
    campaign: sql`p.name`,
    broadcast: sql`o.name`,
    automation: sql`a.name`,
  };
  const hidden = sql`null`;
  const plain: Readonly<Record<Exclude<TextColumn, keyof typeof words>, Sql>> & Partial<Record<TextColumn, Sql>> = {
    at: clock('m.at'),
    id: sql`m.id`,
    business: sql`${business}::text`,
    direction: sql`m.direction`,
    channel: sql`m.channel`,
    purpose: sql`m.purpose`,
    phone: sql`'•••• ' || right(c.phone, 4)`,
    contact: hidden,
    body:
      hidesContacts ? hidden : sql`case when ${needCare([sql`m.body`])} then ${csvText(sql`m.body`)} else m.body end`,
    quantity: sql`m.quantity`,
    status: sql`m.status`,
    error_code: sql`m.error_code`,
    reason,
    sent_at: clock('m.sent_at'),
    delivered_at: clock('m.delivered_at'),
    price: sql`${costs} ->> 0`,
    currency: sql`${costs} ->> 1`,
  };
  const columns = textColumns(report, prices !== null);
  const written = (text: (words: Sql) => Sql): Sql =>
    chained(
      columns.map((name) => (words[name] === undefined ? plain[name]! : text(words[name]))),
      ',',
    );
  // Numbers begin with a plus, which a number may.
  const looked = columns.flatMap((name) =>
    words[name] === undefined ? []
    : name === 'number' || name === 'phone' ? [sql`ltrim(${words[name]}, '+')`]
    : [words[name]],
  );
  return sql`case when ${needCare(looked)} then ${written(csvText)} else ${written((text) => text)} end || e'\\r\\n'`;
}

/** The texts of a page of a file: of `m`. */
function chosen(scope: RecordScope, asked: RecordsAsked, { after, upTo, limit }: FilePage): Sql {
  const one = single(asked, 'm');
  return sql`from ${messages} m where ${begun} and ${ofScope(scope, 'm')} and ${matching(asked, 'm')}
    ${one === null ? sql`` : sql`and ${one}`} and m.position <= ${upTo}::bigint
    ${after === null ? sql`` : sql`and (m.day, m.position) > (${after.day}::date, ${after.position}::bigint)`}
    order by m.day, m.position limit ${limit}`;
}

export const exportedRecordQueries = {
  /** The texts of a page by their ids alone, to ask first what they cost. */
  exportedIds: query({
    reads: (scope: RecordScope, _asked: RecordsAsked, _page: FilePage, _signal?: AbortSignal) => reads(scope),
    run: async (db, scope: RecordScope, asked: RecordsAsked, page: FilePage, signal?: AbortSignal) =>
      (await db.ask(sql<{ id: string }>`select m.id ${chosen(scope, asked, page)}`, signal)).map(({ id }) => id),
  }),
  /**
   * Texts as lines of a file, in the order of their days and of the log; null: there are no more. Of one business, or of
   * all. What becomes of a text never changes its place, so each is in the file once, as it was when its page was read.
   */
  exportedRecords: query({
    reads: (scope: RecordScope, _asked: RecordsAsked, _page: FilePage, _lines: ExportedLines, _signal?: AbortSignal) =>
      reads(scope),
    run: async (
      db,
      scope: RecordScope,
      asked: RecordsAsked,
      page: FilePage,
      lines: ExportedLines,
      signal?: AbortSignal,
    ): Promise<ExportedChunk | null> => {
      const [found] = await db.ask(
        sql<{ text: string | null; rows: number; day: string; position: string }>`
          with found as materialized (
            select m.* ${chosen(scope, asked, page)}
          ),
          written as (
            select ${line(page.zone, lines)} as line
            from found m ${lines.report === 'mdr-list' ? joined.narrow : joined.wide} order by m.day, m.position
          )
          select (select string_agg(line, '') from written) as text, (select count(*)::int from found) as rows,
            last.day::text as day, last.position::text as position
          from (select day, position from found order by day desc, position desc limit 1) last`,
        signal,
      );
      if (found?.text === null || found === undefined) return null;
      const { text, rows, day, position } = found;
      return { text, rows, place: { day, position } };
    },
  }),
};
