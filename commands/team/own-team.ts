import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { MemberRole, MemberRight } from '../../domain/team/fields.ts';
import { checkRight, ownersOf, roleIn, Team } from '../../domain/team/team.ts';
import { type ActiveUser, User } from '../../domain/users/user.ts';
import { answersFor } from '../directory/answers-for.ts';
import { type Call, question } from '../kernel/command.ts';
import { businessUserOf, memberOf } from '../kernel/business-user.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** The team of the business that the session is at, which the caller may change. Checked again when it is decided. */
export async function ownTeam({ world, context }: Call, right: MemberRight = 'members') {
  const desk = businessUserOf(context);
  const stream = streams.team(desk.businessId);
  const names = { team: stream, business: streams.business(desk.businessId) };
  const found = await world.events.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  const seen = found.get(stream) ?? [];
  const by = memberOf(context);
  const check = (team: Team): void => checkRight(team, by, right);
  check(stateOf(Team, seen));
  return { ...desk, stream, seen, business, check };
}

/** Somebody of the team, who works there still; anybody else does not exist. */
export async function teammate(world: CommandServices, businessId: BusinessId, userId: UserId): Promise<ActiveUser> {
  const user = stateOf(User, await world.events.read(streams.user(userId)));
  if (user.status !== 'active' || user.businessId !== businessId)
    throw new DomainError('not_found', 'This teammate does not exist.');
  return user;
}

/** Who of the owners can sign in, for decisions that must leave one. Who can once can for good. */
export async function owners(world: CommandServices, team: Team, firstOwner: UserId | null) {
  const ids = ownersOf(team, firstOwner);
  const found = await world.events.readMany(ids.map((id) => streams.user(id)));
  const canSignIn = (id: UserId): boolean => {
    const user = stateOf(User, found.get(streams.user(id)));
    return user.status === 'active' && user.credentialRef !== null;
  };
  return { firstOwner, joined: new Set(ids.filter(canSignIn)) };
}

/** What a user of a business may do there; null: they were removed. Never older than the question. */
export const roleOf = question(async ({ loadState }, businessId: string, userId: string): Promise<MemberRole | null> =>
  roleIn(await loadState(streams.team(businessId as BusinessId), Team), userId as UserId),
);

/** Whether somebody answers for a business, for whoever looks on. Never older than the question. */
export const answers = question((world, businessId: string, agencyId: string | null, userId: string) =>
  answersFor(world, { businessId: businessId as BusinessId, agencyId }, userId as UserId),
);
