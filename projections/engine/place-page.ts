/** Some rows of a list that leaves, by their places, which never change. */
export interface PlacePage {
  /** The place that the page before ended with; '0': the beginning. */
  readonly after: string;
  /** Nothing behind this place: what comes while it runs is not in it. */
  readonly upTo: string;
  readonly limit: number;
}
