import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import { ledgerAmount, usd } from '../../../../domain/kernel/money.ts';
import { Payer } from '../../../../domain/payments/payer.ts';
import { upcasters } from '../../../../domain/upcasters.ts';
import { Draft } from '../../../../domain/wallets/book.ts';
import { walletEvents } from '../../../../domain/wallets/events.ts';
import { walletFold } from '../../../../domain/wallets/fold.ts';
import * as funds from '../../../../domain/wallets/funds.ts';
import * as holds from '../../../../domain/wallets/holds.ts';
import { settle } from '../../../../domain/wallets/settle.ts';
import { walletSnapshots } from '../../../../domain/wallets/snapshot.ts';
import { Wallet, type WalletEventAt } from '../../../../domain/wallets/wallet.ts';

const { write, read } = walletSnapshots;
const businessId = '0198a000-0000-4000-8000-00000000000b' as never;
const payer = Payer.parse({ kind: 'agency', id: '0198a000-0000-4000-8000-00000000000a' });
const key = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;
const uuid = (n: number) => `0198a000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** What may happen to a wallet, by a kind and a number. */
function happen(draft: Draft, kind: number, n: number): void {
  const given = { payer, currency: usd };
  const holdId = uuid(n % 60);
  const month = n % 3 === 0 ? '2026-10-01' : '2026-11-01';
  const units = ledgerAmount(10_000 * (1 + (n % 50)));
  const price = { carrier: ledgerAmount(50), price: ledgerAmount(79), resale: ledgerAmount(150), included: 20 };
  const slice = {
    ...given,
    holdId,
    month,
    channel: 'sms',
    included: 20,
    expiresAt: '2026-11-20T12:05:00.000Z',
  } as const;
  const totals = [
    { ...key, quantity: n, carrier: ledgerAmount(n), price: ledgerAmount(2 * n), resale: ledgerAmount(5 * n) },
  ];
  [
    () => funds.addFunds({ ...given, chargeId: `pi_${n}`, units: ledgerAmount(9_000_000), crossing: null }, draft),
    () => holds.hold({ ...given, holdId, units, expiresAt: '2026-11-20T12:05:00.000Z' }, draft),
    () => holds.capture({ ...given, holdId, businessId, totals }, draft),
    () => holds.release({ payer, holdId }, draft),
    () => holds.holdSlice({ ...slice, price: ledgerAmount(79), most: 40, least: 1 }, draft),
    () => holds.captureSlice({ ...given, holdId, month, businessId, key, quantity: n % 40, price }, draft),
    () => funds.grantCredit({ ...given, grantId: uuid(n), units, reason: 'A gift' }, draft),
    () => funds.recordDispute({ ...given, chargeId: `pi_${n}`, disputeId: `dp_${n}`, units, status: 'open' }, draft),
    () => draft.park(payer, { code: 'charge-unknown', about: `pi_${n}`, expected: null, found: units }),
    () => settle({ ...given, month: '2026-10-01', lines: [], isClosed: n % 2 === 0 }, draft),
    () =>
      funds.chargeFee(
        { ...given, feeId: uuid(n), holdId: uuid(n), businessId, what: 'campaign-vetting', units },
        draft,
      ),
  ][kind]!();
}

const acts = fc.array(fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 120 });
const noon = new Date('2026-11-20T12:00:00Z');
function story(told: readonly (readonly [number, number])[]): readonly WalletEventAt[] {
  let wallet = Wallet.initial;
  const events: WalletEventAt[] = [];
  for (const [kind, n] of told) {
    const draft = new Draft(wallet, noon);
    try {
      happen(draft, kind, n);
    } catch {
      continue; // Refused: it happens to no one.
    }
    events.push(...draft.events.map((event) => ({ ...event, metadata: { occurredAt: noon.toISOString() } })));
    wallet = draft.wallet;
  }
  return events;
}

it('reads a wallet as it was written, and goes on from there as from the stream', () => {
  fc.assert(
    fc.property(acts, fc.nat(), (told, at) => {
      const events = story(told);
      const cut = at % (events.length + 1);
      const text = write(fold(Wallet, events.slice(0, cut)));
      // Read in part, changed and written again, it is what a fold of the whole stream writes.
      const snapshot = read(text);
      expect(write(snapshot)).toBe(text);
      const whole = fold(Wallet, events);
      const onwards = fold(Wallet, events.slice(cut), snapshot);
      expect(write(onwards)).toBe(write(whole));
      for (const name of ['holds', 'topUps', 'known', 'disputes'] as const)
        expect([...onwards[name].entries()]).toEqual([...whole[name].entries()]);
      const books = ({ books: all }: Wallet) => [...all].map(([month, book]) => [month, book.size, ...book.entries()]);
      expect(books(onwards)).toEqual(books(whole));
      const { currency, wallet, credit, held, contradictions, byHand, recharge, months, settled } = whole;
      expect(onwards).toMatchObject({
        currency,
        wallet,
        credit,
        held,
        contradictions,
        byHand,
        recharge,
        months,
        settled,
      });
    }),
    { numRuns: 300 },
  );
});

it('refuses a text that is cut off', () => {
  const text = write(Wallet.initial);
  expect(() => read(text.slice(0, -300))).toThrow();
});

/** The code that a snapshot of a wallet depends on, without its comments and its layout. */
const parts = [
  'domain/wallets/wallet.ts',
  'domain/wallets/buckets.ts',
  'domain/wallets/snapshot.ts',
  'domain/rates/measures.ts',
  'domain/kernel/money.ts',
];
it('names the code that folds a wallet', () => {
  const hash = createHash('sha256');
  for (const file of parts) {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: { removeComments: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    });
    hash.update(outputText.replace(/\s+/g, ' '));
  }
  const digest = hash.digest('hex').slice(0, 16);
  expect(walletFold, `The code that folds wallets has changed: say '${digest}' in domain/wallets/fold.ts.`).toBe(
    digest,
  );
  // Old versions are folded as the new ones: an upcaster belongs to the fold.
  expect(walletEvents.filter(({ type }) => type in upcasters)).toEqual([]);
});
