import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, UserId } from '../kernel/ids.ts';

/** A request for registration, A2P or toll-free, as operators work on it. */
const request = { requestId: z.uuid(), businessId: BusinessId } as const;

/** An operator looks after it from now on; null: no one does. */
export const RegistrationAssigned = event(
  'RegistrationAssigned',
  1,
  z.object({ ...request, assigneeId: UserId.nullable() }),
);
/** What operators tell each other about it. The business doesn't see it. */
export const RegistrationNoted = event(
  'RegistrationNoted',
  1,
  z.object({ ...request, noteId: z.uuid(), text: z.string().max(2000) }),
);
/** It waits for longer than is usual since this attempt; operators are told once. */
export const RegistrationEscalated = event(
  'RegistrationEscalated',
  1,
  z.object({ ...request, attempt: z.int().min(1), days: z.int().min(1) }),
);

export const caseEvents = [RegistrationAssigned, RegistrationNoted, RegistrationEscalated] as const;
export type CaseEvent = EventOf<(typeof caseEvents)[number]>;
