import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';
import { pricesOf } from '../actions/ledger.ts';
import type { Book } from '../books.ts';

interface Leg {
  readonly account: string;
  readonly currency: string;
  readonly units: number;
}

/** Sum zero at every position and currency, by a sum of its own, and what each event says of the balances is that sum. */
export const ledger: Law = {
  name: 'the ledger adds up',
  async check(world) {
    const problems: string[] = [];
    for (const { payer, name } of world.cast.payers) {
      const own = await world.observer.store.read(streams.wallet(payer));
      problems.push(...unbalanced(own).map((said) => `${name}: ${said}`));
      problems.push(...notAsTold(own, world.books.get(payer.id)!).map((said) => `${name}: ${said}`));
    }
    return problems;
  },
};

function unbalanced(events: readonly StoredEvent[]): readonly string[] {
  const problems: string[] = [];
  const accounts = new Map<string, bigint>();
  const open = new Map<string, bigint>();
  for (const { type, data, position } of events) {
    const legs = (data['posting'] ?? []) as readonly Leg[];
    const sums = new Map<string, bigint>();
    for (const { account, currency, units } of legs) {
      accounts.set(account, (accounts.get(account) ?? 0n) + BigInt(units));
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(units));
    }
    for (const [currency, units] of sums)
      if (units !== 0n) problems.push(`${type} at ${position} books ${units} ${currency} more than it takes`);
    const holdId = String(data['holdId']);
    const ofHolds = legs.filter(({ account }) => account === 'held:sending');
    for (const { units } of ofHolds) open.set(holdId, (open.get(holdId) ?? 0n) + BigInt(units));
    if ((open.get(holdId) ?? 0n) < 0n) problems.push(`${type} at ${position} takes more out of a hold than is in it`);
    const after = data['after'] as Readonly<Record<'wallet' | 'credit' | 'held', number>> | undefined;
    if (after === undefined) continue;
    for (const [field, account] of [
      ['wallet', 'wallet'],
      ['credit', 'credit'],
      ['held', 'held:sending'],
    ] as const)
      if (BigInt(after[field]) !== (accounts.get(account) ?? 0n))
        problems.push(`${type} at ${position} says ${field} ${after[field]}, it is ${accounts.get(account)}`);
    if (type === 'FundsHeld' && after.wallet + after.credit < 0)
      problems.push(`${type} at ${position} holds money that was not there`);
  }
  const left = [...open].filter(([, units]) => units !== 0n);
  return [...problems, ...left.map(([holdId, units]) => `${units} are held for ${holdId} for ever`)];
}

/** Each thing that was told is booked once, and usage is the largest total that was told. */
function notAsTold(events: readonly StoredEvent[], { named, usage }: Book): readonly string[] {
  const problems: string[] = [];
  const seen = new Map<string, number>();
  const captured = new Map<string, number>();
  for (const { type, data } of events) {
    const id = String(data['grantId'] ?? data['adjustmentId'] ?? '');
    if (id !== '') {
      if (seen.has(id)) problems.push(`${type} ${id} is booked twice`);
      seen.set(id, Number(data['units']));
      if (named.get(id) !== data['units']) problems.push(`${type} ${id} is booked as ${String(data['units'])}`);
    }
    if (type === 'HoldCaptured')
      captured.set(String(data['holdId']), (captured.get(String(data['holdId'])) ?? 0) + Number(data['units']));
  }
  for (const [holdId, texts] of usage)
    if ((captured.get(holdId) ?? 0) !== pricesOf(texts).price)
      problems.push(`${texts} texts of ${holdId} are booked as ${captured.get(holdId) ?? 0}`);
  return problems;
}
