import { type Aggregate, unchanged } from '../kernel/decider.ts';
import {
  DefaultPaymentMethodChanged,
  PaymentCustomerLinked,
  type PaymentEvent,
  PaymentMethodRemoved,
  PaymentMethodSaved,
} from './events.ts';
import type { Payer } from './payer.ts';

export interface SavedMethod {
  readonly methodId: string;
  readonly kind: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

/** What a payer can pay with. */
export interface PaymentAccount {
  /** Null: the payment provider does not know the payer yet. */
  readonly customerId: string | null;
  /** In the order in which they came. */
  readonly methods: readonly SavedMethod[];
  readonly defaultMethodId: string | null;
}

export const PaymentAccount: Aggregate<PaymentAccount, PaymentEvent> = {
  initial: { customerId: null, methods: [], defaultMethodId: null },
  evolve: (account, event) => {
    switch (event.type) {
      case 'PaymentCustomerLinked':
        return { ...account, customerId: event.data.customerId };
      case 'PaymentMethodSaved': {
        const { methodId, kind, brand, last4, expMonth, expYear } = event.data;
        const saved = { methodId, kind, brand, last4, expMonth, expYear };
        const isKnown = account.methods.some((one) => one.methodId === methodId);
        return {
          ...account,
          methods:
            isKnown ?
              account.methods.map((one) => (one.methodId === methodId ? saved : one))
            : [...account.methods, saved],
        };
      }
      case 'PaymentMethodRemoved':
        return { ...account, methods: account.methods.filter((one) => one.methodId !== event.data.methodId) };
      case 'DefaultPaymentMethodChanged':
        return { ...account, defaultMethodId: event.data.methodId };
      default:
        return unchanged(account, event);
    }
  },
};

const named = ({ kind, id }: Payer) => ({ payerKind: kind, payerId: id });
const isSame = (one: SavedMethod, other: SavedMethod) =>
  one.kind === other.kind &&
  one.brand === other.brand &&
  one.last4 === other.last4 &&
  one.expMonth === other.expMonth &&
  one.expYear === other.expYear;

/** A payer keeps its first customer: two that are linked at once must not split what it owns. */
export const linkCustomer = (payer: Payer, customerId: string, account: PaymentAccount): readonly PaymentEvent[] =>
  account.customerId === null ? [PaymentCustomerLinked.create({ ...named(payer), customerId })] : [];

/** What makes the account say what the provider said. The same whatever came before, so the order of hints is nothing. */
export function followProvider(
  payer: Payer,
  found: { readonly methods: readonly SavedMethod[]; readonly defaultMethodId: string | null },
  account: PaymentAccount,
): readonly PaymentEvent[] {
  const there = new Set(found.methods.map((one) => one.methodId));
  const known = new Map(account.methods.map((one) => [one.methodId, one]));
  const saved = found.methods.filter((one) => {
    const before = known.get(one.methodId);
    return before === undefined || !isSame(before, one);
  });
  return [
    ...saved.map((one) => PaymentMethodSaved.create({ ...named(payer), ...one })),
    ...account.methods
      .filter((one) => !there.has(one.methodId))
      .map(({ methodId }) => PaymentMethodRemoved.create({ ...named(payer), methodId })),
    ...(found.defaultMethodId === account.defaultMethodId ?
      []
    : [DefaultPaymentMethodChanged.create({ ...named(payer), methodId: found.defaultMethodId })]),
  ];
}

/** A card works to the end of its month; it is expiring in that month and the one before. */
export function cardState(
  { expMonth, expYear }: Pick<SavedMethod, 'expMonth' | 'expYear'>,
  now: Date,
): 'valid' | 'expiring' | 'expired' {
  if (expMonth === null || expYear === null) return 'valid';
  const left = (expYear - now.getUTCFullYear()) * 12 + expMonth - 1 - now.getUTCMonth();
  if (left < 0) return 'expired';
  return left <= 1 ? 'expiring' : 'valid';
}
