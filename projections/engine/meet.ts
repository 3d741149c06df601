import { snake } from './snake.ts';

/** How two words on one column of one row become one: in memory within a batch, in SQL when the row is there already. Both must agree. */
export interface Meet {
  /** SQL of the column's new value. `kept`: what the row holds; `said`: what the batch says. */
  sql(kept: string, said: string, of: { readonly alias: string; readonly schema: string }): string;
  fold(kept: unknown, said: unknown): unknown;
  /** What a batch puts where it says nothing. */
  readonly nothing: unknown;
}

/** Whoever said it first keeps it. */
export const first: Meet = {
  sql: (kept, said) => `coalesce(${kept}, ${said})`,
  fold: (kept, said) => kept ?? said,
  nothing: null,
};
/** The latest word counts; null is none. */
export const newest: Meet = {
  sql: (kept, said) => `coalesce(${said}, ${kept})`,
  fold: (kept, said) => said ?? kept,
  nothing: null,
};
/** The latest word counts, null too, in every row whose `mark` is said: columns that are said together. */
export const newestWith = (mark: string): Meet => ({
  sql: (kept, said) => `case when excluded.${snake(mark)} is null then ${kept} else ${said} end`,
  fold: (_kept, said) => said,
  nothing: null,
});
/** Once true, always true. */
export const either: Meet = {
  sql: (kept, said) => `${kept} or ${said}`,
  fold: (kept, said) => kept === true || said === true,
  nothing: false,
};
/** The furthest position or the largest number. */
export const highest: Meet = {
  sql: (kept, said) => `greatest(${kept}, ${said})`,
  fold: (kept, said) => (kept === null || (said !== null && (said as bigint) > (kept as bigint)) ? said : kept),
  nothing: null,
};
/** The sum. */
export const added: Meet = {
  sql: (kept, said) => `${kept} + ${said}`,
  fold: (kept, said) => (kept as number) + (said as number),
  nothing: 0,
};
/** text[]: what is new comes behind what is there; nothing twice. */
export const appended: Meet = {
  sql: (kept, said) =>
    `${kept} || array(select k from unnest(${said}) with ordinality as e(k, o) where k <> all(${kept}) order by o)`,
  fold: (kept, said) => [...new Set([...(kept as string[]), ...(said as string[])])],
  nothing: [],
};
/** What is said together with its `mark` begins the list anew: pass this. */
export const anew: readonly string[] = Object.freeze([]);
/** text[]: as `appended`, but what was there goes when `mark` is said. */
export const appendedSince = (mark: string): Meet => ({
  sql: (kept, said, of) =>
    `case when excluded.${snake(mark)} is null then ${appended.sql(kept, said, of)} else ${said} end`,
  fold: (kept, said) => (said === anew ? [] : appended.fold(kept, said)),
  nothing: [],
});
/** jsonb arrays: all that was said, in the order it was said. */
export const joined: Meet = {
  sql: (kept, said) => `${kept} || ${said}`,
  fold: (kept, said) => [...(kept as unknown[]), ...(said as unknown[])],
  nothing: [],
};
/** jsonb objects: what is said of a name takes the place of what was said of it before. */
export const merged: Meet = {
  sql: (kept, said) => `${kept} || ${said}`,
  fold: (kept, said) => ({ ...(kept as object), ...(said as object) }),
  nothing: {},
};
/** Every row says it, and the latest word counts, null too. Of records (engine/records.ts) an event says only the columns that it means. */
export const latest: Meet = { sql: (_kept, said) => said, fold: (_kept, said) => said, nothing: null };
