import { DomainError } from './errors.ts';

/** A field that somebody else changed since a form was opened. `by` is a user's id, null for a part of the system; `at` an ISO instant. */
export interface EditChange { readonly field: string; readonly was: unknown; readonly now: unknown; readonly by: string | null; readonly at: string }

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
