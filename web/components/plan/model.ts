import { Currency, formatLedger, formatMoney, type LedgerAmount } from '../../../api/contract/money.ts';
import { type Plan, planQuantities, type PlanQuantity } from '../../../api/contract/plans.ts';
import type { TypedAmount } from '../form/MoneyField.tsx';
import { t } from './texts.ts';

interface Priced {
  readonly amount: TypedAmount;
  readonly currency: string;
}
type Including = { readonly currency: string } & { readonly [Q in PlanQuantity]: number | null } & {
  readonly [Q in PlanQuantity as `overage_${Q}`]: TypedAmount;
};

const currencyOf = (code: string): Currency => Currency.parse(code);
export const priceOf = ({ amount, currency }: Priced): string =>
  typeof amount !== 'number' ? '–'
  : amount === 0 ? t('plan.free')
  : formatMoney({ amount, currency: currencyOf(currency) });
export const unitPriceOf = (price: TypedAmount, currency: string): string | null =>
  typeof price === 'number' ? formatLedger(price as LedgerAmount, currencyOf(currency)) : null;

/** What a plan includes, in the words of a buyer: what it has none of, and sells none of, is left out. */
export const includedIn = (plan: Including): readonly { readonly quantity: PlanQuantity; readonly text: string }[] =>
  planQuantities.flatMap((quantity) => {
    const [amount, price] = [plan[quantity], unitPriceOf(plan[`overage_${quantity}`], plan.currency)];
    if (amount === null) return [{ quantity, text: t(`plan.unlimited.${quantity}`) }];
    if (amount === 0)
      return price === null ? [] : [{ quantity, text: `${t(`plan.${quantity}`)}: ${t('plan.each', { price })}` }];
    const has = t(`plan.has.${quantity}`, { count: amount });
    return [{ quantity, text: price === null ? has : `${has}, ${t('plan.then', { price })}` }];
  });

/** A feature in the words of a buyer. */
export const featureOf = (feature: Plan['features'][number]): string => t(`plan.feature.${feature}`);
/** A quantity in the words of a buyer. */
export const quantityOf = (quantity: PlanQuantity): string => t(`plan.${quantity}`);
