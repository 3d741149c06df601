import type { ConversationRead } from '../../domain/livechat/events.ts';
import {
  type AllNotificationsRead,
  NotificationDeleted,
  type NotificationRaised,
  type NotificationRead,
} from '../../domain/notifications/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored } from '../engine/events.ts';
import { either, highest } from '../engine/merge-policy.ts';
import { batch, col, key, Rows, type WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import {
  bellTable,
  foldedTable,
  notificationCountTable,
  notificationStateTable,
  notificationTable,
  openLineTable,
  readConversationTable,
} from '../tables/notifications.ts';

type Raised = Stored<typeof NotificationRaised>;
/** A line as an event writes it. Texts of one contact that nobody has looked at are one: the newest, under the id of the first. */
type Line = WrittenOf<typeof notificationTable>;

/** Reading of conversations: how far, and when it was last said. */
const reads = batch({
  contactId: key('uuid'),
  businessId: col('uuid'),
  readTo: col('bigint', highest),
  saidAt: col('bigint', highest),
});
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
  notificationCountTable.upsert(
    schema,
    'c',
    'select business_id, count(*), count(*) filter (where not settled) from added group by 1',
  );

const insertLines = perSchema(
  (schema) => `
  with added as (${notificationTable.upsert(schema, 'n')} returning business_id, settled)
  ${count(schema)}`,
);

/**
 * A text goes into the line of its contact that is still open; those of one contact go together. Moving such a line up
 * changes nobody's count: nobody has read it, so no mark has reached its old place either. A text that had been read
 * before its bell rang is a line of its own that rings for nobody.
 */
const foldTexts = perSchema(
  (schema) => `
  with texts as materialized (
    select x.id, x.business_id, x.contact_id, x.kind, x.title, x.content, x.link, x.at, x.position, x.about,
        o.notification_id as open_id, x.about is not null and x.about <= coalesce(r.read_to, 0) as settled
      from ${notificationTable.from('x')}
      left join ${openLineTable.in(schema)} o on o.contact_id = x.contact_id and o.business_id = x.business_id
      left join ${readConversationTable.in(schema)} r on r.contact_id = x.contact_id and r.business_id = x.business_id
  ),
  together as materialized (
    select x.*, coalesce(x.open_id, first_value(x.id) over (texts_of_one order by x.position)) as line_id,
        count(*) over texts_of_one as count, lead(x.id) over (texts_of_one order by x.position) is null as is_newest
      from texts x where not x.settled window texts_of_one as (partition by x.contact_id)
  ),
  lines as materialized (select * from together where is_newest),
  grown as (
    update ${notificationTable.in(schema)} n set title = x.title, content = x.content, link = x.link, at = x.at,
        position = x.position, count = n.count + x.count, about = x.about
      from lines x where n.id = x.open_id
  ),
  added as (
    ${notificationTable.upsert(
      schema,
      'n',
      `select line_id, business_id, contact_id, kind, title, content, link, at, position, count, about, false
          from lines where open_id is null
        union all select id, business_id, contact_id, kind, title, content, link, at, position, 1, about, true
          from texts where settled`,
    )}
    returning id, business_id, contact_id, settled
  ),
  opened as (
    ${openLineTable.upsert(schema, 'o', 'select contact_id, business_id, id from added where not settled')}
  ),
  folded as (
    ${foldedTable.upsert(schema, 'f', 'select id, business_id, line_id from together where id <> line_id')}
  )
  ${count(schema)}`,
);

/** Reading a conversation settles its lines, for everybody of the business: as far as it was read, and as they were when that was said. */
const settle = perSchema((schema) => {
  const lines = notificationTable.in(schema);
  return `
  with x as materialized (select * from ${reads.from('x')}),
  remembered as (
    ${readConversationTable.upsert(schema, 'r', 'select contact_id, business_id, read_to from x')}
  ),
  gone as (
    update ${lines} n set settled = true from x
      where n.contact_id = x.contact_id and n.business_id = x.business_id and not n.settled
        and n.position < x.said_at and coalesce(n.about, 0) <= x.read_to
    returning n.id, n.business_id, n.position
  ),
  closed as (delete from ${openLineTable.in(schema)} o using gone where o.notification_id = gone.id),
  counted as (
    update ${notificationCountTable.in(schema)} c set unsettled = c.unsettled - g.count
      from (select business_id, count(*) from gone group by 1) g where c.business_id = g.business_id
  )
  update ${bellTable.in(schema)} u set raised_to = u.raised_to - g.below, touched_after = u.touched_after - g.touched
    from (
      select u.user_id, u.business_id, count(*) filter (where gone.position <= u.read_to) as below,
          count(s.user_id) filter (where gone.position > u.read_to) as touched
        from gone join ${bellTable.in(schema)} u using (business_id)
        left join ${notificationStateTable.in(schema)} s on s.user_id = u.user_id and s.notification_id = gone.id
        group by 1, 2
    ) g
    where u.user_id = g.user_id and u.business_id = g.business_id`;
});

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
 * What the bell subtracts from the number of what is not settled: read by a mark, and touched one by one after it.
 * Counted anew for the users of the batch.
 */
const upsertUsers = perSchema((schema) => {
  const [states, lines] = [notificationStateTable.in(schema), notificationTable.in(schema)];
  return bellTable.upsert(
    schema,
    'u',
    `select x.user_id, x.business_id, m.read_to,
        (select coalesce((
            select unsettled from ${notificationCountTable.in(schema)} c where c.business_id = x.business_id
          ), 0) - (
            select count(*) from ${lines} n
            where n.business_id = x.business_id and n.position > m.read_to and not n.settled
          )),
        (select count(*) from ${states} s join ${lines} n on n.id = s.notification_id and not n.settled
          where s.user_id = x.user_id and s.business_id = x.business_id and s.position > m.read_to),
        (select count(*) from ${states} s where s.user_id = x.user_id and s.business_id = x.business_id and s.deleted)
      from ${marks.from('x')} left join ${bellTable.in(schema)} was using (user_id, business_id)
        cross join lateral (select greatest(x.read_to, coalesce(was.read_to, 0)) as read_to) m`,
  );
});

/**
 * What happened to the notifications of businesses, each up to the point where a text comes after somebody of it
 * looked, or after its conversation was read: there the next part begins, so that the same lines come out however the
 * feed is cut into batches.
 */
export class RaisedPart {
  readonly #lines = notificationTable.rows();
  readonly #texts: Line[] = [];
  readonly #reads = new Rows(reads);
  readonly #touched = new Rows(touched);
  readonly #marks = new Rows(marks);
  /** Whether anything was read by a mark, not one by one. */
  #marked = false;
  /** Businesses and contacts of which a later text belongs into the next part. */
  readonly #lookedAt = new Set<string>();

  /** False: it belongs into the next part. */
  takesRaised(event: Raised): boolean {
    const { notificationId, businessId, contactId, kind, title, content, link, receivedPosition } = event.data;
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
      about: receivedPosition === null ? null : BigInt(receivedPosition ?? '0'),
      settled: false,
    };
    if (kind !== 'message') {
      this.#lines.merge(line);
      return true;
    }
    if (this.#lookedAt.has(line.businessId) || this.#lookedAt.has(line.contactId)) return false;
    this.#texts.push(line);
    return true;
  }

  readConversation(event: Stored<typeof ConversationRead>): void {
    const { contactId, businessId, upToPosition } = event.data;
    this.#lookedAt.add(contactId!);
    const said = BigInt(upToPosition ?? '0');
    const readTo = said < event.position ? said : event.position;
    this.#reads.merge({ contactId: contactId!, businessId: businessId!, readTo, saidAt: event.position });
  }

  touch(event: Stored<typeof NotificationRead> | Stored<typeof NotificationDeleted>): void {
    const { userId, businessId, notificationId } = event.data;
    if (businessId === null) return;
    this.#lookedAt.add(businessId);
    this.#touched.merge({
      userId: userId!,
      notificationId: notificationId!,
      businessId,
      deleted: is(event, NotificationDeleted),
      saidAt: event.position,
    });
    this.#marks.merge({ userId: userId!, businessId, readTo: 0n });
  }

  mark(event: Stored<typeof AllNotificationsRead>): void {
    const { userId, businessId, upToPosition } = event.data;
    if (businessId === null) return;
    this.#lookedAt.add(businessId);
    const said = BigInt(upToPosition ?? '0');
    const readTo = said < event.position ? said : event.position;
    this.#marks.merge({ userId: userId!, businessId, readTo });
    this.#marked ||= readTo > 0n;
  }

  statements(schema: string): Statement[] {
    return [
      ...this.#lines.toStatements(insertLines(schema)),
      ...(this.#texts.length > 0 ?
        [{ text: foldTexts(schema), values: notificationTable.values(firstOfEach(this.#texts)) }]
      : []),
      ...this.#reads.toStatements(settle(schema)),
      ...this.#touched.toStatements(upsertTouched(schema)),
      ...(this.#marked ? this.#marks.toStatements(closeMarked(schema)) : []),
      ...this.#marks.toStatements(upsertUsers(schema)),
    ];
  }
}

/** A notification is raised once; a feed that says it twice says nothing new. */
const firstOfEach = (lines: readonly Line[]): readonly Line[] => [
  ...new Map(lines.toReversed().map((line) => [line.id, line])).values(),
];
