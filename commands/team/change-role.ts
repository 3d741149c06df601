import { z } from 'zod';
import { UserId } from '../../domain/kernel/ids.ts';
import { MemberRole } from '../../domain/team/fields.ts';
import { changeRole, Team } from '../../domain/team/team.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { owners, ownTeam, teammate } from './own-team.ts';

/** What somebody may do from now on. Refused where it would leave the business without an owner. */
export const changeMemberRole = decision({
  input: z.object({ userId: UserId, role: MemberRole }),
  by: people,
  aggregate: Team,
  async at(call, { userId }) {
    const place = await ownTeam(call);
    await teammate(call.world, place.businessId, userId);
    return { ...place, owners: await owners(call.world, stateOf(Team, place.seen), place.business.ownerId) };
  },
  decide: ({ userId, role }, team, { businessId, check, owners: known }) => {
    check(team);
    return changeRole({ businessId, userId, role }, team, known);
  },
});
