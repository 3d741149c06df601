import {
  type AllNotificationsRead,
  NotificationDeleted,
  type NotificationRaised,
  type NotificationRead,
} from '../../domain/notification/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, type Stored } from '../engine/events.ts';
import type { Statement } from '../engine-types.ts';

type Raised = Stored<typeof NotificationRaised>;
/** Texts of one contact that nobody has looked at since: one line, that of the newest, under the id of the first. */
interface Line {
  readonly id: string;
  newest: Raised;
  count: number;
}
interface Folded {
  readonly id: string;
  readonly businessId: string;
  readonly contactId: string;
}
/** What a user has done with one notification. */
interface Touched {
  readonly userId: string;
  readonly notificationId: string;
  readonly businessId: string;
  deleted: boolean;
  readonly saidAt: bigint;
}
/** Everything up to here is read. */
interface Mark {
  readonly userId: string;
  readonly businessId: string;
  readTo: bigint;
}

const lines = batchOf<Line>({
  id: ['uuid', ({ id }) => id],
  business_id: ['uuid', ({ newest }) => newest.data.businessId],
  contact_id: ['uuid', ({ newest }) => newest.data.contactId],
  kind: ['text', ({ newest }) => newest.data.kind],
  title: ['text', ({ newest }) => newest.data.title],
  content: ['text', ({ newest }) => newest.data.content],
  link: ['text', ({ newest }) => newest.data.link],
  at: ['timestamptz', ({ newest }) => newest.metadata.occurredAt],
  position: ['bigint', ({ newest }) => newest.position],
  count: ['int', ({ count }) => count],
});
const members = batchOf<Folded>({
  id: ['uuid', (row) => row.id],
  business_id: ['uuid', (row) => row.businessId],
  contact_id: ['uuid', (row) => row.contactId],
});
const touched = batchOf<Touched>({
  user_id: ['uuid', (row) => row.userId],
  notification_id: ['uuid', (row) => row.notificationId],
  business_id: ['uuid', (row) => row.businessId],
  deleted: ['bool', (row) => row.deleted],
  said_at: ['bigint', (row) => row.saidAt],
});
const marks = batchOf<Mark>({
  user_id: ['uuid', (row) => row.userId],
  business_id: ['uuid', (row) => row.businessId],
  read_to: ['bigint', (row) => row.readTo],
});

export const createRaised = (schema: string): string => `
  create table ${schema}.notifications (
    id uuid primary key, business_id uuid not null, contact_id uuid not null, kind text not null, title text not null, content text, link text, at timestamptz not null,
    position bigint not null, count int not null
  );
  create index notifications_newest on ${schema}.notifications (business_id, position);
  create table ${schema}.notification_open (contact_id uuid primary key, business_id uuid not null, notification_id uuid not null);
  create index notification_open_by_business on ${schema}.notification_open (business_id);
  create table ${schema}.notification_folded (id uuid primary key, business_id uuid not null, into_id uuid not null);
  create table ${schema}.notification_counts (business_id uuid primary key, raised bigint not null) with (fillfactor = 50);
  create table ${schema}.notification_states (
    user_id uuid, notification_id uuid, business_id uuid not null, deleted boolean not null, position bigint not null, primary key (user_id, notification_id)
  );
  create index notification_states_by_position on ${schema}.notification_states (user_id, business_id, position);
  create table ${schema}.notification_users (
    user_id uuid, business_id uuid, read_to bigint not null, raised_to bigint not null, touched_after bigint not null, deleted bigint not null, primary key (user_id, business_id)
  )`;

const count = (schema: string): string => `
  insert into ${schema}.notification_counts as c select business_id, count(*) from added group by 1 on conflict (business_id) do update set raised = c.raised + excluded.raised`;

const insertLines = perSchema(
  (schema) => `
  with added as (insert into ${schema}.notifications select * from ${lines.from('x')} on conflict (id) do nothing returning business_id)
  ${count(schema)}`,
);

/**
 * A text goes into the line of its contact that is still open. Moving such a line up changes nobody's count: nobody has read it, so no mark has reached
 * its old place either.
 */
const foldLines = perSchema(
  (schema) => `
  with x as (select x.*, o.notification_id as open_id from ${lines.from('x')} left join ${schema}.notification_open o on o.contact_id = x.contact_id and o.business_id = x.business_id),
  grown as (
    update ${schema}.notifications n set title = x.title, content = x.content, link = x.link, at = x.at, position = x.position, count = n.count + x.count
      from x where n.id = x.open_id
  ),
  added as (
    insert into ${schema}.notifications select x.id, x.business_id, x.contact_id, x.kind, x.title, x.content, x.link, x.at, x.position, x.count from x where x.open_id is null
    on conflict (id) do nothing returning id, business_id, contact_id
  ),
  opened as (
    insert into ${schema}.notification_open select contact_id, business_id, id from added
    on conflict (contact_id) do update set business_id = excluded.business_id, notification_id = excluded.notification_id
  )
  ${count(schema)}`,
);

const insertFolded = perSchema(
  (schema) => `
  insert into ${schema}.notification_folded select x.id, x.business_id, o.notification_id
    from ${members.from('x')} join ${schema}.notification_open o on o.contact_id = x.contact_id and o.business_id = x.business_id where x.id <> o.notification_id
  on conflict (id) do nothing`,
);

