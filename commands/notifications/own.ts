import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { PositionText } from '../../domain/kernel/fields.ts';
import { BusinessId, NotificationId, UserId } from '../../domain/kernel/ids.ts';
import * as notification from '../../domain/notifications/notification.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandContext, people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

const { Notification, NotificationInbox } = notification;
const roles = { admin: 'Admin', agency: 'Agency', business: 'Business' } as const;

function readerOf({ caller: { tenant, actor, role } }: CommandContext): notification.Reader {
  if (actor.kind !== 'user') throw new DomainError('forbidden', 'Notifications are for people.');
  return {
    userId: UserId.parse(actor.userId),
    role: roles[role as keyof typeof roles],
    agencyId: tenant.agencyId,
    businessId: tenant.businessId === null ? null : BusinessId.parse(tenant.businessId),
  };
}

/** A notification that is for the reader; what is for others does not exist. */
async function ownNotification({ world, context }: Call, { notificationId }: { notificationId: NotificationId }) {
  const reader = readerOf(context);
  const stream = streams.notification(notificationId);
  const seen = await world.events.read(stream);
  const found = stateOf(Notification, seen);
  if (found.status === 'none' || !notification.isFor(found.addressed, reader))
    throw new DomainError('not_found', 'This notification does not exist.');
  return { stream, seen, tenant: context.caller.tenant, reader };
}

const common = {
  input: z.object({ notificationId: NotificationId }),
  by: people,
  aggregate: Notification,
  at: ownNotification,
};

export const readNotification = decision({
  ...common,
  decide: (_, state, { reader }) => notification.readNotification(reader, state),
});

export const deleteNotification = decision({
  ...common,
  decide: (_, state, { reader }) => notification.deleteNotification(reader, state),
});

export const readAllNotifications = decision({
  input: z.object({ upToPosition: PositionText }),
  by: people,
  aggregate: NotificationInbox,
  at({ context }) {
    const { userId, businessId } = readerOf(context);
    return { stream: streams.notificationInbox(userId), tenant: context.caller.tenant, userId, businessId };
  },
  decide: ({ upToPosition }, inbox, { userId, businessId }) =>
    notification.readAll({ businessId, userId, upToPosition }, inbox),
});
