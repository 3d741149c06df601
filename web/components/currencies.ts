/** Those that are offered; one that is in use already is added to them. */
const currencies = ['USD', 'EUR', 'GBP', 'ZAR', 'CAD', 'AUD', 'NZD', 'CHF', 'JPY'];
export const currenciesWith = (own: string): readonly string[] =>
  currencies.includes(own) ? currencies : [own, ...currencies];
