import { describe, expect, it } from 'vitest';
import { UserId } from '../../../domain/kernel/ids.ts';
import { TeammateInvited, TeammateRemoved, TeammateRoleChanged } from '../../../domain/team/events.ts';
import { type MemberRole, maxMembers, may, memberRights } from '../../../domain/team/fields.ts';
import {
  changeRole,
  checkRight,
  inviteTeammate,
  ownersOf,
  removeTeammate,
  roleIn,
  Team,
} from '../../../domain/team/team.ts';
import { given } from '../../support/given.ts';
import { businessId } from './fixtures.ts';

const [bella, marta, sam] = ['a', 'b', 'c'].map((digit) =>
  UserId.parse(`00000000-0000-4000-8000-00000000000${digit}`),
) as [UserId, UserId, UserId];
const invited = (userId: UserId, role: MemberRole) => TeammateInvited.create({ businessId, userId, role });
const removed = (userId: UserId) => TeammateRemoved.create({ businessId, userId, removedBy: bella });
const owners = (...joined: UserId[]) => ({ firstOwner: bella, joined: new Set(joined) });
const lastOwner = /at least one owner/;

describe('what members may do', () => {
  it('is everything for an owner, all but team, number and providers for a manager', () => {
    expect(memberRights.filter((right) => !may('owner', right))).toEqual([]);
    expect(memberRights.filter((right) => !may('manager', right))).toEqual([
      'members',
      'number',
      'providers',
      'billing',
    ]);
  });

  it('is the inbox and contacts for an agent, coupons for a till', () => {
    expect(memberRights.filter((right) => may('agent', right))).toEqual(['account', 'redeem', 'inbox', 'contacts']);
    expect(memberRights.filter((right) => may('till', right))).toEqual(['account', 'redeem']);
  });

  it('is nothing for whoever was removed, and everything for whoever acts for the business', () => {
    const team: Team = { members: new Map([[sam, 'agent']]), removed: new Map([[marta, bella]]) };
    expect(() => checkRight(team, marta, 'account')).toThrow(/no longer on this team/);
    expect(() => checkRight(team, sam, 'members')).toThrow(/as an agent/);
    expect(() => checkRight(team, null, 'members')).not.toThrow();
    expect(() => checkRight(team, bella, 'members')).not.toThrow();
  });
});

describe('a team', () => {
  it('invites with a role, as long as it is not too large', () => {
    given(Team)
      .when((team) => inviteTeammate({ businessId, userId: marta, role: 'agent' }, team))
      .then([invited(marta, 'agent')]);
    const full: Team = {
      members: new Map(Array.from({ length: maxMembers }, (_, at) => [`${at}` as UserId, 'agent'])),
      removed: new Map(),
    };
    expect(() => inviteTeammate({ businessId, userId: sam, role: 'agent' }, full)).toThrow(/at most/);
  });

  it('changes a role once, and knows who was registered with the business as an owner', () => {
    const change = (role: MemberRole) => (team: Team) =>
      changeRole({ businessId, userId: marta, role }, team, owners(bella));
    given(Team, [invited(marta, 'agent')])
      .when(change('manager'))
      .then([TeammateRoleChanged.create({ businessId, userId: marta, role: 'manager' })]);
    given(Team, [invited(marta, 'manager')])
      .when(change('manager'))
      .then([]);
    expect(roleIn(Team.initial, bella)).toBe('owner');
  });

  it('removes once, and whoever was removed is nobody', () => {
    const remove = (team: Team) => removeTeammate({ businessId, userId: marta, removedBy: bella }, team, owners(bella));
    given(Team, [invited(marta, 'agent')])
      .when(remove)
      .then([removed(marta)]);
    given(Team, [invited(marta, 'agent'), removed(marta)])
      .when(remove)
      .then([]);
    const gone = [invited(marta, 'agent'), removed(marta)].reduce(Team.evolve as never, Team.initial) as Team;
    expect(roleIn(gone, marta)).toBeNull();
  });
});

describe('the last owner', () => {
  const leaves = (joined: UserId[]) => (team: Team) =>
    removeTeammate({ businessId, userId: bella, removedBy: bella }, team, owners(...joined));
  const steps = (joined: UserId[]) => (team: Team) =>
    changeRole({ businessId, userId: bella, role: 'agent' }, team, owners(...joined));

  it.each([
    ['leaves', leaves],
    ['steps down', steps],
  ] as const)('is refused who %s, also where the other owner can not sign in yet', (_, goes) => {
    expect(() => goes([bella])(Team.initial)).toThrow(lastOwner);
    const withInvited: Team = { members: new Map([[marta, 'owner']]), removed: new Map() };
    expect(() => goes([bella])(withInvited)).toThrow(lastOwner);
    const withManager: Team = { members: new Map([[marta, 'manager']]), removed: new Map() };
    expect(() => goes([bella, marta])(withManager)).toThrow(lastOwner);
    expect(goes([bella, marta])(withInvited)).toHaveLength(1);
  });

  it('is whoever is left', () => {
    const team: Team = {
      members: new Map([
        [marta, 'owner'],
        [sam, 'agent'],
      ]),
      removed: new Map([[bella, marta]]),
    };
    expect(ownersOf(team, bella)).toEqual([marta]);
    expect(() => removeTeammate({ businessId, userId: marta, removedBy: marta }, team, owners(marta))).toThrow(
      lastOwner,
    );
  });

  it('may take back the invitation of another owner', () => {
    const team: Team = { members: new Map([[marta, 'owner']]), removed: new Map() };
    expect(removeTeammate({ businessId, userId: marta, removedBy: bella }, team, owners(bella))).toEqual([
      removed(marta),
    ]);
  });
});
