import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Snapshots, StreamSnapshot } from '../../adapters/snapshots/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { ledgerAmount } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { AccountBook, type ProvenTo, type ShownWallet } from '../../domain/proofs/account-book.ts';
import { type FinishedProof, isWholeNight } from '../../domain/proofs/proofs.ts';
import type { ProofFault } from '../../domain/proofs/events.ts';
import { Wallet, type WalletEventAt } from '../../domain/wallets/wallet.ts';
import { payerContext } from '../engine/payer-context.ts';
import type { SetAside } from '../engine/set-aside.ts';
import type { Database } from '../engine/worker.ts';
import { compareInvoices, compareLedger, type Compared, findUnmatched, type Returns, returnsOf } from './compare.ts';

/** A wallet as the read model shows it, up to the position that it names; null: not at all. */
export type ShowsWallet = (walletId: string) => Promise<(ShownWallet & { readonly position: string }) | null>;

export interface Proving {
  readonly store: Pick<EventStore, 'read'>;
  readonly db: Database;
  readonly commands: Pick<Commands, 'invoices' | 'payments' | 'paymentEvents' | 'proofs' | 'wallets'>;
  readonly shown: ShowsWallet;
  readonly snapshots: Snapshots;
  readonly clock: Clock;
  readonly now: () => Date;
  readonly log: Logger;
  readonly aside: Pick<SetAside, 'attempt'>;
}

/** Payers at once, and events of a wallet. */
const payersAtOnce = 200;
const eventsAtOnce = 1_000;
/** How often, and how far apart, the read model is looked at until it shows what the log has. */
const looks = 20;
const lookMs = 250;
const mostFaults = 100;

interface Found {
  readonly faults: readonly ProofFault[];
  readonly payer: Payer;
  readonly postings: number;
  readonly isWhole: boolean;
  readonly isBehind: boolean;
}

/**
 * Does the books of all wallets once more, compares them with what is shown and with what the payment provider says, and
 * keeps what it found. A wallet that doesn't add up is parked. A night goes on from where a wallet was proven last, and
 * reads each from its first event once a week; what someone asks for is always whole. Cut off, it begins again.
 */
export async function proveLedger(
  parts: Proving,
  { proofId, night }: Pick<FinishedProof, 'proofId' | 'night'>,
  signal: AbortSignal,
): Promise<FinishedProof | null> {
  const { db, commands, now, log } = parts;
  const startedAt = now();
  const sum = {
    wallets: 0,
    whole: 0,
    postings: 0,
    charges: null as number | null,
    refunds: null as number | null,
    disputes: null as number | null,
    invoices: null as number | null,
    booked: 0,
    behind: 0,
    faultCount: 0,
  };
  const faults: ProofFault[] = [];
  const [chargeIds, customerIds, skippedPayers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tell = (found: readonly ProofFault[]) => {
    sum.faultCount += found.length;
    faults.push(...found.slice(0, mostFaults - faults.length));
  };
  const compared = (found: Compared) => {
    for (const name of ofProvider) if (found[name] !== null) sum[name] = (sum[name] ?? 0) + found[name];
    sum.booked += found.booked;
    tell(found.faults);
    for (const id of found.chargeIds) chargeIds.add(id);
    if (found.customerId !== null) customerIds.add(found.customerId);
  };
  let returns: Returns | undefined;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string; kind: Payer['kind'] | null; isWallet: boolean }>`
      select coalesce(w.payer_id, s.payer_id) as id, s.payer_kind as kind, w.payer_id is not null as "isWallet"
      from (select payer_id from ops.wallet_payers where payer_id > ${after}::uuid order by 1 limit ${payersAtOnce}) w
      full join (select payer_id, payer_kind from ops.subscription_looks where payer_id > ${after}::uuid
        order by 1 limit ${payersAtOnce}) s on s.payer_id = w.payer_id
      order by 1 limit ${payersAtOnce}`.execute(db);
    for (const { id, kind, isWallet } of rows) {
      if (signal.aborted) return null;
      if (isWallet) sum.wallets += 1;
      // One that can't be looked at keeps no other waiting; it counts as not compared.
      const attempt = await parts.aside.attempt(id, { payer: id }, async () => {
        returns ??= await returnsOf(parts);
        const wallet = isWallet ? await proveWallet(parts, id, night, returns) : null;
        const payer = wallet?.found?.payer ?? (kind === null ? null : ({ kind, id } as Payer));
        return { wallet, invoices: payer === null ? null : await compareInvoices(parts, payer, returns) };
      });
      if (!attempt.done) {
        sum.behind += 1;
        skippedPayers.add(id);
        continue;
      }
      const { wallet, invoices } = attempt.value;
      if (invoices !== null) compared(invoices);
      if (wallet?.found == null) continue;
      const { found } = wallet;
      sum.postings += found.postings;
      if (found.isWhole) sum.whole += 1;
      if (found.isBehind) sum.behind += 1;
      tell(found.faults);
      compared(wallet.compared);
      await park(parts, found.payer, [...found.faults, ...wallet.compared.faults], proofId);
    }
    if (rows.length < payersAtOnce) break;
    after = rows.at(-1)!.id;
  }
  // A night without wallets and invoices is no news.
  if (sum.wallets === 0 && sum.invoices === null && night !== null) return null;
  const known = { chargeIds, customerIds, skippedPayers };
  const looked = await parts.aside.attempt('unmatched-charges', {}, async () =>
    findUnmatched(parts, known, returns ?? (await returnsOf(parts))),
  );
  const unmatched = looked.done ? looked.value : null;
  const durationMs = Math.max(0, now().getTime() - startedAt.getTime());
  const finished = { proofId, night, startedAt: startedAt.toISOString(), durationMs, ...sum, faults, unmatched };
  await commands.proofs.finish(system(proofId), finished);
  if ((unmatched?.count ?? 0) > 0) log.error({ unmatched: unmatched?.count }, 'Payments belong to no one here.');
  log[sum.faultCount === 0 ? 'info' : 'error'](
    { wallets: sum.wallets, whole: sum.whole, postings: sum.postings, faults: sum.faultCount, durationMs },
    sum.faultCount === 0 ? 'The ledger adds up.' : 'The ledger does not add up.',
  );
  return finished;
}
const ofProvider = ['charges', 'refunds', 'disputes', 'invoices'] as const;

