import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { RechargeRequested, WalletOpened } from '../../domain/wallets/events.ts';
import { backoff } from '../engine/retry-policy.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { payerContext } from '../engine/payer-context.ts';

export const rechargeTimer = 'wallet-recharge';

/** `attempt`: how often the payment provider could not be asked before. */
const timerOf = (payer: Payer, crossing: number, attempt: number, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.command, rechargeTimer, payerKey(payer), String(crossing), String(attempt)),
  kind: rechargeTimer,
  dueAt,
  payload: {
    ...payer,
    ...(payer.kind === 'agency' ? { agencyId: payer.id } : { businessId: payer.id }),
    crossing,
    attempt,
  },
});

/**
 * Notes who has a wallet: their texts are paid out of it. One that asks to be filled is charged by a timer, so that a
 * provider that is away keeps no other waiting.
 */
export function walletFeed(wake: () => void): RecordingWorker {
  return {
    kind: 'recording',
    name: 'wallets',
    handles: [WalletOpened.type, RechargeRequested.type],
    async record(events, trx) {
      const opened = events.filter((event) => is(event, WalletOpened)).map(({ data }) => data.payer.id);
      if (opened.length > 0)
        await sql`insert into ops.wallet_payers (payer_id) select * from unnest(${opened}::uuid[])
          on conflict do nothing`.execute(trx);
      await setTimers(
        trx,
        events
          .filter((event) => is(event, RechargeRequested))
          .map(({ data, metadata }) => timerOf(data.payer, data.crossing, 0, new Date(metadata.occurredAt))),
      );
    },
    committed: wake,
  };
}

/** From one attempt to the next while the provider is away, in ms. */
const pace = { firstMs: 2_000, longestMs: 300_000 };

/** Charges it: tried until the provider has said yes or no, for as long as that takes. */
export const recharge =
  ({
    db,
    commands,
    now,
    log,
  }: {
    readonly db: Database;
    readonly commands: Commands;
    readonly now: () => Date;
    readonly log: Logger;
  }): TimerHandler =>
  async ({ payload }) => {
    const { crossing, attempt } = payload as { readonly crossing: number; readonly attempt: number };
    const payer = Payer.parse(payload);
    const context = payerContext('wallet-recharges', payer, 'recharge', [String(crossing)]);
    try {
      await commands.payments.chargeRecharge(context, { payer, crossing });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'provider_unavailable') throw error;
      log.warn({ payer: payerKey(payer), crossing, attempt }, 'a wallet could not be recharged now');
      const dueAt = new Date(now().getTime() + backoff(attempt, pace.firstMs, pace.longestMs));
      await setTimers(db, [timerOf(payer, crossing, attempt + 1, dueAt)]);
    }
  };
