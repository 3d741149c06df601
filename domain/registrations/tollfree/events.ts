import { z } from 'zod';
import { type EventOf, event } from '../../kernel/event.ts';
import { BusinessId } from '../../kernel/ids.ts';
import { personal } from '../../kernel/personal.ts';
import { E164 } from '../../sms/values.ts';
import { tollfreeStatuses } from '../number-status.ts';
import { StoredTollfreeForm } from './fields.ts';

/** `requestId`: of a business and its number. `attempt`: how often it was asked, from 1. */
const request = { requestId: z.uuid(), businessId: BusinessId, attempt: z.int().min(1) } as const;

/** Why the carrier refused. `code`: the carrier's; `reason`: its words. */
const refusal = z.object({ code: z.int().nullable(), reason: z.string() });
export type TollfreeRefusal = Readonly<z.output<typeof refusal>>;

/** A business, or the operator on its behalf, asks for its toll-free number to be verified. */
export const TollfreeVerificationRequested = event(
  'TollfreeVerificationRequested',
  1,
  z.object({ ...request, number: E164, form: personal(StoredTollfreeForm) }),
  { subject: 'businessId' },
);
/** The carrier has it, under this id of its own. */
export const TollfreeVerificationSubmitted = event(
  'TollfreeVerificationSubmitted',
  1,
  z.object({ ...request, providerId: z.string().min(1).max(64) }),
);
/**
 * What the carrier says of it now: our word and its own (`raw`). `editableUntil`: until then a correction keeps its place
 * in the queue; `updatedAt`: when the carrier changed it.
 */
export const TollfreeVerificationReviewed = event(
  'TollfreeVerificationReviewed',
  1,
  z.object({
    ...request,
    status: z.enum(tollfreeStatuses),
    raw: z.string().max(100),
    refusals: z.array(refusal),
    editableUntil: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  }),
);

export const tollfreeEvents = [
  TollfreeVerificationRequested,
  TollfreeVerificationSubmitted,
  TollfreeVerificationReviewed,
] as const;
export type TollfreeEvent = EventOf<(typeof tollfreeEvents)[number]>;
