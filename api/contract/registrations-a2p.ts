import { z } from 'zod';
import { a2pRequestList, a2pRequestStatuses, waitingFor } from '../../domain/registrations/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Named, NumberBlocked, Success } from './common.ts';
import { listParams } from './lists.ts';
import {
  A2pBrandReply,
  A2pCampaignReply,
  A2pMomentReply,
  A2pNumberReply,
  SubmitA2pBrand,
  SubmitA2pCampaign,
} from './registrations.ts';
import { RegistrationNote, RegistrationReason } from './registrations-desk.ts';

export const A2pRequestStatus = z.enum(a2pRequestStatuses);
export type A2pRequestStatus = z.output<typeof A2pRequestStatus>;
/**
 * A request in the operator’s queue: a brand with its newest campaign and its number. `stage`: the part that is next;
 * `status`: its state; `reason`: why it waits or was refused; null: it waits for nothing; `attempts`: how often
 * anything of the request was submitted; `escalated_at`: it has waited for 21 days since; `carrier_status`: the
 * carrier’s word.
 */
export const A2pRequest = z.object({
  id: z.string(),
  legal_name: z.string().meta({ examples: ['Bella’s Pizza LLC'] }),
  number: z.string().nullable(),
  stage: z.enum(['brand', 'campaign', 'numbers', 'done']),
  status: A2pRequestStatus,
  carrier_status: z
    .string()
    .nullable()
    .meta({ examples: ['IN_REVIEW'] }),
  waiting_for: z.enum(waitingFor),
  reason: RegistrationReason.nullable(),
  attempts: z.int(),
  business: Named,
  agency: Named.nullable(),
  assignee: Named.nullable(),
  created_at: Instant,
  requested_at: Instant,
  changed_at: Instant,
  escalated_at: Instant.nullable(),
});
export type A2pRequest = z.output<typeof A2pRequest>;
/**
 * `brand` null: another brand has taken its place since. `by` of a moment is a name; null: a part of the system or the
 * carrier. `history` is of all brands of the business, the oldest first.
 */
export const A2pRequestRecord = A2pRequest.extend({
  can_register: z.boolean(),
  /** Null: the carriers take texts of the number. */
  blocked: NumberBlocked.nullable(),
  brand: A2pBrandReply.nullable(),
  campaigns: z.array(A2pCampaignReply),
  numbers: z.array(A2pNumberReply),
  history: z.array(
    A2pMomentReply.extend({
      by: z
        .string()
        .nullable()
        .meta({ examples: ['Ada Min'] }),
    }),
  ),
  notes: z.array(RegistrationNote),
});
export type A2pRequestRecord = z.output<typeof A2pRequestRecord>;
export const A2pRequestList = list(A2pRequest);
export const A2pRequestRecordReply = z.object({ data: A2pRequestRecord });

/**
 * What an operator does about a request, any of these at once: give it to an operator (`assignee_id`; null: to no one),
 * write a `note`, submit its `brand` or its `campaign` again with corrections on behalf of the business, and ask the
 * carrier now (`check`).
 */
export const UpdateA2pRequest = z.object({
  assignee_id: z.uuid('Choose an operator.').nullable().optional(),
  note: z
    .string()
    .max(2000, 'A note can have at most 2,000 characters.')
    .optional()
    .meta({ examples: ['Waiting for the owner to send the EIN letter.'] }),
  brand: SubmitA2pBrand.optional(),
  campaign: SubmitA2pCampaign.optional(),
  check: z.literal(true).optional(),
});

/** `required_from`: from this day unregistered numbers text to the US no more; null: only those that began are held. */
export const RegistrationPolicy = z.object({
  required_from: z.iso
    .date('Choose a day.')
    .nullable()
    .meta({ examples: ['2027-01-15'] }),
});
export const RegistrationPolicyReply = z.object({ data: RegistrationPolicy });

export const registrationA2pCalls = calls('Registrations', {
  'GET /admin/a2p': {
    id: 'listA2pRequests',
    who: ['Admin'],
    summary: 'Requests for the registration of local numbers. The one that has waited longest comes first.',
    query: listParams(a2pRequestList),
    reply: A2pRequestList,
  },
  'GET /admin/a2p/{id}': {
    id: 'getA2pRequestOfBusiness',
    who: ['Admin'],
    summary: 'A request with its brand, campaigns and numbers, all that happened to it, and the operators’ notes.',
    params: IdParams,
    reply: A2pRequestRecordReply,
  },
  'PUT /admin/a2p/{id}': {
    id: 'updateA2pRequest',
    who: ['Admin'],
    summary:
      'Assign a request, add a note, submit its brand or campaign again on behalf of the business, or ask the carrier now.',
    params: IdParams,
    body: UpdateA2pRequest,
    example: { note: 'Waiting for the owner to send the EIN letter.' },
    reply: Success,
  },
  'GET /registration-policy': {
    id: 'getRegistrationPolicy',
    who: ['Admin'],
    summary: 'The day from which texts of numbers that aren’t registered are held.',
    reply: RegistrationPolicyReply,
  },
  'PUT /registration-policy': {
    id: 'changeRegistrationPolicy',
    who: ['Admin'],
    summary: 'Set, move or clear the day from which texts of numbers that aren’t registered are held.',
    body: RegistrationPolicy,
    reply: Success,
  },
});
