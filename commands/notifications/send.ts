import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { AgencyId, BusinessId, NotificationId, UserId } from '../../domain/kernel/ids.ts';
import { notificationFields } from '../../domain/notifications/fields.ts';
import { announce, Notification } from '../../domain/notifications/notification.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/users/user.ts';
import { command, decision } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { tell } from './notice.ts';

const input = z
  .object({ notificationId: NotificationId, ...notificationFields })
  .refine(({ audience, targetId }) => !isOne(audience) || targetId !== null, {
    path: ['targetId'],
    error: 'Choose who it is for.',
  })
  .transform((given) => (isOne(given.audience) ? given : { ...given, targetId: null }));
type Audience = z.output<typeof notificationFields.audience>;

const isOne = (audience: Audience): boolean => audience === 'agency' || audience === 'business' || audience === 'user';

/** An operator writes to many or one. */
export const sendNotification = decision({
  input,
  by: ['admin'],
  aggregate: Notification,
  at: async ({ world }, { notificationId, audience, targetId }) => ({
    stream: streams.notification(notificationId),
    tenant: await tenantOf(world, audience, targetId),
  }),
  decide: announce,
});

/** Whom it is about, for the trail: the tenant it is addressed to. Throws for one that does not exist. */
async function tenantOf(world: CommandServices, audience: Audience, targetId: string | null) {
  const missing = (what: string) =>
    new DomainError('validation_failed', `This ${what} does not exist.`, {
      targetId: [`This ${what} does not exist.`],
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
      if (user.status !== 'active') throw missing('user');
      return { agencyId: user.agencyId, businessId: user.businessId };
    }
    default:
      return platformTenant;
  }
}

/** A business wants to be registered for texting: the admins and its agency are told, once a day (of UTC). */
export const a2pRequested = command({
  input: z.object({ businessId: BusinessId, day: z.iso.date() }),
  by: ['system'],
  async run({ world, context }, { businessId, day }) {
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const { name, agencyId } = business;
    const told = [
      { audience: 'admins' as const, targetId: null, area: 'admin' },
      ...(agencyId === null ? [] : [{ audience: 'agency' as const, targetId: agencyId, area: 'agency' }]),
    ];
    return tell(
      world,
      context,
      { agencyId, businessId },
      told.map(({ audience, targetId, area }) => ({
        of: [businessId, 'a2p-request', day, audience],
        audience,
        targetId,
        kind: 'a2p-request' as const,
        title: 'Registration for texting asked for',
        content: `${name} texts without a registration and asks for one.`,
        link: `/${area}/businesses/${businessId}/edit`,
      })),
    );
  },
});
