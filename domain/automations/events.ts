import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { AutomationHookId, AutomationId, BusinessId, ContactId } from '../kernel/ids.ts';
import { Document, Node, Reentry, Trigger } from './document/document.ts';
import { HookMapping } from '../contacts/sent-fields.ts';

/**
 * Of automations all that is no run (`run-events.ts`). Documents are stored as they are drawn: whoever changes
 * `fields.ts` so that an old one is not read any more brings them up to it in `domain/upcasters.ts`.
 */
const automation = { automationId: AutomationId, businessId: BusinessId };
const step = z.uuid();

/** What it was made from; `id`: the template, the automation, or the unique id, null where there is none. */
export const Origin = z.object({
  kind: z.enum(['blank', 'template', 'duplicate', 'clone']),
  id: z.string().max(80).nullable(),
});
export type Origin = z.output<typeof Origin>;

/**
 * What becomes of who is at a step when another version is published: they keep their time, wait as the new version says,
 * or go to another step now (`to`; null: their way is over). Who is at a step that is not named stays with their version.
 */
export const StepMove = z.object({ node: step, how: z.enum(['keep', 'recompute', 'go']), to: step.nullable() });
export type StepMove = z.output<typeof StepMove>;

/** The stream `automation-<id>`: the draft, and what was done with it. */
export const AutomationCreated = event(
  'AutomationCreated',
  1,
  z.object({ ...automation, name: z.string().max(80), origin: Origin }),
);
export const AutomationRenamed = event('AutomationRenamed', 1, z.object({ ...automation, name: z.string().max(80) }));
/** What changed of the draft: steps whole by their ids, null: taken away. A save of a whole document would be large. */
export const AutomationDrafted = event(
  'AutomationDrafted',
  2,
  z.object({
    ...automation,
    nodes: z.record(step, Node.nullable()),
    triggers: z.array(Trigger).optional(),
    reentry: Reentry.optional(),
    start: step.nullable().optional(),
  }),
);
/** This version is what whoever comes in from now on follows. */
export const AutomationPublished = event(
  'AutomationPublished',
  1,
  z.object({ ...automation, version: z.number().int().min(1), moves: z.array(StepMove) }),
);
/** Nobody new comes in, nothing is begun, who waits stays. */
export const AutomationDeactivated = event('AutomationDeactivated', 1, z.object(automation));
/** `lapsed`: what becomes of those whose wait ended meanwhile. */
export const AutomationActivated = event(
  'AutomationActivated',
  1,
  z.object({ ...automation, lapsed: z.enum(['go-on', 'end']) }),
);
/** Somebody said that so many, whom it could not let in by our own fault, are tried again. */
export const AutomationEnrollmentsRetried = event(
  'AutomationEnrollmentsRetried',
  1,
  z.object({ ...automation, count: z.number().int().min(1) }),
);
/** It is over for everybody who is inside, and gone from the lists. */
export const AutomationArchived = event('AutomationArchived', 1, z.object(automation));

export const automationEvents = [
  AutomationCreated,
  AutomationRenamed,
  AutomationDrafted,
  AutomationPublished,
  AutomationDeactivated,
  AutomationActivated,
  AutomationEnrollmentsRetried,
  AutomationArchived,
] as const;
export type AutomationEvent = EventOf<(typeof automationEvents)[number]>;

/**
 * The stream `automationVersion-<id>-<n>`: a document as it was published. It never changes. `mails`: of each step that
 * emails, its design as it was compiled then (`mailVersion-<id>`): who edits the design changes nothing that runs.
 */
export const AutomationVersionCreated = event(
  'AutomationVersionCreated',
  2,
  z.object({ ...automation, version: z.number().int().min(1), document: Document, mails: z.record(step, z.uuid()) }),
);
export const automationVersionEvents = [AutomationVersionCreated] as const;
export type AutomationVersionEvent = EventOf<(typeof automationVersionEvents)[number]>;

const hook = { hookId: AutomationHookId, businessId: BusinessId };
/** The stream `automationHook-<id>`: an address that other systems call. Of its secret only the SHA-256, in hex. */
export const AutomationHookCreated = event(
  'AutomationHookCreated',
  1,
  z.object({ ...hook, secretHash: z.string().regex(/^[0-9a-f]{64}$/u) }),
);
/** Where in what is sent the contact's fields stand. */
export const AutomationHookMapped = event('AutomationHookMapped', 1, z.object({ ...hook, mapping: HookMapping }));
/** What people call it; null: nothing. */
export const AutomationHookRenamed = event(
  'AutomationHookRenamed',
  1,
  z.object({ ...hook, name: z.string().max(80).nullable() }),
);
/** Another secret: the one before is refused from now on. */
export const AutomationHookSecretChanged = event(
  'AutomationHookSecretChanged',
  1,
  z.object({ ...hook, secretHash: z.string().regex(/^[0-9a-f]{64}$/u) }),
);
/** Nothing is heard there any more. */
export const AutomationHookDeleted = event('AutomationHookDeleted', 1, z.object(hook));
export const automationHookEvents = [
  AutomationHookCreated,
  AutomationHookMapped,
  AutomationHookRenamed,
  AutomationHookSecretChanged,
  AutomationHookDeleted,
] as const;
export type AutomationHookEvent = EventOf<(typeof automationHookEvents)[number]>;

/**
 * The stream `automationHookCall-<callId>`: something was sent to it of a contact. A call has a stream of its own, so that
 * what is sent twice is heard once, and the hook's own stays short. `fields`: what the mapping found.
 */
export const AutomationHookReceived = event(
  'AutomationHookReceived',
  1,
  z.object({ ...hook, contactId: ContactId, callId: z.uuid(), fields: personal(z.record(z.string(), z.string())) }),
  { subject: 'contactId' },
);
export const automationHookCallEvents = [AutomationHookReceived] as const;
export type AutomationHookCallEvent = EventOf<(typeof automationHookCallEvents)[number]>;

/** The stream `automationSigning-<businessId>`: with which secret what automations call is signed. The first is 0. */
export const AutomationSigningChanged = event(
  'AutomationSigningChanged',
  1,
  z.object({ businessId: BusinessId, generation: z.number().int().min(1), at: z.iso.datetime() }),
);
export const automationSigningEvents = [AutomationSigningChanged] as const;
export type AutomationSigningEvent = EventOf<(typeof automationSigningEvents)[number]>;
