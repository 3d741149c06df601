import type { PlanId } from '../../domain/kernel/ids.ts';
import { PlanId as PlanIdSchema } from '../../domain/kernel/ids.ts';
import type { PlanKind, PlanSection, PlanTerms } from '../../domain/plans/fields.ts';
import { planAt } from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';

export interface Sold {
  readonly planId: PlanId;
  readonly version: number;
  readonly section: PlanSection;
  readonly terms: PlanTerms;
}

/** Of which plan and version a price of the provider is, as the price's metadata says; null: of none that we sell. */
export async function soldAs(world: CommandServices, kind: PlanKind, priceId: string): Promise<Sold | null> {
  const price = await ask(() => paymentsOf(world).catalog.fetchPrice(priceId));
  const planId = PlanIdSchema.safeParse(price?.metadata['plan']);
  const version = Number(price?.metadata['version']);
  if (!planId.success || !Number.isInteger(version)) return null;
  return planAt(await world.events.read(streams.plans(kind)), planId.data, version);
}
