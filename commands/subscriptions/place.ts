import { DomainError } from '../../domain/kernel/errors.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { PlanSection } from '../../domain/plans/fields.ts';
import { streams } from '../../domain/streams.ts';
import { currentOf, type Subscription, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { question } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';
import { type Place, placeOf } from '../payments/account.ts';
import { refreshSubscriptions } from './follow.ts';

/** What came of a wish to subscribe. */
export interface Subscribed {
  readonly subscriptionId: string;
  readonly status: string;
  /** The cardholder has to confirm with it in the browser; null: nothing is to be confirmed. */
  readonly clientSecret: string | null;
  /** `scheduled`: the plan changes at the renewal. */
  readonly outcome: 'subscribed' | 'changed' | 'scheduled' | 'unchanged' | 'incomplete';
}

/** Each step of a command has its own key at the provider, the same whenever the command is repeated. */
export const keyOf = ({ commandId }: CommandContext, step: string): string => `${step}/${commandId}`;

export const subscriptionsAt = async (world: CommandServices, { payer }: Place): Promise<Subscriptions> =>
  stateOf(Subscriptions, await world.events.read(streams.subscriptions(payer.id)));

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
