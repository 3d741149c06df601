import { type RawBuilder, sql } from 'kysely';
import type { ReportName } from '../../domain/reports/fields.ts';
import { query } from '../engine/query.ts';
import {
  begun,
  type FilePage,
  joined,
  matching,
  messages,
  ofScope,
  reads,
  type RecordsAsked,
  type RecordScope,
  single,
} from './records.ts';

/** A text as a file has it: all of it text already. */
export interface ExportedText {
  readonly day: string;
  readonly position: string;
  readonly at: string;
  readonly id: string;
  readonly business: string | null;
  readonly direction: string;
  readonly channel: string;
  readonly purpose: string | null;
  readonly number: string | null;
  readonly phone: string | null;
  readonly quantity: string;
  readonly status: string;
  readonly errorCode: number | null;
  readonly reason: string | null;
  /** Of message details. */
  readonly carrier?: string | null;
  readonly carrierMessageId?: string | null;
  readonly sentAt?: string | null;
  readonly deliveredAt?: string | null;
  /** Of texts. */
  readonly contact?: string | null;
  readonly body?: string | null;
  readonly campaign?: string | null;
  readonly broadcast?: string | null;
  readonly automation?: string | null;
}

export interface ExportedPage extends FilePage {
  readonly of: Extract<ReportName, 'mdr-list' | 'sms-list'>;
}

export const exportedRecordQueries = {
  /**
   * Texts for a file, in the order of their days and of the log. Of one business, or of all. What becomes of a text never
   * changes its place, so each is in the file once, as it was when its page was read.
   */
  exportedRecords: query({
    reads: (scope: RecordScope, _asked: RecordsAsked, _page: ExportedPage, _signal?: AbortSignal) => reads(scope),
    run: (
      db,
      scope: RecordScope,
      asked: RecordsAsked,
      { after, upTo, limit, zone, of }: ExportedPage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedText[]> => {
      const clock = (name: string): RawBuilder<unknown> =>
        sql`to_char(${sql.ref(name)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
      const own =
        of === 'mdr-list' ?
          sql`m.carrier, m.carrier_message_id as "carrierMessageId", ${clock('m.sent_at')} as "sentAt",
            ${clock('m.delivered_at')} as "deliveredAt"`
        : sql`nullif(trim(concat(c.first_name, ' ', c.last_name)), '') as contact, m.body, p.name as campaign,
            o.name as broadcast, a.name as automation`;
      const one = single(asked, 'm');
      return db.ask(
        sql<ExportedText>`
          select m.day::text as day, m.position::text as position, ${clock('m.at')} as at, m.id::text as id,
            b.name as business, m.direction, m.channel, m.purpose, m.number, c.phone, m.quantity::text as quantity,
            m.status, m.error_code as "errorCode", m.reason, ${own}
          from (
            select m.* from ${messages} m where ${begun} and ${ofScope(scope, 'm')} and ${matching(asked, 'm')}
              ${one === null ? sql`` : sql`and ${one}`} and m.position <= ${upTo}::bigint
              ${after === null ? sql`` : sql`and (m.day, m.position) > (${after.day}::date, ${after.position}::bigint)`}
            order by m.day, m.position limit ${limit}
          ) m ${of === 'mdr-list' ? joined.narrow : joined.wide}
          order by m.day, m.position`,
        signal,
      );
    },
  }),
};
