import { type Aggregate, fold } from './decider.ts';
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
    super('edit_conflict', 'Somebody else changed this while you were editing. Look at what changed, then save again.');
    this.revision = revision;
    this.changes = changes;
  }
}

/** The fields of a form by the name that the API calls them, and where a state holds each. */
export type FormFields<S> = Readonly<Record<string, (state: S) => unknown>>;

/** A recorded event, as far as an edit looks at it. */
interface Recorded {
  readonly revision: number;
  readonly metadata: Pick<EventMetadata, 'actor' | 'occurredAt'>;
}

/**
 * Holds the fields of a form as they were at `revision` against what they are now. Whatever else has changed in the stream meanwhile is no conflict, nor is a
 * field that was changed and changed back. Throws `EditConflictError` with every field that differs and who changed it last.
 */
export function checkEdit<S, E>(
  aggregate: Aggregate<S, E>,
  recorded: readonly Recorded[],
  revision: number,
  fields: FormFields<S>,
): void {
  const newest = recorded.at(-1)?.revision ?? -1;
  if (revision > newest)
    throw new DomainError('validation_failed', 'This form is not of this record. Open it again.', {
      revision: ['This form is not of this record. Open it again.'],
    });
  const since = recorded.findIndex((event) => event.revision > revision);
  if (since === -1) return;
  const then = fold(aggregate, recorded.slice(0, since) as unknown as readonly E[]);
  const last = new Map<string, Pick<EditChange, 'by' | 'at'>>();
  let now = then;
  for (const event of recorded.slice(since)) {
    const next = aggregate.evolve(now, event as unknown as E);
    for (const [field, of] of Object.entries(fields)) if (!same(of(now), of(next))) last.set(field, who(event));
    now = next;
  }
  const changes = Object.entries(fields).flatMap(([field, of]): EditChange[] => {
    const [was, is] = [of(then), of(now)];
    return same(was, is) ? [] : [{ field, was, now: is, ...last.get(field)! }];
  });
  if (changes.length > 0) throw new EditConflictError(newest, changes);
}

/** The person who was really there; null for a part of the system. */
const who = ({ metadata: { actor, occurredAt } }: Recorded): Pick<EditChange, 'by' | 'at'> => ({
  by: actor.kind === 'user' ? (actor.impersonatorId ?? actor.userId) : null,
  at: occurredAt,
});

/** Values of forms: text, numbers, flags, null, and lists and records of them. */
export const same = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** What of `wanted` differs from what `current` holds; null when nothing does. */
export function changed<F extends object>(wanted: F, current: { readonly [K in keyof F]: unknown }): Partial<F> | null {
  const entries = (Object.entries(wanted) as [keyof F & string, unknown][]).filter(
    ([field, value]) => value !== undefined && !same(value, current[field]),
  );
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Partial<F>);
}

type Present<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };
/** A record without its fields that are undefined. */
export const present = <T extends object>(record: T): Present<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
