import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { Business } from '../../domain/business/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { PositionText } from '../../domain/kernel/fields.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { AgencyId, BusinessId, namespaces, NotificationId, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { Audience as AnyAudience, type NotificationEvent } from '../../domain/notification/events.ts';
import {
  deleteNotification,
  isFor,
  Notification,
  NotificationInbox,
  type Reader,
  readAll,
  readNotification,
  send,
} from '../../domain/notification/notification.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/user/user.ts';
import { Line, Text } from '../inputs.ts';
import { allow, begin, parse, stateOf, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';

const One = z.object({ notificationId: NotificationId });
/** Whom an operator may write to. */
const Audience = AnyAudience.exclude(['admins']);
type Audience = z.output<typeof Audience>;
const Message = z.object({
  notificationId: NotificationId,
  title: Line('The title', 120),
  content: Text.pipe(
    z.string().trim().min(1, 'The text is missing.').max(2000, 'The text can have at most 2,000 characters.'),
  ),
  /** A path of the web application: never an address elsewhere (`//host` and `/\host` are such). */
  link: z
    .string()
    .regex(/^\/(?![/\\])[^\s\\]*$/, 'A link is a path of this application, such as /business/dashboard.')
    .max(300)
    .nullable(),
  audience: Audience,
  targetId: z.uuid('This is not a valid id.').toLowerCase().nullable(),
});
const oneOf: ReadonlySet<Audience> = new Set(['agency', 'business', 'user']);
const roles = { admin: 'Admin', agency: 'Agency', business: 'Business' } as const;

export const notifications = (world: World): Commands['notifications'] => {
  const reader = ({ caller }: CommandContext): Reader => {
    allow(caller, 'business', 'agency', 'admin');
    const { tenant, actor, role } = caller;
    if (actor.kind !== 'user') throw new DomainError('forbidden', 'Notifications are for people.');
    return {
      userId: UserId.parse(actor.userId),
      role: roles[role as keyof typeof roles],
      agencyId: tenant.agencyId,
      businessId: tenant.businessId === null ? null : BusinessId.parse(tenant.businessId),
    };
  };

  const change = async (
    context: CommandContext,
    given: unknown,
    decide: (by: Reader, notification: Notification) => readonly NotificationEvent[],
  ) => {
    const by = reader(context);
    const { notificationId } = parse(One, given);
    const stream = streams.notification(notificationId);
    const seen = await world.events.read(stream);
    const notification = stateOf(Notification, seen);
    if (notification.status === 'none' || !isFor(notification.addressed, by))
      throw new DomainError('not_found', 'This notification does not exist.');
    const work = begin(world, context, { tenant: context.caller.tenant });
    await work.change({ stream, aggregate: Notification, seen, decide: (current) => decide(by, current) });
    return work.outcome(undefined);
  };

  /** Whom it is about, for the trail: the tenant it is addressed to. Throws for one that does not exist. */
  const target = async (audience: Audience, targetId: string | null) => {
    const missing = (what: string) =>
      new DomainError('validation_failed', `This ${what} does not exist.`, {
        target_id: [`This ${what} does not exist.`],
      });
    switch (audience) {
      case 'agency': {
        const id = AgencyId.parse(targetId);
        if (stateOf(Agency, await world.events.read(streams.agency(id))).status === 'none') throw missing('agency');
        return { agencyId: id, businessId: null };
      }
      case 'business': {
        const business = stateOf(Business, await world.events.read(streams.business(BusinessId.parse(targetId))));
        if (business.status === 'none') throw missing('business');
        return { agencyId: business.agencyId, businessId: business.businessId };
      }
      case 'user': {
        const user = stateOf(User, await world.events.read(streams.user(UserId.parse(targetId))));
        if (user.status === 'none') throw missing('user');
        return { agencyId: user.agencyId, businessId: user.businessId };
      }
      default:
        return platformTenant;
    }
  };

  const announce = async (context: CommandContext, given: unknown) => {
    const { audience, targetId: asked, ...message } = parse(Message, given);
    const targetId = oneOf.has(audience) ? asked : null;
    if (oneOf.has(audience) && targetId === null)
      throw new DomainError('validation_failed', 'Choose who it is for.', { target_id: ['Choose who it is for.'] });
    const work = begin(world, context, { tenant: await target(audience, targetId) });
    const { before, repeated } = await work.change({
      stream: streams.notification(message.notificationId),
      aggregate: Notification,
      decide: (current) => send({ ...message, kind: 'announcement', audience, targetId }, current),
    });
    if (before.status !== 'none' && !repeated) throw new DomainError('conflict', 'This notification was sent already.');
    return work.outcome(undefined);
  };

  return {
    read: (context, given) => change(context, given, readNotification),
    delete: (context, given) => change(context, given, deleteNotification),
    async readAll(context, given) {
      const { userId, businessId } = reader(context);
      const { upToPosition } = parse(z.object({ upToPosition: PositionText }), given);
      const work = begin(world, context, { tenant: context.caller.tenant });
      await work.change({
        stream: streams.notificationInbox(userId),
        aggregate: NotificationInbox,
        decide: (inbox) => readAll({ businessId, userId, upToPosition }, inbox),
      });
      return work.outcome(undefined);
    },
    send(context, given) {
      allow(context.caller, 'admin');
      return announce(context, given);
    },
    async a2pRequested(context, given) {
      allow(context.caller, 'system');
      const { businessId, day } = parse(z.object({ businessId: BusinessId, day: z.iso.date() }), given);
      const business = stateOf(Business, await world.events.read(streams.business(businessId)));
      if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
      const { name, agencyId } = business;
      const told = [
        { audience: 'admins' as const, targetId: null, area: 'admin' },
        ...(agencyId === null ? [] : [{ audience: 'agency' as const, targetId: agencyId, area: 'agency' }]),
      ];
      const work = begin(world, context, { tenant: { agencyId, businessId } });
      for (const { audience, targetId, area } of told) {
        const notificationId = NotificationId.parse(
          uuidV5(namespaces.notification, businessId, 'a2p-request', day, audience),
        );
        await work.change({
          stream: streams.notification(notificationId),
          aggregate: Notification,
          seen: [],
          decide: (current) =>
            send(
              {
                notificationId,
                audience,
                targetId,
                kind: 'a2p-request',
                title: 'Registration for texting asked for',
                content: `${name} texts without a registration and asks for one.`,
                link: `/${area}/businesses/${businessId}/edit`,
              },
              current,
            ),
        });
      }
      return work.outcome(undefined);
    },
  };
};
