import type { Statement, StatementLine } from '../../../api/contract/statements.ts';
import { shiftDay } from '../../format/date.ts';
import { t } from './texts.ts';

/** The month that an address names; one that can't be chosen counts as not said. */
export const monthIn = (search: string, choices: readonly string[]): string => {
  const asked = new URLSearchParams(search).get('month');
  return choices.find((month) => month === asked) ?? choices[0]!;
};

/** The columns of money, in order, that the reader may see. */
export type AmountName = 'carrier' | 'price' | 'resale' | 'margin';
export const amountsShown = ({ total }: Pick<Statement, 'total'>): readonly AmountName[] =>
  (['carrier', 'price', 'resale', 'margin'] as const).filter((name) => total[name] !== null);
/** Whether lines have to say whose they are. */
export const isOfMany = ({ payer, business, users }: Statement): boolean =>
  payer.kind === 'agency' && business === null && users.length > 1;
/** What an amount is called: the price of the platform is a cost to an agency that charges for it. */
export const titleOf = (name: AmountName, total: Statement['total']): string =>
  t(name === 'price' && total.resale !== null ? 'st.price.ours' : `st.${name}`);

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
/** Where no country counts. */
const noCountry = 'ZZ';
type Key = Pick<StatementLine, 'channel' | 'direction' | 'country' | 'carrier_class'>;
export const lineTitle = ({ channel, direction }: Key): string => t(`st.line.${channel}.${direction}`);
/** `United States, toll-free number`; '': neither counts. */
export const lineDetail = ({ country, carrier_class: carrierClass }: Key): string =>
  [
    ...(country === noCountry ? [] : [regions.of(country) ?? country]),
    ...(carrierClass === 'other' ? [] : [t(`st.class.${carrierClass}`)]),
  ].join(', ');

/** Every day of a month until `today`, also those on which nothing was sent. */
export function daysOf({ month, days }: Pick<Statement, 'month' | 'days'>, today: string): Statement['days'] {
  const byDay = new Map(days.map((row) => [row.day, row]));
  const all = [];
  for (let day = `${month}-01`; day.startsWith(month) && day <= today; day = shiftDay(day, 1))
    all.push(byDay.get(day) ?? { day, sms: 0, mms: 0, email: 0 });
  return all;
}
