import { EditConflict, type EditChange } from '../../../api/contract/common.ts';
import { ApiError } from '../../api/errors.ts';

export type Choice = 'theirs' | 'mine';

/** One field that somebody else changed while the form was open. */
export interface ConflictField {
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
  readonly yours: unknown;
  /** A person's name, null: not a person, or nobody knows any more. */
  readonly by: string | null;
  readonly at: string;
  /** Null: both changed it to different values, so that somebody has to choose. */
  readonly choice: Choice | null;
}

export interface Conflict {
  readonly revision: number;
  readonly fields: readonly ConflictField[];
}

type Values = Readonly<Record<string, unknown>>;

/** What the API holds as null and a form as an empty text is the same nothing. */
const normal = (value: unknown): unknown => (value === null || value === undefined ? '' : value);
/** Whether two values of a field are the same to a person: objects by content, nothing is nothing. */
export const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sorted(normal(a))) === JSON.stringify(sorted(normal(b)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(normal(item))]),
  );
}

/** The conflict that a refused save was answered with, null: it was refused for another reason. */
export function conflictOf(error: unknown): { revision: number; changes: readonly EditChange[] } | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.code !== 'edit_conflict') return null;
  const parsed = EditConflict.safeParse(error.body);
  return parsed.success ? parsed.data : null;
}

/**
 * Sets what others changed against what the form holds. A field that was not touched here takes theirs; one that both
 * changed to the same value is settled; only the rest has to be chosen. The last change of a field counts when it is
 * listed more than once.
 */
export function compare(
  conflict: { readonly revision: number; readonly changes: readonly EditChange[] },
  values: Values,
  initial: Values,
): Conflict {
  const last = new Map<string, EditChange>();
  for (const change of conflict.changes) {
    const earlier = last.get(change.field);
    last.set(change.field, earlier ? { ...change, was: earlier.was } : change);
  }
  const fields = [...last.values()].map((change): ConflictField => {
    const known = Object.hasOwn(values, change.field);
    const yours = known ? values[change.field] : change.now;
    const untouched = !known || same(yours, initial[change.field]) || same(yours, change.now);
    return {
      field: change.field,
      was: change.was,
      now: change.now,
      yours,
      by: change.by,
      at: change.at,
      choice: untouched ? 'theirs' : null,
    };
  });
  return { revision: conflict.revision, fields };
}

export const choose = (conflict: Conflict, field: string, choice: Choice): Conflict => ({
  ...conflict,
  fields: conflict.fields.map((one) => (one.field === field ? { ...one, choice } : one)),
});
export const settled = (conflict: Conflict): boolean => conflict.fields.every((one) => one.choice !== null);

/**
 * The values to save after the choices, and those that the form has begun from by now. Values come in the form's own
 * shape through `read`.
 */
export function merge<V extends Values>(
  conflict: Conflict,
  values: V,
  initial: V,
  read: (field: string, value: unknown) => unknown = (_, value) => normal(value),
): { readonly values: V; readonly initial: V } {
  const [next, begin]: [Record<string, unknown>, Record<string, unknown>] = [{ ...values }, { ...initial }];
  for (const { field, now, choice } of conflict.fields) {
    if (!Object.hasOwn(values, field)) continue;
    begin[field] = read(field, now);
    if (choice === 'theirs') next[field] = begin[field];
  }
  return { values: next as V, initial: begin as V };
}
