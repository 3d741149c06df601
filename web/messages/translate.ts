import { en } from './en.ts';

export type MessageKey = keyof typeof en;
export type MessageParams = Readonly<Record<string, string | number>>;

const plurals = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en-US');

/**
 * The text of a key. `{name}` is filled in; `{count, plural, one {# text} other {# texts}}` chooses by number, `#` being the number itself.
 * Another language is another file with the same keys.
 */
export function t(key: MessageKey, params: MessageParams = {}): string {
  const text: string = en[key];
  return text
    .replace(/\{(\w+), plural,((?: \w+ \{[^{}]*\})+)\}/g, (_, name: string, choices: string) => {
      const value = Number(params[name] ?? 0);
      const chosen = new Map([...choices.matchAll(/(\w+) \{([^{}]*)\}/g)].map((match) => [match[1], match[2]]));
      return (chosen.get(plurals.select(value)) ?? chosen.get('other') ?? '').replaceAll('#', numbers.format(value));
    })
    .replace(/\{(\w+)\}/g, (whole, name: string) => (params[name] === undefined ? whole : String(params[name])));
}

/** The text of a key that is made at run time (`carrier.30003`), or null when there is none. */
export const maybe = (key: string, params?: MessageParams): string | null =>
  Object.hasOwn(en, key) ? t(key as MessageKey, params) : null;
