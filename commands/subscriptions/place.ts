import type { Charge, Invoice, Subscription as Provided } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { PlanSection } from '../../domain/plans/fields.ts';
import { streams } from '../../domain/streams.ts';
import { currentOf, type Subscription, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { question } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';
import { ask, cardRefused, paymentsOf, type Place, placeOf } from '../payments/account.ts';
import { refreshSubscriptions } from './follow.ts';

/** What came of a wish to subscribe. */
export interface Subscribed {
  readonly subscriptionId: string;
  readonly status: string;
  /** The cardholder has to confirm with it in the browser; null: nothing is to be confirmed. */
  readonly clientSecret: string | null;
  /** `scheduled`: the plan changes at the renewal. `incomplete`: a payment waits, and what it buys. */
  readonly outcome: 'subscribed' | 'changed' | 'scheduled' | 'unchanged' | 'incomplete';
}

/** Each step of a command has its own key at the provider, the same whenever the command is repeated. */
export const keyOf = ({ commandId }: CommandContext, step: string): string => `${step}/${commandId}`;

export const subscriptionsAt = async (world: CommandServices, { payer }: Place): Promise<Subscriptions> =>
  stateOf(Subscriptions, await world.events.read(streams.subscriptions(payer.id)));

/** What the provider has of a subscription, with its latest invoice and how that was charged last. */
export async function latestCharge(
  world: CommandServices,
  subscriptionId: string,
): Promise<{ readonly found: Provided | null; readonly invoice: Invoice | null; readonly charge: Charge | null }> {
  const { subscriptions, invoices, charges } = paymentsOf(world);
  const found = await ask(() => subscriptions.fetch(subscriptionId));
  const invoiceId = found?.latestInvoiceId ?? null;
  const invoice = invoiceId === null ? null : await ask(() => invoices.fetch(invoiceId));
  const chargeId = invoice?.paymentIntentIds.at(-1);
  const charge = chargeId === undefined ? null : await ask(() => charges.fetch(chargeId));
  return { found, invoice, charge };
}

/** Why its latest charge was refused, and what to do; null: no reason is known, or the provider can't be asked now. */
export const latestRefusal = question(
  async (world: CommandServices, subscriptionId: string): Promise<string | null> => {
    try {
      const reason = (await latestCharge(world, subscriptionId)).charge?.failure?.message;
      return reason === undefined ? null : cardRefused(reason);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  },
);

/** A payer and what it subscribes to, as the provider has it now. */
export async function lookedUp(
  world: CommandServices,
  context: CommandContext,
  payer: Payer,
): Promise<{ readonly place: Place; readonly state: Subscriptions }> {
  const place = await placeOf(world, context, payer);
  await refreshSubscriptions(world, context, place);
  return { place, state: await subscriptionsAt(world, place) };
}

/** The subscription of a section that counts. Throws `not_found` where there is none. */
export function liveIn({ all }: Subscriptions, section: PlanSection): Subscription {
  const current = currentOf(all.values(), section);
  if (current === null) throw new DomainError('not_found', 'There is no subscription.');
  return current;
}

/** What a payer subscribes to, from its own stream. */
export const subscriptionAccount = question(async (world: CommandServices, context: CommandContext, payer: Payer) =>
  subscriptionsAt(world, await placeOf(world, context, payer)),
);
