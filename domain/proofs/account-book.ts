import { add, type LedgerAmount, zero } from '../kernel/money.ts';
import type { Payer } from '../payments/payer.ts';
import { FundsAdded, postingEvents } from '../wallets/events.ts';
import type { Leg } from '../wallets/accounts.ts';
import { moved } from '../wallets/wallet.ts';
import type { ProofFault } from './events.ts';

/** An event of a wallet as the log holds it. */
export interface LoggedEvent {
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

/**
 * A wallet's books, done once more from its stream, with nothing of the code that decided on it: every posting adds up
 * to zero, what an event says the wallet holds after it is the sum of all legs up to it, and all accounts are zero.
 */
export class AccountBook {
  readonly #walletId: string;
  readonly #accounts = new Map<string, LedgerAmount>();
  readonly #faults: ProofFault[] = [];
  #own: Own = { wallet: zero, credit: zero, held: zero };
  /** By charge: what came in, and when. */
  readonly charges = new Map<string, { readonly units: number; readonly at: string }>();
  payer: Payer | null = null;
  postings = 0;
  revision = -1;
  /** Of the newest event that was read. */
  position = 0n;

  constructor(walletId: string) {
    this.#walletId = walletId;
  }

  read(events: readonly LoggedEvent[]): void {
    for (const { type, data, revision, position, metadata } of events) {
      this.payer ??= data['payer'] as Payer;
      this.revision = revision;
      this.position = position;
      if (!books.has(type)) continue;
      this.postings += 1;
      const { posting, after } = data as unknown as { readonly posting: readonly Leg[]; readonly after: Own };
      for (const { account, currency, units } of posting) {
        const key = `${currency} ${account}`;
        this.#accounts.set(key, add(this.#accounts.get(key) ?? zero, units));
      }
      const now = moved({ ...this.#own }, posting);
      this.#own = now;
      for (const name of own)
        if (now[name] !== after[name]) {
          this.#fault('sums-differ', `${name} at ${revision}`, now[name], after[name]);
          // The chain goes on from what the event says: one fault is told once.
          this.#own = after;
        }
      if (type === FundsAdded.type) {
        const { chargeId, units } = data as unknown as { readonly chargeId: string; readonly units: number };
        this.charges.set(chargeId, { units, at: metadata.occurredAt });
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
      if (shown[name] !== this.#own[name]) told('shown-differently', name, this.#own[name], shown[name]);
    for (const key of new Set([...this.#accounts.keys(), ...Object.keys(shown.accounts)])) {
      const [expected, is] = [this.#accounts.get(key) ?? 0, shown.accounts[key] ?? 0];
      if (expected !== is) told('shown-differently', key, expected, is);
    }
    return found;
  }

  #fault(kind: ProofFault['kind'], about: string, expected: number, found: number): void {
    this.#faults.push({ walletId: this.#walletId, kind, about, expected, found });
  }
}
