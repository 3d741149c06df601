import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, UserId } from '../kernel/ids.ts';
import { TeammateInvited, TeammateRemoved, TeammateRoleChanged, type TeamEvent } from './events.ts';
import { type MemberRole, maxMembers, type MemberRight, may } from './fields.ts';

/** Who works for a business. Whoever an operator registered for it is not listed here until something changes. */
export interface Team {
  /** In the order in which they came. */
  readonly members: ReadonlyMap<UserId, MemberRole>;
  /** And by whom. */
  readonly removed: ReadonlyMap<UserId, UserId>;
}

const evolve = (team: Team, event: TeamEvent): Team => {
  switch (event.type) {
    case 'TeammateInvited':
    case 'TeammateRoleChanged':
      return { ...team, members: new Map(team.members).set(event.data.userId, event.data.role) };
    case 'TeammateRemoved': {
      const members = new Map(team.members);
      members.delete(event.data.userId);
      return { members, removed: new Map(team.removed).set(event.data.userId, event.data.removedBy) };
    }
    default:
      return unchanged(team, event);
  }
};
export const Team: Aggregate<Team, TeamEvent> = { initial: { members: new Map(), removed: new Map() }, evolve };

/**
 * What a user of the business may do there; null: they were removed. Whoever an operator registered for it is an owner.
 */
export const roleIn = (team: Team, userId: UserId): MemberRole | null =>
  team.removed.has(userId) ? null : (team.members.get(userId) ?? 'owner');

/** Throws `forbidden` for whoever lacks a right. `userId` null: who acts for the business, with an owner's rights. */
export function checkRight(team: Team, userId: UserId | null, right: MemberRight): void {
  const role = userId === null ? 'owner' : roleIn(team, userId);
  if (role === null || !may(role, right)) throw new DomainError('forbidden', refusalOf(role));
}

const called: Readonly<Record<MemberRole, string>> = {
  owner: 'an owner',
  manager: 'a manager',
  agent: 'an agent',
  till: 'a till user',
};
/** What somebody is told who may not do something; null: who is no member any more. */
export const refusalOf = (role: MemberRole | null): string =>
  role === null ?
    'You’re no longer on this team.'
  : `You can’t do this as ${called[role]}. Ask an owner of the account to do it or to change your role.`;

interface Of {
  readonly businessId: BusinessId;
  readonly userId: UserId;
}

export function inviteTeammate(command: Of & { readonly role: MemberRole }, team: Team): readonly TeamEvent[] {
  if (team.members.size >= maxMembers)
    throw new DomainError('conflict', `A team can have at most ${maxMembers} people. Remove someone first.`);
  return [TeammateInvited.create(command)];
}

/** Who else could be an owner: `firstOwner` was registered with the business, `joined` can sign in. */
interface Owners {
  readonly firstOwner: UserId | null;
  readonly joined: ReadonlySet<UserId>;
}

/** Everybody who is an owner now, `firstOwner` first. */
export function ownersOf(team: Team, firstOwner: UserId | null): readonly UserId[] {
  const named = [...team.members].filter(([, role]) => role === 'owner').map(([userId]) => userId);
  const first = firstOwner !== null && roleIn(team, firstOwner) === 'owner' ? [firstOwner] : [];
  return [...new Set([...first, ...named])];
}

/** A business always has an owner who can sign in, or (where none can yet) one who is invited. */
function checkOwnerStays({ userId }: Of, team: Team, { firstOwner, joined }: Owners): void {
  const others = ownersOf(team, firstOwner).filter((id) => id !== userId);
  if (roleIn(team, userId) !== 'owner') return;
  if (joined.has(userId) ? others.some((id) => joined.has(id)) : others.length > 0) return;
  throw new DomainError(
    'conflict',
    'An account needs at least one owner who can sign in. Make someone else an owner first.',
  );
}

const existing = ({ userId }: Of, team: Team): MemberRole => {
  const role = roleIn(team, userId);
  if (role === null) throw new DomainError('not_found', 'This teammate does not exist.');
  return role;
};

export function changeRole(
  { role, ...of }: Of & { readonly role: MemberRole },
  team: Team,
  owners: Owners,
): readonly TeamEvent[] {
  if (existing(of, team) === role) return [];
  checkOwnerStays(of, team, owners);
  return [TeammateRoleChanged.create({ ...of, role })];
}

/** Removing twice is removing once. */
export function removeTeammate(
  { removedBy, ...of }: Of & { readonly removedBy: UserId },
  team: Team,
  owners: Owners,
): readonly TeamEvent[] {
  if (roleIn(team, of.userId) === null) return [];
  checkOwnerStays(of, team, owners);
  return [TeammateRemoved.create({ ...of, removedBy })];
}
