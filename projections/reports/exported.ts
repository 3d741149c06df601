import { type RawBuilder, sql } from 'kysely';
import { reportColumns } from '../../domain/reports/fields.ts';
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
  readonly report: 'mdr-list' | 'sms-list';
  /** Of the one business, as its cell has it; null: each text says its own. */
  readonly business: string | null;
  /** It is not for their own business: no names, no texts, no whole numbers. */
  readonly hidesContacts: boolean;
  /** Why a text went as it did, as cells: `carrier.30003`, `reason.opted-out`, and `unsaid` for what has no reason. */
  readonly reasons: Readonly<Record<string, string>>;
}
export interface ExportedChunk {
  readonly text: string;
  readonly rows: number;
  /** Of the last of them. */
  readonly place: RecordPlace;
}

type Sql = RawBuilder<unknown>;
type Column = (typeof reportColumns)['mdr-list' | 'sms-list'][number];

/** The line of one text: of `m` and what is joined to it. Null is an empty cell. */
function line(zone: string, { report, business, hidesContacts, reasons }: ExportedLines): Sql {
  // As ISO 8601 writes it, which is a fraction of the work of `to_char`.
  const clock = (name: string): Sql => sql`left((${sql.ref(name)} at time zone ${zone})::text, 19)`;
  const known = sql`${JSON.stringify(reasons)}::jsonb`;
  const reason = sql`case when m.reason is null and m.error_code is null then null else coalesce(
    ${known} ->> ('carrier.' || m.error_code), ${known} ->> ('reason.' || m.reason), ${csvText(sql`m.reason`)},
    ${reasons['unsaid'] ?? ''}::text) end`;
  // What people or a carrier wrote.
  const words: Partial<Record<Column, Sql>> = {
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
  const plain: Readonly<Record<Exclude<Column, keyof typeof words>, Sql>> & Partial<Record<Column, Sql>> = {
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
  };
  const columns: readonly Column[] = reportColumns[report];
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

export const exportedRecordQueries = {
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
      { after, upTo, limit, zone }: FilePage,
      lines: ExportedLines,
      signal?: AbortSignal,
    ): Promise<ExportedChunk | null> => {
      const one = single(asked, 'm');
      const [found] = await db.ask(
        sql<{ text: string | null; rows: number; day: string; position: string }>`
          with found as materialized (
            select m.* from ${messages} m where ${begun} and ${ofScope(scope, 'm')} and ${matching(asked, 'm')}
              ${one === null ? sql`` : sql`and ${one}`} and m.position <= ${upTo}::bigint
              ${after === null ? sql`` : sql`and (m.day, m.position) > (${after.day}::date, ${after.position}::bigint)`}
            order by m.day, m.position limit ${limit}
          ),
          written as (
            select ${line(zone, lines)} as line
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
