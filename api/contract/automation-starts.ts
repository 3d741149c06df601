import { z } from 'zod';
import { AutomationRun, AutomationRunParams } from './automations.ts';
import { BulkFilters, BulkStarted } from './bulk.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Success, Uuid } from './common.ts';
import { maxChosen } from '../../domain/bulk/fields.ts';

const example = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const id = z.string().meta({ examples: [example] });
const business = ['Business'] as const;

export const WhichAutomation = z.object({ automationId: Uuid });
export const AutomationStarted = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ run_id: id }),
});
/** Some contacts by their ids, or all that filters match. */
export const StartForMany = z
  .object({
    automationId: Uuid,
    contactIds: z.array(Uuid).min(1, 'Choose at least one.').max(maxChosen).optional(),
    filters: BulkFilters.optional(),
  })
  .refine(({ contactIds, filters }) => (contactIds === undefined) !== (filters === undefined), {
    error: 'Give contactIds or filters.',
    path: ['contactIds'],
  });

/** A step, for those who only name it: its kind, and what it is called where somebody said so. */
const StepName = z.object({
  kind: z.string().meta({ examples: ['Wait'] }),
  name: z
    .string()
    .nullable()
    .meta({ examples: ['Two days'] }),
});
/** `step`: where it is, or comes to next; null: its way is over. */
export const ContactAutomation = AutomationRun.omit({ contact: true }).extend({ step: StepName.nullable() });
export type ContactAutomation = z.output<typeof ContactAutomation>;
export const ContactAutomationList = list(ContactAutomation);
export const ContactAutomationParams = AutomationRunParams;

/** What would come of it. `refused`: why it can not be. `goes_on`: more follows, as it turns out then. */
export const StartAhead = z.object({
  data: z.object({
    refused: z
      .string()
      .nullable()
      .meta({ examples: ['This contact is in it already.'] }),
    steps: z.array(StepName),
    goes_on: z.boolean(),
  }),
});

/**
 * `run_ids`: of these; left out: of everybody who is at the step, 500 at a time. `after` and `as_of` are those of the answer
 * before: the next ones, and nobody who has come to the step since.
 */
export const HandWaiting = z.object({
  act: z.enum(['go-on', 'skip', 'stop']),
  run_ids: z.array(Uuid).min(1, 'Choose at least one.').max(500).optional(),
  after: Uuid.nullable().optional(),
  as_of: Instant.nullable().optional(),
});
export const Handed = z.object({
  success: z.literal(true),
  message: z.string(),
  /** `done`: whom it changed anything for. `next`: so far it has come; null: it is through. `left`: so many are behind that. */
  data: z.object({ done: z.number().int(), left: z.number().int(), next: id.nullable(), as_of: Instant }),
});

export const automationStartCalls = calls('Automations', {
  'GET /contacts/{id}/automations': {
    id: 'listContactAutomations',
    who: business,
    summary: 'The automations that a contact is in and was in: where, since when, until when, and how it ended.',
    params: IdParams,
    query: ContactAutomationParams,
    reply: ContactAutomationList,
  },
  'GET /contacts/{id}/start-automation': {
    id: 'previewAutomationStart',
    who: business,
    summary: 'What would happen if a contact were enrolled in an automation now, or why it can’t be.',
    params: IdParams,
    query: WhichAutomation,
    reply: StartAhead,
  },
  'POST /contacts/{id}/start-automation': {
    id: 'startAutomation',
    who: business,
    summary: 'Enroll a contact in an automation, from the start. Refused with a reason if it can’t be enrolled.',
    params: IdParams,
    body: WhichAutomation,
    example: { automationId: example },
    reply: AutomationStarted,
  },
  'POST /contacts/{id}/stop-automation': {
    id: 'stopAutomation',
    who: business,
    summary: 'End an automation for one contact. Messages that haven’t gone out never do.',
    params: IdParams,
    body: WhichAutomation,
    example: { automationId: example },
    reply: Success,
  },
  'POST /contacts/bulk-start-automation': {
    id: 'bulkStartAutomation',
    who: business,
    summary: 'Bring many contacts into an automation. `GET /contacts/bulk/{id}` says how far it has come.',
    body: StartForMany,
    example: { automationId: example, contactIds: [example] },
    reply: BulkStarted,
  },
  'POST /automations/{id}/wait-contacts/{blockId}': {
    id: 'handWaitingContacts',
    who: business,
    summary: 'Have those who are at a step go on now, pass it over, or end: some, or all who are there.',
    params: z.object({ id: Uuid, blockId: Uuid }),
    body: HandWaiting,
    example: { act: 'go-on' },
    reply: Handed,
  },
});
