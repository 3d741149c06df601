import {
  type AllNotificationsRead,
  NotificationDeleted,
  type NotificationRead,
  type NotificationSent,
} from '../../domain/notification/events.ts';
import type { UserRegistered } from '../../domain/user/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, type Stored } from '../engine/events.ts';
import type { Statement } from '../engine-types.ts';
import type { RoleName } from '../read-models.ts';
import { channelOf, channelsOf } from './channels.ts';

type Joined = Stored<typeof UserRegistered>;
type Sent = Stored<typeof NotificationSent>;
interface Touched {
  readonly userId: string;
  readonly notificationId: string;
  deleted: boolean;
  readonly saidAt: bigint;
}
interface Mark {
  readonly userId: string;
  readTo: bigint;
}

const channelsOfUser = ({ data }: Joined): string[] =>
  channelsOf({
    userId: data.userId!,
    role: data.role as RoleName,
    agencyId: data.agencyId,
    businessId: data.businessId,
  });
const joined = batchOf<Joined>({
  user_id: ['uuid', ({ data }) => data.userId],
  channels: [
    'text[]',
    (event) =>
      `{${channelsOfUser(event)
        .map((channel) => `"${channel}"`)
        .join(',')}}`,
  ],
  joined: ['bigint', (event) => event.position],
});
const sent = batchOf<Sent>({
  id: ['uuid', ({ data }) => data.notificationId],
  channel: ['text', ({ data }) => channelOf(data.audience!, data.targetId)],
  audience: ['text', ({ data }) => data.audience],
  target_id: ['uuid', ({ data }) => data.targetId],
  kind: ['text', ({ data }) => data.kind],
  title: ['text', ({ data }) => data.title],
  content: ['text', ({ data }) => data.content],
  link: ['text', ({ data }) => data.link],
  sender_id: ['uuid', ({ metadata }) => (metadata.actor.kind === 'user' ? metadata.actor.userId : null)],
  at: ['timestamptz', (event) => event.metadata.occurredAt],
  position: ['bigint', (event) => event.position],
});
const touched = batchOf<Touched>({
  user_id: ['uuid', (row) => row.userId],
  id: ['uuid', (row) => row.notificationId],
  deleted: ['bool', (row) => row.deleted],
  said_at: ['bigint', (row) => row.saidAt],
});
const marks = batchOf<Mark>({ user_id: ['uuid', (row) => row.userId], read_to: ['bigint', (row) => row.readTo] });

/** `hidden`: how many were sent before this account was made. `recipients` are counted when it is sent: nobody who joins later sees it. */
export const createSent = (schema: string): string => `
  create table ${schema}.readers (
    user_id uuid primary key, channels text[] not null, joined bigint not null, read_to bigint not null, raised_to bigint not null, touched_after bigint not null, deleted bigint not null, hidden bigint not null
  );
  create index readers_by_channel on ${schema}.readers using gin (channels);
  create table ${schema}.sent (
    id uuid primary key, channel text not null, audience text not null, target_id uuid, kind text not null, title text not null, content text not null, link text, sender_id uuid, at timestamptz not null,
    position bigint not null, recipients bigint not null, read bigint not null
  );
  create index sent_by_channel on ${schema}.sent (channel, position);
  create index sent_by_people on ${schema}.sent (position) where sender_id is not null;
  create table ${schema}.sent_counts (channel text primary key, raised bigint not null);
  create table ${schema}.sent_states (user_id uuid, sent_id uuid, deleted boolean not null, position bigint not null, primary key (user_id, sent_id));
  create index sent_states_by_position on ${schema}.sent_states (user_id, position)`;

const insertReaders = perSchema(
  (schema) => `
  insert into ${schema}.readers select x.user_id, ${joined.cast('x', 'channels')}, x.joined, x.joined, 0, 0, 0, 0 from ${joined.from('x')} on conflict (user_id) do nothing`,
);

const insertSent = perSchema(
  (schema) => `
  with added as (
    insert into ${schema}.sent select x.*, (select count(*) from ${schema}.readers r where r.channels @> array[x.channel] and r.joined < x.position), 0 from ${sent.from('x')}
    on conflict (id) do nothing returning channel
  )
  insert into ${schema}.sent_counts as c select channel, count(*) from added group by 1 on conflict (channel) do update set raised = c.raised + excluded.raised`,
);

/** How many of the channels `c` lie at or below a position, without counting what may be many. */
const upTo = (schema: string, channels: string, position: string): string => `
  (select coalesce(sum(c.raised), 0) from ${schema}.sent_counts c where c.channel = any(${channels})) - (select count(*) from ${schema}.sent n where n.channel = any(${channels}) and n.position > ${position})`;

