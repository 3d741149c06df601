import type { Audience } from '../../domain/notifications/fields.ts';
import type { Role } from '../../domain/users/fields.ts';

const byRole: Readonly<Record<Role, string>> = { Admin: 'admins', Agency: 'agencies', Business: 'businesses' };

/** What an audience is called in the tables and on the bus. */
export const channelOf = (audience: Audience, targetId: string | null): string =>
  targetId === null ? audience : `${audience}:${targetId}`;

/** Everything that reaches a person: what is for all, for their role, for their agency or business, for themself. */
export function channelsOf({
  userId,
  role,
  agencyId,
  businessId,
}: {
  readonly userId: string;
  readonly role: Role;
  readonly agencyId: string | null;
  readonly businessId: string | null;
}): string[] {
  const tenant =
    role === 'Agency' && agencyId !== null ? [`agency:${agencyId}`]
    : role === 'Business' && businessId !== null ? [`business:${businessId}`]
    : [];
  return ['all', byRole[role], ...tenant, `user:${userId}`];
}
