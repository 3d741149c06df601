import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { Business } from '../../domain/business/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { Role } from '../../domain/user/events.ts';
import { claimEmail, EmailClaim, registerUser, User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { Line } from '../inputs.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import type { Caller, Commands } from '../types.ts';
import { Email, NewPassword } from './inputs.ts';
import type { Passwords } from './passwords.ts';

const NewUser = z.object({
  userId: UserId,
  role: Role,
  agencyId: AgencyId.nullable(),
  businessId: BusinessId.nullable(),
  email: Email,
  firstName: Line('The first name', 100),
  lastName: z.string().trim().max(100),
  password: NewPassword.nullable(),
});

/** Claims the address, puts the hash into the vault, registers: repeated after any of these it goes on. */
export const register =
  (world: World, passwords: Passwords): Commands['identity']['registerUser'] =>
  async (context, given) => {
    allow(context.caller, 'admin', 'system', 'agency');
    const input = parse(NewUser, given);
    const tenant = await tenantOfNewUser(world, context.caller, input);
    const { password, ...fields } = input;
    const registration = input.role === 'Admin' ? fields : { ...fields, agencyId: tenant.agencyId };
    const work = begin(world, context, { tenant });
    const stream = streams.user(input.userId);
    const seen = await world.events.read(stream);
    const credentialRef = password === null ? null : `password/${input.userId}/${context.commandId}`;
    const ran = seen.some((event) => event.metadata.commandId === context.commandId);
    if (!ran) registerUser({ ...registration, credentialRef }, stateOf(User, seen));
    const claim = streams.emailClaim(world.identifiers.emailHash(input.email));
    await work.change({
      stream: claim,
      aggregate: EmailClaim,
      decide: (current) => claimEmail({ userId: input.userId }, current),
    });
    if (!ran && credentialRef !== null) await world.vault.put(credentialRef, await passwords.hash(password!));
    await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (user) => registerUser({ ...registration, credentialRef }, user),
    });
    return work.outcome({ userId: input.userId });
  };

/** Where a new user belongs; an agency registers people of its own and of its businesses only. */
async function tenantOfNewUser(
  world: World,
  caller: Caller,
  input: z.output<typeof NewUser>,
): Promise<{ agencyId: AgencyId | null; businessId: BusinessId | null }> {
  if (input.businessId !== null) {
    const business = stateOf(Business, await world.events.read(streams.business(input.businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const tenant = { agencyId: business.agencyId, businessId: business.businessId };
    allowTenant(caller, tenant, 'This business');
    if (input.agencyId !== null && input.agencyId !== business.agencyId)
      throw new DomainError('not_found', 'This business does not exist.');
    return tenant;
  }
  if (input.agencyId !== null) {
    const tenant = { agencyId: input.agencyId, businessId: null };
    allowTenant(caller, tenant, 'This agency');
    if (stateOf(Agency, await world.events.read(streams.agency(input.agencyId))).status === 'none')
      throw new DomainError('not_found', 'This agency does not exist.');
    return tenant;
  }
  allow(caller, 'admin', 'system');
  return { agencyId: null, businessId: null };
}
