import type { TollfreeStatus } from '../../domain/registrations/number-status.ts';
import type { TollfreeRefusal } from '../../domain/registrations/tollfree/events.ts';
import type { TollfreeForm } from '../../domain/registrations/tollfree/fields.ts';
import { first, newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const deskModel = { name: 'registration_desk', version: 1 } as const;

/** The verification of a toll-free number, as its last attempt stands. */
export const tollfreeTable = table('tollfree_requests', {
  id: key('uuid'),
  businessId: col('uuid'),
  agencyId: maybe('uuid', newest),
  number: maybe('text', newest),
  attempt: maybe('int', newest),
  status: maybe('text', newest).of<TollfreeStatus>(),
  /** The carrier's word; null: it has said none of this attempt. */
  raw: maybe('text', newestWith('status')),
  editableUntil: maybe('timestamptz', newestWith('status')),
  /** When it was first asked for, when the last attempt was, and when its status last changed. */
  createdAt: maybe('timestamptz', first),
  requestedAt: maybe('timestamptz', newest),
  changedAt: maybe('timestamptz', newest),
});
/** Every attempt with what it said and what came of it. `by`: the user who asked; null: a part of the system. */
export const tollfreeAttemptTable = table('tollfree_attempts', {
  requestId: key('uuid'),
  attempt: key('int'),
  businessId: col('uuid'),
  form: maybe('jsonb', newest).of<TollfreeForm>(),
  by: maybe('uuid', newest),
  requestedAt: maybe('timestamptz', newest),
  submittedAt: maybe('timestamptz', newest),
  reviewedAt: maybe('timestamptz', newest),
  status: maybe('text', newest).of<TollfreeStatus>(),
  raw: maybe('text', newest),
  refusals: maybe('jsonb', newest).of<readonly TollfreeRefusal[]>(),
});
/** What operators do about a request, A2P or toll-free. */
export const caseTable = table('registration_cases', {
  id: key('uuid'),
  businessId: col('uuid'),
  assigneeId: maybe('uuid', newestWith('assignedAt')),
  assignedAt: maybe('timestamptz', newest),
  /** The attempt that was escalated last. */
  escalated: maybe('int', newest),
  escalatedAt: maybe('timestamptz', newest),
});
export const caseNoteTable = table('registration_notes', {
  id: key('uuid'),
  requestId: col('uuid'),
  by: maybe('uuid', newest),
  text: col('text'),
  at: col('timestamptz'),
});

export const deskIndexes = (schema: string): string => `
  create index tollfree_by_business on ${schema}.tollfree_requests (business_id, number);
  create index tollfree_by_age on ${schema}.tollfree_requests (requested_at, id);
  create index tollfree_attempts_by_request on ${schema}.tollfree_attempts (request_id, attempt);
  create index registration_notes_by_request on ${schema}.registration_notes (request_id, at)`;
