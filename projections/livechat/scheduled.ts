import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  ScheduledTextFailed,
  ScheduledTextPaused,
  ScheduledTextRescheduled,
  ScheduledTextReleased,
  ScheduledTextCancelled,
  TextScheduled,
} from '../../domain/livechat/events.ts';
import { is } from '../engine/events.ts';
import { dated, query, tablesIn } from '../engine/query.ts';
import type { RowOf, SelectedOf, WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import { userModel, userTable } from '../tables/users.ts';
import { conversationModel, scheduledTextTable } from '../tables/livechat.ts';

type Row = WrittenOf<typeof scheduledTextTable>;

/** What a batch says of scheduled texts, one row each. */
export class ScheduledFold {
  readonly #rows = new Map<string, Row>();

  add(event: StoredEvent): void {
    if (is(event, TextScheduled)) {
      const { userId, body, media, sendAt } = event.data;
      const row = this.#row(event);
      row.authorId = userId!;
      row.body = body ?? null;
      row.media = media && media.length > 0 ? media : null;
      row.sendAt = sendAt!;
      row.position = event.position;
    } else if (is(event, ScheduledTextRescheduled)) {
      const row = this.#row(event);
      row.sendAt = event.data.sendAt!;
      row.status = 'waiting';
      row.reason = null;
    } else if (is(event, ScheduledTextPaused)) this.#turn(event, 'held', event.data.reason!);
    else if (is(event, ScheduledTextFailed)) this.#turn(event, 'dropped', event.data.reason!);
    else if (is(event, ScheduledTextReleased) || is(event, ScheduledTextCancelled)) this.#turn(event, 'over', null);
  }

  statements(schema: string): Statement[] {
    if (this.#rows.size === 0) return [];
    const text = scheduledTextTable.upsert(schema, 's', `select * from ${scheduledTextTable.from('said')}`);
    return [{ text, values: scheduledTextTable.values([...this.#rows.values()]) }];
  }

  #turn(event: StoredEvent, status: Row['status'], reason: string | null): void {
    const row = this.#row(event);
    row.status = status;
    row.reason = reason;
  }

  #row(event: StoredEvent): Row {
    const { messageId, businessId, contactId } = event.data as Record<'messageId' | 'businessId' | 'contactId', string>;
    const known = this.#rows.get(messageId);
    if (known) return known;
    const row: Row = {
      id: messageId,
      businessId,
      contactId,
      authorId: null,
      body: null,
      media: null,
      sendAt: null,
      status: 'waiting',
      reason: null,
      position: null,
    };
    this.#rows.set(messageId, row);
    return row;
  }
}

const texts = tablesIn(conversationModel)(scheduledTextTable);
const columns = scheduledTextTable.select(
  's',
  'id',
  'contactId',
  'authorId',
  'body',
  'media',
  'sendAt',
  'status',
  'reason',
);
type Read = SelectedOf<typeof columns> & { author: string | null };
/** `status`: `waiting` for its time; `held` until somebody decides, `dropped` since it could not be sent: `reason` says why. */
export type ScheduledTextView = ReturnType<typeof toView>;
const toView = (row: Read) => ({
  ...dated(row as Read & { sendAt: NonNullable<RowOf<typeof scheduledTextTable>['sendAt']> }),
  media: row.media ?? [],
});

export const scheduledQueries = {
  /** Those that are not over, in the order of their times. */
  scheduledTexts: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string): Promise<readonly ScheduledTextView[]> => {
      const rows = await db.ask(sql<Read>`select ${columns},
          nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as author
        from ${texts} s left join ${tablesIn(userModel)(userTable)} u on u.id = s.author_id
        where s.contact_id = ${contactId} and s.business_id = ${businessId} and s.status <> 'over' and s.send_at is not null
        order by s.send_at, s.id`);
      return rows.map(toView);
    },
  }),
};
