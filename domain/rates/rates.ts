import { type Aggregate, fold, unchanged } from '../kernel/decider.ts';
import { held } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AgencyId, BusinessId, RateId } from '../kernel/ids.ts';
import type { LedgerAmount } from '../kernel/money.ts';
import { RateAdded, RateEnded, type RateEvent, RateResumed } from './events.ts';
import { maxRates, storedRate } from './fields.ts';
import type { Rate } from './rating.ts';

/** A price of a list, and whom it is for. */
export interface ListedRate extends Rate {
  readonly businessId: BusinessId | null;
  readonly currency: string;
}
/** A price list: all that ever held, by id. */
export type Rates = ReadonlyMap<RateId, ListedRate>;

export interface PriceList {
  /** How many changes it is of: the same number is the same list for ever. */
  readonly version: number;
  readonly rates: Rates;
}

export const Rates: Aggregate<Rates, RateEvent> = {
  initial: new Map(),
  evolve: (rates, event) => {
    switch (event.type) {
      case 'RateAdded': {
        const { carrier, price, ...rate } = held(event.data, storedRate);
        const { businessId } = event.data;
        const amounts = { carrier: carrier as LedgerAmount, price: price as LedgerAmount };
        return new Map(rates).set(event.data.rateId, { ...rate, ...amounts, businessId, until: null });
      }
      case 'RateEnded':
        return endedOn(rates, event.data.rateId, event.data.until);
      case 'RateResumed':
        return endedOn(rates, event.data.rateId, null);
      default:
        return unchanged(rates, event);
    }
  },
};

function endedOn(rates: Rates, rateId: RateId, until: string | null): Rates {
  const before = rates.get(rateId);
  return before === undefined ? rates : new Map(rates).set(rateId, { ...before, until });
}

const refuse = (field: string, message: string) =>
  new DomainError('validation_failed', message, { [field]: [message] });

const use = ['businessId', 'channel', 'direction', 'country', 'carrierClass', 'currency'] as const;
/** Whether two prices are for the same usage, so that one follows the other. */
const sameUse = (one: Pick<ListedRate, (typeof use)[number]>, other: typeof one): boolean =>
  use.every((name) => one[name] === other[name]);
const neverHeld = ({ from, until }: Pick<Rate, 'from' | 'until'>): boolean => until !== null && until <= from;

interface Of {
  readonly agencyId: AgencyId | null;
  readonly rateId: RateId;
}

/**
 * A price for the same usage that holds then ends with it; one that begins on the same day is replaced. A month that may
 * have been closed is not priced again: `earliest` is the first day that a price may begin on.
 */
export function addRate(
  { agencyId, rateId, ...given }: Of & Omit<ListedRate, 'until'>,
  rates: Rates,
  earliest: string,
): readonly RateEvent[] {
  if (rates.has(rateId)) return [];
  if (given.from < earliest) throw refuse('from', `Enter ${earliest} or a later day. Earlier months are closed.`);
  if (rates.size >= maxRates) throw new DomainError('conflict', `At most ${maxRates} prices can be listed.`);
  const rate = { ...given, until: null };
  const others = [...rates].filter(([, other]) => sameUse(other, rate) && !neverHeld(other));
  const later = others.find(([, other]) => other.from > rate.from);
  if (later !== undefined)
    throw refuse('from', `A price for this begins on ${later[1].from}. Enter a later day, or end that price first.`);
  const ended = others.flatMap(([id, { until }]) =>
    until === null || until > rate.from ? [RateEnded.create({ agencyId, rateId: id, until: rate.from })] : [],
  );
  return [...ended, RateAdded.create({ agencyId, rateId, ...given })];
}

/** All of them, one after the other, or none: a refusal says which (`rates.3.from`). */
export function addRates(
  agencyId: AgencyId | null,
  added: readonly (Omit<ListedRate, 'until'> & { readonly rateId: RateId })[],
  rates: Rates,
  earliest: string,
): readonly RateEvent[] {
  const events: RateEvent[] = [];
  let list = rates;
  for (const [index, one] of added.entries()) {
    try {
      const more = addRate({ agencyId, ...one }, list, earliest);
      events.push(...more);
      list = fold(Rates, more, list);
    } catch (error) {
      throw error instanceof DomainError ? atRate(index, error) : error;
    }
  }
  return events;
}
const atRate = (index: number, { code, message, fields }: DomainError): DomainError =>
  new DomainError(
    code,
    message,
    Object.fromEntries(Object.entries(fields).map(([name, words]) => [`rates.${index}.${name}`, words])),
  );

/**
 * Ends a price. One that has not begun is taken off the list, and the one before it goes on. `earliest`: the first day
 * that it may end on.
 */
export function endRate(
  { agencyId, rateId, until }: Of & { readonly until: string },
  rates: Rates,
  earliest: string,
): readonly RateEvent[] {
  const rate = rates.get(rateId);
  if (rate === undefined) throw new DomainError('not_found', 'This price does not exist.');
  if (neverHeld(rate)) throw new DomainError('not_found', 'This price does not exist.');
  const day = until < rate.from ? rate.from : until;
  if (rate.until === day) return [];
  if (rate.until !== null && rate.until < day)
    throw refuse('until', `This price has ended on ${rate.until}. Add another one instead.`);
  if (day < earliest) throw refuse('until', `Enter ${earliest} or a later day. Earlier months are closed.`);
  const ended = RateEnded.create({ agencyId, rateId, until: day });
  return day > rate.from ? [ended] : [ended, ...resumed(agencyId, rate, rates)];
}

/** Without a gap: what was to end when a price began ends when that one would have. */
function resumed(agencyId: AgencyId | null, gone: ListedRate, rates: Rates): readonly RateEvent[] {
  const before = [...rates].find(([, other]) => sameUse(other, gone) && other.until === gone.from && !neverHeld(other));
  if (before === undefined) return [];
  const [rateId] = before;
  return gone.until === null ?
      [RateResumed.create({ agencyId, rateId })]
    : [RateEnded.create({ agencyId, rateId, until: gone.until })];
}

/** A price that is only supposed: it holds on every day. */
export type SupposedRate = Omit<ListedRate, 'from' | 'until'>;
const everyDay = { from: '0000-01-01', until: null } as const;

/**
 * A list as it might be, for a preview: what held on a day (`asOf`; null: each on its own days), with these prices in
 * place of those for the same usage. Nothing is stored.
 */
export function supposeRates(
  rates: Rates,
  { asOf, prices }: { readonly asOf: string | null; readonly prices: readonly SupposedRate[] },
): Rates {
  const kept = [...rates].flatMap(([id, rate]): readonly [RateId, ListedRate][] => {
    if (prices.some((price) => sameUse(price, rate))) return [];
    if (asOf === null) return [[id, rate]];
    const holds = rate.from <= asOf && (rate.until === null || asOf < rate.until);
    return holds ? [[id, { ...rate, ...everyDay }]] : [];
  });
  const supposed = prices.map((price, nth): readonly [RateId, ListedRate] => [
    `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}` as RateId,
    { ...price, ...everyDay },
  ]);
  return new Map([...kept, ...supposed]);
}
