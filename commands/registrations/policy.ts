import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { startOfDay } from '../../domain/kernel/day.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { requireRegistration as require } from '../../domain/registrations/a2p/decide.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { changePolicy, RegistrationPolicy } from '../../domain/registrations/policy.ts';
import { streams } from '../../domain/streams.ts';
import { platform } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** The operator sets the day, moves it, or takes it back. */
export const changeRegistrationPolicy = decision({
  input: z.object({ requiredFrom: z.iso.date().nullable() }),
  by: platform,
  aggregate: RegistrationPolicy,
  at: () => ({ stream: streams.registrationPolicy(), tenant: platformTenant }),
  decide: changePolicy,
});

const policyOf = async (world: CommandServices): Promise<RegistrationPolicy> =>
  stateOf(RegistrationPolicy, await world.events.read(streams.registrationPolicy()));

export const registrationPolicy = question(policyOf);

/**
 * Notes in the registration of a business from when its number has to be registered, as the operator has set it: sending
 * reads that stream in any case. Numbers of other carrier accounts are left out: they may be registered there.
 */
export const requireRegistration = command({
  input: z.object({ businessId: BusinessId }),
  by: ['system'],
  async run({ world, context }, { businessId }) {
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    const agencyId = business.status === 'none' ? null : business.agencyId;
    const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId } });
    if (business.status === 'none') return work.outcome(undefined);
    const { number, timezone } = business;
    const { requiredFrom } = await policyOf(world);
    const claim = number === null ? null : stateOf(NumberClaim, await world.events.read(streams.numberClaim(number)));
    const isOwn = claim?.status === 'claimed' && (claim.heldBy === undefined || isInstallations(claim.heldBy));
    const from = requiredFrom === null || !isOwn ? null : startOfDay(requiredFrom, timezone);
    await work.change({
      stream: streams.registrations(businessId),
      aggregate: A2pRegistration,
      decide: (state) => require({ businessId, number: isOwn ? number : null, from }, state),
    });
    return work.outcome(undefined);
  },
});

const isInstallations = ({ owner, carrier }: { readonly owner: string; readonly carrier?: string | undefined }) =>
  owner === 'platform' && carrier !== 'bandwidth';
