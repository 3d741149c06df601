/** Who is at the product now, over all processes: it is open in a browser of theirs, or was a few minutes ago. */
export interface Attendance {
  /** Which of these users are here. */
  here(userIds: readonly string[]): Promise<ReadonlySet<string>>;
}
