/** A value with what is said below it in a paler line. */
export interface NotedCell {
  readonly text: string;
  readonly note: string;
}
export interface TableColumn {
  readonly title: string;
  /** Numbers stand at the end and never wrap. Default: at the start, sharing what width is left. */
  readonly align?: 'start' | 'end';
}
export type TableLine =
  | { readonly cells: readonly (string | NotedCell)[] }
  /** A title over the lines after it. */
  | { readonly group: string };
export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly level: 1 | 2 }
  | { readonly kind: 'paragraph'; readonly text: string; readonly isMuted?: boolean }
  /** Names and values, side by side. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly TableColumn[];
      readonly lines: readonly TableLine[];
      /** The last line, in bold. */
      readonly total?: readonly string[];
    };

export interface DocumentToMake {
  readonly title: string;
  /** Whose document it is: stands at the top of the first page. `color`: `#rrggbb`; null: the text's. */
  readonly brand: { readonly name: string; readonly color: string | null };
  readonly paper: Paper;
  /** When it was made, as the file says: the same content with the same instant gives the same bytes. */
  readonly at: Date;
  /** Stands at the bottom of each page beside its number. */
  readonly footer: string;
  readonly blocks: readonly Block[];
}
export type Paper = 'A4' | 'Letter';

/** Makes documents for people. A sign that the fonts don't have becomes a box. */
export interface Documents {
  pdf(document: DocumentToMake): Promise<Uint8Array>;
}

/** Where paper is Letter and not A4: the countries that follow ANSI (CLDR, `paperSize`). */
const onLetter = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));
export const paperIn = (country: string): Paper => (onLetter.has(country) ? 'Letter' : 'A4');

/** TypeScript's library doesn't have it yet (ECMA-402, Intl Locale Info). */
interface Zoned extends Intl.Locale {
  getTimeZones(): readonly string[];
}
let letterZones: ReadonlySet<string> | undefined;
/** The paper of a time zone (IANA): that of its country. */
export function paperAt(zone: string): Paper {
  letterZones ??= new Set(
    [...onLetter].flatMap((country) => (new Intl.Locale(`und-${country}`) as Zoned).getTimeZones()).map(canonical),
  );
  return letterZones.has(canonical(zone)) ? 'Letter' : 'A4';
}
/** Zones have several names. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}
