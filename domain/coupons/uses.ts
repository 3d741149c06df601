import type { CampaignId, BusinessId, CouponId } from '../kernel/ids.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CouponUseEvent, CouponUseReleased, CouponUseClaimed } from './events.ts';

/**
 * Who holds one of a limited number of uses: a coupon, for each press of Redeem that is under way or has succeeded.
 * Two tills at once hold it together, so that the one that is refused takes nothing from the one that was served.
 */
export type CouponUses = ReadonlyMap<CouponId, { readonly use: number; readonly holders: ReadonlySet<string> }>;

type Held = Map<CouponId, { readonly use: number; readonly holders: Set<string> }>;

export const CouponUses: Aggregate<CouponUses, CouponUseEvent> = {
  initial: new Map(),
  // Grows in place, since a state is folded anew for every decision: copying it would cost the square of the uses.
  evolve: (state, event) => {
    const uses: Held = state.size === 0 ? new Map() : (state as Held);
    const { couponId, redemptionId } = event.data;
    const held = uses.get(couponId);
    switch (event.type) {
      case 'CouponUseClaimed':
        if (held === undefined) uses.set(couponId, { use: event.data.use, holders: new Set([redemptionId]) });
        else held.holders.add(redemptionId);
        return uses;
      case 'CouponUseReleased':
        held?.holders.delete(redemptionId);
        if (held?.holders.size === 0) uses.delete(couponId);
        return uses;
      default:
        return unchanged(uses, event);
    }
  },
};

interface Use {
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
  readonly couponId: CouponId;
  readonly redemptionId: string;
}
export const holds = (uses: CouponUses, { couponId, redemptionId }: Pick<Use, 'couponId' | 'redemptionId'>): boolean =>
  uses.get(couponId)?.holders.has(redemptionId) ?? false;

/** One of the uses for this coupon; the same one where it has one already. */
export function takeUse(command: Use & { readonly limit: number }, uses: CouponUses): readonly CouponUseEvent[] {
  if (holds(uses, command)) return [];
  const { campaignId, businessId, couponId, redemptionId } = command;
  const taken = (use: number) => [CouponUseClaimed.create({ campaignId, businessId, couponId, redemptionId, use })];
  const held = uses.get(couponId);
  if (held !== undefined) return taken(held.use);
  if (uses.size >= command.limit)
    throw new DomainError('coupon_invalid', 'All coupons of this campaign have been used.');
  const numbers = new Set([...uses.values()].map(({ use }) => use));
  let free = 1;
  while (numbers.has(free)) free += 1;
  return taken(free);
}

export const returnUse = (command: Use, uses: CouponUses): readonly CouponUseEvent[] =>
  holds(uses, command) ? [CouponUseReleased.create(command)] : [];
