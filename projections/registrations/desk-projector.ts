import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  RegistrationAssigned,
  RegistrationEscalated,
  RegistrationNoted,
} from '../../domain/registrations/case-events.ts';
import {
  TollfreeVerificationRequested,
  TollfreeVerificationReviewed,
  TollfreeVerificationSubmitted,
} from '../../domain/registrations/tollfree/events.ts';
import { handlers } from '../engine/handlers.ts';
import { foldInto, type RowsOf } from '../engine/several-tables.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  caseNoteTable,
  caseTable,
  deskIndexes,
  deskModel,
  tollfreeAttemptTable,
  tollfreeTable,
} from '../tables/registrations-desk.ts';

const tables = {
  requests: tollfreeTable,
  attempts: tollfreeAttemptTable,
  cases: caseTable,
  notes: caseNoteTable,
} as const;
/** Who did it, in person: an operator who acts as the business is the operator. */
const byOf = ({ metadata: { actor } }: Pick<StoredEvent, 'metadata'>): string | null =>
  actor.kind === 'user' ? (actor.impersonatorId ?? actor.userId) : null;

const table = handlers<RowsOf<typeof tables>>((on) => {
  on(TollfreeVerificationRequested, (event, { requests, attempts }) => {
    const { requestId: id, businessId, attempt, number, form } = event.data;
    const { occurredAt: at, tenant } = event.metadata;
    const status = 'requested' as const;
    requests.merge({
      id,
      businessId,
      agencyId: tenant.agencyId,
      number,
      attempt,
      status,
      raw: null,
      editableUntil: null,
      createdAt: at,
      requestedAt: at,
      changedAt: at,
    });
    attempts.merge({
      requestId: id,
      attempt,
      businessId,
      form,
      by: byOf(event),
      requestedAt: at,
      status,
      refusals: [],
    });
  });
  on(TollfreeVerificationSubmitted, ({ data, metadata }, { requests, attempts }) => {
    const { requestId: id, businessId, attempt } = data;
    const status = 'pending' as const;
    requests.merge({ id, businessId, status, raw: null, editableUntil: null, changedAt: metadata.occurredAt });
    attempts.merge({ requestId: id, attempt, businessId, status, submittedAt: metadata.occurredAt });
  });
  on(TollfreeVerificationReviewed, ({ data, metadata }, { requests, attempts }) => {
    const { requestId: id, businessId, attempt, status, raw, editableUntil, refusals } = data;
    requests.merge({ id, businessId, status, raw, editableUntil, changedAt: metadata.occurredAt });
    attempts.merge({ requestId: id, attempt, businessId, status, raw, refusals, reviewedAt: metadata.occurredAt });
  });
  on(RegistrationAssigned, ({ data: { requestId: id, businessId, assigneeId }, metadata }, { cases }) => {
    cases.merge({ id, businessId, assigneeId, assignedAt: metadata.occurredAt });
  });
  on(RegistrationEscalated, ({ data: { requestId: id, businessId, attempt }, metadata }, { cases }) => {
    cases.merge({ id, businessId, escalated: attempt, escalatedAt: metadata.occurredAt });
  });
  on(RegistrationNoted, (event, { notes }) => {
    const { noteId: id, requestId, text } = event.data;
    notes.merge({ id, requestId, text, by: byOf(event), at: event.metadata.occurredAt });
  });
});

/** Toll-free verifications, and what operators do about requests for registration. */
export const registrationsDesk: Projector = {
  ...deskModel,
  handles: table.types,
  create: createAll(...Object.values(tables)),
  index: deskIndexes,
  fold: foldInto(tables, (event, rows) => {
    table.handle(event, rows);
  }),
};
