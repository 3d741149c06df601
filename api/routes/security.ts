import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type ConfirmIdentity, securityCalls, type SecondStepRequest } from '../contract/index.ts';
import { clientOf, deviceOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { passkeyPlace } from '../kernel/passkey-place.ts';
import type { Limit } from '../kernel/rate-limit.ts';
import { type Call, route } from '../kernel/route.ts';
import { confirmationMs, type Session } from '../kernel/sessions.ts';
import { openSession } from './open-session.ts';
import { ownAccount } from './own-account.ts';

const wrong = 'This code isn’t right, or it was used before.';
const notThis = 'This passkey isn’t set up here, or it was removed.';
const stale = 'This took too long. Start again.';
const day = 86_400_000;

const expired = (): ApiError => new ApiError('token_invalid', stale, { fields: { token: [stale] } });

/** Changes of what protects an account need a proof of the last ten minutes. */
async function confirmed(call: Pick<Call, 'session' | 'parts'>): Promise<Session> {
  const session = ownAccount(call);
  if ((await call.parts.sessions.confirmedUntil(session.sessionId)) === null)
    throw new ApiError('confirmation_required', 'Confirm that it’s you first.');
  return session;
}

/** Passkeys can't be guessed: this only bounds the work. */
const asking = (ip: string): Limit => ({ key: `passkey:${clientOf(ip)}`, max: 200, windowMs: 15 * 60_000 });

const shownIn = (body: z.output<typeof SecondStepRequest>) =>
  'code' in body ? { kind: 'code' as const, code: body.code } : { kind: 'recovery' as const, code: body.recovery_code };

const proofIn = (body: z.output<typeof ConfirmIdentity>) =>
  'code' in body ? { kind: 'code' as const, code: body.code } : { kind: 'password' as const, password: body.password };

/**
 * Ten tries a quarter of an hour and thirty a day. A device that the person signed in from before has tries of its own,
 * so that someone elsewhere who knows the password can't use up theirs.
 */
function tries(call: Pick<Call, 'parts' | 'ip'>, userId: string, from: string): readonly Limit[] {
  const { perAddress = 10, perIp = 100, windowMs = 15 * 60_000 } = call.parts.config.signInLimit ?? {};
  return [
    { key: `second-factor:${clientOf(call.ip)}`, max: perIp, windowMs },
    { key: `second-factor-account:${userId}:${from}`, max: perAddress, windowMs },
    { key: `second-factor-day:${userId}:${from}`, max: 3 * perAddress, windowMs: day },
  ];
}

export const securityRoutes = [
  route(securityCalls['POST /login/second-factor'], async (call) => {
    const { parts, body, ip, request } = call;
    const begun = await parts.steps.find('sign-in', body.token);
    if (begun === null) {
      await parts.rateLimits.take([{ key: `second-factor:${clientOf(ip)}`, max: 100, windowMs: 15 * 60_000 }]);
      throw expired();
    }
    const limits = tries(call, begun.userId, begun.knownDevice ? begun.device : 'new');
    await parts.rateLimits.take(limits);
    const sessionId = randomUUID();
    const { position, result } = await parts.commands.users.completeSignIn(
      commandContext(publicCaller('login'), correlationIdOf(request)),
      {
        userId: begun.userId,
        credentialRef: begun.credentialRef,
        shown: shownIn(body),
        ipAddress: ip,
        sessionId,
        device: begun.device,
      },
    );
    const field = 'code' in body ? 'code' : 'recovery_code';
    if (result === null) throw new ApiError('invalid_credentials', wrong, { fields: { [field]: [wrong] } });
    await parts.rateLimits.refund(limits);
    await parts.steps.take('sign-in', body.token);
    return openSession(call, { sessionId, ...result }, position);
  }),

  route(securityCalls['POST /login/passkey'], async (call) => {
    const { parts, body, ip, request } = call;
    await parts.rateLimits.take([asking(ip)]);
    const place = await passkeyPlace(parts, request);
    const second = body.token === undefined ? null : await parts.steps.find('sign-in', body.token);
    if (body.token !== undefined && second === null) throw expired();
    const options = await parts.commands.users.askForPasskey({ userId: second?.userId ?? null, place });
    const { token } = await parts.steps.begin('passkey-sign-in', { challenge: options.challenge, place, second });
    return { data: { token, options: { ...options } } };
  }),

  route(securityCalls['POST /login/passkey/confirm'], async (call) => {
    const { parts, body, ip, request } = call;
    await parts.rateLimits.take([asking(ip)]);
    const begun = await parts.steps.take('passkey-sign-in', body.token);
    if (begun === null) throw expired();
    const { challenge, place, second } = begun;
    const shown = { kind: 'passkey' as const, response: body.response, challenge, place };
    const context = commandContext(publicCaller('login'), correlationIdOf(request));
    const sessionId = randomUUID();
    const device = second?.device ?? deviceOf(body.device, ip);
    const from = { shown, ipAddress: ip, sessionId, device };
    const { position, result } =
      second === null ?
        await parts.commands.users.signInWithPasskey(context, from)
      : await parts.commands.users.completeSignIn(context, {
          ...from,
          userId: second.userId,
          credentialRef: second.credentialRef,
        });
    if (result === null) throw new ApiError('invalid_credentials', notThis, { fields: { response: [notThis] } });
    return openSession(call, { sessionId, ...result }, position);
  }),

  route(securityCalls['POST /security/passkeys'], async (call) => {
    const { userId, sessionId } = await confirmed(call);
    const { parts, request } = call;
    const place = await passkeyPlace(parts, request);
    const { name: brand } = await parts.brands.configOf(request.headers.host);
    const options = await parts.commands.users.proposePasskey({ userId, place, brand });
    const begun = { userId, sessionId, factorId: randomUUID(), challenge: options.challenge, place };
    const { token } = await parts.steps.begin('passkey', begun);
    return { data: { token, options: { ...options } } };
  }),

  route(securityCalls['POST /security/passkeys/confirm'], async (call) => {
    const { userId, sessionId } = await confirmed(call);
    const { parts, body } = call;
    const begun = await parts.steps.take('passkey', body.token);
    if (begun === null || begun.userId !== userId || begun.sessionId !== sessionId) throw expired();
    const { factorId, challenge, place } = begun;
    const { position, result } = await parts.commands.users.addPasskey(call.context(), {
      userId,
      factorId,
      challenge,
      place,
      response: body.response,
      name: body.name,
    });
    await parts.sessions.finishSetup(userId);
    await call.settled(position, ['users']);
    return { data: { recovery_codes: result.recoveryCodes === null ? null : [...result.recoveryCodes] } };
  }),

  route(securityCalls['GET /security'], async (call) => {
    const { userId, sessionId } = ownAccount(call);
    const [{ factors, recoveryCodesLeft }, confirmedUntil] = await Promise.all([
      call.parts.commands.users.secondFactorsOf(userId),
      call.parts.sessions.confirmedUntil(sessionId),
    ]);
    return {
      second_factors: factors.map(({ factorId, kind, name, host, addedAt, lastUsedAt }) => ({
        id: factorId,
        kind,
        name: name ?? '',
        host,
        added_at: addedAt,
        last_used_at: lastUsedAt,
      })),
      recovery_codes_left: recoveryCodesLeft,
      confirmed_until: confirmedUntil,
    };
  }),

  route(securityCalls['POST /security/confirm'], async (call) => {
    const { parts, body, ip } = call;
    const { userId, sessionId } = ownAccount(call);
    const limits = tries(call, userId, sessionId);
    await parts.rateLimits.take(limits);
    await parts.commands.users.confirmIdentity(call.context(), { userId, shown: proofIn(body), ipAddress: ip });
    await parts.rateLimits.refund(limits);
    await parts.sessions.confirm(sessionId);
    return { success: true as const, message: `Confirmed for ${confirmationMs / 60_000} minutes.` };
  }),

  route(securityCalls['POST /security/authenticators'], async (call) => {
    const { userId, sessionId } = await confirmed(call);
    const { parts, request } = call;
    const [user, { name: issuer }] = await Promise.all([
      parts.readModels.user(userId),
      parts.brands.configOf(request.headers.host),
    ]);
    const { secret, uri } = await parts.commands.users.proposeAuthenticator({ issuer, label: user?.email ?? issuer });
    const { token, expiresAt } = await parts.steps.begin('authenticator', {
      userId,
      sessionId,
      factorId: randomUUID(),
      secret,
    });
    return { data: { token, secret, uri, expires_at: expiresAt } };
  }),

  route(securityCalls['POST /security/authenticators/confirm'], async (call) => {
    const { userId, sessionId } = await confirmed(call);
    const { parts, body } = call;
    const begun = await parts.steps.find('authenticator', body.token);
    if (begun === null || begun.userId !== userId || begun.sessionId !== sessionId) throw expired();
    const limits = tries(call, userId, begun.factorId);
    await parts.rateLimits.take(limits);
    const { position, result } = await parts.commands.users.addAuthenticator(call.context(), {
      userId,
      factorId: begun.factorId,
      secret: begun.secret,
      code: body.code,
      name: body.name,
    });
    await parts.rateLimits.refund(limits);
    await parts.steps.take('authenticator', body.token);
    await parts.sessions.finishSetup(userId);
    await call.settled(position, ['users']);
    return { data: { recovery_codes: result.recoveryCodes === null ? null : [...result.recoveryCodes] } };
  }),

  route(securityCalls['PUT /security/factors/{id}'], async (call) => {
    const { userId } = await confirmed(call);
    await call.parts.commands.users.renameSecondFactor(call.context(), {
      userId,
      factorId: call.params.id,
      name: call.body.name,
    });
    return { success: true as const, message: 'The name is saved.' };
  }),

  route(securityCalls['DELETE /security/factors/{id}'], async (call) => {
    const { userId } = await confirmed(call);
    const { position } = await call.parts.commands.users.removeSecondFactor(call.context(), {
      userId,
      factorId: call.params.id,
    });
    await call.settled(position, ['users']);
    return { success: true as const, message: 'Removed. We’ve told you by email.' };
  }),

  route(securityCalls['POST /security/recovery-codes'], async (call) => {
    const { userId } = await confirmed(call);
    const { result } = await call.parts.commands.users.renewRecoveryCodes(call.context(), { userId });
    if (result.recoveryCodes === null) throw notFound('These codes were shown already. Make new ones.');
    return { data: { recovery_codes: [...result.recoveryCodes] } };
  }),

  route(securityCalls['GET /sign-in-policy'], async (call) => {
    const { secondFactorFor } = await call.parts.commands.users.signInPolicy();
    return { data: { second_factor: secondFactorFor } };
  }),

  route(securityCalls['PUT /sign-in-policy'], async (call) => {
    await call.parts.commands.users.changeSignInPolicy(call.context(), { secondFactorFor: call.body.second_factor });
    return { success: true as const, message: 'Saved. It holds from each person’s next sign-in.' };
  }),
];
