import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { SubscriptionsOpened, TrialGranted } from '../../domain/subscriptions/events.ts';
import { Opening } from '../../domain/subscriptions/opening.ts';
import { Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

const trialMs = 30 * 86_400_000;

/** Payments are set up: since when is said once. Answers it; null: they are not. */
export const openSubscriptions = command({
  input: z.object({}),
  by: ['system'],
  async run({ world, context }) {
    const commandId = uuidV5(namespaces.command, 'open-subscriptions');
    const work = startUnitOfWork(world, context, { tenant: platformTenant, commandId });
    if ((world.payments ?? null) === null) return work.outcome({ at: null });
    await work.change({
      stream: streams.subscriptionOpening(),
      aggregate: Opening,
      decide: ({ at }) => (at === null ? [SubscriptionsOpened.create({ at: world.now().toISOString() })] : []),
    });
    return work.outcome({ at: stateOf(Opening, await world.events.read(streams.subscriptionOpening())).at });
  },
});

/** Grants a payer that existed before payments were set up its trial. None needs it who is free of charge or a template. */
export const grantTrial = command({
  input: z.object({ payer: Payer }),
  by: ['system'],
  async run({ world, context }, { payer }) {
    const tenant = {
      agencyId: payer.kind === 'agency' ? payer.id : null,
      businessId: payer.kind === 'business' ? payer.id : null,
    };
    const commandId = uuidV5(namespaces.command, payerKey(payer), 'trial');
    const work = startUnitOfWork(world, context, { tenant, commandId });
    const { at } = await world.loadState(streams.subscriptionOpening(), Opening);
    if (at === null || !(await needsPlan(world, payer))) return work.outcome({ endsAt: null });
    const endsAt = new Date(Date.parse(at) + trialMs).toISOString();
    const { events } = await work.change({
      stream: streams.subscriptions(payer.id),
      aggregate: Subscriptions,
      decide: ({ all, trialEndsAt }) =>
        all.size > 0 || trialEndsAt !== null ? [] : [TrialGranted.create({ payer, endsAt })],
    });
    return work.outcome({ endsAt: events.length > 0 ? endsAt : null });
  },
});

async function needsPlan(world: CommandServices, payer: Payer): Promise<boolean> {
  if (payer.kind === 'agency') {
    const agency = stateOf(Agency, await world.events.read(streams.agency(payer.id)));
    return agency.status === 'active' && !agency.freeFee && !agency.isTemplate;
  }
  const business = stateOf(Business, await world.events.read(streams.business(payer.id)));
  return business.status === 'active' && business.agencyId === null && !business.freeFee && !business.isTemplate;
}
