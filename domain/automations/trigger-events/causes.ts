/**
 * What enrolls a contact at a later time than the log says it: their day, a coupon that expires, a broadcast that no one
 * clicked. An enrollment names its cause by a string, which is stored (`ops.automation_entering.cause`, runs): what is
 * written today is read for ever.
 */
export type LaterCause =
  /** `written`: their day as it was written when it was handed out; `year`: in which it comes. */
  | { readonly kind: 'day'; readonly nth: number; readonly written: string; readonly year: string }
  | { readonly kind: 'coupon-expiring'; readonly couponId: string; readonly expiresAt: string }
  | { readonly kind: 'broadcast-not-clicked'; readonly broadcastId: string };

export function causeText(cause: LaterCause): string {
  switch (cause.kind) {
    case 'day':
      return `day:${cause.nth}:${cause.written}:${cause.year}`;
    case 'coupon-expiring':
      return `expiring:${cause.couponId}:${cause.expiresAt}`;
    case 'broadcast-not-clicked':
      return `not-clicked:${cause.broadcastId}`;
    default:
      return cause satisfies never;
  }
}

const stored =
  /^(?:day:(?<nth>\d+):(?<written>.+):(?<year>\d{4})|expiring:(?<couponId>[0-9a-f-]{36}):(?<expiresAt>.+)|not-clicked:(?<broadcastId>.+))$/u;

/** Null: it came of an event of the log, which the text names. */
export function readCause(text: string): LaterCause | null {
  const found = stored.exec(text)?.groups;
  if (found === undefined) return null;
  const { nth, written, year, couponId, expiresAt, broadcastId } = found;
  if (written !== undefined) return { kind: 'day', nth: Number(nth), written, year: year! };
  if (couponId !== undefined) return { kind: 'coupon-expiring', couponId, expiresAt: expiresAt! };
  return { kind: 'broadcast-not-clicked', broadcastId: broadcastId! };
}
