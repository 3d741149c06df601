import { z } from 'zod';
import { add, ledgerAmount, type LedgerAmount, zero } from '../kernel/money.ts';
import { Payer } from '../payments/payer.ts';
import { DisputeClosed, FundsAdded, FundsDisputed, FundsRefunded, postingEvents } from '../wallets/events.ts';
import type { Leg } from '../wallets/accounts.ts';
import { moved } from '../wallets/wallet.ts';
import type { ProofFault } from './events.ts';

/** An event of a wallet as the log holds it. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly position: bigint;
  readonly metadata: { readonly occurredAt: string };
}

const books = new Set<string>(postingEvents.map(({ type }) => type));
const own = ['wallet', 'credit', 'held'] as const;
type Own = Readonly<Record<(typeof own)[number], LedgerAmount>>;

/** What the read model shows of a wallet, up to a revision of its stream. */
export interface ShownWallet extends Record<(typeof own)[number], number> {
  readonly accounts: Readonly<Record<string, number>>;
}

/** A movement that the provider knows as well, when it was booked, and how a dispute ended. */
const movement = z.object({ units: z.int(), at: z.string(), outcome: z.enum(['won', 'lost']).nullable() });
export type Movement = z.output<typeof movement>;

/** A book up to a revision, as it is kept until the next proof. */
const keptBook = z.object({
  payer: Payer,
  position: z.string().regex(/^\d+$/),
  own: z.object({ wallet: z.int(), credit: z.int(), held: z.int() }),
  accounts: z.record(z.string(), z.int()),
  charges: z.record(z.string(), movement),
  refunds: z.record(z.string(), movement),
  disputes: z.record(z.string(), movement),
});
export type KeptBook = z.output<typeof keptBook>;

/**
 * A wallet's books, done once more from its stream, with nothing of the code that decided on it: every posting adds up
 * to zero, what an event says the wallet holds after it is the sum of all legs up to it, and all accounts are zero.
 */
export class AccountBook {
  readonly #walletId: string;
  #accounts = new Map<string, LedgerAmount>();
  readonly #faults: ProofFault[] = [];
  own: Own = { wallet: zero, credit: zero, held: zero };
  /** By the provider's id: what came in and went back. */
  charges = new Map<string, Movement>();
  refunds = new Map<string, Movement>();
  disputes = new Map<string, Movement>();
  payer: Payer | null = null;
  /** That were read now. */
  postings = 0;
  revision = -1;
  /** Of the newest event that was read. */
  position = 0n;
  eventId: string | null = null;

  constructor(walletId: string) {
    this.#walletId = walletId;
  }

  /** Goes on from a proof before. Null: it can't be read. */
  static from(walletId: string, { revision, eventId, book }: ProvenTo): AccountBook | null {
    const { success, data } = keptBook.safeParse(book);
    if (!success) return null;
    const found = new AccountBook(walletId);
    found.payer = data.payer;
    found.revision = revision;
    found.eventId = eventId;
    found.position = BigInt(data.position);
    const { wallet, credit, held } = data.own;
    found.own = { wallet: ledgerAmount(wallet), credit: ledgerAmount(credit), held: ledgerAmount(held) };
    found.#accounts = new Map(Object.entries(data.accounts).map(([key, units]) => [key, ledgerAmount(units)]));
    found.charges = new Map(Object.entries(data.charges));
    found.refunds = new Map(Object.entries(data.refunds));
    found.disputes = new Map(Object.entries(data.disputes));
    return found;
  }

  kept(): KeptBook {
    return {
      payer: this.payer!,
      position: String(this.position),
      own: this.own,
      accounts: Object.fromEntries(this.#accounts),
      charges: Object.fromEntries(this.charges),
      refunds: Object.fromEntries(this.refunds),
      disputes: Object.fromEntries(this.disputes),
    };
  }

  read(events: readonly LoggedEvent[]): void {
    for (const { id, type, data, revision, position, metadata } of events) {
      this.payer ??= data['payer'] as Payer;
      this.revision = revision;
      this.position = position;
      this.eventId = id;
      if (!books.has(type)) continue;
      this.postings += 1;
      const { posting, after } = data as unknown as { readonly posting: readonly Leg[]; readonly after: Own };
      for (const { account, currency, units } of posting) {
        const key = `${currency} ${account}`;
        this.#accounts.set(key, add(this.#accounts.get(key) ?? zero, units));
      }
      const now = moved({ ...this.own }, posting);
      this.own = now;
      for (const name of own)
        if (now[name] !== after[name]) {
          this.fault('sums-differ', `${name} at ${revision}`, now[name], after[name]);
          // The chain goes on from what the event says: one fault is told once.
          this.own = after;
        }
      const said = data as Readonly<Record<string, string>> & { readonly units: number };
      const made = { units: said.units, at: metadata.occurredAt, outcome: null };
      if (type === FundsAdded.type) this.charges.set(said['chargeId']!, made);
      if (type === FundsRefunded.type) this.refunds.set(said['refundId']!, made);
      if (type === FundsDisputed.type) this.disputes.set(said['disputeId']!, made);
      if (type === DisputeClosed.type) {
        const opened = this.disputes.get(said['disputeId']!);
        const outcome = said['outcome'] === 'won' ? 'won' : 'lost';
        if (opened !== undefined) this.disputes.set(said['disputeId']!, { ...opened, outcome });
      }
    }
  }

  /** All that doesn't add up; `shown`: what the read model says at the same revision. */
  faults(shown: ShownWallet | null): readonly ProofFault[] {
    const found = [...this.#faults];
    const told = (kind: ProofFault['kind'], about: string, expected: number | null, was: number | null) =>
      found.push({ walletId: this.#walletId, kind, about, expected, found: was });
    const sums = new Map<string, LedgerAmount>();
    for (const [key, units] of this.#accounts) {
      const currency = key.slice(0, 3);
      sums.set(currency, add(sums.get(currency) ?? zero, units));
    }
    for (const [currency, sum] of sums) if (sum !== 0) told('sums-differ', currency, 0, sum);
    if (shown === null) return found;
    for (const name of own)
      if (shown[name] !== this.own[name]) told('shown-differently', name, this.own[name], shown[name]);
    for (const key of new Set([...this.#accounts.keys(), ...Object.keys(shown.accounts)])) {
      const [expected, is] = [this.#accounts.get(key) ?? 0, shown.accounts[key] ?? 0];
      if (expected !== is) told('shown-differently', key, expected, is);
    }
    return found;
  }

  fault(kind: ProofFault['kind'], about: string, expected: number | null, found: number | null): void {
    this.#faults.push({ walletId: this.#walletId, kind, about, expected, found });
  }
}

/** Where a proof ended, and the book there. */
export interface ProvenTo {
  readonly revision: number;
  readonly eventId: string;
  readonly book: unknown;
}
