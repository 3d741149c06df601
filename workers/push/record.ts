import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { is } from '../../domain/kernel/event.ts';
import { NotificationRaised, NotificationSent } from '../../domain/notifications/events.ts';
import { TeammateInvited, TeammateRemoved, TeammateRoleChanged } from '../../domain/team/events.ts';
import { may } from '../../domain/team/fields.ts';
import { UserRegistered, UserSettingsChanged } from '../../domain/users/events.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

/** A push that comes later than this says nothing new: people have the bell. */
export const staleMs = 3_600_000;

/**
 * Remembers who of a business wants pushes, and queues one for each of their browsers (or for each of them, at a
 * service that knows users) when something is raised. What a new worker finds in the past is not pushed.
 */
export function pushFeed({
  to,
  now,
  wake,
}: {
  readonly to: 'browsers' | 'users';
  readonly now: () => Date;
  readonly wake: () => void;
}): RecordingWorker {
  return {
    kind: 'recording',
    name: 'push',
    handles: [
      UserRegistered.type,
      UserSettingsChanged.type,
      TeammateInvited.type,
      TeammateRoleChanged.type,
      TeammateRemoved.type,
      NotificationRaised.type,
      NotificationSent.type,
    ],
    async record(events, trx) {
      await rememberUsers(trx, events);
      await rememberRoles(trx, events);
      await rememberSettings(trx, events);
      const fresh = now().getTime() - staleMs;
      await queue(
        trx,
        to,
        events.filter(({ metadata }) => Date.parse(metadata.occurredAt) > fresh),
      );
    },
    committed: wake,
  };
}

async function rememberUsers(trx: Database, events: readonly StoredEvent[]): Promise<void> {
  const people = events
    .filter((event) => is(event, UserRegistered))
    .map(({ data }) => data)
    .filter(({ role, businessId }) => role === 'Business' && businessId !== null);
  if (people.length === 0) return;
  await sql`insert into ops.push_users (user_id, business_id) select *
    from unnest(${people.map((one) => one.userId)}::uuid[], ${people.map((one) => one.businessId)}::uuid[])
    on conflict (user_id) do nothing`.execute(trx);
}

/** An invitation comes before its user is registered. Whoever has no inbox (any more) gets nothing of it, also what waits. */
async function rememberRoles(trx: Database, events: readonly StoredEvent[]): Promise<void> {
  const latest = new Map<string, { readonly businessId: string; readonly hasInbox: boolean }>();
  for (const event of events) {
    if (is(event, TeammateInvited) || is(event, TeammateRoleChanged)) {
      const { userId, businessId, role } = event.data;
      latest.set(userId, { businessId, hasInbox: may(role, 'inbox') });
    } else if (is(event, TeammateRemoved))
      latest.set(event.data.userId, { businessId: event.data.businessId, hasInbox: false });
  }
  if (latest.size === 0) return;
  const all = [...latest.values()];
  await sql`insert into ops.push_users (user_id, business_id, has_inbox)
    select * from unnest(${[...latest.keys()]}::uuid[], ${all.map((one) => one.businessId)}::uuid[],
      ${all.map((one) => one.hasInbox)}::boolean[])
    on conflict (user_id) do update set has_inbox = excluded.has_inbox`.execute(trx);
  const without = [...latest].filter(([, { hasInbox }]) => !hasInbox).map(([userId]) => userId);
  await sql`delete from ops.push_subscriptions where user_id = any(${without}::uuid[])`.execute(trx);
  await sql`delete from ops.push_queue where user_id = any(${without}::uuid[])`.execute(trx);
}

async function rememberSettings(trx: Database, events: readonly StoredEvent[]): Promise<void> {
  const latest = new Map(
    events.filter((event) => is(event, UserSettingsChanged)).map(({ data }) => [data.userId, data.pushNotifications]),
  );
  if (latest.size === 0) return;
  await sql`update ops.push_users u set enabled = x.enabled from unnest(${[...latest.keys()]}::uuid[],
    ${[...latest.values()]}::boolean[]) as x(user_id, enabled) where u.user_id = x.user_id`.execute(trx);
}

/** What a notification says of whom a push goes to; `userId` null: to everybody of the business. */
interface Noted {
  readonly notificationId: string;
  readonly businessId: string;
  readonly userId: string | null;
  readonly contactId: string | null;
  readonly kind: string;
}

/** Null: it is only under the bell. Of what the platform tells, overdue answers are pushed: they do not wait. */
function noted(event: StoredEvent): Noted | null {
  if (is(event, NotificationRaised)) return { ...event.data, userId: null };
  if (!is(event, NotificationSent) || event.data.kind !== 'overdue') return null;
  const { notificationId, audience, targetId, kind } = event.data;
  const { businessId } = event.metadata.tenant;
  if (businessId === null) return null;
  return { notificationId, businessId, userId: audience === 'user' ? targetId : null, contactId: null, kind };
}

async function queue(trx: Database, to: 'browsers' | 'users', events: readonly StoredEvent[]): Promise<void> {
  const all = events.flatMap((event) => {
    const one = noted(event);
    const { position, metadata } = event;
    return one === null ? [] : [{ ...one, position: position.toString(), at: new Date(metadata.occurredAt) }];
  });
  if (all.length === 0) return;
  const x = sql`unnest(${all.map((one) => one.notificationId)}::uuid[],
    ${all.map((one) => one.businessId)}::uuid[], ${all.map((one) => one.userId)}::uuid[],
    ${all.map((one) => one.contactId)}::uuid[], ${all.map((one) => one.kind)}::text[],
    ${all.map((one) => one.position)}::bigint[], ${all.map((one) => one.at)}::timestamptz[])
    as x(notification_id, business_id, user_id, contact_id, kind, position, at)`;
  const people = sql`join ops.push_users u on u.business_id = x.business_id and u.enabled and u.has_inbox
    and (x.user_id is null or x.user_id = u.user_id)`;
  const target = to === 'users' ? sql`u.user_id::text` : sql`s.endpoint`;
  const browsers =
    to === 'users' ?
      sql``
    : sql`join ops.push_subscriptions s on s.user_id = u.user_id and s.business_id = x.business_id`;
  await sql`
    insert into ops.push_queue (notification_id, target, user_id, contact_id, kind, position, due_at, expires_at)
    select x.notification_id, ${target}, u.user_id, x.contact_id, x.kind, x.position, x.at, x.at + interval '1 hour'
    from ${x} ${people} ${browsers}
    on conflict do nothing`.execute(trx);
}
