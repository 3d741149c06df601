/**
 * Everything that a business can archive or delete while other things of it still name it. This is the one place that
 * says what uses what: another kind gets its name here, and `usedAmong` says how it is named.
 */
export const usableKinds = ['campaign', 'field', 'design', 'segment', 'hook', 'upload', 'broadcast'] as const;
export type UsableKind = (typeof usableKinds)[number];

/** What uses something: an automation that is on, a broadcast that is scheduled, a segment. */
export const userKinds = ['automation', 'broadcast', 'segment'] as const;
export interface Use {
  readonly by: (typeof userKinds)[number];
  readonly id: string;
  readonly name: string;
}
export interface Used {
  readonly kind: UsableKind;
  readonly id: string;
  readonly uses: readonly Use[];
}
