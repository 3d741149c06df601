import { randomUUID } from 'node:crypto';
import { Done, LoginReply, LoginRequest, Profile, ProfileParams } from '../contract/index.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';

const wrong = 'The e-mail address or the password is not right.';

export const sessionRoutes = [
  route(
    { method: 'POST', path: '/login', who: 'public', tag: 'Session', summary: 'Sign in; answers the access token.', body: LoginRequest, reply: LoginReply },
    async ({ body, parts, request, ip }) => {
      const { perAddress = 10, perIp = 100, windowMs = 15 * 60_000 } = parts.config.signInLimit ?? {};
      const limits = [
        { key: `sign-in:${body.email.toLowerCase()}:${ip}`, max: perAddress, windowMs },
        { key: `sign-in:${ip}`, max: perIp, windowMs },
      ];
      await parts.rateLimits.take(limits);
      const sessionId = randomUUID();
      const { position, result } = await parts.commands.identity.signIn(
        commandContext(publicCaller('login'), correlationIdOf(request)),
        { email: body.email, password: body.password, ipAddress: ip, sessionId },
      );
      if (result === null) throw new ApiError('invalid_credentials', wrong, { fields: { email: [wrong] } });
      // Only what failed counts: somebody who signs in often is not an attacker.
      await parts.rateLimits.refund(limits);
      const token = await parts.sessions.open({ sessionId, ...result });
      if (position !== null) await parts.waitFor(position, { timeoutMs: parts.config.readModelWaitMs ?? 2_000, projectors: ['users', 'businesses'] });
      return { access_token: token };
    },
  ),

  route(
    { method: 'POST', path: '/logout', who: 'any', tag: 'Session', summary: 'Sign out; the token is worth nothing from then on.', reply: Done },
    async (call) => {
      const { parts, session } = call;
      await parts.sessions.revoke(session.sessionId);
      await parts.commands.identity.signOut(call.context(), { userId: session.userId, sessionId: session.sessionId });
      return { success: true as const };
    },
  ),

  route(
    { method: 'GET', path: '/profile', who: 'any', tag: 'Session', summary: 'Who is signed in, and the business they work for.', query: ProfileParams, reply: Profile },
    async ({ parts, session }) => {
      const [user, business, unread] = await Promise.all([
        parts.readModels.user(session.userId),
        session.businessId === null ? null : parts.readModels.business(session.businessId),
        session.businessId === null ? 0 : parts.readModels.unread(session.businessId),
      ]);
      if (user === null || (session.businessId !== null && business === null)) throw new ApiError('unavailable', 'Your account is still being prepared. Please try again in a moment.', { retryAfterSeconds: 1 });
      return {
        id: user.id, role: user.role, email: user.email, full_name: `${user.firstName} ${user.lastName}`.trim(), first_name: user.firstName, last_name: user.lastName,
        business: business === null ? null : {
          id: business.id, name: business.name, unique_id: business.uniqueId, currency: business.currency, timezone: business.timezone, date_format: business.dateFormat,
          phone_number: business.phoneNumber, is_tollfree: business.isTollFree, unread,
          no_messages: business.monthlyMessages, usage_messages: business.usageMessages, no_contacts: business.contactLimit, usage_contacts: business.usageContacts,
        },
      };
    },
  ),
];

