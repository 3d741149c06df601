import type { ScannerReason } from './fields.ts';

/** Somebody, or something, came to a link. */
export interface LinkVisit {
  readonly id: string;
  readonly number: number;
  /** The message that the link stands in. */
  readonly sourceId: string;
  /** Whose link it is; null: nobody's, as in a test. */
  readonly contactId: string | null;
  /** In ms since 1970. */
  readonly at: number;
  /** From where: the same for the same network address and program. */
  readonly client: string;
  /** No person sees this link. */
  readonly trap: boolean;
  /** What was plain at once. */
  readonly scanner: ScannerReason | null;
}

/** After this long all that a program does at once has come in, and a visit can be judged. */
export const judgedAfterMs = 15_000;
/** How far visits are looked at together. */
export const togetherMs = 60_000;

/** Two links of one message opened within this are no person's doing, nor are three within the second. */
const twoWithinMs = 2_000;
const threeWithinMs = 10_000;
/** The links of so many people, opened from one place within so long. Phones share addresses, by the dozen and slowly. */
const burstPeople = 20;
const burstMs = 5_000;

/**
 * Which visits are not of people, and why. A scanner of email opens every link as soon as it comes, a person one after
 * another: what happened around a visit says what it was. Pure; the same visits give the same answer in any order.
 */
export function judge(visits: readonly LinkVisit[]): ReadonlyMap<string, ScannerReason | null> {
  const ofMessage = grouped(visits, ({ sourceId, contactId }) => `${sourceId} ${contactId ?? ''}`);
  const ofClient = grouped(visits, ({ client }) => client);
  return new Map(
    visits.map((visit) => {
      if (visit.scanner !== null) return [visit.id, visit.scanner];
      const message = ofMessage.get(`${visit.sourceId} ${visit.contactId ?? ''}`)!;
      const near = (ms: number) => message.filter(({ at }) => Math.abs(at - visit.at) <= ms);
      if (near(togetherMs).some(({ trap }) => trap)) return [visit.id, 'trap'];
      // The most links that were opened within so long around it.
      const links = (ms: number) =>
        Math.max(
          ...near(ms)
            .filter(({ at }) => at <= visit.at)
            .map((from) => new Set(near(ms).flatMap(({ at, number }) => within(at - from.at, ms, number))).size),
        );
      if (visit.contactId !== null && (links(twoWithinMs) >= 2 || links(threeWithinMs) >= 3))
        return [visit.id, 'many-links'];
      const people = new Set(
        ofClient
          .get(visit.client)!
          .filter(({ at }) => Math.abs(at - visit.at) <= burstMs)
          .map(({ contactId }) => contactId),
      );
      return [visit.id, people.size >= burstPeople ? 'burst' : null];
    }),
  );
}

const within = (since: number, ms: number, number: number): readonly number[] =>
  since >= 0 && since <= ms ? [number] : [];

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
