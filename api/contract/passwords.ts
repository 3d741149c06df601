import { z } from 'zod';
import { calls } from './calls.ts';
import { Instant, Success } from './common.ts';
import { EmailAddress, NewPassword } from './fields.ts';

/** `{ email }` asks for a link; `{ token, password }` uses one, as POST /passwords/change does. */
export const PasswordResetRequest = z.union([
  z.object({ token: z.string().min(20).max(200), password: NewPassword }),
  z.object({ email: EmailAddress }),
]);
export const PasswordChangeWithToken = z.object({
  token: z.string({ error: 'The link is not complete.' }).min(20, 'The link is not complete.').max(200),
  password: NewPassword,
});
export const ChangePassword = z.object({
  current_password: z.string({ error: 'Enter your current password.' }).min(1, 'Enter your current password.').max(200),
  password: NewPassword,
});
export const VerifyToken = z.object({ token: z.string().max(200) });
/** `email` is masked (`b•••@demo.test`). */
export const VerifyTokenReply = z.object({
  data: z.object({
    valid: z.boolean(),
    kind: z.enum(['reset', 'invitation']).nullable(),
    email: z.string().nullable(),
    expires_at: Instant.nullable(),
  }),
});
/** `token`: of the link the password is chosen with; `about`: what the form says of somebody else (name, address). Nothing is kept. */
export const JudgePassword = z.object({
  password: z.string().max(200),
  token: z.string().max(200).nullable().default(null),
  about: z.array(z.string().max(254)).max(10).default([]),
});
/** `short` and `weak` are refused; `message` says why and what to do. */
export const JudgePasswordReply = z.object({
  data: z.object({ strength: z.enum(['short', 'weak', 'fair', 'strong']), message: z.string().nullable() }),
});
export const ValidateEmailParams = z.object({ email: z.string().max(320).default('') });
export const ValidateEmailReply = z.object({
  data: z.object({
    valid: z.boolean(),
    reason: z.enum(['syntax', 'domain', 'disposable']).nullable(),
    message: z.string().nullable(),
  }),
});

export const passwordCalls = calls('Account', {
  'POST /passwords/reset': {
    id: 'resetPassword',
    who: 'public',
    summary:
      'Ask for a link by email (`email`; the answer never says whether the address is known), or use one (`token`, `password`).',
    body: PasswordResetRequest,
    reply: Success,
  },
  'POST /passwords/change': {
    id: 'changePasswordWithToken',
    who: 'public',
    summary: 'Choose a password with the link of an email. Ends every session of the user.',
    body: PasswordChangeWithToken,
    reply: Success,
  },
  'POST /change-password': {
    id: 'changePassword',
    who: 'any',
    summary: "Change one's own password. Ends every other session.",
    body: ChangePassword,
    reply: Success,
    secret: true,
  },
  'POST /passwords/judge': {
    id: 'judgePassword',
    who: 'public',
    summary: 'How strong a password is, by the rule of the calls that take one.',
    body: JudgePassword,
    reply: JudgePasswordReply,
    secret: true,
  },
  'POST /token/verify': {
    id: 'verifyToken',
    who: 'public',
    summary: 'Whether the link of an email can still be used; it is not used up.',
    body: VerifyToken,
    reply: VerifyTokenReply,
  },
  'GET /validate-email': {
    id: 'validateEmail',
    who: 'public',
    summary:
      'Whether mail to an address can arrive: its form, and its domain where the DNS answers. Never whether an account exists.',
    query: ValidateEmailParams,
    reply: ValidateEmailReply,
  },
});
