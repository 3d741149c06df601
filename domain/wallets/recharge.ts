import type { Payer } from '../payments/payer.ts';
import type { Draft } from './book.ts';
import {
  AutoRechargeSet,
  RechargeAlarmRaised,
  RechargeDeclined,
  RechargeRequested,
  RechargeResumed,
} from './events.ts';
import type { Recharge } from './fields.ts';
import { alarmAt, alarmMinutes, isBelowLine, leftToday, spendable, type Wallet } from './wallet.ts';

/*
 * A wallet that fills itself. Requested when the balance falls below the line, one at a time; then charged with the
 * crossing's number as the idempotency key; then `FundsAdded` or `RechargeDeclined`.
 */

/** Whether a recharge is asked for now, and if not, why not. */
export function rechargeDue(
  wallet: Wallet,
  now: Date,
): 'due' | 'off' | 'enough' | 'in-flight' | 'paused' | 'parked' | 'limit' {
  const { setting, inFlight, isPaused } = wallet.recharge;
  if (setting === null || wallet.currency === null) return 'off';
  if (wallet.contradictions.length > 0) return 'parked';
  if (!isBelowLine(wallet)) return 'enough';
  if (inFlight !== null) return 'in-flight';
  if (isPaused) return 'paused';
  return leftToday(wallet, now) >= setting.amount ? 'due' : 'limit';
}

/** After whatever was decided, in the same append: asks for a recharge when the balance is below the line. */
export function considerRecharge(payer: Payer, draft: Draft): void {
  const { wallet, now } = draft;
  const { setting, crossings } = wallet.recharge;
  if (setting === null || wallet.currency === null || rechargeDue(wallet, now) !== 'due') return;
  const crossing = crossings + 1;
  draft.put(
    RechargeRequested.create({
      payer,
      currency: wallet.currency,
      crossing,
      amount: setting.amount,
      balance: spendable(wallet),
    }),
  );
  const { lately } = draft.wallet.recharge;
  const since = now.getTime() - alarmMinutes * 60_000;
  if (lately.length >= alarmAt && Date.parse(lately[0]!) >= since)
    draft.put(RechargeAlarmRaised.create({ payer, crossing, recharges: alarmAt, withinMinutes: alarmMinutes }));
}

export function setAutoRecharge(
  { payer, recharge }: { readonly payer: Payer; readonly recharge: Recharge | null },
  draft: Draft,
): void {
  const before = draft.wallet.recharge.setting;
  const isSame =
    before === recharge ||
    (before !== null &&
      recharge !== null &&
      before.below === recharge.below &&
      before.amount === recharge.amount &&
      before.mostPerDay === recharge.mostPerDay);
  if (!isSame) draft.put(AutoRechargeSet.create({ payer, recharge }));
}

/** The crossing's charge was refused for good. One that is over already is no news. */
export function declineRecharge(
  { payer, crossing, code }: { readonly payer: Payer; readonly crossing: number; readonly code: string },
  draft: Draft,
): void {
  if (draft.wallet.recharge.inFlight?.crossing === crossing)
    draft.put(RechargeDeclined.create({ payer, crossing, code }));
}

/**
 * What was declined may be tried again: the card was changed at `changedAt`, or a person says so. A card that was changed
 * before the recharge was asked for, and is heard of late, is the one that was declined.
 */
export function resumeRecharge(
  { payer, changedAt }: { readonly payer: Payer; readonly changedAt?: string | undefined },
  draft: Draft,
): void {
  const { isPaused, requestedAt } = draft.wallet.recharge;
  if (!isPaused || (changedAt !== undefined && requestedAt !== null && changedAt <= requestedAt)) return;
  draft.put(RechargeResumed.create({ payer }));
}
