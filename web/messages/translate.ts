export type MessageParams = Readonly<Record<string, string | number>>;

/**
 * A folder's texts by key, with those of the catalogue that it shares: the screen that is loaded brings its own words
 * and no others'. Keys are typed: one that is missing does not compile, and a test finds one that nobody shows. Another
 * language is a `texts.<language>.ts` beside each `texts.ts` with the same keys, gathered by one module that is loaded
 * for whoever reads that language and hands them to `speak`.
 */
export interface Catalogue<K extends string> {
  readonly texts: Readonly<Record<K, string>>;
  /** Those of the folder alone. */
  readonly own: Readonly<Record<string, string>>;
  /**
   * The text of a key. `{name}` is filled in; `{count, plural, one {# text} other {# texts}}` chooses by number, `#`
   * being the number itself; `=0 {nothing}` is for that number alone, and a choice may hold a `{name}`. `{count, number}` is
   * written as numbers are.
   */
  readonly t: (key: K, params?: MessageParams) => string;
  /** The text of a key that is made at run time (`carrier.30003`), or null when there is none. */
  readonly maybe: (key: string, params?: MessageParams) => string | null;
}
export type KeysOf<C> = C extends Catalogue<infer K> ? K : never;

interface Language {
  /** As the browser names it: `en-US`. */
  readonly tag: string;
  /** The texts by key; one that is missing is shown in English. */
  readonly texts: Readonly<Record<string, string>>;
}
const english: Language = { tag: 'en-US', texts: {} };
let spoken = english;
let plurals = new Intl.PluralRules(english.tag);
let numbers = new Intl.NumberFormat(english.tag);

/** Chooses the language of all catalogues, before anything is shown; null: English again. */
export function speak(language: Language | null): void {
  spoken = language ?? english;
  plurals = new Intl.PluralRules(spoken.tag);
  numbers = new Intl.NumberFormat(spoken.tag);
}

/** The texts of one folder. `shared`: the catalogue whose words it uses, too; null: none. */
export function catalogue<T extends Readonly<Record<string, string>>, S extends string = never>(
  shared: Catalogue<S> | null,
  own: T,
): Catalogue<S | (keyof T & string)> {
  type K = S | (keyof T & string);
  const texts = { ...shared?.texts, ...own } as Readonly<Record<K, string>>;
  const t = (key: K, params: MessageParams = {}) => fill(spoken.texts[key] ?? texts[key], params);
  return { texts, own, t, maybe: (key, params) => (Object.hasOwn(texts, key) ? t(key as K, params) : null) };
}

function fill(text: string, params: MessageParams): string {
  return text
    .replace(/\{(\w+), plural,((?: (?:=\d+|\w+) \{(?:[^{}]|\{\w+\})*\})+)\}/g, (_, name: string, choices: string) => {
      const value = Number(params[name] ?? 0);
      const chosen = new Map(
        [...choices.matchAll(/(=\d+|\w+) \{((?:[^{}]|\{\w+\})*)\}/g)].map((match) => [match[1], match[2]]),
      );
      const words = chosen.get(`=${value}`) ?? chosen.get(plurals.select(value)) ?? chosen.get('other') ?? '';
      return words.replaceAll('#', numbers.format(value));
    })
    .replace(/\{(\w+), number\}/g, (_, name: string) => numbers.format(Number(params[name] ?? 0)))
    .replace(/\{(\w+)\}/g, (whole, name: string) => (params[name] === undefined ? whole : String(params[name])));
}
