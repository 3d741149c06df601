import type { WalletLineView, WalletView } from '../../projections/wallets/queries.ts';
import { Instant } from '../contract/common.ts';
import type { Wallet, WalletLine } from '../contract/wallets.ts';
import { creditStatus } from '../../domain/wallets/fields.ts';

export function presentWallet(view: WalletView | null): Wallet {
  const { recharge, lastRecharge } = view ?? { recharge: null, lastRecharge: null };
  return {
    status: creditStatus(view),
    currency: view?.currency ?? 'USD',
    paid: view?.wallet ?? 0,
    granted: view?.credit ?? 0,
    held: view?.held ?? 0,
    recharge: recharge && { below: recharge.below, amount: recharge.amount, most_per_day: recharge.mostPerDay },
    last_recharge: lastRecharge && {
      state: lastRecharge.state,
      code: lastRecharge.code,
      at: Instant.parse(lastRecharge.at),
    },
    is_parked: view !== null && view.parkedBy !== null,
  };
}

const kinds: Readonly<Record<string, WalletLine['kind']>> = {
  FundsAdded: 'funds',
  FundsRefunded: 'refund',
  FundsDisputed: 'dispute',
  DisputeClosed: 'dispute-closed',
  CreditGranted: 'credit',
  WalletAdjusted: 'adjustment',
  PostingReversed: 'reversal',
  HoldCaptured: 'usage',
  UsageSettled: 'usage',
};

export const presentLine = ({
  id,
  at,
  type,
  currency,
  units,
  balance,
  cause,
  businessName,
}: WalletLineView): WalletLine => ({
  id,
  at,
  kind: cause.why === 'difference' ? 'difference' : (kinds[type] ?? 'adjustment'),
  currency,
  units,
  balance,
  charge_id: cause.chargeId ?? null,
  is_automatic: cause.crossing !== undefined,
  reason: cause.reason ?? null,
  business: cause.businessId === undefined ? null : { id: cause.businessId, name: businessName },
  month: cause.why === 'difference' ? (cause.month?.slice(0, 7) ?? null) : null,
  usage: (cause.totals ?? []).map(({ channel, direction = 'out', country, quantity }) => ({
    channel: channel as WalletLine['usage'][number]['channel'],
    direction: direction === 'in' ? 'in' : 'out',
    country,
    quantity,
  })),
});
