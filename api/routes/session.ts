import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { redemptionUrl } from '../../domain/whitelabels/redemption-url.ts';
import type { ProviderOwner } from '../../projections/providers/queries.ts';
import { profileCalls, sessionCalls } from '../contract/index.ts';
import { clientOf, deviceOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { ApiError, notFound, validationFailed } from '../kernel/errors.ts';
import { mediaIdOf } from '../kernel/media-address.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Call, route } from '../kernel/route.ts';
import type { EndedSession, Session } from '../kernel/sessions.ts';
import { openSession } from './open-session.ts';
import { payerIn } from './payments.ts';
import { ownAccount } from './own-account.ts';
import { agencyProfile, businessProfile, profile } from '../present/profile.ts';
import { creditStatus } from '../../domain/wallets/fields.ts';

const wrong = 'The email address or the password is not right.';

/** Puts on record that sessions have ended, in the name of whoever ended them. */
export async function recordEnded(call: Call, ended: readonly EndedSession[]): Promise<void> {
  const context = call.context();
  const { users } = call.parts.commands;
  for (const { sessionId, userId, impersonated } of ended) {
    const own = { ...context, commandId: uuidV5(namespaces.command, context.commandId, 'ended', sessionId) };
    await (impersonated ? users.stopImpersonation : users.signOut)(own, { userId, sessionId });
  }
}

const ownerOf = ({ role, agencyId, businessId }: Session): ProviderOwner =>
  role === 'Business' ? { kind: 'business', id: businessId! }
  : role === 'Agency' ? { kind: 'agency', id: agencyId! }
  : { kind: 'platform', id: null };

const preparing = (): ApiError =>
  new ApiError('unavailable', 'Your account is still being prepared. Please try again in a moment.', {
    retryAfterSeconds: 1,
  });

/** A picture for oneself is one that was uploaded here, by oneself or for one's business. */
async function ownPicture({ parts, session }: Call, url: string): Promise<void> {
  const id = mediaIdOf(parts.config.publicUrl, url);
  const { rows } =
    id === null ?
      { rows: [] }
    : await sql`select 1 from ops.media
        where id = ${id} and (user_id = ${session.userId} or business_id = ${session.businessId}::uuid)`.execute(
        parts.db,
      );
  if (rows.length === 0) throw validationFailed({ avatar: ['Choose a picture that was uploaded here.'] });
}

export const sessionRoutes = [
  route(sessionCalls['POST /login'], async (call) => {
    const { body, parts, request, ip } = call;
    const { perAddress = 10, perIp = 100, perAccount = 100, windowMs = 15 * 60_000 } = parts.config.signInLimit ?? {};
    const [client, address] = [clientOf(ip), body.email.toLowerCase()];
    const limits = [
      { key: `sign-in:${address}:${client}`, max: perAddress, windowMs },
      { key: `sign-in:${client}`, max: perIp, windowMs },
      // Many machines that try one account.
      { key: `sign-in-account:${address}`, max: perAccount, windowMs },
    ];
    await parts.rateLimits.take(limits);
    const sessionId = randomUUID();
    const { position, result } = await parts.commands.users.signIn(
      commandContext(publicCaller('login'), correlationIdOf(request)),
      { email: body.email, password: body.password, ipAddress: ip, sessionId, device: deviceOf(body.device, ip) },
    );
    if (result === null) throw new ApiError('invalid_credentials', wrong, { fields: { email: [wrong] } });
    // Only what failed counts: somebody who signs in often is not an attacker.
    await parts.rateLimits.refund(limits);
    if (!('secondStep' in result)) {
      const setupOnly = await parts.commands.users.secondFactorRequired(result.role);
      return openSession(call, { sessionId, ...result }, position, { setupOnly });
    }
    const { token, expiresAt } = await parts.steps.begin('sign-in', {
      ...result.secondStep,
      device: deviceOf(body.device, ip),
    });
    const { factors } = await parts.commands.users.secondFactorsOf(result.secondStep.userId);
    return {
      second_factor: {
        token,
        expires_at: expiresAt,
        code: factors.some(({ kind }) => kind === 'authenticator'),
        passkey_hosts: [...new Set(factors.flatMap(({ host }) => (host === null ? [] : [host])))],
      },
    };
  }),

  route(sessionCalls['POST /logout'], async (call) => {
    await recordEnded(call, await call.parts.sessions.revokeStack(call.session));
    return { success: true as const };
  }),

  route(sessionCalls['GET /sessions'], async (call) => {
    const { userId, sessionId } = ownAccount(call);
    const sessions = await call.parts.sessions.ownOf(userId);
    return {
      data: sessions.map(({ id, device, ipAddress, signedInAt, lastSeenAt }) => ({
        id,
        device,
        ip_address: ipAddress,
        signed_in_at: signedInAt,
        last_seen_at: lastSeenAt,
        current: id === sessionId,
      })),
    };
  }),

  route(sessionCalls['DELETE /sessions/{id}'], async (call) => {
    const { userId } = ownAccount(call);
    const ended = await call.parts.sessions.revokeOwn(userId, call.params.id);
    if (ended.length === 0) throw notFound('This session has ended already.');
    await recordEnded(call, ended);
    return { success: true as const, message: 'That device is signed out.' };
  }),

  route(sessionCalls['DELETE /sessions'], async (call) => {
    const { userId, sessionId } = ownAccount(call);
    await recordEnded(call, await call.parts.sessions.revokeAllOf(userId, { except: sessionId }));
    return { success: true as const, message: 'All other devices are signed out.' };
  }),

  route(profileCalls['GET /profile'], async ({ parts, session }) => {
    const { readModels, config, brands } = parts;
    const { role, agencyId, businessId } = session;
    const forBusiness = role === 'Business' ? businessId : null;
    const takesPayments = (config.cardForm ?? null) !== null;
    const payer = takesPayments ? payerIn(session) : null;
    const [
      user,
      business,
      unread,
      agency,
      brand,
      providers,
      status,
      impersonator,
      membership,
      customFields,
      standing,
      wallet,
      moneyAlerts,
    ] = await Promise.all([
      readModels.user(session.userId),
      forBusiness === null ? null : readModels.business(forBusiness),
      forBusiness === null ? 0 : readModels.unread(forBusiness),
      agencyId === null ? null : readModels.agency(agencyId),
      agencyId === null ? null : readModels.whitelabel(agencyId),
      readModels.providers(ownerOf(session)),
      role === 'Admin' ? ('active' as const) : readModels.tenantStatus(agencyId, businessId),
      session.impersonator === null ? null : readModels.user(session.impersonator.userId),
      parts.memberships.find(session),
      forBusiness === null ? [] : readModels.customFieldKeys(forBusiness),
      takesPayments && role !== 'Admin' ? parts.commands.subscriptions.standingOf({ agencyId, businessId }) : null,
      payer === null ? null : readModels.wallet(payer),
      takesPayments && role === 'Admin' ? moneyAlertsOf(parts) : null,
    ]);
    if (user === null || (forBusiness !== null && business === null) || (role === 'Agency' && agency === null))
      throw preparing();
    const place = { publicUrl: config.publicUrl, platformDomain: brands.platform.domain };
    return profile(user, {
      business:
        business === null ? null : (
          businessProfile(business, {
            agency,
            status,
            unread,
            customFields,
            standing,
            redemptionUrl: redemptionUrl(brand, place, business.uniqueId),
          })
        ),
      agency:
        role === 'Agency' && agency !== null ?
          agencyProfile(agency, { status, brand, platform: brands.platform, providers, standing })
        : null,
      providers,
      standing,
      useBandwidth: business?.useBandwidth ?? false,
      memberRole: role === 'Business' && membership !== 'removed' ? membership : null,
      impersonator,
      mustSetUp: session.setupOnly === true,
      payments: (config.cardForm ?? null) !== null,
      creditStatus: payer === null ? null : creditStatus(wallet),
      moneyAlerts,
    });
  }),

  route(profileCalls['PUT /profile'], async (call) => {
    const { parts, session, body, ip } = call;
    if (typeof body.avatar === 'string') await ownPicture(call, body.avatar);
    const { perAddress = 10, windowMs = 15 * 60_000 } = parts.config.accountLimit ?? {};
    const limits =
      body.current_password === undefined ? [] : [{ key: `password-of:${session.userId}`, max: perAddress, windowMs }];
    await parts.rateLimits.take(limits);
    const { position } = await parts.commands.users.changeProfile(call.context(), {
      userId: session.userId,
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
      ipAddress: ip,
      ...(body.avatar === undefined ? {} : { avatar: body.avatar }),
      ...(body.phone === undefined ? {} : { phone: body.phone }),
      ...(body.current_password === undefined ? {} : { currentPassword: body.current_password }),
    });
    await parts.rateLimits.refund(limits);
    await call.settled(position, ['users']);
    return { success: true as const, message: 'Your profile has been saved.' };
  }),
];

/** What the newest proof of the ledger found, and how many wallets wait for a person. */
async function moneyAlertsOf({ commands, readModels }: ApiParts) {
  const [{ finished }, parked] = await Promise.all([commands.proofs.latest(), readModels.parkedWallets()]);
  return {
    parked_wallets: parked,
    proof_faults: finished[0]?.faultCount ?? 0,
    unmatched_charges: finished[0]?.unmatched?.count ?? 0,
  };
}
