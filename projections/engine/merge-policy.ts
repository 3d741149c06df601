import { snake } from './snake.ts';

/** How two words on one column of one row become one: in memory within a batch, in SQL when the row is there already. Both must agree. */
export interface MergePolicy {
  /** SQL of the column's new value. `kept`: what the row holds; `said`: what the batch says. */
  sql(kept: string, said: string, of: { readonly alias: string; readonly schema: string }): string;
  fold(kept: unknown, said: unknown): unknown;
  /** What a batch puts where it says nothing. */
  readonly identity: unknown;
}

/** Whoever said it first keeps it. */
export const first: MergePolicy = {
  sql: (kept, said) => `coalesce(${kept}, ${said})`,
  fold: (kept, said) => kept ?? said,
  identity: null,
};
/** The latest word counts; null is none. */
export const newest: MergePolicy = {
  sql: (kept, said) => `coalesce(${said}, ${kept})`,
  fold: (kept, said) => said ?? kept,
  identity: null,
};
/** The latest word counts, null too, in every row whose `mark` is said: columns that are said together. */
export const newestWith = (mark: string): MergePolicy => ({
  sql: (kept, said) => `case when excluded.${snake(mark)} is null then ${kept} else ${said} end`,
  fold: (_kept, said) => said,
  identity: null,
});
/** Once true, always true. */
export const either: MergePolicy = {
  sql: (kept, said) => `${kept} or ${said}`,
  fold: (kept, said) => kept === true || said === true,
  identity: false,
};
/** The furthest position or the largest number. */
export const highest: MergePolicy = {
  sql: (kept, said) => `greatest(${kept}, ${said})`,
  fold: (kept, said) => (kept === null || (said !== null && (said as bigint) > (kept as bigint)) ? said : kept),
  identity: null,
};
/** The sum. */
export const added: MergePolicy = {
  sql: (kept, said) => `${kept} + ${said}`,
  fold: (kept, said) => (kept as number) + (said as number),
  identity: 0,
};
/** text[]: what is new comes behind what is there; nothing twice. */
export const appended: MergePolicy = {
  sql: (kept, said) =>
    `${kept} || array(select k from unnest(${said}) with ordinality as e(k, o) where k <> all(${kept}) order by o)`,
  fold: (kept, said) => [...new Set([...(kept as string[]), ...(said as string[])])],
  identity: [],
};
/** What is said together with its `mark` begins the list anew: pass this. */
export const reset: readonly string[] = Object.freeze([]);
/** text[]: as `appended`, but what was there goes when `mark` is said. */
export const appendedSince = (mark: string): MergePolicy => ({
  sql: (kept, said, of) =>
    `case when excluded.${snake(mark)} is null then ${appended.sql(kept, said, of)} else ${said} end`,
  fold: (kept, said) => (said === reset ? [] : appended.fold(kept, said)),
  identity: [],
});
/** jsonb arrays: all that was said, in the order it was said. */
export const joined: MergePolicy = {
  sql: (kept, said) => `${kept} || ${said}`,
  fold: (kept, said) => [...(kept as unknown[]), ...(said as unknown[])],
  identity: [],
};
/** jsonb objects: what is said of a name takes the place of what was said of it before. */
export const merged: MergePolicy = {
  sql: (kept, said) => `${kept} || ${said}`,
  fold: (kept, said) => ({ ...(kept as object), ...(said as object) }),
  identity: {},
};
/** Every row says it, and the latest word counts, null too. Of records (engine/records.ts) an event says only the columns that it means. */
export const latest: MergePolicy = { sql: (_kept, said) => said, fold: (_kept, said) => said, identity: null };
