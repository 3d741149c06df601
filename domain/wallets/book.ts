import { fold } from '../kernel/decider.ts';
import { AmountOutOfRange, type Currency, type LedgerAmount } from '../kernel/money.ts';
import type { Payer } from '../payments/payer.ts';
import type { Leg } from './accounts.ts';
import { type Contradiction, type WalletEvent, WalletOpened, WalletParked } from './events.ts';
import { contradictionKey, moved, Wallet } from './wallet.ts';

/** What is decided of a wallet, and how it stands after that. Decisions of one append follow each other on it. */
export class Draft {
  readonly #now: string;
  readonly #events: WalletEvent[] = [];
  #wallet: Wallet;

  constructor(wallet: Wallet, now: Date) {
    this.#wallet = wallet;
    this.#now = now.toISOString();
  }

  get wallet(): Wallet {
    return this.#wallet;
  }
  get now(): Date {
    return new Date(this.#now);
  }
  get events(): readonly WalletEvent[] {
    return this.#events;
  }

  put(event: WalletEvent): void {
    this.#events.push(event);
    this.#wallet = fold(Wallet, [{ ...event, metadata: { occurredAt: this.#now } }], this.#wallet);
  }

  /** The wallet's first booking opens it, in its own currency. */
  open(payer: Payer, currency: Currency): void {
    if (this.#wallet.currency === null) this.put(WalletOpened.create({ payer, currency }));
  }

  /** What each event that books says: its legs, and what the wallet holds after them. Throws `AmountOutOfRange`. */
  booking(payer: Payer, legs: readonly Leg[]) {
    return { payer, posting: [...legs], after: moved(this.#wallet, legs) };
  }

  /** Keeps what can't be so for a person. Told again, it is no news, also when it was resolved. */
  park(payer: Payer, contradiction: Contradiction): void {
    if (this.#wallet.known.get(contradictionKey(contradiction)) !== undefined) return;
    this.put(WalletParked.create({ payer, contradiction }));
  }

  /** Books, or parks the wallet where a sum would leave what can be counted exactly. */
  bookOrPark(payer: Payer, about: string, found: LedgerAmount | null, book: () => void): void {
    try {
      book();
    } catch (error) {
      if (!(error instanceof AmountOutOfRange)) throw error;
      this.park(payer, { code: 'amount-out-of-range', about, expected: null, found });
    }
  }
}
