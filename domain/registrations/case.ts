import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { paragraphs } from '../kernel/fields.ts';
import type { BusinessId, UserId } from '../kernel/ids.ts';
import { type CaseEvent, RegistrationAssigned, RegistrationEscalated, RegistrationNoted } from './case-events.ts';
import { z } from 'zod';

/** A request that waits for so long is escalated, in days since its last attempt. */
export const escalatedAfterDays = 21;

export interface Case {
  readonly assigneeId: UserId | null;
  readonly notes: ReadonlySet<string>;
  /** The attempts that were escalated. */
  readonly escalated: ReadonlySet<number>;
}
export const Case: Aggregate<Case, CaseEvent> = {
  initial: { assigneeId: null, notes: new Set(), escalated: new Set() },
  evolve: (state, event) => {
    switch (event.type) {
      case 'RegistrationAssigned':
        return { ...state, assigneeId: event.data.assigneeId };
      case 'RegistrationNoted':
        return { ...state, notes: new Set([...state.notes, event.data.noteId]) };
      case 'RegistrationEscalated':
        return { ...state, escalated: new Set([...state.escalated, event.data.attempt]) };
      default:
        return unchanged(state, event);
    }
  },
};

export const noteText = paragraphs('A note', 2000)
  .pipe(z.string().trim())
  .refine((text) => text !== '', 'Write the note first.');

interface Of {
  readonly requestId: string;
  readonly businessId: BusinessId;
}
export const assign = (
  { requestId, businessId, assigneeId }: Of & { readonly assigneeId: UserId | null },
  state: Case,
): readonly CaseEvent[] =>
  state.assigneeId === assigneeId ? [] : [RegistrationAssigned.create({ requestId, businessId, assigneeId })];

export const note = (
  { requestId, businessId, noteId, text }: Of & { readonly noteId: string; readonly text: string },
  state: Case,
): readonly CaseEvent[] =>
  state.notes.has(noteId) ? [] : [RegistrationNoted.create({ requestId, businessId, noteId, text })];

export const escalate = (
  { requestId, businessId, attempt }: Of & { readonly attempt: number },
  state: Case,
): readonly CaseEvent[] =>
  state.escalated.has(attempt) ?
    []
  : [RegistrationEscalated.create({ requestId, businessId, attempt, days: escalatedAfterDays })];
