/** One line of a chart: which figure of a row, what it is called, in which colour. */
export interface Series<K extends string> {
  readonly key: K;
  readonly title: string;
  readonly color: string;
  /** A line of dashes and nothing below it: what other lines often lie on, which it may not hide. */
  readonly dashed?: boolean;
}
/** The figures of one day, by name; of another stretch of time, where the chart is told how to name it. */
export type DayRow<K extends string> = { readonly day: string } & Readonly<Record<K, number>>;
/** How a row's time is said: short below the chart, long where there is room. */
export type TimeLabel = (time: string, length: 'short' | 'long') => string;
/** Where the rows that a figure counts are listed; `key`: one line of the chart, left out: all of them. Undefined: nowhere. */
export type RowsBehind<K extends string> = (time: string, key?: K) => string | undefined;
