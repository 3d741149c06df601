/** A value of a table that leaves the house. `at`: an instant, shown in the zone of the table; null: nothing. */
export type Cell = string | number | { readonly at: string } | null;

/** What a file is made of: its name (without the ending), the names of its columns, and its rows as they come. */
export interface TableFile {
  readonly name: string;
  /** Of the sheet. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** In which instants are shown: IANA. */
  readonly zone: string;
}

/** Instants as they stand on the clocks of a zone: `2026-11-22 13:05`. One that is no zone is UTC. */
export function clockOf(zone: string): (at: string) => string {
  const made = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    });
  let clock: Intl.DateTimeFormat;
  try {
    clock = made(zone);
  } catch {
    clock = made('UTC');
  }
  return (at) => clock.format(new Date(at));
}
