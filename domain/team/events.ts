import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, UserId } from '../kernel/ids.ts';
import { MemberRole } from './fields.ts';

const teammate = { businessId: BusinessId, userId: UserId };

/** Comes before the user is registered, so that nobody is ever a user of a business without a role there. */
export const TeammateInvited = event('TeammateInvited', 1, z.object({ ...teammate, role: MemberRole }));
export const TeammateRoleChanged = event('TeammateRoleChanged', 1, z.object({ ...teammate, role: MemberRole }));
/** By a teammate or an operator, or by themself: then they left. */
export const TeammateRemoved = event('TeammateRemoved', 1, z.object({ ...teammate, removedBy: UserId }));

export const teamEvents = [TeammateInvited, TeammateRoleChanged, TeammateRemoved] as const;
export type TeamEvent = EventOf<(typeof teamEvents)[number]>;
