import { z } from 'zod';
import {
  automationFields,
  Document,
  maxNodes,
  Node,
  Reentry,
  Trigger,
} from '../../domain/automations/document/document.ts';
import { automationList, automationStatuses, endReasons, runList, runStates } from '../../domain/automations/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Revision, Success, Uuid, wholeList } from './common.ts';
import { listParams } from './lists.ts';
import { underscoredSchema } from './underscored.ts';

/** For the builder: what can be drawn, what is wrong with it, and what two of them would do to one contact. */
export * as automationModel from '../../domain/automations/document/document.ts';
import { HoldReason } from '../../domain/messages/fields.ts';
export { type Known, type Problem, type ProblemCode, problemsOf } from '../../domain/automations/document/check.ts';
export { canTakeOver, otherExit, shownExits } from '../../domain/automations/document/exits.ts';
export { reachable, restlessCycles } from '../../domain/automations/document/graph.ts';
export { overlapsOf, soonMinutes } from '../../domain/automations/document/overlap.ts';
export { fromUnderscored, underscored, type Underscored } from './underscored.ts';

const example = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const nodes = ['0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a', '1c8e1d2f-8b64-4d8f-8e1b-2a3f4e5d6c7b'] as const;
const id = z.string().meta({ examples: [example] });
const nodeId = z.string().meta({ examples: [nodes[0]] });
const NodeId = Uuid.meta({ examples: [nodes[0]] });
const Name = z.string().meta({ examples: ['Welcome'] });
const FormName = automationFields.name.meta({ examples: ['Welcome'] });

const everybody = { match: 'all', groups: [] };
const exampleTriggers = [{ on: { kind: 'opted-in', keyword: 'PIZZA', campaign_id: null }, filter: everybody }];
const exampleNodes = {
  [nodes[0]]: {
    kind: 'Notification',
    name: 'Say hello',
    off: false,
    body: 'Hi {{first_name|there}}, welcome!',
    media: [],
    campaign_id: null,
    to: { next: nodes[1], failed: null },
  },
  [nodes[1]]: { kind: 'End', name: null, to: {} },
};
const exampleDocument = { triggers: exampleTriggers, reentry: { kind: 'once' }, start: nodes[0], nodes: exampleNodes };

/** A step, by its kind, with its exits by name (`to`). As `domain/automations/document/document.ts` has it, with underscores. */
export const AutomationNode = underscoredSchema(Node).meta({ examples: [exampleNodes[nodes[0]]!] });
export type AutomationNode = z.output<typeof AutomationNode>;
const Triggers = z
  .array(underscoredSchema(Trigger))
  .max(10)
  .meta({ examples: [exampleTriggers] });
/** What starts it, whether somebody may come in again, the first step, and all steps by their ids. */
export const AutomationDocument = underscoredSchema(Document).meta({ examples: [exampleDocument] });
export type AutomationDocument = z.output<typeof AutomationDocument>;

/** What keeps it from being published: of which step, or of which trigger in the list, and which field. */
export const AutomationProblem = z.object({
  code: z.string().meta({ examples: ['missing'] }),
  node: nodeId.nullable(),
  trigger: z.number().int().nullable(),
  field: z
    .string()
    .nullable()
    .meta({ examples: ['body'] }),
  message: z.string().meta({ examples: ['Write a message.'] }),
});
export type AutomationProblem = z.output<typeof AutomationProblem>;

/** How many came in, are inside, reached the goal, and could not go on. */
const Figures = {
  entered: z.number().int(),
  inside: z.number().int(),
  reached: z.number().int(),
  failed: z.number().int(),
} as const;
const Status = z.enum(automationStatuses);
const holdReasons = HoldReason.options;

export const AutomationRow = z.object({
  id,
  name: Name,
  status: Status,
  /** Of what is drawn. */
  triggers: Triggers,
  created_at: Instant,
  changed_at: Instant,
  /** The version that is followed; null: it was never published. */
  version: z.number().int().nullable(),
  published_at: Instant.nullable(),
  /** In how many places what runs names something that is gone since it was published; 0 too where it does not run. */
  broken: z.number().int(),
  ...Figures,
});
export type AutomationRow = z.output<typeof AutomationRow>;

/**
 * Counters of a version: of a step who is there (`at:due`, `at:acting`, `at:put-off`, `at:waiting`), by which exit it was left
 * (`exit:<exit>`), how often it could not be done (`failed`, `refused`) or was held back (`held:daily-limit`, `held:same-cause`,
 * `held:quiet-hours`, `held:consent`), and who left the automation there (`left:<reason>`, of a goal by the goal); of the whole
 * (`node` null) `entered` and `ended:<reason>`.
 */
