import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { ledgerAmount, unitsPerSmallest } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { AccountBook, type ShownWallet } from '../../domain/proofs/account-book.ts';
import type { FinishedProof } from '../../domain/proofs/proofs.ts';
import type { ProofFault } from '../../domain/proofs/events.ts';
import { payerContext } from '../engine/payer-context.ts';
import type { SetAside } from '../engine/set-aside.ts';
import type { Database } from '../engine/worker.ts';

/** A wallet as the read model shows it, up to the position that it names; null: not at all. */
export type ShowsWallet = (walletId: string) => Promise<(ShownWallet & { readonly position: string }) | null>;

export interface Proving {
  readonly store: Pick<EventStore, 'read'>;
  readonly db: Database;
  readonly commands: Pick<Commands, 'payments' | 'paymentEvents' | 'proofs' | 'wallets'>;
  readonly shown: ShowsWallet;
  readonly clock: Clock;
  readonly now: () => Date;
  readonly log: Logger;
  readonly aside: Pick<SetAside, 'attempt'>;
}

/** Wallets at once, and events of one. */
const payersAtOnce = 200;
const eventsAtOnce = 1_000;
/** Payments of so many days are compared with the provider; the newest minutes are on their way. */
const compareDays = 40;
const settlesMs = 10 * 60_000;
/** How often, and how far apart, the read model is looked at until it shows what the log has. */
const looks = 20;
const lookMs = 250;
const mostFaults = 100;

interface Found {
  readonly faults: readonly ProofFault[];
  readonly payer: Payer | null;
  readonly postings: number;
  readonly charges: number | null;
  readonly booked: number;
  readonly isBehind: boolean;
}

/**
 * Does the books of all wallets once more, compares them with what is shown and with what the payment provider received,
 * and keeps what it found. A wallet that doesn't add up is parked. Cut off, it begins again.
 */
export async function proveLedger(
  parts: Proving,
  { proofId, night }: Pick<FinishedProof, 'proofId' | 'night'>,
  signal: AbortSignal,
): Promise<FinishedProof | null> {
  const { db, commands, now, log } = parts;
  const startedAt = now();
  const sum = { wallets: 0, postings: 0, charges: null as number | null, booked: 0, behind: 0, faultCount: 0 };
  const faults: ProofFault[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string }>`select payer_id as id from ops.wallet_payers
      where payer_id > ${after}::uuid order by payer_id limit ${payersAtOnce}`.execute(db);
    for (const { id } of rows) {
      if (signal.aborted) return null;
      sum.wallets += 1;
      // One that can't be looked at keeps no other waiting; it counts as not compared.
      const attempt = await parts.aside.attempt(id, { wallet: id }, () => proveWallet(parts, id));
      if (!attempt.done) {
        sum.behind += 1;
        continue;
      }
      const found = attempt.value;
      sum.postings += found.postings;
      sum.booked += found.booked;
      if (found.charges !== null) sum.charges = (sum.charges ?? 0) + found.charges;
      if (found.isBehind) sum.behind += 1;
      sum.faultCount += found.faults.length;
      faults.push(...found.faults.slice(0, mostFaults - faults.length));
      await park(parts, found, proofId);
    }
    if (rows.length < payersAtOnce) break;
    after = rows.at(-1)!.id;
  }
  // A night without wallets is no news.
  if (sum.wallets === 0 && night !== null) return null;
  const durationMs = Math.max(0, now().getTime() - startedAt.getTime());
  const finished = { proofId, night, startedAt: startedAt.toISOString(), durationMs, ...sum, faults };
  await commands.proofs.finish(system(proofId), finished);
  log[sum.faultCount === 0 ? 'info' : 'error'](
    { wallets: sum.wallets, postings: sum.postings, faults: sum.faultCount, durationMs },
    sum.faultCount === 0 ? 'The ledger adds up.' : 'The ledger does not add up.',
  );
  return finished;
}

const system = (proofId: string): CommandContext => {
  const commandId = uuidV5(namespaces.command, 'finish-proof', proofId);
  const caller = { role: 'system', actor: { kind: 'system', name: 'ledger-proofs' }, tenant: platformTenant } as const;
  return { caller, commandId, correlationId: commandId, causationId: null };
};

/** Keeps a wallet that doesn't add up for a person: the first fault of each kind says what it is. */
async function park({ commands }: Proving, { payer, faults }: Found, proofId: string): Promise<void> {
  if (payer === null) return;
  for (const [nth, { kind, about, expected, found }] of faults.entries()) {
    if (faults.findIndex((one) => one.kind === kind) !== nth) continue;
    const contradiction = {
      code: kind,
      about: kind === 'charge-not-found' ? about : proofId,
      expected: expected === null ? null : ledgerAmount(expected),
      found: found === null ? null : ledgerAmount(found),
    };
    const context = payerContext('ledger-proofs', payer, 'park', [proofId, kind]);
    await commands.wallets.parkWallet(context, { payer, contradiction });
  }
}

async function proveWallet(parts: Proving, walletId: string): Promise<Found> {
  const { shown, clock } = parts;
  const book = new AccountBook(walletId);
  let view: Awaited<ReturnType<ShowsWallet>> = null;
  let isBehind = true;
  for (let look = 0; isBehind && look < looks; look += 1) {
    if (look > 0) await clock.sleep(lookMs);
    await readOn(parts, walletId, book);
    view = await shown(walletId);
    isBehind = BigInt(view?.position ?? 0) !== book.position;
  }
  const { payer, postings } = book;
  const faults = [...book.faults(isBehind ? null : view)];
  const paid = payer === null ? null : await compareCharges(parts, payer, book);
  return {
    faults: [...faults, ...(paid?.faults ?? [])],
    payer,
    postings,
    charges: paid?.charges ?? null,
    booked: paid?.booked ?? 0,
    isBehind,
  };
}

async function readOn({ store }: Proving, walletId: string, book: AccountBook): Promise<void> {
  const stream = `wallet-${walletId}`;
  for (;;) {
    const events = await store.read(stream, { from: book.revision + 1, limit: eventsAtOnce });
    book.read(events);
    if (events.length < eventsAtOnce) return;
  }
}

/** What the provider has received is what the ledger says was paid in, charge by charge. */
async function compareCharges({ commands, now }: Proving, payer: Payer, book: AccountBook) {
  const since = new Date(now().getTime() - compareDays * 86_400_000);
  const received = await commands.payments.paidIn(payer, since);
  if (received === null) return null;
  let booked = 0;
  const settled = now().getTime() - settlesMs;
  for (const { id, amount, at } of received) {
    const known = book.charges.get(id);
    if (known?.units === amount * unitsPerSmallest || (known === undefined && at.getTime() > settled)) continue;
    // What no event told is booked; told with another amount, it parks the wallet by itself.
    const context = payerContext('ledger-proofs', payer, 'hear-charge', [id]);
    const object = { type: 'payment_intent', id };
    await commands.paymentEvents.hear(context, { object, customerId: null, previousCustomerId: null });
    if (known === undefined) booked += 1;
  }
  const ids = new Set(received.map(({ id }) => id));
  // A day of its own at the edge: our clock and the provider's differ.
  const edge = new Date(since.getTime() + 86_400_000).toISOString();
  const faults = [...book.charges]
    .filter(([id, { at }]) => at >= edge && !ids.has(id))
    .map(([id, { units }]): ProofFault => ({
      walletId: payer.id,
      kind: 'charge-not-found',
      about: id,
      expected: units,
      found: null,
    }));
  return { charges: received.length, booked, faults };
}
