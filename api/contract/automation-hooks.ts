import { z } from 'zod';
import { hookFields, HookMapping, hookTargets } from '../../domain/contacts/sent-fields.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, Success } from './common.ts';
import { EvenIfUsed } from './uses.ts';

/** For the screen: what can be taken from what is sent, and what stands where in it. */
export { hookTargets };
export { longestHookBody, valueAt } from '../../domain/contacts/sent-fields.ts';
const example = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const id = z.string().meta({ examples: [example] });
const path = z.string().meta({ examples: [`/webhooks/automations/${example}`] });
const secret = z.string().meta({ examples: ['kq0d5l2Yb7hX9mT3vR8sW1zA4cE6gJ0pN2uQ5xB7yD9'] });
const name = z
  .string()
  .nullable()
  .meta({ examples: ['Our booking system'] });
const business = ['Business'] as const;

const Mapping = HookMapping.meta({ examples: [[{ path: 'customer.phone', to: { of: 'contact', name: 'phone' } }]] });
/** What came of a call: it was kept as a sample, did something for a contact, or was refused. */
const outcome = z.enum(['sampled', 'received', 'refused']);
export const AutomationHookCall = z.object({
  at: Instant,
  outcome,
  /** Why it was refused. */
  message: z
    .string()
    .nullable()
    .meta({ examples: ['No phone number and no email address stands where it should.'] }),
  contact_id: id.nullable(),
});
export type AutomationHookCall = z.output<typeof AutomationHookCall>;
export const AutomationHookRow = z.object({
  id,
  name,
  path,
  created_at: Instant,
  /** Whether somebody has said where the contact's fields stand. */
  mapped: z.boolean(),
  /** The last call; null: there was none. */
  heard_at: Instant.nullable(),
  outcome: outcome.nullable(),
});
export type AutomationHookRow = z.output<typeof AutomationHookRow>;
export const AutomationHookList = z.object({ data: z.array(AutomationHookRow) });
/** An address that other systems call. `path` stands behind the address of the platform. */
export const AutomationHook = z.object({
  id,
  name,
  path,
  mapping: Mapping,
  /** What was sent last while there was no mapping; null: nothing within a week. */
  sample: z.unknown().meta({ examples: [{ customer: { phone: '+14155550123' } }] }),
  heard_at: Instant.nullable(),
  /** The last fifty, and the last fifty that were refused; the newest first. */
  calls: z.array(AutomationHookCall),
});
export type AutomationHook = z.output<typeof AutomationHook>;
export const AutomationHookAnswer = z.object({ data: AutomationHook });
/** `secret`: shown this once. */
export const NewAutomationHook = z.object({ data: z.object({ id, path, secret }) });
export const NewHookSecret = z.object({ data: z.object({ secret }) });
export const AutomationHookChanges = z.object({
  mapping: Mapping.optional(),
  name: hookFields.name
    .nullable()
    .optional()
    .meta({ examples: ['Our booking system'] }),
});
/** `changed_at` null: the secret that it has had from the start, which nobody has seen. */
export const AutomationSigning = z.object({ data: z.object({ changed_at: Instant.nullable() }) });
export const NewAutomationSigning = z.object({ data: z.object({ secret, changed_at: Instant }) });

export const automationHookCalls = calls('Automations', {
  'GET /automations/new-webhook': {
    id: 'newAutomationWebhook',
    who: business,
    summary: 'Make an address that other systems call to start automations, with a secret that is shown this once.',
    reply: NewAutomationHook,
    secret: true,
  },
  'GET /automations/webhooks': {
    id: 'listAutomationWebhooks',
    who: business,
    summary: 'The addresses that other systems call to start automations, and when each was called last.',
    reply: AutomationHookList,
  },
  'GET /automations/webhooks/{id}': {
    id: 'getAutomationWebhook',
    who: business,
    summary: 'An address, what was sent to it last, where the contact’s fields stand in that, and its last calls.',
    params: IdParams,
    reply: AutomationHookAnswer,
  },
  'PUT /automations/webhooks/{id}': {
    id: 'mapAutomationWebhook',
    who: business,
    summary: 'Say where in what is sent the contact’s fields stand, and what it is called. The sample goes with that.',
    params: IdParams,
    body: AutomationHookChanges,
    reply: AutomationHookAnswer,
  },
  'DELETE /automations/webhooks/{id}': {
    id: 'deleteAutomationWebhook',
    who: business,
    summary: 'Delete an address: calls to it are refused from then on.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
  'POST /automations/webhooks/{id}/secret': {
    id: 'changeAutomationWebhookSecret',
    who: business,
    summary: 'Another secret, shown this once. The one before is refused at once.',
    params: IdParams,
    reply: NewHookSecret,
    secret: true,
  },
  'GET /automations/signing-secret': {
    id: 'getAutomationSigning',
    who: business,
    summary: 'Since when what automations call is signed with another secret than the first.',
    reply: AutomationSigning,
  },
  'POST /automations/signing-secret': {
    id: 'changeAutomationSigning',
    who: business,
    summary:
      'Another secret to sign with what automations call, shown this once. The one before signs as well for a day.',
    reply: NewAutomationSigning,
    secret: true,
  },
});
