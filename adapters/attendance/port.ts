/** So long after their last sign somebody is still here, in ms: a reload, a tunnel, a lid that is closed for a moment. */
export const stayMs = 5 * 60_000;
/** Who has not touched the product for so long, in ms, is idle: longer than it takes to read, or to answer the phone. */
export const idleMs = 10 * 60_000;

/** Somebody who has the product open. `idleSince`: when they last touched it, if that is a while ago; null: they are at work. */
export interface Presence {
  readonly userId: string;
  /** Their business, or their agency. */
  readonly tenantId: string;
  readonly idleSince: Date | null;
}

/** Who is at the product now, over all processes: it is open in a browser of theirs, or was a few minutes ago. */
export interface Attendance {
  /** Which of these users are here: at the product, and not idle. */
  here(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Who of these businesses and agencies has the product open. */
  at(tenantIds: readonly string[]): Promise<readonly Presence[]>;
}