export const AutomationCount = z.object({
  version: z.number().int(),
  node: nodeId.nullable(),
  what: z.string().meta({ examples: ['at:waiting'] }),
  count: z.number().int(),
});
export type AutomationCount = z.output<typeof AutomationCount>;

export const Automation = AutomationRow.extend({
  origin: z.object({
    kind: z.enum(['blank', 'template', 'duplicate', 'clone']),
    id: z
      .string()
      .nullable()
      .meta({ examples: ['welcome'] }),
  }),
  revision: Revision,
  /** As it is drawn. */
  document: AutomationDocument,
  /** As it runs; null: it was never published. */
  published: AutomationDocument.nullable(),
  /** Whether what is drawn differs from what runs. */
  changed: z.boolean(),
  problems: z.array(AutomationProblem),
  /** What the version that runs names and is gone since it was published: its steps skip it, or fail. */
  live_problems: z.array(AutomationProblem),
  counts: z.array(AutomationCount),
});
export type Automation = z.output<typeof Automation>;
export const AutomationAnswer = z.object({ data: Automation });

/** What becomes of who is at a step: they keep their time, wait as the new version says, or go to another step (null: out). */
export const AutomationMove = z.object({
  node: NodeId,
  how: z.enum(['keep', 'recompute', 'go']),
  to: NodeId.nullable().default(null),
});
export const NewAutomation = z.object({
  name: FormName,
  /** The key of one of `GET /automations/templates`. */
  template: z
    .string()
    .max(40)
    .nullable()
    .optional()
    .meta({ examples: ['welcome'] }),
  document: AutomationDocument.optional(),
});
export const AutomationChanges = z.object({
  /** That of the automation whose document was changed; null: over everything that others changed. */
  revision: Revision.nullable(),
  name: FormName.optional(),
  /** Steps that changed, each whole; null: taken away. */
  nodes: z
    .record(Uuid, AutomationNode.nullable())
    .refine(
      (given) => Object.keys(given).length <= 2 * maxNodes,
      `${maxNodes} steps are the most. Make several automations of it.`,
    )
    .optional()
    .meta({ examples: [exampleNodes] }),
  triggers: Triggers.optional(),
  reentry: Reentry.optional(),
  start: NodeId.nullable().optional(),
  /** Whoever comes in from now on follows it as it is drawn then. */
  publish: z.boolean().optional(),
  moves: z.array(AutomationMove).max(maxNodes).optional(),
});

export const AutomationTemplate = z.object({
  key: z.string().meta({ examples: ['welcome'] }),
  name: Name,
  about: z.string().meta({ examples: ['Says hello, and asks for the birthday two days later.'] }),
  document: AutomationDocument,
});
export type AutomationTemplate = z.output<typeof AutomationTemplate>;

export const AutomationVersion = z.object({
  version: z.number().int(),
  published_at: Instant,
  /** Who published it; null: somebody who is gone. */
  by: z
    .string()
    .nullable()
    .meta({ examples: ['Bella Russo'] }),
  entered: z.number().int(),
  inside: z.number().int(),
  reached: z.number().int(),
});
export type AutomationVersion = z.output<typeof AutomationVersion>;
const VersionParams = z.object({ id: Uuid, version: z.coerce.number<number>().int().min(1).max(1_000_000) });

/** Why a run is over. */
export const AutomationEnd = z.enum(endReasons);
const Person = z.object({
  id,
  first_name: z
    .string()
    .nullable()
    .meta({ examples: ['Ada'] }),
  last_name: z
    .string()
    .nullable()
    .meta({ examples: ['Lovelace'] }),
  phone: z
    .string()
    .nullable()
    .meta({ examples: ['+14155550123'] }),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['ada@example.com'] }),
});
/** One contact on its way. `node`: where it is, or comes to next (`due`); of one that ended, where it was. */
export const AutomationRun = z.object({
  id,
  automation_id: id,
  automation_name: Name,
  contact: Person,
  version: z.number().int(),
  /** The how manieth time. */
  entry: z.number().int(),
  trigger: z.string().meta({ examples: ['opted-in'] }),
  started_at: Instant,
  state: z.enum(runStates),
  node: nodeId.nullable(),
  visit: z.number().int(),
  since: Instant,
  /** Until when it waits or its text is held, or when it is tried again. */
  until: Instant.nullable(),
  /** What holds its text until then: quiet hours, the carrier's pace, or a fault that passes; null: nothing does. */
  held: z.enum(holdReasons).nullable(),
  /** It goes on before, when what it waits for happens. */
  listening: z.boolean(),
  ended_at: Instant.nullable(),
  reason: AutomationEnd.nullable(),
  note: z
    .string()
    .nullable()
    .meta({ examples: ['no-wait'] }),
});
export type AutomationRun = z.output<typeof AutomationRun>;

