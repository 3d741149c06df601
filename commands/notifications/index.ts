import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, NotificationId, UserId } from '../../domain/kernel/ids.ts';
import type { NotificationEvent } from '../../domain/notification/events.ts';
import { deleteNotification, Notification, NotificationInbox, readAll, readNotification } from '../../domain/notification/notification.ts';
import { streams } from '../../domain/streams.ts';
import { PositionText } from '../inputs.ts';
import { allow, begin, parse, stateOf, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';

const One = z.object({ notificationId: NotificationId });

export const notifications = (world: World): Commands['notifications'] => {
  const reader = (context: CommandContext) => {
    allow(context.caller, 'business', 'agency', 'admin');
    const { tenant, actor } = context.caller;
    if (tenant.businessId === null || actor.kind !== 'user') throw new DomainError('forbidden', 'Notifications belong to a business. Open one first.');
    return { tenant, businessId: BusinessId.parse(tenant.businessId), userId: UserId.parse(actor.userId) };
  };

  const change = async (context: CommandContext, given: unknown, decide: (by: { readonly userId: UserId }, notification: Notification) => readonly NotificationEvent[]) => {
    const { tenant, businessId, userId } = reader(context);
    const { notificationId } = parse(One, given);
    const stream = streams.notification(notificationId);
    const seen = await world.events.read(stream);
    const notification = stateOf(Notification, seen);
    if (notification.status === 'none' || notification.businessId !== businessId) throw new DomainError('not_found', 'This notification does not exist.');
    const work = begin(world, context, { tenant });
    await work.change({ stream, aggregate: Notification, seen, decide: (current) => decide({ userId }, current) });
    return work.outcome(undefined);
  };

  return {
    read: (context, given) => change(context, given, readNotification),
    delete: (context, given) => change(context, given, deleteNotification),
    async readAll(context, given) {
      const { tenant, businessId, userId } = reader(context);
      const { upToPosition } = parse(z.object({ upToPosition: PositionText }), given);
      const work = begin(world, context, { tenant });
      await work.change({ stream: streams.notificationInbox(userId), aggregate: NotificationInbox, decide: (inbox) => readAll({ businessId, userId, upToPosition }, inbox) });
      return work.outcome(undefined);
    },
  };
};
