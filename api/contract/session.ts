import { z } from 'zod';
import { calls } from './calls.ts';
import { Done, IdParams, Role } from './common.ts';
import { EmailAddress } from './fields.ts';

export const LoginRequest = z.object({
  email: EmailAddress,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(200),
});
export const LoginReply = z.object({ access_token: z.string() });
export const ImpersonateReply = z.object({ access_token: z.string(), role: Role });

export const sessionCalls = calls('Session', {
  'POST /login': {
    id: 'signIn',
    who: 'public',
    summary: 'Sign in; answers the access token.',
    body: LoginRequest,
    reply: LoginReply,
  },
  'POST /logout': {
    id: 'signOut',
    who: 'any',
    summary:
      "Sign out; the token is worth nothing from then on. While acting as somebody else, one's own session ends too.",
    reply: Done,
  },
  'POST /impersonate/{id}': {
    id: 'startImpersonation',
    who: ['Admin', 'Agency'],
    summary:
      'Act as an agency, a business or one of their users, by its id. The answered token stands on the one it was asked with.',
    params: IdParams,
    reply: ImpersonateReply,
    secret: true,
  },
  'DELETE /impersonate': {
    id: 'stopImpersonation',
    who: 'any',
    summary: "Stop acting as somebody else, however far one has gone. One's own session goes on.",
    reply: Done,
  },
});
