import {
  type AllNotificationsRead,
  NotificationDeleted,
  type NotificationRead,
  type NotificationSent,
} from '../../domain/notifications/events.ts';
import type { UserRegistered } from '../../domain/users/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored } from '../engine/events.ts';
import { either, highest } from '../engine/merge-policy.ts';
import { batch, col, key, Rows } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import { channelOf, channelsOf } from './channels.ts';
import { readerTable, sentCountTable, sentStateTable, sentTable } from '../tables/notifications.ts';

const joined = readerTable.batch('userId', 'channels', 'joined');
const sent = sentTable.batch(
  'id',
  'channel',
  'audience',
  'targetId',
  'kind',
  'title',
  'content',
  'link',
  'senderId',
  'at',
  'position',
);
/** What a user has done with one of them, and when it was first said. */
const touched = batch({ userId: key('uuid'), id: key('uuid'), deleted: col('boolean', either), saidAt: col('bigint') });
/** Everything up to here is read. */
const marks = batch({ userId: key('uuid'), readTo: col('bigint', highest) });

const insertReaders = perSchema((schema) =>
  readerTable.upsert(
    schema,
    'r',
    `select x.user_id, x.channels, x.joined, x.joined, 0, 0, 0, 0 from ${joined.from('x')}`,
  ),
);

const insertSent = perSchema((schema) => {
  const recipients = `(
    select count(*) from ${readerTable.in(schema)} r where r.channels @> array[x.channel] and r.joined < x.position
  )`;
  return `
  with added as (
    ${sentTable.upsert(schema, 's', `select x.*, ${recipients}, 0 from ${sent.from('x')}`)} returning channel
  )
  ${sentCountTable.upsert(schema, 'c', 'select channel, count(*) from added group by 1')}`;
});

/** How many of the channels `c` lie at or below a position, without counting what may be many. */
const upTo = (schema: string, channels: string, position: string): string => `
  (select coalesce(sum(c.raised), 0) from ${sentCountTable.in(schema)} c where c.channel = any(${channels}))
    - (select count(*) from ${sentTable.in(schema)} n where n.channel = any(${channels}) and n.position > ${position})`;

const hideEarlier = perSchema(
  (schema) => `
  update ${readerTable.in(schema)} r set hidden = h.hidden, raised_to = h.hidden
    from ${joined.from('x')}, lateral (select ${upTo(schema, 'x.channels', 'x.joined')} as hidden) h
    where r.user_id = x.user_id and r.joined = x.joined and r.read_to = r.joined`,
);

const upsertTouched = perSchema(
  (schema) => `
  with x as (
    select x.user_id, n.id, x.deleted, n.position,
        n.position > r.read_to and not exists (
          select from ${sentStateTable.in(schema)} s where s.user_id = x.user_id and s.sent_id = n.id
        ) as newly_read
      from ${touched.from('x')} join ${sentTable.in(schema)} n on n.id = x.id and n.position < x.said_at
        join ${readerTable.in(schema)} r
          on r.user_id = x.user_id and r.joined < n.position and n.channel = any(r.channels)
  ),
  counted as (
    update ${sentTable.in(schema)} n set read = n.read + f.count
      from (select id, count(*) from x where newly_read group by 1) f where n.id = f.id
  )
  ${sentStateTable.upsert(schema, 's', 'select user_id, id, deleted, position from x')}`,
);

const updateReaders = perSchema((schema) => {
  const [sentRows, states] = [sentTable.in(schema), sentStateTable.in(schema)];
  return `
  with x as (
    select r.user_id, r.channels, r.joined, r.read_to as was, greatest(x.read_to, r.read_to) as read_to
      from ${marks.from('x')} join ${readerTable.in(schema)} r on r.user_id = x.user_id
  ),
  newly as (
    select n.id, count(*)
      from x join ${sentRows} n on n.channel = any(x.channels) and n.position > x.was and n.position <= x.read_to
      where not exists (select from ${states} s where s.user_id = x.user_id and s.sent_id = n.id) group by 1
  ),
  counted as (update ${sentRows} n set read = n.read + newly.count from newly where n.id = newly.id)
  update ${readerTable.in(schema)} r set read_to = x.read_to, raised_to = ${upTo(schema, 'x.channels', 'x.read_to')},
      touched_after = (select count(*) from ${states} s where s.user_id = x.user_id and s.position > x.read_to),
      deleted = (select count(*) from ${states} s where s.user_id = x.user_id and s.deleted)
    from x where r.user_id = x.user_id`;
});

/**
 * What operators and the platform sent, and what each reader has done with it. Everything compares positions, so the
 * order within a batch does not matter.
 */
export class SentPart {
  readonly #joined = new Rows(joined);
  readonly #sent = new Rows(sent);
  readonly #touched = new Rows(touched);
  readonly #marks = new Rows(marks);

  join({ data, position }: Stored<typeof UserRegistered>): void {
    const { userId, role, agencyId, businessId } = data;
    const channels = channelsOf({ userId: userId!, role: role!, agencyId, businessId });
    this.#joined.merge({ userId: userId!, channels, joined: position });
  }

  send({ data, metadata, position }: Stored<typeof NotificationSent>): void {
    this.#sent.merge({
      id: data.notificationId!,
      channel: channelOf(data.audience!, data.targetId),
      audience: data.audience!,
      targetId: data.targetId,
      kind: data.kind!,
      title: data.title!,
      content: data.content!,
      link: data.link,
      senderId: metadata.actor.kind === 'user' ? metadata.actor.userId : null,
      at: metadata.occurredAt,
      position,
    });
  }

  touch(event: Stored<typeof NotificationRead> | Stored<typeof NotificationDeleted>): void {
    const { userId, notificationId } = event.data;
    const deleted = is(event, NotificationDeleted);
    this.#touched.merge({ userId: userId!, id: notificationId!, deleted, saidAt: event.position });
    this.#marks.merge({ userId: userId!, readTo: 0n });
  }

  mark(event: Stored<typeof AllNotificationsRead>): void {
    const said = BigInt(event.data.upToPosition ?? '0');
    this.#marks.merge({ userId: event.data.userId!, readTo: said < event.position ? said : event.position });
  }

  statements(schema: string): Statement[] {
    return [
      ...this.#joined.toStatements(insertReaders(schema)),
      ...this.#sent.toStatements(insertSent(schema)),
      ...this.#joined.toStatements(hideEarlier(schema)),
      ...this.#touched.toStatements(upsertTouched(schema)),
      ...this.#marks.toStatements(updateReaders(schema)),
    ];
  }
}
