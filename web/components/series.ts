/** One line of a chart: which figure of a row, what it is called, in which colour. */
export interface Series<K extends string> {
  readonly key: K;
  readonly title: string;
  readonly color: string;
}
/** The figures of one day, by name. */
export type DayRow<K extends string> = { readonly day: string } & Readonly<Record<K, number>>;
