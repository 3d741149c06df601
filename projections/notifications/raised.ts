import {
  type AllNotificationsRead,
  NotificationDeleted,
  type NotificationRaised,
  type NotificationRead,
} from '../../domain/notification/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored } from '../engine/events.ts';
import { either, highest } from '../engine/meet.ts';
import { batch, col, key, Rows, type WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import {
  bellTable,
  foldedTable,
  notificationCountTable,
  notificationStateTable,
  notificationTable,
  openLineTable,
} from './table.ts';

type Raised = Stored<typeof NotificationRaised>;
/** A line as an event writes it: of texts of one contact that nobody has looked at, the newest, under the id of the first. */
type Line = WrittenOf<typeof notificationTable>;

const members = batch({ id: key('uuid'), businessId: col('uuid'), contactId: col('uuid') });
/** What a user has done with one notification, and when it was first said. */
const touched = batch({
  userId: key('uuid'),
  notificationId: key('uuid'),
  businessId: col('uuid'),
  deleted: col('boolean', either),
  saidAt: col('bigint'),
});
/** Everything up to here is read. */
const marks = batch({ userId: key('uuid'), businessId: key('uuid'), readTo: col('bigint', highest) });

const count = (schema: string): string =>
  notificationCountTable.upsert(schema, 'c', 'select business_id, count(*) from added group by 1');

const insertLines = perSchema(
  (schema) => `
  with added as (${notificationTable.upsert(schema, 'n')} returning business_id)
  ${count(schema)}`,
);

/**
 * A text goes into the line of its contact that is still open. Moving such a line up changes nobody's count: nobody
 * has read it, so no mark has reached its old place either.
 */
const foldLines = perSchema(
  (schema) => `
  with x as (
    select x.*, o.notification_id as open_id from ${notificationTable.from('x')}
      left join ${openLineTable.in(schema)} o on o.contact_id = x.contact_id and o.business_id = x.business_id
  ),
  grown as (
    update ${notificationTable.in(schema)} n set title = x.title, content = x.content, link = x.link, at = x.at,
        position = x.position, count = n.count + x.count
      from x where n.id = x.open_id
  ),
  added as (
    ${notificationTable.upsert(schema, 'n', `select ${notificationTable.names} from x where x.open_id is null`)}
    returning id, business_id, contact_id
  ),
  opened as (${openLineTable.upsert(schema, 'o', 'select contact_id, business_id, id from added')})
  ${count(schema)}`,
);

const insertFolded = perSchema((schema) =>
  foldedTable.upsert(
    schema,
    'f',
    `select x.id, x.business_id, o.notification_id from ${members.from('x')}
        join ${openLineTable.in(schema)} o on o.contact_id = x.contact_id and o.business_id = x.business_id
      where x.id <> o.notification_id`,
  ),
);

/** Whoever names a text that went into another's line means that line. A line that somebody has dealt with takes no more texts. */
const upsertTouched = perSchema(
  (schema) => `
  with x as (
    select x.user_id, n.id, x.business_id, bool_or(x.deleted) as deleted, n.position from ${touched.from('x')}
        left join ${foldedTable.in(schema)} f on f.id = x.notification_id and f.business_id = x.business_id
        join ${notificationTable.in(schema)} n on n.id = coalesce(f.into_id, x.notification_id)
          and n.business_id = x.business_id and n.position < x.said_at
      group by 1, 2, 3, 5
  ),
  closed as (delete from ${openLineTable.in(schema)} o using x where o.notification_id = x.id)
  ${notificationStateTable.upsert(schema, 's', 'select user_id, id, business_id, deleted, position from x')}`,
);

const closeMarked = perSchema(
  (schema) => `
  delete from ${openLineTable.in(schema)} o using ${marks.from('x')}, ${notificationTable.in(schema)} n
    where o.business_id = x.business_id and n.id = o.notification_id and n.position <= x.read_to`,
);

/**
 * What the bell subtracts from the number raised: read by a mark, and touched one by one after it. Counted anew for
 * the users of the batch.
 */
const upsertUsers = perSchema((schema) => {
  const [states, lines] = [notificationStateTable.in(schema), notificationTable.in(schema)];
  return bellTable.upsert(
    schema,
    'u',
    `select x.user_id, x.business_id, m.read_to,
        (select coalesce((
            select raised from ${notificationCountTable.in(schema)} c where c.business_id = x.business_id
          ), 0) - (select count(*) from ${lines} n where n.business_id = x.business_id and n.position > m.read_to)),
        (select count(*) from ${states} s
          where s.user_id = x.user_id and s.business_id = x.business_id and s.position > m.read_to),
        (select count(*) from ${states} s where s.user_id = x.user_id and s.business_id = x.business_id and s.deleted)
      from ${marks.from('x')} left join ${bellTable.in(schema)} was using (user_id, business_id)
        cross join lateral (select greatest(x.read_to, coalesce(was.read_to, 0)) as read_to) m`,
  );
});

/**
 * What happened to the notifications of businesses, each up to the point where a text comes after somebody of it
 * looked: there its next part begins, so that the same lines come out however the feed is cut into batches.
 */
export class RaisedPart {
  readonly #lines = notificationTable.rows();
  readonly #texts = new Map<string, Line>();
  readonly #members = new Rows(members);
  readonly #touched = new Rows(touched);
  readonly #marks = new Rows(marks);
  /** Whether anything was read by a mark, not one by one. */
  #marked = false;
  readonly #lookedAt = new Set<string>();

  /** False: it belongs into the next part. */
  takesRaised(event: Raised): boolean {
    const { notificationId, businessId, contactId, kind, title, content, link } = event.data;
    const line: Line = {
      id: notificationId!,
      businessId: businessId!,
      contactId: contactId!,
      kind: kind!,
      title: title!,
      content,
      link,
      at: event.metadata.occurredAt,
      position: event.position,
      count: 1,
    };
    if (kind !== 'message') {
      this.#lines.say(line);
      return true;
    }
    if (this.#lookedAt.has(line.businessId)) return false;
    const before = this.#texts.get(line.contactId);
    this.#texts.set(line.contactId, before ? { ...line, id: before.id, count: before.count + 1 } : line);
    this.#members.say({ id: line.id, businessId: line.businessId, contactId: line.contactId });
    return true;
  }

  touch(event: Stored<typeof NotificationRead> | Stored<typeof NotificationDeleted>): void {
    const { userId, businessId, notificationId } = event.data;
    if (businessId === null) return;
    this.#lookedAt.add(businessId);
    this.#touched.say({
      userId: userId!,
      notificationId: notificationId!,
      businessId,
      deleted: is(event, NotificationDeleted),
      saidAt: event.position,
    });
    this.#marks.say({ userId: userId!, businessId, readTo: 0n });
  }

  mark(event: Stored<typeof AllNotificationsRead>): void {
    const { userId, businessId, upToPosition } = event.data;
    if (businessId === null) return;
    this.#lookedAt.add(businessId);
    const said = BigInt(upToPosition ?? '0');
    const readTo = said < event.position ? said : event.position;
    this.#marks.say({ userId: userId!, businessId, readTo });
    this.#marked ||= readTo > 0n;
  }

  statements(schema: string): Statement[] {
    return [
      ...this.#lines.into(insertLines(schema)),
      ...(this.#texts.size > 0 ?
        [{ text: foldLines(schema), values: notificationTable.values([...this.#texts.values()]) }]
      : []),
      ...this.#members.into(insertFolded(schema)),
      ...this.#touched.into(upsertTouched(schema)),
      ...(this.#marked ? this.#marks.into(closeMarked(schema)) : []),
      ...this.#marks.into(upsertUsers(schema)),
    ];
  }
}
