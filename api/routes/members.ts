import { sql } from 'kysely';
import type { MemberView } from '../../projections/users/queries.ts';
import type { Member } from '../contract/index.ts';
import { memberCalls } from '../contract/index.ts';
import { type Call, route } from '../kernel/route.ts';
import { fullName } from '../present/profile.ts';

const shows = ['users'];

/** Invitations cost emails to addresses of strangers: so many a day. */
const maxInvitations = 50;
const day = 24 * 3_600_000;
const noteInvitation = ({ parts, businessId }: Pick<Call, 'parts' | 'businessId'>) =>
  parts.rateLimits.take([{ key: `invitations:${businessId}`, max: maxInvitations, windowMs: day }]);

/** When each of them last did something at the product, themself. */
async function lastSeen(
  { parts }: Pick<Call, 'parts'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; at: Date }>`select user_id as id, max(last_seen_at) as at from ops.sessions
    where user_id = any(${[...userIds]}::uuid[]) and beneath = '{}' group by user_id`.execute(parts.db);
  return new Map(rows.map(({ id, at }) => [id, at.toISOString()]));
}

const present = (view: MemberView, seen: ReadonlyMap<string, string>, now: Date): Member => ({
  id: view.id,
  email: view.email,
  full_name: fullName(view),
  first_name: view.firstName,
  last_name: view.lastName,
  avatar: view.avatar,
  role: view.role,
  status:
    view.joinedAt !== null ? 'active'
    : view.invitedUntil !== null && view.invitedUntil <= now.toISOString() ? 'expired'
    : 'invited',
  invited_until: view.joinedAt === null ? view.invitedUntil : null,
  last_seen_at: seen.get(view.id) ?? view.lastSignInAt,
  created_at: view.createdAt,
});

/** Nobody acts as them any more, from anywhere. That they were removed is on record, which says so of their sessions. */
async function end({ parts }: Pick<Call, 'parts'>, userId: string): Promise<void> {
  parts.memberships.changed(userId);
  await parts.sessions.revokeEveryOf(userId);
}

export const memberRoutes = [
  route(memberCalls['GET /members'], async (call) => {
    const members = await call.parts.readModels.members(call.businessId);
    const seen = await lastSeen(
      call,
      members.map(({ id }) => id),
    );
    return { data: members.map((view) => present(view, seen, call.parts.now())) };
  }),

  route(memberCalls['POST /members'], async (call) => {
    await noteInvitation(call);
    const { email, first_name: firstName, last_name: lastName, role } = call.body;
    const { position, result } = await call.parts.commands.team.invite(call.context(), {
      email,
      firstName,
      lastName,
      role,
    });
    await call.settled(position, shows);
    return { success: true as const, message: `An invitation is on its way to ${email}.`, data: { id: result.userId } };
  }),

  route(memberCalls['PUT /members/{id}'], async (call) => {
    const { id: userId } = call.params;
    const { position } = await call.parts.commands.team.changeRole(call.context(), { userId, role: call.body.role });
    call.parts.memberships.changed(userId);
    await call.settled(position, shows);
    return { success: true as const, message: 'The role was changed.' };
  }),

  route(memberCalls['DELETE /members/{id}'], async (call) => {
    const { id: userId } = call.params;
    const { position } = await call.parts.commands.team.remove(call.context(), { userId });
    await end(call, userId);
    await call.settled(position, shows);
    return { success: true as const, message: 'They were removed from the team and signed out.' };
  }),

  route(memberCalls['POST /members/{id}/resend-invitation'], async (call) => {
    await noteInvitation(call);
    const { position } = await call.parts.commands.team.resendInvitation(call.context(), { userId: call.params.id });
    await call.settled(position, shows);
    return { success: true as const, message: 'Another invitation is on its way.' };
  }),

  route(memberCalls['POST /members/leave'], async (call) => {
    const { userId } = call.session;
    const { position } = await call.parts.commands.team.leave(call.context(), {});
    await call.settled(position, shows);
    await end(call, userId);
    return { success: true as const };
  }),
];