const system = (proofId: string): CommandContext => {
  const commandId = uuidV5(namespaces.command, 'finish-proof', proofId);
  const caller = { role: 'system', actor: { kind: 'system', name: 'ledger-proofs' }, tenant: platformTenant } as const;
  return { caller, commandId, correlationId: commandId, causationId: null };
};

/** Keeps a wallet that doesn't add up for a person: the first fault of each kind says what it is. */
async function park(
  { commands }: Proving,
  payer: Payer,
  faults: readonly ProofFault[],
  proofId: string,
): Promise<void> {
  for (const [nth, { kind, about, expected, found }] of faults.entries()) {
    // An invoice isn't paid out of the wallet.
    if (kind === 'invoice-differs' || faults.findIndex((one) => one.kind === kind) !== nth) continue;
    const contradiction = {
      code: kind,
      about: kind.endsWith('-not-found') ? about : proofId,
      expected: expected === null ? null : ledgerAmount(expected),
      found: found === null ? null : ledgerAmount(found),
    };
    const context = payerContext('ledger-proofs', payer, 'park', [proofId, kind]);
    await commands.wallets.parkWallet(context, { payer, contradiction });
  }
}

/** A wallet from where it was proven last, or from its first event; and what the provider says of it. */
async function proveWallet(parts: Proving, walletId: string, night: string | null, returns: Returns) {
  const before = night === null ? null : await provenBefore(parts, walletId, night);
  let proven = before === null ? null : await proveFrom(parts, walletId, before);
  // What is found from a kept book is looked for in the whole stream before it is told.
  if (proven === null || proven.found.faults.length > 0) proven = await proveFrom(parts, walletId, null);
  if (proven === null) return { found: null, compared: null };
  const { found, book } = proven;
  if (found.faults.length > 0 || found.isBehind) await forget(parts, walletId);
  else await keep(parts, walletId, book, { isWhole: found.isWhole, night });
  return { found, compared: await compareLedger(parts, found.payer, book, returns) };
}

async function proveFrom(parts: Proving, walletId: string, before: ProvenTo | null) {
  const { shown, clock } = parts;
  const book = before === null ? new AccountBook(walletId) : AccountBook.from(walletId, before);
  if (book === null) return null;
  const snapshot = await snapshotToProve(parts, walletId, book);
  let view: Awaited<ReturnType<ShowsWallet>> = null;
  let isBehind = true;
  for (let look = 0; isBehind && look < looks; look += 1) {
    if (look > 0) await clock.sleep(lookMs);
    if (!(await readOn(parts, walletId, book, snapshot))) return null;
    view = await shown(walletId);
    isBehind = BigInt(view?.position ?? 0) !== book.position;
  }
  if (snapshot !== null) await proveSnapshot(parts, walletId, book, snapshot);
  const { payer, postings } = book;
  if (payer === null) return null;
  const faults = book.faults(isBehind ? null : view);
  const found: Found = { faults, payer, postings, isWhole: before === null, isBehind };
  return { found, book };
}

