import { z } from 'zod';
import { userFields } from '../../domain/users/fields.ts';
import { userList } from '../../domain/users/list.ts';
import { calls } from './calls.ts';
import { Instant, list, Named, Role, Success, Uuid } from './common.ts';
import { NewPassword } from './fields.ts';
import { listParams } from './lists.ts';

export const UserRow = z.object({
  id: z.string(),
  role: Role,
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  agency: Named.nullable(),
  business: Named.nullable(),
  /** Signing in takes more than their password. */
  second_factor: z.boolean(),
  last_sign_in_at: Instant.nullable(),
  created_at: Instant,
});
export type UserRow = z.output<typeof UserRow>;
export const UserList = list(UserRow);
/** Searched by name and email. */
export const UserListParams = listParams(userList);
export const UserIdParams = z.object({ user_id: Uuid });
export const ChangeUserPassword = z.object({ password: NewPassword });

export const ResetSecondFactor = z.object({ reason: userFields.resetReason });

export const userCalls = calls('Users', {
  'GET /users': {
    id: 'listUsers',
    who: ['Admin'],
    summary: 'Everyone who can sign in, searched by name and email address.',
    query: UserListParams,
    reply: UserList,
  },
  'POST /users/{user_id}/change-password': {
    id: 'changeUserPassword',
    who: ['Admin', 'Agency'],
    summary:
      'Set a password for someone below you: an admin for anyone but admins, an agency for the people of its businesses.',
    params: UserIdParams,
    body: ChangeUserPassword,
    reply: Success,
    secret: true,
  },
  'POST /users/{user_id}/reset-second-factor': {
    id: 'resetSecondFactor',
    who: ['Admin'],
    summary:
      'Remove every second factor and recovery code of someone who can’t sign in any more. They are told by email.',
    params: UserIdParams,
    body: ResetSecondFactor,
    reply: Success,
  },
});
