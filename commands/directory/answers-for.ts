import type { BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { may } from '../../domain/team/fields.ts';
import { roleIn, Team } from '../../domain/team/team.ts';
import { User, worksFor } from '../../domain/users/user.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** Whether somebody answers for a business: they have live chat as one of its people, or are of its agency. */
export async function answersFor(
  { loadState }: Pick<CommandServices, 'loadState'>,
  business: { readonly businessId: BusinessId; readonly agencyId: string | null },
  userId: UserId,
): Promise<boolean> {
  const [user, team] = await Promise.all([
    loadState(streams.user(userId), User),
    loadState(streams.team(business.businessId), Team),
  ]);
  if (!worksFor(user, business)) return false;
  if (user.status === 'active' && user.businessId === null) return true;
  const role = roleIn(team, userId);
  return role !== null && may(role, 'inbox');
}
