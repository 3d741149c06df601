import { expect, it } from 'vitest';
import { AccountBook } from '../../../domain/proofs/account-book.ts';
import type { ProofEvent } from '../../../domain/proofs/events.ts';
import {
  type FinishedProof,
  finishProof,
  isWholeNight,
  nextNight,
  nightDue,
  Proofs,
  requestProof,
} from '../../../domain/proofs/proofs.ts';

const payer = { kind: 'agency', id: '0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a' };
const logged = (revision: number, legs: readonly (readonly [string, number])[], wallet: number) => ({
  id: `event-${revision}`,
  type: 'FundsAdded',
  revision,
  position: BigInt(revision),
  data: {
    payer,
    posting: legs.map(([account, units]) => ({ account, currency: 'USD', units })),
    after: { wallet, credit: 0, held: 0 },
    chargeId: `pi_${revision}`,
    units: wallet,
  },
  metadata: { occurredAt: '2026-11-27T00:00:00.000Z' },
});
const book = (...events: ReturnType<typeof logged>[]) => {
  const made = new AccountBook(payer.id);
  made.read(events);
  return made;
};
const funds = (units: number): (readonly [string, number])[] => [
  ['cash:stripe', -units],
  ['wallet', units],
];

it('a wallet whose postings add up and that is shown so has no fault', () => {
  const shown = { wallet: 8, credit: 0, held: 0, accounts: { 'USD wallet': 8, 'USD cash:stripe': -8 } };
  expect(book(logged(0, funds(5), 5), logged(1, funds(3), 8)).faults(shown)).toEqual([]);
});

it('a posting that does not add up, a balance that is not its sum, and a row that is not there are found', () => {
  const kinds = (made: AccountBook, shown: Parameters<AccountBook['faults']>[0] = null) =>
    made.faults(shown).map(({ kind, about, expected, found }) => [kind, about, expected, found]);
  expect(kinds(book(logged(0, [['wallet', 5]], 5)))).toEqual([['sums-differ', 'USD', 0, 5]]);
  // Told once: the chain goes on from what the event says.
  expect(kinds(book(logged(0, funds(5), 6), logged(1, funds(1), 7)))).toEqual([['sums-differ', 'wallet at 0', 5, 6]]);
  expect(kinds(book(logged(0, funds(5), 5)), { wallet: 5, credit: 0, held: 0, accounts: { 'USD wallet': 5 } })).toEqual(
    [['shown-differently', 'USD cash:stripe', -5, 0]],
  );
});

it('a night is due from three in the morning on, once', () => {
  const at = (text: string) => new Date(`2026-11-27T${text}Z`);
  expect(nightDue(Proofs.initial, at('02:59:59'))).toBe('2026-11-26');
  expect(nightDue({ lastNight: '2026-11-26' }, at('02:59:59'))).toBeNull();
  expect(nightDue({ lastNight: '2026-11-26' }, at('03:00:00'))).toBe('2026-11-27');
  expect(nextNight(at('02:59:59')).toISOString()).toBe('2026-11-27T03:00:00.000Z');
  expect(nextNight(at('03:00:00')).toISOString()).toBe('2026-11-28T03:00:00.000Z');
});

it('a book that is kept goes on as if it had been read whole, and one that can’t be read is none', () => {
  const [first, second] = [logged(0, funds(5), 5), logged(1, funds(3), 8)];
  const kept = book(first);
  const proven = { revision: 0, eventId: 'event-0', book: JSON.parse(JSON.stringify(kept.kept())) as unknown };
  const onwards = AccountBook.from(payer.id, proven)!;
  expect([onwards.revision, onwards.position, onwards.eventId]).toEqual([0, 0n, 'event-0']);
  onwards.read([second]);
  expect(onwards.kept()).toEqual(book(first, second).kept());
  expect(onwards.postings).toBe(1);
  expect(AccountBook.from(payer.id, { ...proven, book: { own: 5 } })).toBeNull();
  // Kept with a wrong balance, the next event says so.
  const wrong = AccountBook.from(payer.id, {
    ...proven,
    book: { ...kept.kept(), own: { wallet: 4, credit: 0, held: 0 } },
  })!;
  wrong.read([second]);
  expect(wrong.faults(null)).toHaveLength(1);
});