/** Whoever names a text that went into another's line means that line. A line that somebody has dealt with takes no more texts. */
const upsertTouched = perSchema(
  (schema) => `
  with x as (
    select x.user_id, n.id, x.business_id, bool_or(x.deleted) as deleted, n.position
      from ${touched.from('x')} left join ${schema}.notification_folded f on f.id = x.notification_id and f.business_id = x.business_id
        join ${schema}.notifications n on n.id = coalesce(f.into_id, x.notification_id) and n.business_id = x.business_id and n.position < x.said_at
      group by 1, 2, 3, 5
  ),
  closed as (delete from ${schema}.notification_open o using x where o.notification_id = x.id)
  insert into ${schema}.notification_states as s select user_id, id, business_id, deleted, position from x
  on conflict (user_id, notification_id) do update set deleted = s.deleted or excluded.deleted`,
);

const closeMarked = perSchema(
  (schema) => `
  delete from ${schema}.notification_open o using ${marks.from('x')}, ${schema}.notifications n
    where o.business_id = x.business_id and n.id = o.notification_id and n.position <= x.read_to`,
);

/** What the bell subtracts from the number raised: read by a mark, and touched one by one after it. Counted anew for the users of the batch. */
const upsertUsers = perSchema(
  (schema) => `
  insert into ${schema}.notification_users as u
    select x.user_id, x.business_id, m.read_to,
        (select coalesce((select raised from ${schema}.notification_counts c where c.business_id = x.business_id), 0)
          - (select count(*) from ${schema}.notifications n where n.business_id = x.business_id and n.position > m.read_to)),
        (select count(*) from ${schema}.notification_states s where s.user_id = x.user_id and s.business_id = x.business_id and s.position > m.read_to),
        (select count(*) from ${schema}.notification_states s where s.user_id = x.user_id and s.business_id = x.business_id and s.deleted)
      from ${marks.from('x')} left join ${schema}.notification_users was using (user_id, business_id)
        cross join lateral (select greatest(x.read_to, coalesce(was.read_to, 0)) as read_to) m
  on conflict (user_id, business_id) do update set read_to = excluded.read_to, raised_to = excluded.raised_to, touched_after = excluded.touched_after, deleted = excluded.deleted`,
);

/**
 * What happened to the notifications of businesses, each up to the point where a text comes after somebody of it looked: there its next part begins, so that
 * the same lines come out however the feed is cut into batches.
 */
export class RaisedPart {
  readonly #lines: Line[] = [];
  readonly #texts = new Map<string, Line>();
  readonly #members: Folded[] = [];
  readonly #states = new Map<string, Touched>();
  readonly #users = new Map<string, Mark>();
  readonly #lookedAt = new Set<string>();

  /** False: it belongs into the next part. */
  takesRaised(event: Raised): boolean {
    const { notificationId: id, businessId, contactId, kind } = event.data;
    if (kind !== 'message') {
      this.#lines.push({ id: id!, newest: event, count: 1 });
      return true;
    }
    if (this.#lookedAt.has(businessId!)) return false;
    const line = this.#texts.get(contactId!);
    if (line) {
      line.newest = event;
      line.count += 1;
    } else this.#texts.set(contactId!, { id: id!, newest: event, count: 1 });
    this.#members.push({ id: id!, businessId: businessId!, contactId: contactId! });
    return true;
  }

  touch(event: Stored<typeof NotificationRead> | Stored<typeof NotificationDeleted>): void {
    const { userId, businessId, notificationId } = event.data;
    if (businessId === null) return;
    this.#lookedAt.add(businessId);
    const key = `${userId} ${notificationId}`;
    const state = this.#states.get(key);
    const deleted = is(event, NotificationDeleted);
    if (!state)
      this.#states.set(key, {
        userId: userId!,
        notificationId: notificationId!,
        businessId,
        deleted,
        saidAt: event.position,
      });
    else if (deleted) state.deleted = true;
    this.#markOf(userId!, businessId);
  }

  mark(event: Stored<typeof AllNotificationsRead>): void {
    const { userId, businessId, upToPosition } = event.data;
    if (businessId === null) return;
    this.#lookedAt.add(businessId);
    const mark = this.#markOf(userId!, businessId);
    const said = BigInt(upToPosition ?? '0');
    const readTo = said < event.position ? said : event.position;
    if (readTo > mark.readTo) mark.readTo = readTo;
  }

  statements(schema: string): Statement[] {
    const statements: Statement[] = [];
    if (this.#lines.length > 0)
      statements.push({ text: insertLines(schema), values: lines.values(firsts(this.#lines)) });
    if (this.#texts.size > 0)
      statements.push(
        { text: foldLines(schema), values: lines.values([...this.#texts.values()]) },
        { text: insertFolded(schema), values: members.values(firsts(this.#members)) },
      );
    if (this.#states.size > 0)
      statements.push({ text: upsertTouched(schema), values: touched.values([...this.#states.values()]) });
    const marked = [...this.#users.values()].filter((mark) => mark.readTo > 0n);
    if (marked.length > 0) statements.push({ text: closeMarked(schema), values: marks.values(marked) });
    if (this.#users.size > 0)
      statements.push({ text: upsertUsers(schema), values: marks.values([...this.#users.values()]) });
    return statements;
  }

  #markOf(userId: string, businessId: string): Mark {
    const key = `${userId} ${businessId}`;
    let mark = this.#users.get(key);
    if (!mark) this.#users.set(key, (mark = { userId, businessId, readTo: 0n }));
    return mark;
  }
}

const firsts = <T extends { readonly id: string }>(rows: readonly T[]): T[] => {
  const first = new Map<string, T>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()];
};