/** One thing that happened in a run, in order. What does not belong to its kind is null. */
export const AutomationDeed = z.object({
  /** `held`: its text waits, `note` says why; without `until`, the carrier is asked what became of it. */
  kind: z.enum(['started', 'begun', 'held', 'put-off', 'waiting', 'forced', 'passed', 'moved', 'ended']),
  at: Instant,
  node: nodeId.nullable(),
  visit: z.number().int().nullable(),
  /** Of what is done: `do`, `ask`, `keep`; of what somebody said by hand: `go-on`, `skip`. */
  act: z
    .string()
    .nullable()
    .meta({ examples: ['do'] }),
  attempt: z.number().int().nullable(),
  until: Instant.nullable(),
  listening: z.boolean().nullable(),
  exit: z
    .string()
    .nullable()
    .meta({ examples: ['next'] }),
  to: nodeId.nullable(),
  because: z
    .string()
    .nullable()
    .meta({ examples: ['checked'] }),
  note: z
    .string()
    .nullable()
    .meta({ examples: ['no-consent'] }),
  /** What a condition looked at, and what it saw then; null: nothing, or the contact was erased. */
  seen: z
    .array(
      z.object({
        what: z.string().meta({ examples: ['tag'] }),
        saw: z
          .string()
          .nullable()
          .meta({ examples: ['vip'] }),
        holds: z.boolean(),
      }),
    )
    .nullable(),
  /** Of what was begun: the text in its own words, or the email's subject; null: it said nothing, or the contact was erased. */
  said: z
    .object({ kind: z.enum(['text', 'mail']), words: z.string().meta({ examples: ['Hi Ann, your table is booked.'] }) })
    .nullable(),
  version: z.number().int().nullable(),
  /** Who did it; null: the software. */
  by: id.nullable(),
});
export type AutomationDeed = z.output<typeof AutomationDeed>;
const RunParams = z.object({ id: Uuid, runId: Uuid });
const StepParams = z.object({ id: Uuid, blockId: Uuid });

/**
 * Two automations that may text one contact for one cause within minutes: by which trigger and with which step of this one,
 * and of the other. Triggers by their places in the lists.
 */
export const AutomationOverlap = z.object({
  trigger: z.number().int(),
  node: nodeId,
  other: z.object({ id, name: Name, trigger: z.number().int(), node: nodeId }),
});
export type AutomationOverlap = z.output<typeof AutomationOverlap>;
/**
 * Automations that start each other through what this one does as it is drawn, or this one that starts itself: each step
 * sets off the trigger of the next. `endless`: nothing in them ends it for a contact.
 */
export const AutomationCircle = z.object({
  endless: z.boolean(),
  steps: z.array(
    z.object({ automation: z.object({ id, name: Name }), node: nodeId, starts: id, trigger: z.number().int() }),
  ),
});
export type AutomationCircle = z.output<typeof AutomationCircle>;
export const AutomationOverlapList = z.object({ data: z.array(AutomationOverlap), circles: z.array(AutomationCircle) });

const business = ['Business'] as const;
const uniqueId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{32}$/, 'This is not the unique id of an automation.')
  .meta({ examples: ['kq0d5l2Yb7hX9mT3vR8sW1zA4cE6gJ0p'] });

export const AutomationChoices = wholeList(z.object({ id, name: Name }));
export const AutomationTemplateList = z.object({ data: z.array(AutomationTemplate) });
export const AutomationUniqueId = z.object({ data: z.object({ unique_id: uniqueId }) });
export const CloneAutomation = z.object({ name: FormName.optional() });
export const DuplicateAutomation = z.object({ name: FormName });
export const SwitchAutomation = z.object({
  on: z.boolean(),
  /** Of those whose wait ended while it was off. */
  lapsed: z.enum(['go-on', 'end']).default('go-on'),
});
export const AutomationVersionList = z.object({ data: z.array(AutomationVersion) });
export const AutomationVersionAnswer = z.object({
  data: z.object({ version: z.number().int(), document: AutomationDocument, counts: z.array(AutomationCount) }),
});
/** A run with all that happened in it, and the version that it follows. */
export const AutomationRunAnswer = z.object({
  data: AutomationRun.extend({ document: AutomationDocument.nullable(), path: z.array(AutomationDeed) }),
});
export const AutomationListParams = listParams(automationList);
export const AutomationRunParams = listParams(runList);
export const AutomationList = list(AutomationRow);
export const AutomationRunList = list(AutomationRun);

