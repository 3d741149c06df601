import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Agency } from '../../domain/agency/agency.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { Role } from '../../domain/user/events.ts';
import { claimEmail, EmailClaim, registerUser, signIn, signInFailed, signOut, User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { Line, Text } from '../inputs.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import type { Caller, Commands } from '../types.ts';
import type { Passwords } from './passwords.ts';

const Email = z.string().trim().max(254).pipe(z.email('Enter a valid e-mail address.'));
const NewUser = z.object({
  userId: UserId, role: Role, agencyId: AgencyId.nullable(), businessId: BusinessId.nullable(), email: Email, firstName: Line('The first name', 100), lastName: z.string().trim().max(100),
  password: z.string().min(8, 'A password has at least 8 characters.').max(200, 'A password can have at most 200 characters.'),
});
const SignIn = z.object({ email: z.string().max(254), password: z.string().max(200), ipAddress: Text.nullable(), sessionId: z.uuid() });
const SignOut = z.object({ userId: UserId, sessionId: z.uuid() });

/** A refused sign-in takes this long (milliseconds) at least, whatever it was refused for. */
const refusalTakes = 150;

export const identity = (world: World, passwords: Passwords): Commands['identity'] => ({
  /** Claims the address, puts the hash into the vault, registers: repeated after any of these it goes on. */
  async registerUser(context, given) {
    allow(context.caller, 'admin', 'system', 'agency');
    const input = parse(NewUser, given);
    const { password, ...registration } = input;
    const tenant = await tenantOfNewUser(world, context.caller, input);
    const work = begin(world, context, { tenant });
    const stream = streams.user(input.userId);
    const seen = await world.events.read(stream);
    const credentialRef = `password/${input.userId}/${context.commandId}`;
    const ran = seen.some((event) => event.metadata.commandId === context.commandId);
    if (!ran) registerUser({ ...registration, credentialRef }, stateOf(User, seen));
    const claim = streams.emailClaim(world.identifiers.emailHash(input.email));
    await work.change({ stream: claim, aggregate: EmailClaim, decide: (current) => claimEmail({ userId: input.userId }, current) });
    if (!ran) await world.vault.put(credentialRef, await passwords.hash(password));
    await work.change({ stream, aggregate: User, seen, decide: (user) => registerUser({ ...registration, credentialRef }, user) });
    return work.outcome({ userId: input.userId });
  },

  /** Null: refused, for whatever reason. The work is the same whether the address exists or not. */
  async signIn(context, given) {
    const input = parse(SignIn, given);
    const started = performance.now();
    const hash = world.identifiers.emailHash(input.email);
    const claim = stateOf(EmailClaim, await world.events.read(streams.emailClaim(hash)));
    const userId = claim.status === 'claimed' ? claim.userId : UserId.parse(world.identifiers.random());
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const user = stateOf(User, seen);
    const credential = await world.vault.get(user.status === 'active' && user.credentialRef !== null ? user.credentialRef : `password/${userId}`);
    const right = await passwords.matches(credential, input.password);
    const tenant = user.status === 'active' ? { agencyId: user.agencyId, businessId: user.businessId } : { agencyId: null, businessId: null };
    const work = begin(world, context, { tenant });
    const { sessionId, ipAddress } = input;
    if (user.status === 'active' && right) {
      await work.change({ stream, aggregate: User, seen, decide: (current) => signIn({ sessionId, ipAddress }, current) });
      const { role, agencyId, businessId } = user;
      return work.outcome({ userId, role, agencyId, businessId });
    }
    await work.change({ stream, aggregate: User, seen, decide: (current) => signInFailed({ ipAddress }, current) });
    await world.pause(Math.max(0, refusalTakes - (performance.now() - started)));
    return work.outcome(null);
  },

  async signOut(context, given) {
    const input = parse(SignOut, given);
    const { actor, role } = context.caller;
    if (role !== 'system' && (actor.kind !== 'user' || (actor.userId !== input.userId && actor.impersonatorId !== input.userId))) throw new DomainError('not_found', 'This user does not exist.');
    const work = begin(world, context, { tenant: context.caller.tenant });
    await work.change({ stream: streams.user(input.userId), aggregate: User, decide: (user) => signOut({ sessionId: input.sessionId }, user) });
    return work.outcome(undefined);
  },
});

/** Where a new user belongs; an agency registers people of its own and of its businesses only. */
async function tenantOfNewUser(world: World, caller: Caller, input: z.output<typeof NewUser>) {
  if (input.businessId !== null) {
    const business = stateOf(Business, await world.events.read(streams.business(input.businessId)));
    if (business.status !== 'active') throw new DomainError('not_found', 'This business does not exist.');
    const tenant = { agencyId: business.agencyId, businessId: business.businessId };
    allowTenant(caller, tenant, 'This business');
    if (input.agencyId !== null && input.agencyId !== business.agencyId) throw new DomainError('not_found', 'This business does not exist.');
    return tenant;
  }
  if (input.agencyId !== null) {
    const tenant = { agencyId: input.agencyId, businessId: null };
    allowTenant(caller, tenant, 'This agency');
    if (stateOf(Agency, await world.events.read(streams.agency(input.agencyId))).status === 'none') throw new DomainError('not_found', 'This agency does not exist.');
    return tenant;
  }
  allow(caller, 'admin', 'system');
  return { agencyId: null, businessId: null };
}
