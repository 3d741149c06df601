import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { BillingContact, changeBillingContact } from '../../domain/bills/contact.ts';
import { billingContactFields } from '../../domain/bills/fields.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { allowTenant, type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { accountAt, ask } from './account.ts';

/** An agency or a business, whoever pays for it. Throws `not_found` for another tenant's. */
async function placeOf(world: CommandServices, { caller }: CommandContext, of: Payer) {
  const isAgency = of.kind === 'agency';
  const found =
    isAgency ?
      stateOf(Agency, await world.events.read(streams.agency(of.id)))
    : stateOf(Business, await world.events.read(streams.business(of.id)));
  const what = isAgency ? 'This agency' : 'This business';
  if (found.status === 'none') throw new DomainError('not_found', `${what} does not exist.`);
  const tenant: Tenant = { agencyId: found.agencyId, businessId: of.kind === 'business' ? of.id : null };
  allowTenant(caller, tenant, what);
  return { tenant, email: found.email };
}

/** Who gets the bills of an agency or a business. */
export const billingContact = question(
  async (world: CommandServices, context: CommandContext, of: Payer): Promise<BillingContact> => {
    await placeOf(world, context, of);
    return stateOf(BillingContact, await world.events.read(streams.billingContact(of.id)));
  },
);

/**
 * Says who gets the bills and the news of payments of an agency or a business. Nothing of who it was before can be read
 * any more. The payment provider's receipts go there as well; where it doesn't answer, the same wish again tells it.
 */
export const changeContact = command({
  input: z.object({ of: Payer, ...billingContactFields }),
  by: ['agency', 'business'],
  async run({ world, context }, { of, name, email, copies }) {
    if (email === null && copies.length > 0) {
      const message = 'Enter the main address first.';
      throw new DomainError('validation_failed', message, { email: [message] });
    }
    const place = await placeOf(world, context, of);
    const work = startUnitOfWork(world, context, { tenant: place.tenant });
    const personId = uuidV5(namespaces.command, work.commandId, 'billing-contact');
    const stream = streams.billingContact(of.id);
    const owner = of.kind === 'agency' ? { agencyId: of.id, businessId: null } : { agencyId: null, businessId: of.id };
    await work.change({
      stream,
      aggregate: BillingContact,
      decide: (before) => changeBillingContact({ ...owner, personId, name, email, copies }, before),
    });
    const { people, personId: current } = stateOf(BillingContact, await world.events.read(stream));
    for (const earlier of new Set(people)) if (earlier !== current) await world.subjectKeys.destroy(earlier);
    const { customerId } = await accountAt(world, { stream: streams.payments(of.id) });
    const { payments } = world;
    if (customerId !== null && payments !== undefined && payments !== null)
      await ask(() =>
        payments.customers.update(customerId, { email: email ?? place.email }, `contact/${work.commandId}`),
      );
    return work.outcome(undefined);
  },
});