/** Reads what the book has not. False: the log is not the one that it was read from. */
async function readOn(
  { store }: Proving,
  walletId: string,
  book: AccountBook,
  snapshot: SnapshotToProve | null,
): Promise<boolean> {
  for (;;) {
    const isBegun = book.revision >= 0;
    const from = Math.max(0, book.revision);
    const page = await store.read(streamOf(walletId), { from, limit: eventsAtOnce });
    // The last event is read again: another log has another one there.
    if (isBegun && page[0]?.id !== book.eventId) return false;
    const events = isBegun ? page.slice(1) : page;
    const until = snapshot === null ? [] : events.filter(({ revision }) => revision <= snapshot.kept.revision);
    book.read(until);
    if (snapshot !== null && until.length > 0) {
      if (snapshot.isWhole)
        snapshot.wallet = fold(Wallet, until as unknown as readonly WalletEventAt[], snapshot.wallet);
      if (book.revision === snapshot.kept.revision) snapshot.there = { own: book.own, eventId: book.eventId };
    }
    book.read(events.slice(until.length));
    if (page.length < eventsAtOnce) return true;
  }
}

const streamOf = (walletId: string): string => `wallet-${walletId}`;

/** The snapshot that processes read the wallet from. */
interface SnapshotToProve {
  readonly kept: StreamSnapshot;
  /** Made again from the first event on; otherwise its balances are compared. */
  readonly isWhole: boolean;
  wallet: Wallet;
  /** The book at its revision. */
  there: { readonly own: AccountBook['own']; readonly eventId: string | null } | null;
}
const form = Wallet.snapshots!;

async function snapshotToProve(
  { snapshots }: Proving,
  walletId: string,
  { revision, own, eventId }: AccountBook,
): Promise<SnapshotToProve | null> {
  const kept = await snapshots.load(streamOf(walletId), form.fold);
  if (kept === null || kept.revision < revision) return null;
  const there = kept.revision === revision ? { own, eventId } : null;
  return { kept, isWhole: revision < 0, wallet: Wallet.initial, there };
}

/** A wrong snapshot is thrown away. One of another log is no fault: those who read it see that. */
async function proveSnapshot(
  { snapshots }: Proving,
  walletId: string,
  book: AccountBook,
  { kept, isWhole, wallet, there }: SnapshotToProve,
): Promise<void> {
  if (there === null || there.eventId !== kept.eventId) return;
  const said = readState(form.read, kept.state);
  const { own } = there;
  const isSame =
    isWhole ?
      form.write(wallet) === kept.state
    : said !== null && said.wallet === own.wallet && said.credit === own.credit && said.held === own.held;
  if (isSame) return;
  book.fault('snapshot-differs', String(kept.revision), own.wallet, said?.wallet ?? null);
  await snapshots.discard(streamOf(walletId));
}
const readState = (read: (text: string) => Wallet, text: string): Wallet | null => {
  try {
    return read(text);
  } catch {
    return null;
  }
};

/** Where the wallet was proven last; null: it is to be read from its first event. */
async function provenBefore({ db }: Proving, walletId: string, night: string): Promise<ProvenTo | null> {
  const { rows } = await sql<ProvenTo & { wholeOn: string }>`
    select revision, event_id as "eventId", book, to_char(whole_on, 'YYYY-MM-DD') as "wholeOn"
    from ops.proven_wallets where wallet_id = ${walletId}`.execute(db);
  const [found] = rows;
  return found === undefined || isWholeNight(walletId, night, found.wholeOn) ? null : found;
}

async function keep(
  { db, now }: Proving,
  walletId: string,
  book: AccountBook,
  { isWhole, night }: { readonly isWhole: boolean; readonly night: string | null },
): Promise<void> {
  const on = night ?? now().toISOString().slice(0, 10);
  await sql`insert into ops.proven_wallets as p (wallet_id, revision, event_id, book, whole_on)
    values (${walletId}, ${book.revision}, ${book.eventId}, ${JSON.stringify(book.kept())}::jsonb, ${on}::date)
    on conflict (wallet_id) do update set revision = excluded.revision, event_id = excluded.event_id,
      book = excluded.book, whole_on = ${isWhole ? sql`excluded.whole_on` : sql`p.whole_on`}`.execute(db);
}
const forget = ({ db }: Proving, walletId: string) =>
  sql`delete from ops.proven_wallets where wallet_id = ${walletId}`.execute(db);