const hideEarlier = perSchema(
  (schema) => `
  update ${schema}.readers r set hidden = h.hidden, raised_to = h.hidden
    from ${joined.from('x')}, lateral (select ${upTo(schema, 'x.channels::text[]', 'x.joined')} as hidden) h where r.user_id = x.user_id and r.joined = x.joined and r.read_to = r.joined`,
);

const upsertTouched = perSchema(
  (schema) => `
  with x as (
    select x.user_id, n.id, x.deleted, n.position, n.position > r.read_to and not exists (select from ${schema}.sent_states s where s.user_id = x.user_id and s.sent_id = n.id) as newly_read
      from ${touched.from('x')} join ${schema}.sent n on n.id = x.id and n.position < x.said_at
        join ${schema}.readers r on r.user_id = x.user_id and r.joined < n.position and n.channel = any(r.channels)
  ),
  counted as (update ${schema}.sent n set read = n.read + f.count from (select id, count(*) from x where newly_read group by 1) f where n.id = f.id)
  insert into ${schema}.sent_states as s select user_id, id, deleted, position from x on conflict (user_id, sent_id) do update set deleted = s.deleted or excluded.deleted`,
);

const updateReaders = perSchema(
  (schema) => `
  with x as (
    select r.user_id, r.channels, r.joined, r.read_to as was, greatest(x.read_to, r.read_to) as read_to from ${marks.from('x')} join ${schema}.readers r on r.user_id = x.user_id
  ),
  newly as (
    select n.id, count(*) from x join ${schema}.sent n on n.channel = any(x.channels) and n.position > x.was and n.position <= x.read_to
      where not exists (select from ${schema}.sent_states s where s.user_id = x.user_id and s.sent_id = n.id) group by 1
  ),
  counted as (update ${schema}.sent n set read = n.read + newly.count from newly where n.id = newly.id)
  update ${schema}.readers r set read_to = x.read_to, raised_to = ${upTo(schema, 'x.channels', 'x.read_to')},
      touched_after = (select count(*) from ${schema}.sent_states s where s.user_id = x.user_id and s.position > x.read_to),
      deleted = (select count(*) from ${schema}.sent_states s where s.user_id = x.user_id and s.deleted)
    from x where r.user_id = x.user_id`,
);

/** What operators and the platform sent, and what each reader has done with it. Everything compares positions, so the order within a batch does not matter. */
export class SentPart {
  readonly #joined: Joined[] = [];
  readonly #sent: Sent[] = [];
  readonly #states = new Map<string, Touched>();
  readonly #users = new Map<string, Mark>();

  join(event: Joined): void {
    this.#joined.push(event);
  }
  send(event: Sent): void {
    this.#sent.push(event);
  }

  touch(event: Stored<typeof NotificationRead> | Stored<typeof NotificationDeleted>): void {
    const { userId, notificationId } = event.data;
    const key = `${userId} ${notificationId}`;
    const state = this.#states.get(key);
    const deleted = is(event, NotificationDeleted);
    if (!state)
      this.#states.set(key, { userId: userId!, notificationId: notificationId!, deleted, saidAt: event.position });
    else if (deleted) state.deleted = true;
    this.#markOf(userId!);
  }

  mark(event: Stored<typeof AllNotificationsRead>): void {
    const mark = this.#markOf(event.data.userId!);
    const said = BigInt(event.data.upToPosition ?? '0');
    const readTo = said < event.position ? said : event.position;
    if (readTo > mark.readTo) mark.readTo = readTo;
  }

  statements(schema: string): Statement[] {
    const statements: Statement[] = [];
    if (this.#joined.length > 0) statements.push({ text: insertReaders(schema), values: joined.values(this.#joined) });
    if (this.#sent.length > 0) statements.push({ text: insertSent(schema), values: sent.values(this.#sent) });
    if (this.#joined.length > 0) statements.push({ text: hideEarlier(schema), values: joined.values(this.#joined) });
    if (this.#states.size > 0)
      statements.push({ text: upsertTouched(schema), values: touched.values([...this.#states.values()]) });
    if (this.#users.size > 0)
      statements.push({ text: updateReaders(schema), values: marks.values([...this.#users.values()]) });
    return statements;
  }

  #markOf(userId: string): Mark {
    let mark = this.#users.get(userId);
    if (!mark) this.#users.set(userId, (mark = { userId, readTo: 0n }));
    return mark;
  }
}
