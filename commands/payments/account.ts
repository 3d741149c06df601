import {
  PaymentOutcomeUnknown,
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
} from '../../adapters/payments/port.ts';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { followProvider, linkCustomer, PaymentAccount } from '../../domain/payments/account.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { billRecipients } from '../directory/billing-contact.ts';
import { question } from '../kernel/command.ts';
import { allowTenant, type CommandServices, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { followStream } from './follow.ts';

export function paymentsOf({ payments }: CommandServices): Payments {
  if (payments === undefined || payments === null)
    throw new DomainError('provider_unavailable', 'Payments are not set up here.');
  return payments;
}

/** Whether this installation takes payments. */
export const arePaymentsOn = question((world: CommandServices) => Promise.resolve((world.payments ?? null) !== null));

/** Why a card couldn't be charged, as its bank says it, and what to do. */
export const cardRefused = (reason: string | null | undefined): string =>
  `${reason ?? 'The payment failed.'} Use another card, or ask your bank.`;

/** What the payment provider refused, in words for people. `missing`: what is said of what it doesn't have. */
export function inWords(error: unknown, missing = 'This payment method does not exist.'): unknown {
  if (error instanceof PaymentRefused)
    switch (error.kind) {
      case 'declined': {
        const message = cardRefused(error.message);
        return new DomainError('provider_refused', message, { payment_method: [message] });
      }
      case 'not-found':
        return new DomainError('not_found', missing);
      case 'invalid':
        return new DomainError('provider_refused', error.message);
      case 'rate-limited':
      case 'in-progress':
        return new DomainError('provider_unavailable', 'The payment provider is busy. Try again in a minute.');
      default:
        return error;
    }
  if (error instanceof PaymentsUnavailable || error instanceof PaymentOutcomeUnknown)
    return new DomainError('provider_unavailable', 'The payment provider did not answer. Try again in a minute.');
  return error;
}

/** Asks the payment provider; what it refuses is said in words for people. */
export async function ask<T>(work: () => Promise<T>, missing?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inWords(error, missing);
  }
}

export interface Place {
  readonly payer: Payer;
  readonly stream: string;
  readonly tenant: Tenant;
  readonly name: string;
  readonly email: string | null;
}

/** Where a payer's account is. Throws `not_found` for another tenant's, and for a business whose agency pays. */
export async function placeOf(world: CommandServices, { caller }: CommandContext, payer: Payer): Promise<Place> {
  const stream = streams.payments(payer.id);
  if (payer.kind === 'agency') {
    const tenant = { agencyId: payer.id, businessId: null };
    allowTenant(caller, tenant, 'This agency');
    const agency = stateOf(Agency, await world.events.read(streams.agency(payer.id)));
    if (agency.status === 'none') throw new DomainError('not_found', 'This agency does not exist.');
    return { payer, stream, tenant, name: agency.name, email: agency.email };
  }
  const business = stateOf(Business, await world.events.read(streams.business(payer.id)));
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  const tenant = { agencyId: business.agencyId, businessId: payer.id };
  allowTenant(caller, tenant, 'This business');
  if (business.agencyId !== null) throw new DomainError('not_found', 'Your agency pays for this business.');
  return { payer, stream, tenant, name: business.name ?? '', email: business.email };
}

export const accountAt = async (world: CommandServices, { stream }: Pick<Place, 'stream'>): Promise<PaymentAccount> =>
  stateOf(PaymentAccount, await world.events.read(stream));

/** The payer's customer at the provider, made when it is first needed. */
export async function customerOf(world: CommandServices, work: UnitOfWork, place: Place): Promise<string> {
  const { customerId } = await accountAt(world, place);
  if (customerId !== null) return customerId;
  const { payer, name } = place;
  const { email = place.email } = (await billRecipients(world, payer.id, null))[0] ?? {};
  const made = await ask(() => paymentsOf(world).customers.create({ payer, name, email: email === '' ? null : email }));
  await work.change({
    stream: place.stream,
    aggregate: PaymentAccount,
    decide: (account) => linkCustomer(payer, made.id, account),
  });
  return (await accountAt(world, place)).customerId ?? made.id;
}

/** Fetches what the provider has, and writes the difference. */
export const refreshAccount = (
  world: CommandServices,
  context: CommandContext,
  { payer, stream, tenant }: Place,
): Promise<CommandOutcome<undefined>> =>
  followStream(world, context, {
    stream,
    tenant,
    aggregate: PaymentAccount,
    look: async ({ customerId }) => {
      if (customerId === null) return null;
      const { customers, methods } = paymentsOf(world);
      const [customer, found] = await ask(() => Promise.all([customers.fetch(customerId), methods.list(customerId)]));
      return {
        methods: [...found]
          .reverse()
          .map((one) => ({
            methodId: one.id,
            kind: one.type,
            brand: one.card?.brand ?? null,
            last4: one.card?.last4 ?? null,
            expMonth: one.card?.expMonth ?? null,
            expYear: one.card?.expYear ?? null,
          })),
        defaultMethodId: customer?.defaultMethodId ?? null,
      };
    },
    decide: (found, account) => followProvider(payer, found, account),
  });
