import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  ChangePassword,
  Done,
  IdParams,
  ImpersonateReply,
  PasswordChangeWithToken,
  PasswordResetRequest,
  Success,
  UpdateSettings,
  ValidateEmailParams,
  ValidateEmailReply,
  VerifyToken,
  VerifyTokenReply,
} from '../contract/index.ts';
import { judgeEmail } from '../kernel/email-address.ts';
import { clientOf } from '../kernel/client-address.ts';
import { callerOf, commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { recordEnded } from './session.ts';

const tag = 'Account';
const sent = 'If somebody has an account with this e-mail address, a message with a link is on its way.';
const changed = { success: true as const, message: 'Your password has been changed. You can sign in with it now.' };

const limitsOf = ({ parts }: Pick<Call, 'parts'>) => ({
  perAddress: 5,
  perIp: 60,
  windowMs: 15 * 60_000,
  ...parts.config.accountLimit,
});

/** Before anything is looked at: so many of one client, and so many about one address. */
async function limited(call: Pick<Call, 'parts' | 'ip'>, what: string, address: string | null = null): Promise<void> {
  const { perAddress, perIp, windowMs } = limitsOf(call);
  await call.parts.rateLimits.take([
    { key: `${what}:client:${clientOf(call.ip)}`, max: perIp, windowMs },
    ...(address === null ?
      []
    : [{ key: `${what}:address:${address.trim().toLowerCase()}`, max: perAddress, windowMs }]),
  ]);
}

const anybody = ({ request }: Pick<Call, 'request'>) =>
  commandContext(publicCaller('account'), correlationIdOf(request));

async function useLink(call: Call, { token, password }: z.output<typeof PasswordChangeWithToken>) {
  await limited(call, 'password-link');
  const { result } = await call.parts.commands.identity.resetPassword(anybody(call), {
    token,
    password,
    ipAddress: call.ip,
  });
  await call.parts.sessions.revokeAllOf(result.userId);
  return changed;
}

/** `b•••@demo.test`: enough for its owner. */
const masked = (email: string): string => `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`;

export const identityRoutes = [
  route(
    {
      method: 'POST',
      path: '/passwords/reset',
      who: 'public',
      tag,
      summary:
        'Ask for a link by e-mail (`email`; the answer never says whether the address is known), or use one (`token`, `password`).',
      body: PasswordResetRequest,
      reply: Success,
    },
    async (call) => {
      if ('token' in call.body) return useLink(call, call.body);
      const { email } = call.body;
      await limited(call, 'password-reset', email);
      await call.parts.commands.identity.requestPasswordReset(anybody(call), { email, ipAddress: call.ip });
      return { success: true as const, message: sent };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/passwords/change',
      who: 'public',
      tag,
      summary: 'Choose a password with the link of an e-mail. Ends every session of the user.',
      body: PasswordChangeWithToken,
      reply: Success,
    },
    async (call) => useLink(call, call.body),
  ),

  route(
    {
      method: 'POST',
      path: '/token/verify',
      who: 'public',
      tag,
      summary: 'Whether the link of an e-mail can still be used; it is not used up.',
      body: VerifyToken,
      reply: VerifyTokenReply,
    },
    async (call) => {
      await limited(call, 'verify-token');
      const { valid, kind, email, expiresAt } = await call.parts.commands.identity.inspectToken(call.body.token);
      return { data: { valid, kind, email: email === null ? null : masked(email), expires_at: expiresAt } };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/change-password',
      who: 'any',
      tag,
      summary: "Change one's own password. Ends every other session.",
      body: ChangePassword,
      reply: Success,
      secret: true,
    },
    async (call) => {
      const { parts, session, body } = call;
      const { windowMs } = limitsOf(call);
      const limits = [
        { key: `password-of:${session.userId}`, max: parts.config.accountLimit?.perAddress ?? 10, windowMs },
      ];
      await parts.rateLimits.take(limits);
      await parts.commands.identity.changePassword(call.context(), {
        userId: session.userId,
        currentPassword: body.current_password,
        password: body.password,
        ipAddress: call.ip,
      });
      await parts.rateLimits.refund(limits);
      await parts.sessions.revokeAllOf(session.userId, { except: session.sessionId });
      return {
        success: true as const,
        message: 'Your password has been changed. All other devices have been signed out.',
      };
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/settings',
      who: 'any',
      tag,
      summary: "Change one's own settings: whatever is given.",
      body: UpdateSettings,
      reply: Success,
    },
    async (call) => {
      const { push_notifications: pushNotifications, timezone, color_scheme: colorScheme } = call.body;
      const { position } = await call.parts.commands.identity.changeSettings(call.context(), {
        userId: call.session.userId,
        ...(pushNotifications === undefined ? {} : { pushNotifications }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(colorScheme === undefined ? {} : { colorScheme }),
      });
      await call.settled(position, ['users']);
      return { success: true as const, message: 'Your settings have been saved.' };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/impersonate/{id}',
      who: ['Admin', 'Agency'],
      tag,
      summary:
        'Act as an agency, a business or one of their users, by its id. The answered token stands on the one it was asked with.',
      params: IdParams,
      reply: ImpersonateReply,
      secret: true,
    },
    async ({ parts, params, session, ip, request }) => {
      const sessionId = randomUUID();
      const asking = commandContext(callerOf(session), correlationIdOf(request));
      const { result } = await parts.commands.identity.startImpersonation(asking, {
        targetId: params.id,
        sessionId,
        ipAddress: ip,
      });
      const token = await parts.sessions.openAbove(session, { sessionId, ...result });
      if (token === null) throw new ApiError('unauthenticated', 'Please sign in.');
      return { access_token: token, role: result.role };
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/impersonate',
      who: 'any',
      tag,
      summary: "Stop acting as somebody else, however far one has gone. One's own session goes on.",
      reply: Done,
    },
    async (call) => {
      await recordEnded(call, await call.parts.sessions.revokeImpersonation(call.session));
      return { success: true as const };
    },
  ),

  route(
    {
      method: 'GET',
      path: '/validate-email',
      who: 'public',
      tag,
      summary:
        'Whether mail to an address can arrive: its form, and its domain where the DNS answers. Never whether somebody has an account.',
      query: ValidateEmailParams,
      reply: ValidateEmailReply,
    },
    async (call) => {
      await limited(call, 'validate-email');
      return { data: await judgeEmail(call.query.email, call.parts.mailDomains) };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/send-a2p-notification',
      who: 'any',
      tag,
      summary:
        'Confirm for today that texts without a registration may be held back; the operators see that this business asked.',
      reply: Success,
    },
    async (call) => {
      const { position } = await call.parts.commands.identity.confirmA2p(call.context(), {
        userId: call.session.userId,
      });
      await call.settled(position, ['users']);
      return { success: true as const, message: 'Thank you. We have told the people who look after registrations.' };
    },
  ),
];
