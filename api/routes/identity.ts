import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { NewPassword } from '../contract/fields.ts';
import { passwordCalls, type PasswordChangeWithToken, profileCalls, sessionCalls } from '../contract/index.ts';
import { judgeEmail, masked } from '../kernel/email-address.ts';
import { clientOf } from '../kernel/client-address.ts';
import { callerOf, commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { bearerToken } from '../kernel/register.ts';
import { type Call, route } from '../kernel/route.ts';
import { recordEnded } from './session.ts';

const sent = 'If there is an account with this email address, a message with a link is on its way.';
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
  const { result } = await call.parts.commands.users.resetPassword(anybody(call), {
    token,
    password,
    ipAddress: call.ip,
  });
  await call.parts.sessions.revokeAllOf(result.userId);
  return changed;
}

/** Of one client: somebody who types, not somebody who has a list. */
const judgementsPerMinute = 120;

export const identityRoutes = [
  route(passwordCalls['POST /passwords/reset'], async (call) => {
    if ('token' in call.body) return useLink(call, call.body);
    const { email } = call.body;
    await limited(call, 'password-reset', email);
    await call.parts.commands.users.requestPasswordReset(anybody(call), { email, ipAddress: call.ip });
    return { success: true as const, message: sent };
  }),

  route(passwordCalls['POST /passwords/change'], async (call) => useLink(call, call.body)),

  route(passwordCalls['POST /passwords/judge'], async (call) => {
    const { password, token, about } = call.body;
    await call.parts.rateLimits.take([
      { key: `judge-password:${clientOf(call.ip)}`, max: judgementsPerMinute, windowMs: 60_000 },
    ]);
    const short = NewPassword.safeParse(password).error?.issues[0]?.message;
    if (short !== undefined) return { data: { strength: 'short' as const, message: short } };
    const bearer = bearerToken(call.request.headers.authorization);
    const session = bearer === null ? null : await call.parts.sessions.find(bearer);
    const asked = { password, token, about, userId: session?.userId ?? null };
    return { data: await call.parts.commands.users.judgePassword(asked) };
  }),

  route(passwordCalls['POST /token/verify'], async (call) => {
    await limited(call, 'verify-token');
    const { valid, kind, email, expiresAt } = await call.parts.commands.users.inspectToken(call.body.token);
    return { data: { valid, kind, email: email === null ? null : masked(email), expires_at: expiresAt } };
  }),

  route(passwordCalls['POST /change-password'], async (call) => {
    const { parts, session, body } = call;
    const { windowMs } = limitsOf(call);
    const limits = [
      { key: `password-of:${session.userId}`, max: parts.config.accountLimit?.perAddress ?? 10, windowMs },
    ];
    await parts.rateLimits.take(limits);
    await parts.commands.users.changePassword(call.context(), {
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
  }),

  route(profileCalls['PUT /settings'], async (call) => {
    const { push_notifications: pushNotifications, timezone, color_scheme: colorScheme } = call.body;
    const { position } = await call.parts.commands.users.changeSettings(call.context(), {
      userId: call.session.userId,
      ...(pushNotifications === undefined ? {} : { pushNotifications }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(colorScheme === undefined ? {} : { colorScheme }),
    });
    await call.settled(position, ['users']);
    return { success: true as const, message: 'Your settings have been saved.' };
  }),

  route(sessionCalls['POST /impersonate/{id}'], async ({ parts, params, session, ip, request }) => {
    const sessionId = randomUUID();
    const asking = commandContext(callerOf(session), correlationIdOf(request));
    const { result } = await parts.commands.users.startImpersonation(asking, {
      targetId: params.id,
      sessionId,
      ipAddress: ip,
    });
    const token = await parts.sessions.openAbove(session, { sessionId, ...result });
    if (token === null) throw new ApiError('unauthenticated', 'Please sign in.');
    return { access_token: token, role: result.role };
  }),

  route(sessionCalls['DELETE /impersonate'], async (call) => {
    await recordEnded(call, await call.parts.sessions.revokeImpersonation(call.session));
    return { success: true as const };
  }),

  route(passwordCalls['GET /validate-email'], async (call) => {
    await limited(call, 'validate-email');
    return { data: await judgeEmail(call.query.email, call.parts.emailDomains) };
  }),

  route(profileCalls['POST /send-a2p-notification'], async (call) => {
    const { position } = await call.parts.commands.users.confirmA2p(call.context(), { userId: call.session.userId });
    await call.settled(position, ['users']);
    return { success: true as const, message: 'Thank you. We have told the people who look after registrations.' };
  }),
];
