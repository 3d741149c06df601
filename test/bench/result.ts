/**
 * One figure: what was measured against a raw baseline of the same run. `ratio` is what counts, the absolute numbers
 * are this machine's.
 */
export interface BenchResult {
  readonly name: string;
  readonly ratio: number;
  /**
   * `atLeast`: throughput must not fall below this share of raw. `atMost`: a latency must not exceed this multiple of
   * raw, or `measured` this many units.
   */
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: string;
  readonly measured: number;
  readonly baseline: number;
  readonly pass: boolean;
  readonly detail: string;
}
