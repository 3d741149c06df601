import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Leg } from '../../domain/wallets/accounts.ts';
import {
  AutoRechargeSet,
  CreditGranted,
  DisputeClosed,
  FeeCharged,
  FundsAdded,
  FundsDisputed,
  FundsHeld,
  FundsRefunded,
  HoldCaptured,
  HoldReleased,
  MonthSettled,
  postingEvents,
  RechargeDeclined,
  RechargeRequested,
  RechargeResumed,
  UsageSettled,
  WalletAdjusted,
  walletEvents,
  WalletOpened,
  WalletParked,
  WalletResolved,
} from '../../domain/wallets/events.ts';
import { announceBilling } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  type LastRecharge,
  type LineCause,
  walletAccountTable,
  walletIndexes,
  walletLineTable,
  walletModel,
  walletTable,
} from '../tables/wallets.ts';

const upserts = perSchema((schema) => ({
  wallets: walletTable.upsert(schema, 'w'),
  accounts: walletAccountTable.upsert(schema, 'a'),
  lines: walletLineTable.upsert(schema, 'l'),
}));

const books = new Set<string>(postingEvents.map(({ type }) => type));
const own = new Set(['wallet', 'credit', 'held:sending']);

interface Booked {
  readonly posting: readonly Leg[];
  readonly after: Readonly<Record<'wallet' | 'credit' | 'held', number>>;
}

function causeOf(event: StoredEvent): LineCause {
  if (is(event, FundsAdded)) {
    const { chargeId, crossing } = event.data;
    return crossing === null ? { chargeId } : { chargeId, crossing };
  }
  if (is(event, FundsRefunded)) {
    const { chargeId, refundId, reason } = event.data;
    return { chargeId, refundId, ...(reason === undefined ? {} : { reason }) };
  }
  if (is(event, FundsDisputed)) return { chargeId: event.data.chargeId, disputeId: event.data.disputeId };
  if (is(event, DisputeClosed)) return { disputeId: event.data.disputeId, outcome: event.data.outcome };
  if (is(event, HoldCaptured)) {
    const { holdId, businessId, totals } = event.data;
    return {
      holdId,
      businessId,
      totals: totals.map(({ channel, direction, country, quantity }) => ({ channel, direction, country, quantity })),
    };
  }
  if (is(event, UsageSettled)) {
    const { businessId, month, why, lines } = event.data;
    const totals = lines.map(({ channel, direction, country, quantity }) => ({
      channel,
      direction,
      country,
      quantity,
    }));
    return { businessId, month, why, totals };
  }
  if (is(event, FeeCharged)) return { businessId: event.data.businessId, fee: event.data.what };
  const { reason, reversedEventId } = event.data as { readonly reason?: string; readonly reversedEventId?: string };
  return { ...(reason === undefined ? {} : { reason }), ...(reversedEventId === undefined ? {} : { reversedEventId }) };
}

function rechargeOf(event: StoredEvent): LastRecharge | null {
  const at = event.metadata.occurredAt;
  if (is(event, RechargeRequested)) return { state: 'charging', crossing: event.data.crossing, code: null, at };
  if (is(event, RechargeDeclined))
    return { state: 'declined', crossing: event.data.crossing, code: event.data.code, at };
  if (is(event, RechargeResumed)) return { state: 'resumed', crossing: null, code: null, at };
  if (is(event, FundsAdded) && event.data.crossing !== null)
    return { state: 'added', crossing: event.data.crossing, code: null, at };
  return null;
}

/** Whether recharges are paused after it, as the wallet's own fold has it; null: it says nothing of that. */
function pausedBy(event: StoredEvent): boolean | null {
  if (is(event, RechargeDeclined)) return true;
  const lifts =
    is(event, FundsAdded) ||
    is(event, CreditGranted) ||
    is(event, AutoRechargeSet) ||
    is(event, RechargeResumed) ||
    (is(event, WalletAdjusted) && event.data.units > 0) ||
    (is(event, DisputeClosed) && event.data.outcome === 'won');
  return lifts ? false : null;
}

/** What happens to a wallet while it is used. It happens many times a minute, and no one waits for it. */
const usual = new Set(
  [FundsHeld, HoldCaptured, HoldReleased, UsageSettled, MonthSettled].map(({ type }) => type as string),
);

/** What payers have, each line of their statements, and what every account of their ledgers holds. */
export const wallets: Projector = {
  ...walletModel,
  handles: typesOf(walletEvents),
  create: createAll(walletTable, walletAccountTable, walletLineTable),
  index: walletIndexes,
  announce: (events) => announceBilling(events.filter(({ type }) => !usual.has(type))),
  fold: (events, schema) => {
    const [all, accounts, lines] = [walletTable.rows(), walletAccountTable.rows(), walletLineTable.rows()];
    for (const event of events) {
      const { payer } = event.data as { readonly payer: Payer };
      const { id } = payer;
      const owner = {
        agencyId: payer.kind === 'agency' ? id : null,
        businessId: payer.kind === 'business' ? id : null,
      };
      const lastRecharge = rechargeOf(event);
      const isPaused = pausedBy(event);
      const { position } = event;
      all.merge({ id, ...owner, lastRecharge, isPaused, position, changedAt: event.metadata.occurredAt });
      if (is(event, WalletOpened)) all.merge({ id, ...owner, currency: event.data.currency });
      else if (is(event, WalletParked))
        all.merge({ id, ...owner, contradiction: event.data.contradiction, parkedAt: event.position });
      else if (is(event, WalletResolved)) all.merge({ id, ...owner, resolvedAt: event.position });
      else if (is(event, AutoRechargeSet)) all.merge({ id, ...owner, recharge: { setting: event.data.recharge } });
      if (!books.has(event.type)) continue;
      const { posting, after } = event.data as unknown as Booked;
      all.merge({ id, ...owner, ...after });
      for (const { account, currency, units } of posting) accounts.merge({ id, ...owner, currency, account, units });
      const units = posting.reduce((sum, leg) => sum + (own.has(leg.account) ? leg.units : 0), 0);
      if (is(event, FundsHeld) || is(event, HoldReleased) || units === 0) continue;
      lines.merge({
        position: event.position,
        id: event.id,
        walletId: id,
        ...owner,
        at: event.metadata.occurredAt,
        type: event.type,
        currency: posting[0]!.currency,
        units,
        balance: after.wallet + after.credit + after.held,
        cause: causeOf(event),
      });
    }
    const into = upserts(schema);
    return [
      ...all.toStatements(into.wallets),
      ...accounts.toStatements(into.accounts),
      ...lines.toStatements(into.lines),
    ];
  },
};
