import { z } from 'zod';
import { userFields } from '../../domain/users/fields.ts';
import { calls } from './calls.ts';
import { Done, IdParams, Instant, Role, Success } from './common.ts';
import { EmailAddress } from './fields.ts';

export const LoginRequest = z.object({
  email: EmailAddress,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(200),
  device: userFields.device,
});
/** Of a person with a second factor: POST /login/second-factor takes the token with a code, and answers the access token. */
export const SecondStepNeeded = z.object({
  second_factor: z.object({
    token: z.string(),
    expires_at: Instant,
    /** Whether codes of an app are taken, and the hosts on which a passkey is. */
    code: z.boolean(),
    passkey_hosts: z.array(z.string().meta({ examples: ['app.example.com'] })),
  }),
});
export const LoginReply = z.union([z.object({ access_token: z.string() }), SecondStepNeeded]);
export const ImpersonateReply = z.object({ access_token: z.string(), role: Role });

/** Null: not known, for a session from before this was kept. */
export const SessionRow = z.object({
  id: z.string(),
  /** Such as "Chrome on Windows". */
  device: z
    .string()
    .meta({ examples: ['Chrome on Windows'] })
    .nullable(),
  /** Where it signed in from. */
  ip_address: z
    .string()
    .meta({ examples: ['203.0.113.7'] })
    .nullable(),
  signed_in_at: Instant,
  last_seen_at: Instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type SessionRow = z.output<typeof SessionRow>;
export const SessionList = z.object({ data: z.array(SessionRow) });

export const sessionCalls = calls('Session', {
  'POST /login': {
    id: 'signIn',
    who: 'public',
    summary: 'Sign in; answers the access token, or a token for the second step where there is a second factor.',
    body: LoginRequest,
    reply: LoginReply,
  },
  'POST /logout': {
    id: 'signOut',
    who: 'any',
    summary: 'Sign out; the token stops working. While acting as someone else, your own session ends too.',
    reply: Done,
  },
  'GET /sessions': {
    id: 'listSessions',
    who: 'any',
    summary: 'Where you are signed in, the last used first. Refused while acting as someone else.',
    reply: SessionList,
  },
  'DELETE /sessions/{id}': {
    id: 'endSession',
    who: 'any',
    summary: 'Sign one of your devices out.',
    params: IdParams,
    reply: Success,
  },
  'DELETE /sessions': { id: 'endOtherSessions', who: 'any', summary: 'Sign out everywhere but here.', reply: Success },
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
    summary: 'Stop acting as someone else, however many steps deep. Your own session goes on.',
    reply: Done,
  },
});
