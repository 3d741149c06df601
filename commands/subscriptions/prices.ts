import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, PlanId, uuidV5 } from '../../domain/kernel/ids.ts';
import { PlanKind, type PlanSection, type PlanTerms } from '../../domain/plans/fields.ts';
import { planAt, Plans } from '../../domain/plans/plans.ts';
import { PlanPriceArchived, PlanPriceLinked, PlanPrices } from '../../domain/plans/prices.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';

/** A version of a plan, as somebody bought it or can. */
export interface Sold {
  readonly planId: PlanId;
  readonly version: number;
  readonly section: PlanSection;
  readonly terms: PlanTerms;
}

/** What is sold under a plan's id today. Throws `not_found` once it is no longer for sale. */
export async function forSale(world: CommandServices, kind: PlanKind, planId: PlanId): Promise<Sold> {
  const plan = (await world.loadState(streams.plans(kind), Plans)).get(planId);
  if (plan?.isForSale !== true) throw new DomainError('not_found', 'This plan is no longer for sale.');
  return { planId, version: plan.version, section: plan.section, terms: plan.terms };
}

/** The add-on of a section that is sold today. */
export async function addOnForSale(world: CommandServices, kind: PlanKind, section: PlanSection): Promise<Sold> {
  for (const [planId, plan] of await world.loadState(streams.plans(kind), Plans))
    if (plan.isForSale && plan.section === section)
      return { planId, version: plan.version, section, terms: plan.terms };
  throw new DomainError('not_found', 'This is not for sale at the moment.');
}

/** Prices never change what they are of. */
const known = new WeakMap<CommandServices, Map<string, Sold>>();

/** Of which plan and version a price of the provider is, as the price's metadata says; null: of none that we sell. */
export async function soldAs(world: CommandServices, kind: PlanKind, priceId: string): Promise<Sold | null> {
  const kept = known.get(world) ?? new Map<string, Sold>();
  known.set(world, kept);
  const before = kept.get(priceId);
  if (before !== undefined) return before;
  const price = await ask(() => paymentsOf(world).catalog.fetchPrice(priceId));
  const planId = PlanId.safeParse(price?.metadata['plan']);
  const version = Number(price?.metadata['version']);
  if (!planId.success || !Number.isInteger(version)) return null;
  const sold = planAt(await world.events.read(streams.plans(kind)), planId.data, version);
  if (sold !== null) kept.set(priceId, sold);
  return sold;
}

/** The provider's price of a version of a plan: made when it is first needed, once. */
export async function priceOf(
  world: CommandServices,
  context: CommandContext,
  kind: PlanKind,
  { planId, version, section, terms }: Sold,
): Promise<string> {
  const stream = streams.planPrices(planId);
  const before = await world.loadState(stream, PlanPrices);
  const found = before.prices.get(version);
  if (found !== undefined) return found.priceId;
  const { catalog } = paymentsOf(world);
  const { name, amount, currency, interval } = terms;
  const productId =
    before.productId ??
    (await ask(() => catalog.createProduct({ name, metadata: { plan: planId, kind, section } }, `product/${planId}`)))
      .id;
  const metadata = { plan: planId, version: String(version), kind, section };
  const price = await ask(() =>
    catalog.createPrice(
      { productId, amount, currency, recurring: { interval }, metadata },
      `price/${planId}/${version}`,
    ),
  );
  const commandId = uuidV5(namespaces.command, planId, 'price', String(version));
  const work = startUnitOfWork(world, context, { tenant: platformTenant, commandId });
  await work.change({
    stream,
    aggregate: PlanPrices,
    decide: ({ prices }) =>
      prices.has(version) ? [] : [PlanPriceLinked.create({ planId, kind, version, priceId: price.id, productId })],
  });
  return (await world.loadState(stream, PlanPrices)).prices.get(version)?.priceId ?? price.id;
}

/** Takes the prices of a plan that are no longer sold out of the provider's catalogue. Subscriptions keep theirs. */
export const archivePrices = command({
  input: z.object({ kind: PlanKind, planId: PlanId }),
  by: ['system'],
  async run({ world, context }, { kind, planId }) {
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    const plan = (await world.loadState(streams.plans(kind), Plans)).get(planId);
    const { prices } = await world.loadState(streams.planPrices(planId), PlanPrices);
    const over = [...prices].filter(
      ([version, { isArchived }]) => !isArchived && !(plan?.isForSale === true && plan.version === version),
    );
    for (const [, { priceId }] of over)
      await ask(() => paymentsOf(world).catalog.archivePrice(priceId, `archive/${priceId}`));
    await work.change({
      stream: streams.planPrices(planId),
      aggregate: PlanPrices,
      decide: (state) =>
        over
          .filter(([version]) => state.prices.get(version)?.isArchived === false)
          .map(([version, { priceId }]) => PlanPriceArchived.create({ planId, kind, version, priceId })),
    });
    return work.outcome(undefined);
  },
});