/** Room for as many steps as there may be with all their words, and for being told how many are too many. */
const atMost = {
  bytes: 4 * 1024 * 1024,
  tooLarge: `This is too large: an automation has at most ${maxNodes} steps, and 4 MB. Make several automations of it.`,
};
export const automationCalls = calls('Automations', {
  'GET /automations/all': {
    id: 'listStartableAutomations',
    who: business,
    summary: 'The automations that contacts can be brought into now, by name.',
    reply: AutomationChoices,
  },
  'GET /automations': {
    id: 'listAutomations',
    who: business,
    summary: 'The automations of the business, with who came in, is inside and reached the goal.',
    query: AutomationListParams,
    reply: AutomationList,
  },
  'POST /automations': {
    id: 'createAutomation',
    who: business,
    summary: 'A new automation: empty, from a template, or as it is given.',
    body: NewAutomation,
    atMost,
    example: { name: 'Welcome', template: 'welcome' },
    reply: Created,
  },
  'GET /automations/templates': {
    id: 'listAutomationTemplates',
    who: business,
    summary: 'What a new automation can start from.',
    reply: AutomationTemplateList,
  },
  'GET /automations/{id}': {
    id: 'getAutomation',
    who: business,
    summary: 'The draft, the published version, what blocks publishing, and the contacts at each step.',
    params: IdParams,
    reply: AutomationAnswer,
  },
  'POST /automations/{id}': {
    id: 'updateAutomation',
    who: business,
    summary: 'Save changes and publish. Changes others made to other steps in the meantime are kept.',
    params: IdParams,
    body: AutomationChanges,
    atMost,
    example: { revision: 3, nodes: exampleNodes, start: nodes[0], triggers: exampleTriggers },
    reply: AutomationAnswer,
  },
  'DELETE /automations/{id}': {
    id: 'deleteAutomation',
    who: business,
    summary: 'Delete it. It ends for everyone enrolled.',
    params: IdParams,
    reply: Success,
  },
  'GET /automations/{id}/unique-id': {
    id: 'getAutomationUniqueId',
    who: business,
    summary: 'An id by which another business can take a copy: without contacts, numbers, addresses or secrets.',
    params: IdParams,
    reply: AutomationUniqueId,
  },
  'POST /automations/{id}/clone': {
    id: 'cloneAutomation',
    who: business,
    summary: 'Take a copy of another business’s automation. `{id}` is the unique id that it was shared with.',
    params: z.object({ id: uniqueId }),
    body: CloneAutomation,
    reply: Created,
  },
  'POST /automations/{id}/duplicate': {
    id: 'duplicateAutomation',
    who: business,
    summary: 'Duplicate its draft, with no one enrolled yet.',
    params: IdParams,
    body: DuplicateAutomation,
    reply: Created,
  },
  'POST /automations/{id}/refresh': {
    id: 'refreshAutomation',
    who: business,
    summary: 'Recalculate all waits from the published version, with today’s days, zones and times.',
    params: IdParams,
    reply: AutomationAnswer,
  },
  'POST /automations/{id}/switch': {
    id: 'switchAutomation',
    who: business,
    summary: 'Turn it off (no new enrollments, nothing starts, waiting contacts stay), or on again.',
    params: IdParams,
    body: SwitchAutomation,
    example: { on: false },
    reply: AutomationAnswer,
  },
  'GET /automations/{id}/versions': {
    id: 'listAutomationVersions',
    who: business,
    summary: 'All versions that were published, the newest first.',
    params: IdParams,
    reply: AutomationVersionList,
  },
  'GET /automations/{id}/versions/{version}': {
    id: 'getAutomationVersion',
    who: business,
    summary: 'A version as it was published, and its counters.',
    params: VersionParams,
    reply: AutomationVersionAnswer,
  },
  'GET /automations/{id}/overlaps': {
    id: 'getAutomationOverlaps',
    who: business,
    summary:
      'Other automations that may text the same contact for the same cause within minutes of what is drawn here, and circles in which automations start each other, or this one itself.',
    params: IdParams,
    reply: AutomationOverlapList,
  },
  'GET /automations/{id}/runs': {
    id: 'listAutomationRuns',
    who: business,
    summary: 'Who goes through it, or went: where they are, since when, until when, and how it ended.',
    params: IdParams,
    query: AutomationRunParams,
    reply: AutomationRunList,
  },
  'GET /automations/{id}/runs/{runId}': {
    id: 'getAutomationRun',
    who: business,
    summary: 'The path of one contact, step by step: the inputs, the decision, the result.',
    params: RunParams,
    reply: AutomationRunAnswer,
  },
  'GET /automations/{id}/wait-contacts/{blockId}': {
    id: 'listWaitingContacts',
    who: business,
    summary: 'Contacts at a step, and how long they wait there.',
    params: StepParams,
    query: AutomationRunParams,
    reply: AutomationRunList,
  },
});
