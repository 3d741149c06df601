import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { Role, userFields } from '../../domain/users/fields.ts';
import * as user from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { type Caller, operators, platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { allow, allowTenant, startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { aboutUser } from './about-user.ts';
import { refuseGuessable } from './guessing.ts';

/** A password, or where in the vault its hash lies: of someone who chose it before they had an account. */
export const ChosenPassword = z.union([userFields.newPassword, z.object({ keptAt: z.string().min(1).max(300) })]);
export type ChosenPassword = z.output<typeof ChosenPassword>;

const input = z.object({
  userId: UserId,
  role: Role,
  agencyId: AgencyId.nullable(),
  businessId: BusinessId.nullable(),
  email: userFields.email,
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  password: ChosenPassword.nullable(),
});

/**
 * Claims the address, puts the hash into the vault, registers: repeated after any of these it goes on. Without a password
 * nobody can sign in until an invitation (`invite`) is accepted.
 */
export const registerUser = command({
  input,
  by: operators,
  async run({ world, context }, given) {
    const tenant = await tenantOfNewUser(world, context.caller, given);
    const { password, ...fields } = given;
    const { userId } = given;
    const registration = given.role === 'Admin' ? fields : { ...fields, agencyId: tenant.agencyId };
    const work = startUnitOfWork(world, context, { tenant });
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const credentialRef = password === null ? null : `password/${userId}/${context.commandId}`;
    const ran = seen.some((event) => event.metadata.commandId === context.commandId);
    if (!ran) {
      user.registerUser({ ...registration, credentialRef }, stateOf(user.User, seen));
      // What the application itself seeds has passwords of chance, or checked ones (main/demo/index.ts).
      if (typeof password === 'string' && context.caller.role !== 'system')
        await refuseGuessable(password, await aboutUser(world, { ...fields, ...tenant }));
    }
    await work.change({
      stream: streams.emailClaim(world.identifiers.emailHash(given.email)),
      aggregate: user.EmailClaim,
      decide: (claim) => user.claimEmail({ userId }, claim),
    });
    if (!ran && credentialRef !== null)
      await world.vault.put(credentialRef, await hashOf(world, context.caller, password!));
    await work.change({
      stream,
      aggregate: user.User,
      seen,
      decide: (current) => user.registerUser({ ...registration, credentialRef }, current),
    });
    return work.outcome({ userId });
  },
});

async function hashOf(
  { vault, passwords }: CommandServices,
  caller: Caller,
  password: ChosenPassword,
): Promise<string> {
  if (typeof password === 'string') return passwords.hash(password);
  allow(caller, 'system');
  const kept = await vault.get(password.keptAt);
  if (kept === null) throw new DomainError('conflict', 'The password is no longer kept.');
  return kept;
}

/** Where a new user belongs; an agency registers people of its own and of its businesses only. */
async function tenantOfNewUser(
  world: CommandServices,
  caller: Caller,
  { businessId, agencyId }: z.output<typeof input>,
): Promise<{ agencyId: AgencyId | null; businessId: BusinessId | null }> {
  if (businessId !== null) {
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const tenant = { agencyId: business.agencyId, businessId: business.businessId };
    allowTenant(caller, tenant, 'This business');
    if (agencyId !== null && agencyId !== business.agencyId)
      throw new DomainError('not_found', 'This business does not exist.');
    return tenant;
  }
  if (agencyId !== null) {
    const tenant = { agencyId, businessId: null };
    allowTenant(caller, tenant, 'This agency');
    if (stateOf(Agency, await world.events.read(streams.agency(agencyId))).status === 'none')
      throw new DomainError('not_found', 'This agency does not exist.');
    return tenant;
  }
  allow(caller, ...platform);
  return { agencyId: null, businessId: null };
}
