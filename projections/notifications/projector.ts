import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AllNotificationsRead, NotificationDeleted, NotificationRaised, NotificationRead, notificationEvents } from '../../domain/notification/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

type Raised = Stored<typeof NotificationRaised>;
/** What a user has done with one notification. */
interface Touched { readonly userId: string; readonly notificationId: string; readonly businessId: string; deleted: boolean; readonly saidAt: bigint }
/** Everything up to here is read. */
interface Mark { readonly userId: string; readonly businessId: string; readTo: bigint }

const raised = batchOf<Raised>({
  id: ['uuid', ({ data }) => data.notificationId],
  business_id: ['uuid', ({ data }) => data.businessId],
  contact_id: ['uuid', ({ data }) => data.contactId],
  kind: ['text', ({ data }) => data.kind],
  title: ['text', ({ data }) => data.title],
  content: ['text', ({ data }) => data.content],
  link: ['text', ({ data }) => data.link],
  at: ['timestamptz', (event) => event.metadata.occurredAt],
  position: ['bigint', (event) => event.position],
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

const insertRaised = perSchema((schema) => `
  with added as (insert into ${schema}.notifications select * from ${raised.from('x')} on conflict (id) do nothing returning business_id)
  insert into ${schema}.notification_counts as c select business_id, count(*) from added group by 1 on conflict (business_id) do update set raised = c.raised + excluded.raised`);

const upsertTouched = perSchema((schema) => `
  insert into ${schema}.notification_states as s
    select x.user_id, x.notification_id, x.business_id, x.deleted, n.position
      from ${touched.from('x')} join ${schema}.notifications n on n.id = x.notification_id and n.business_id = x.business_id and n.position < x.said_at
  on conflict (user_id, notification_id) do update set deleted = s.deleted or excluded.deleted`);

/** What the bell subtracts from the number raised: read by a mark, and touched one by one after it. Counted anew for the users of the batch. */
const upsertUsers = perSchema((schema) => `
  insert into ${schema}.notification_users as u
    select x.user_id, x.business_id, m.read_to,
        (select coalesce((select raised from ${schema}.notification_counts c where c.business_id = x.business_id), 0)
          - (select count(*) from ${schema}.notifications n where n.business_id = x.business_id and n.position > m.read_to)),
        (select count(*) from ${schema}.notification_states s where s.user_id = x.user_id and s.business_id = x.business_id and s.position > m.read_to),
        (select count(*) from ${schema}.notification_states s where s.user_id = x.user_id and s.business_id = x.business_id and s.deleted)
      from ${marks.from('x')} left join ${schema}.notification_users was using (user_id, business_id)
        cross join lateral (select greatest(x.read_to, coalesce(was.read_to, 0)) as read_to) m
  on conflict (user_id, business_id) do update set read_to = excluded.read_to, raised_to = excluded.raised_to, touched_after = excluded.touched_after, deleted = excluded.deleted`);

/** What the people of a business see under the bell, and what each of them has done with it. */
export const notifications: Projector = {
  name: 'notifications',
  version: 1,
  handles: typesOf(notificationEvents),
  create: (schema) => `
    create table ${schema}.notifications (
      id uuid primary key, business_id uuid not null, contact_id uuid not null, kind text not null, title text not null, content text, link text, at timestamptz not null,
      position bigint not null
    );
    create index notifications_newest on ${schema}.notifications (business_id, position);
    create table ${schema}.notification_counts (business_id uuid primary key, raised bigint not null) with (fillfactor = 50);
    create table ${schema}.notification_states (
      user_id uuid, notification_id uuid, business_id uuid not null, deleted boolean not null, position bigint not null, primary key (user_id, notification_id)
    );
    create index notification_states_by_position on ${schema}.notification_states (user_id, business_id, position);
    create table ${schema}.notification_users (
      user_id uuid, business_id uuid, read_to bigint not null, raised_to bigint not null, touched_after bigint not null, deleted bigint not null, primary key (user_id, business_id)
    )`,
  fold: (events, schema) => {
    const first = new Map<string, Raised>();
    const states = new Map<string, Touched>();
    const users = new Map<string, Mark>();
    for (const event of events) {
      if (is(event, NotificationRaised)) { if (!first.has(event.data.notificationId!)) first.set(event.data.notificationId!, event); }
      else if (is(event, NotificationRead) || is(event, NotificationDeleted)) {
        const { userId, businessId, notificationId } = event.data as { userId: string; businessId: string; notificationId: string };
        const key = `${userId} ${notificationId}`;
        const state = states.get(key);
        if (!state) states.set(key, { userId, notificationId, businessId, deleted: is(event, NotificationDeleted), saidAt: event.position });
        else if (is(event, NotificationDeleted)) state.deleted = true;
        markOf(users, userId, businessId);
      } else if (is(event, AllNotificationsRead)) {
        const mark = markOf(users, event.data.userId!, event.data.businessId!);
        const said = BigInt(event.data.upToPosition ?? '0');
        const readTo = said < event.position ? said : event.position;
        if (readTo > mark.readTo) mark.readTo = readTo;
      }
    }
    const statements: Statement[] = [];
    if (first.size > 0) statements.push({ text: insertRaised(schema), values: raised.values([...first.values()]) });
    if (states.size > 0) statements.push({ text: upsertTouched(schema), values: touched.values([...states.values()]) });
    if (users.size > 0) statements.push({ text: upsertUsers(schema), values: marks.values([...users.values()]) });
    return statements;
  },
  announce: (events) => events.map((event) => {
    const said: LiveAnnouncement = { type: 'notification', contactId: (event.data['contactId'] as string | undefined) ?? null, position: event.position.toString() };
    return { businessId: businessOf(event), event: said };
  }),
};

const businessOf = (event: StoredEvent): string => event.data['businessId'] as string;

function markOf(users: Map<string, Mark>, userId: string, businessId: string): Mark {
  const key = `${userId} ${businessId}`;
  let mark = users.get(key);
  if (!mark) users.set(key, (mark = { userId, businessId, readTo: 0n }));
  return mark;
}
