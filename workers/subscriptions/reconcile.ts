import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is, platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { SubscriptionRequested, SubscriptionStarted } from '../../domain/subscriptions/events.ts';
import { isOutage } from '../engine/outage.ts';
import { payerContext } from '../engine/payer-context.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { grantTrials } from './trials.ts';

export interface ReconcileSettings {
  /** How often the provider's events are read, in ms. Default: a minute. */
  readonly everyMs: number;
  /** How long after a request it is looked at whether it was answered, and how often a live subscription is, in ms. */
  readonly requestMs: number;
  readonly sweepMs: number;
}
export const defaultReconcile: ReconcileSettings = { everyMs: 60_000, requestMs: 10 * 60_000, sweepMs: 6 * 3_600_000 };

/** Payers that are looked at in one round. */
const batch = 20;

export interface Reconciling {
  readonly store: EventStore;
  readonly db: Database;
  readonly commands: Commands;
  readonly now: () => Date;
  readonly log: Logger;
  readonly settings: ReconcileSettings;
}

/** Notes when a payer is to be looked at: soon after a request, so that one that was cut off is found. */
export function subscriptionLooks({ requestMs }: Pick<ReconcileSettings, 'requestMs'>): RecordingWorker {
  return {
    kind: 'recording',
    name: 'subscription-looks',
    handles: [SubscriptionRequested.type, SubscriptionStarted.type],
    async record(events, trx) {
      for (const event of events) {
        if (!is(event, SubscriptionRequested) && !is(event, SubscriptionStarted)) continue;
        const { id, kind } = event.data.payer;
        const due = new Date(Date.parse(event.metadata.occurredAt) + requestMs);
        await sql`insert into ops.subscription_looks (payer_id, payer_kind, due_at) values (${id}, ${kind}, ${due})
          on conflict (payer_id) do update set due_at = least(subscription_looks.due_at, excluded.due_at)`.execute(trx);
      }
    },
  };
}

/** Named by what it is for, so that a repeat after a crash is the same command. */
function contextOf(...purpose: readonly string[]) {
  const commandId = uuidV5(namespaces.command, 'reconciler', ...purpose);
  return {
    caller: { role: 'system', actor: { kind: 'system', name: 'reconciler' }, tenant: platformTenant },
    commandId,
    correlationId: commandId,
    causationId: null,
  } as const;
}

/** It says nothing of the event: the database is away, or a wallet is busy. */
const isPassing = (error: unknown): boolean =>
  isOutage(error) || (error instanceof DomainError && error.code === 'unavailable');

/** Hears what no webhook told, and looks at the payers that are due. */
export async function reconcileOnce(parts: Reconciling): Promise<void> {
  const { db, commands, now, log } = parts;
  const { rows } = await sql<{ since: Date; seen: string[] }>`
    insert into ops.payment_events_read (since) values (${now()})
    on conflict (only_row) do update set since = payment_events_read.since returning since, seen`.execute(db);
  const { since, seen } = rows[0]!;
  const context = contextOf('events', since.toISOString(), ...seen);
  const { result } = await commands.paymentEvents.reconcile(context, { since, seen });
  // What was held up is read again: the place stays where it is.
  const held = result.failed.find(({ error }) => isPassing(error));
  if (held !== undefined) throw held.error;
  for (const { id, error } of result.failed)
    log.error({ err: error, event: id }, 'A payment event could not be heard.');
  if (result.until.getTime() !== since.getTime() || result.seen.join() !== seen.join())
    await sql`update ops.payment_events_read set since = ${result.until}, seen = ${result.seen}`.execute(db);
  await sweep(parts);
}

async function sweep({ db, commands, now, log, settings }: Reconciling): Promise<void> {
  const { rows } = await sql<{ payer_id: string; payer_kind: string; due_at: Date }>`
    select payer_id, payer_kind, due_at from ops.subscription_looks where due_at <= ${now()}
    order by due_at limit ${batch}`.execute(db);
  for (const { payer_id: id, payer_kind: kind, due_at: due } of rows) {
    const payer = Payer.parse({ kind, id });
    const context = payerContext('reconciler', payer, 'sweep', [due.toISOString()]);
    let isAlive = true;
    try {
      ({ isAlive } = (await commands.subscriptions.follow(context, { payer })).result);
    } catch (error) {
      if (isOutage(error) || (error instanceof DomainError && error.code === 'provider_unavailable')) throw error;
      // A tenant that is gone, or whose agency pays by now, has nothing to be looked at.
      isAlive = !(error instanceof DomainError && error.code === 'not_found');
      if (isAlive) log.error({ err: error, payer }, 'The subscriptions of a payer could not be looked at.');
    }
    const same = sql`payer_id = ${id} and due_at = ${due}`;
    if (isAlive)
      await sql`update ops.subscription_looks set due_at = ${new Date(now().getTime() + settings.sweepMs)}
        where ${same}`.execute(db);
    else await sql`delete from ops.subscription_looks where ${same}`.execute(db);
  }
}

/** Keeps what is known of payments true to the provider until the signal fires. One process at a time, by its lease. */
export async function runReconciler(
  parts: Reconciling & { readonly leases: Leases; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { leases, clock, log, commands, settings } = parts;
  const retry = { firstMs: 2_000, longestMs: 120_000 };
  if (!(await commands.payments.areOn())) return;
  await whileLeased(leases, 'worker-payments', signal, (either) => {
    let hasGranted = false;
    const work = async () => {
      await reconcileOnce(parts);
      if (!hasGranted) {
        const { at } = (await commands.subscriptions.open(contextOf('open'), {})).result;
        if (at !== null) await grantTrials(parts, at, either);
        hasGranted = true;
      }
      return settings.everyMs;
    };
    return pollLoop({ name: 'the payment provider', work, retry, clock, log }, either);
  });
}
