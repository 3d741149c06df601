import type { z } from 'zod';
import { type Aggregate, stateOf } from './decider.ts';
import { DomainError } from './errors.ts';
import type { EventMetadata } from './event.ts';

/** A field that somebody else changed since a form was opened. `by` is a user's id, null for a part of the system; `at` an ISO instant. */
export interface EditChange {
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
  readonly by: string | null;
  readonly at: string;
}

/** Two people edited one record: the second is shown what changed, and decides. Nothing is overwritten silently. */
export class EditConflictError extends DomainError {
  readonly revision: number;
  readonly changes: readonly EditChange[];
  constructor(revision: number, changes: readonly EditChange[]) {
    super('edit_conflict', 'Someone else changed this while you were editing. Review what changed, then save again.');
    this.revision = revision;
    this.changes = changes;
  }
}

/** What the fields of a form are in a state. */
export type FormOf<S> = (state: S) => Readonly<Record<string, unknown>>;

type FieldOf<S> = S extends { readonly status: 'none' } ? never : keyof S & string;

/** A form of fields that the record itself has, under the same names. */
export const formOf =
  <S extends { readonly status: string }>(...names: readonly FieldOf<S>[]): FormOf<S> =>
  (state) => {
    const held: Readonly<Record<string, unknown>> = state;
    return Object.fromEntries(names.map((name) => [name, held[name] ?? null]));
  };

/** A recorded event, as far as an edit looks at it. */
interface Recorded {
  readonly revision: number;
  readonly metadata: Pick<EventMetadata, 'actor' | 'occurredAt'>;
}

/**
 * Holds the fields of a form as they were at `revision` against what they are now. Whatever else has changed in the
 * stream meanwhile is no conflict, nor is a field that was changed and changed back. Throws `EditConflictError` with
 * every field that differs and who changed it last.
 */
export function checkEdit<S, E>(
  aggregate: Aggregate<S, E>,
  recorded: readonly Recorded[],
  revision: number,
  form: FormOf<S>,
): void {
  const newest = recorded.at(-1)?.revision ?? -1;
  if (revision > newest)
    throw new DomainError('validation_failed', 'This form is not of this record. Open it again.', {
      revision: ['This form is not of this record. Open it again.'],
    });
  const since = recorded.findIndex((event) => event.revision > revision);
  if (since === -1) return;
  const then = stateOf(aggregate, recorded.slice(0, since));
  const last = new Map<string, Pick<EditChange, 'by' | 'at'>>();
  let now = then;
  for (const event of recorded.slice(since)) {
    const next = aggregate.evolve(now, event as unknown as E);
    const [before, after] = [form(now), form(next)];
    for (const field of namesIn(before, after)) if (!same(before[field], after[field])) last.set(field, who(event));
    now = next;
  }
  const [was, is] = [form(then), form(now)];
  const changes = namesIn(was, is).flatMap((field): EditChange[] =>
    same(was[field], is[field]) ?
      []
    : [{ field, was: was[field] ?? null, now: is[field] ?? null, ...last.get(field)! }],
  );
  if (changes.length > 0) throw new EditConflictError(newest, changes);
}

/** A field may be there in one state alone: a custom value that was taken away. */
const namesIn = (...forms: readonly object[]): readonly string[] => [...new Set(forms.flatMap(Object.keys))];

/** The person who was really there; null for a part of the system. */
const who = ({ metadata: { actor, occurredAt } }: Recorded): Pick<EditChange, 'by' | 'at'> => ({
  by: actor.kind === 'user' ? (actor.impersonatorId ?? actor.userId) : null,
  at: occurredAt,
});

/** Values of forms: text, numbers, flags, null, and lists and records of them. */
export const same = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/**
 * What of `wanted` differs from what `current` holds, of the fields that `group` names; null when nothing does.
 * Undefined: nothing is wanted.
 */
export function changed<F extends object>(
  wanted: F,
  current: { readonly [K in keyof F]: unknown },
  group: Readonly<Record<string, unknown>> = wanted as Readonly<Record<string, unknown>>,
): Partial<F> | null {
  const entries = (Object.entries(wanted) as [keyof F & string, unknown][]).filter(
    ([field, value]) => field in group && value !== undefined && !same(value, current[field]),
  );
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Partial<F>);
}

/** What a state holds of a group of fields. */
export type Held<Fields extends Readonly<Record<string, z.ZodType>>> = {
  readonly [F in keyof Fields]: z.output<Fields[F]>;
};

/** Of a record, the fields of a group. */
export const held = <T extends object, F extends keyof T>(
  record: T,
  group: { readonly [K in F]: unknown },
): Pick<T, F> => Object.fromEntries(Object.keys(group).map((field) => [field, record[field as F]])) as Pick<T, F>;

/** Any of the fields; undefined is as good as left out. */
export type Optional<T> = { readonly [F in keyof T]?: T[F] | undefined };

type Present<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };
/** A record without its fields that are undefined. */
export const present = <T extends object>(record: T): Present<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
