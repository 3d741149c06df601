import { z } from 'zod';
import { MemberRole } from '../../domain/team/fields.ts';
import { calls } from './calls.ts';
import { Created, Done, IdParams, Instant, Success } from './common.ts';
import { EmailAddress } from './fields.ts';

export type { MemberRight } from '../../domain/team/fields.ts';

/** `expired`: the link of the invitation is too old; send another. */
export const Member = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  role: MemberRole,
  status: z.enum(['active', 'invited', 'expired']),
  /** Until when the link of the newest invitation can be used; null: they have a password, or were never invited. */
  invited_until: Instant.nullable(),
  /** When they last did something; null: never. */
  last_seen_at: Instant.nullable(),
  created_at: Instant,
});
export type Member = z.output<typeof Member>;
export const Members = z.object({ data: z.array(Member) });
const role = MemberRole.meta({ examples: ['agent'] });
export const InviteMember = z.object({
  email: EmailAddress,
  first_name: z.string({ error: 'The first name is missing.' }).trim().min(1, 'The first name is missing.').max(100),
  last_name: z.string().trim().max(100).default(''),
  role,
});
export const ChangeMember = z.object({ role });

export const memberCalls = calls('Team', {
  'GET /members': {
    id: 'listMembers',
    who: ['Business'],
    summary: 'The people who work for the business, with their roles, and who is invited.',
    reply: Members,
  },
  'POST /members': {
    id: 'inviteMember',
    who: ['Business'],
    summary: 'Invite someone to the team. They get an email with a link to choose a password.',
    body: InviteMember,
    reply: Created,
  },
  'PUT /members/{id}': {
    id: 'changeMember',
    who: ['Business'],
    summary: 'Change a teammate’s role. An account keeps at least one owner who can sign in.',
    params: IdParams,
    body: ChangeMember,
    reply: Success,
  },
  'DELETE /members/{id}': {
    id: 'removeMember',
    who: ['Business'],
    summary: 'Remove a teammate: they are signed out at once, and their conversations become unassigned.',
    params: IdParams,
    reply: Success,
  },
  'POST /members/{id}/resend-invitation': {
    id: 'resendInvitation',
    who: ['Business'],
    summary: 'Send someone who has no password yet another invitation.',
    params: IdParams,
    reply: Success,
  },
  'POST /members/leave': { id: 'leaveTeam', who: ['Business'], summary: 'Leave the team yourself.', reply: Done },
});