it('a wallet is read whole once a week, on a night of its own, and when that was missed', () => {
  const nights = Array.from({ length: 21 }, (_, nth) =>
    new Date(Date.UTC(2026, 10, 1 + nth)).toISOString().slice(0, 10),
  );
  for (const walletId of [payer.id, '1c9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a']) {
    let wholeOn = nights[0]!;
    const whole = nights.slice(1).filter((night) => isWholeNight(walletId, night, wholeOn) && (wholeOn = night));
    expect(whole).toHaveLength(whole[0] === nights[1] || whole.length === 3 ? 3 : 2);
    expect(new Set(whole.map((night) => new Date(night).getUTCDay())).size).toBe(1);
  }
  expect(isWholeNight(payer.id, '2026-11-20', '2026-11-13')).toBe(true);
  expect(isWholeNight(payer.id, '2026-11-20', '2026-11-27')).toBe(true);
});

it('one proof waits at a time, and a night is kept once', () => {
  const proofId = payer.id;
  expect(requestProof({ proofId }, { ...Proofs.initial, requested: 'another' })).toEqual([]);
  const finished = {
    proofId,
    night: '2026-11-27',
    startedAt: '2026-11-27T03:00:00.000Z',
    durationMs: 5,
    wallets: 0,
    postings: 0,
    charges: null,
    booked: 0,
    behind: 0,
    faultCount: 0,
    faults: [],
  };
  expect(finishProof(finished, Proofs.initial)).toHaveLength(1);
  expect(finishProof(finished, { ...Proofs.initial, lastNight: '2026-11-27' })).toEqual([]);
  expect(finishProof({ ...finished, night: null }, { ...Proofs.initial, finished: [finished] })).toEqual([]);
});

const finished = (proofId: string, night: string | null): FinishedProof => ({
  proofId,
  night,
  startedAt: '2026-11-27T03:00:00.000Z',
  durationMs: 5,
  wallets: 1,
  postings: 1,
  charges: null,
  booked: 0,
  behind: 0,
  faultCount: 0,
  faults: [],
});
const after = (events: readonly ProofEvent[], before: Proofs = Proofs.initial): Proofs =>
  events.reduce((state, event) => Proofs.evolve(state, event), before);
const id = (nth: number) => `0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b${String(nth).padStart(2, '0')}`;

it('a proof is kept once, and a night once, whichever process comes first', () => {
  const kept = after(finishProof(finished(id(1), '2026-11-26'), Proofs.initial));
  expect(kept.lastNight).toBe('2026-11-26');
  // Told again, by another process, and of an earlier night.
  expect(finishProof(finished(id(1), null), kept)).toEqual([]);
  expect(finishProof(finished(id(2), '2026-11-26'), kept)).toEqual([]);
  expect(finishProof(finished(id(2), '2026-11-25'), kept)).toEqual([]);
  expect(finishProof(finished(id(2), '2026-11-27'), kept)).toHaveLength(1);
});

it('a proof that someone asked for is kept whatever the night, and takes no night’s place', () => {
  const kept = after(finishProof(finished(id(1), '2026-11-26'), Proofs.initial));
  const asked = after(requestProof({ proofId: id(2) }, kept), kept);
  expect(requestProof({ proofId: id(3) }, asked)).toEqual([]);
  // A night that comes in between doesn't answer who asked.
  const night = after(finishProof(finished(id(4), '2026-11-27'), asked), asked);
  expect(night.requested).toBe(id(2));
  const done = after(finishProof(finished(id(2), null), night), night);
  expect([done.requested, done.lastNight]).toEqual([null, '2026-11-27']);
  expect(done.finished.map(({ proofId }) => proofId)).toEqual([id(2), id(4), id(1)]);
});
