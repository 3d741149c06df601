import { type Tenant } from '../../domain/kernel/event.ts';
import { namespaces, NotificationId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { NoticeKind } from '../../domain/notifications/events.ts';
import type { Audience } from '../../domain/notifications/fields.ts';
import { Notification, send } from '../../domain/notifications/notification.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { startUnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';

/** What the platform tells some people. `of`: what it is about, which names it: whatever is told again is told once. */
export interface Notice {
  readonly of: readonly string[];
  readonly audience: Audience;
  readonly targetId: string | null;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly content: string;
  /** A path of the web application. */
  readonly link: string;
}

/** Tells each of them once, however often it is asked. */
export async function tell(
  world: CommandServices,
  context: CommandContext,
  tenant: Tenant,
  notices: readonly Notice[],
): Promise<CommandOutcome<undefined>> {
  const work = startUnitOfWork(world, context, { tenant });
  for (const { of, ...notice } of notices) {
    const notificationId = NotificationId.parse(uuidV5(namespaces.notification, ...of));
    await work.change({
      stream: streams.notification(notificationId),
      aggregate: Notification,
      seen: [],
      decide: (current) => send({ notificationId, ...notice }, current),
    });
  }
  return work.outcome(undefined);
}
