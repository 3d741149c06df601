import type { A2pRegistration } from './a2p/registration.ts';
import { requestIdOf, type Tollfree } from './tollfree/tollfree.ts';
import type { BusinessId } from '../kernel/ids.ts';

/** So many days after its last news the carriers are no longer asked about a registration that no text depends on. */
export const askedForDays = 90;
const dayMs = 86_400_000;

/** The carriers work on it, or may take it back: a brand is of use by its campaigns alone. */
const openStates: ReadonlySet<string> = new Set(['submitting', 'in-review', 'suspended']);

/**
 * Whether the carriers are asked daily about what they have decided of a business. What was refused, canceled or given up
 * is asked about for some time, since an appeal may let it through, and again after the next attempt. `changedAt`: of the
 * newest event; null: there is none.
 */
export function isAskedStill(
  of: {
    readonly businessId: BusinessId;
    readonly number: string | null;
    readonly a2p: A2pRegistration;
    readonly tollfree: Tollfree;
    readonly changedAt: string | null;
  },
  now: Date,
): boolean {
  const { businessId, number, a2p, tollfree, changedAt } = of;
  if (changedAt === null) return false;
  if (now.getTime() - Date.parse(changedAt) <= askedForDays * dayMs) return true;
  const { brand, campaigns } = a2p;
  const request = number === null ? undefined : tollfree.get(requestIdOf(businessId, number));
  if (request !== undefined && request.status !== 'rejected') return true;
  if (brand === null || brand.state === 'canceled') return false;
  return (
    openStates.has(brand.state) ||
    [...campaigns.values()].some((one) => openStates.has(one.state) || one.state === 'verified')
  );
}
