import { creditStatus } from '../../domain/wallets/fields.ts';
import { leftOf, reversible } from '../../domain/wallets/funds.ts';
import { leftToday, reversedKey, type Wallet as WalletState } from '../../domain/wallets/wallet.ts';
import type {
  WalletAccountView,
  WalletLineView,
  WalletRowView,
  WalletView,
} from '../../projections/wallets/queries.ts';
import { Instant } from '../contract/common.ts';
import type { OperatorLine, PayerWallet, PayerWalletRecord } from '../contract/operator-wallets.ts';
import type { Wallet, WalletLine } from '../contract/wallets.ts';

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
  FeeCharged: 'fee',
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
  fee: cause.fee ?? null,
  usage: (cause.totals ?? []).map(({ channel, direction = 'out', country, quantity }) => ({
    channel: channel as WalletLine['usage'][number]['channel'],
    direction: direction === 'in' ? 'in' : 'out',
    country,
    quantity,
  })),
});

export const presentWalletRow = (view: WalletRowView): PayerWallet => ({
  id: view.id,
  kind: view.kind,
  name: view.name,
  currency: view.currency,
  paid: view.wallet,
  granted: view.credit,
  held: view.held,
  states: statesOf(view),
  changed_at: view.changedAt,
});

function statesOf({
  isParked,
  isPaused,
  isLow,
}: {
  readonly isParked: boolean;
  readonly isPaused: boolean;
  readonly isLow: boolean;
}): PayerWallet['states'] {
  const states = [
    ...(isParked ? (['parked'] as const) : []),
    ...(isPaused ? (['paused'] as const) : []),
    ...(isLow ? (['low'] as const) : []),
  ];
  return states.length === 0 ? ['enough'] : states;
}

const mostHolds = 50;

/** A wallet whole, as its stream has it. `accounts`: from the read model, with the names of businesses. */
export function presentPayerWallet(
  payer: Pick<PayerWallet, 'id' | 'kind' | 'name'>,
  wallet: WalletState,
  accounts: readonly WalletAccountView[],
  linesOf: (about: string) => readonly WalletLineView[],
  changedAt: string | null,
  now: Date,
): PayerWalletRecord {
  const { setting, inFlight, isPaused } = wallet.recharge;
  const open = [...wallet.holds.entries()]
    .filter(([, { isOpen }]) => isOpen)
    .sort(([, a], [, b]) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''));
  return {
    id: payer.id,
    kind: payer.kind,
    name: payer.name,
    currency: wallet.currency ?? 'USD',
    paid: wallet.wallet,
    granted: wallet.credit,
    held: wallet.held,
    states:
      wallet.currency === null ?
        []
      : statesOf({
          isParked: wallet.contradictions.length > 0,
          isPaused: setting !== null && isPaused,
          isLow: creditStatus({ ...wallet, recharge: setting }) === 2,
        }),
    changed_at: changedAt,
    revision: wallet.byHand,
    recharge: setting && { below: setting.below, amount: setting.amount, most_per_day: setting.mostPerDay },
    recharge_state:
      setting === null ? 'off'
      : inFlight !== null ? 'charging'
      : isPaused ? 'paused'
      : leftToday(wallet, now) < setting.amount ? 'limit'
      : 'on',
    contradictions: wallet.contradictions.map(({ code, about, expected, found, at }) => ({
      code,
      about,
      expected,
      found,
      at: Instant.parse(at),
      lines: linesOf(about).map(presentLine),
    })),
    accounts: accounts.map(({ account, currency, units, businessName }) => ({
      account,
      business: businessName,
      currency,
      units,
    })),
    holds: open
      .slice(0, mostHolds)
      .map(([id, { units, captured, slice, expiresAt }]) => ({
        id,
        units,
        captured,
        pieces: slice?.quantity ?? null,
        included: slice?.included ?? null,
        expires_at: expiresAt,
      })),
    open_holds: open.length,
  };
}

/** A line with what an operator can do about it. */
export function presentOperatorLine(view: WalletLineView, wallet: WalletState): OperatorLine {
  const topUp = view.type === 'FundsAdded' ? wallet.topUps.get(view.cause.chargeId ?? '') : undefined;
  const isReversed = wallet.known.get(reversedKey(view.id)) !== undefined;
  return {
    ...presentLine(view),
    is_reversible: reversible.has(view.type) && !isReversed,
    is_reversed: isReversed,
    refundable: topUp === undefined ? 0 : Math.max(0, leftOf(topUp)),
  };
}
