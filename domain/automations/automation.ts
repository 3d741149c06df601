import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { changed, type FormOf, same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AutomationId, BusinessId } from '../kernel/ids.ts';
import {
  AutomationArchived,
  AutomationCreated,
  AutomationDrafted,
  type AutomationEvent,
  AutomationPublished,
  AutomationRenamed,
  AutomationDeactivated,
  AutomationActivated,
  AutomationEnrollmentsRetried,
  AutomationVersionCreated,
  type AutomationVersionEvent,
  type Origin,
  type StepMove,
} from './events.ts';
import {
  type Document,
  emptyDocument,
  maxNodes,
  type Node,
  nodeOf,
  type Reentry,
  type Trigger,
} from './document/document.ts';
import { canTakeOver } from './document/exits.ts';

export interface ExistingAutomation {
  /** `draft`: never published. `off`: nobody new comes in, nothing is begun. `archived`: it is over. */
  readonly status: 'draft' | 'on' | 'off' | 'archived';
  readonly automationId: AutomationId;
  readonly businessId: BusinessId;
  readonly name: string;
  readonly origin: Origin;
  /** What is being drawn; what runs is the version that was published last. */
  readonly draft: Document;
  /** That version; null: none. */
  readonly version: number | null;
}
export type Automation = { readonly status: 'none' } | ExistingAutomation;

const evolve = (automation: Automation, event: AutomationEvent): Automation => {
  if (event.type === 'AutomationCreated') {
    if (automation.status !== 'none') return automation;
    const { automationId, businessId, name, origin } = event.data;
    return { status: 'draft', automationId, businessId, name, origin, draft: emptyDocument, version: null };
  }
  if (automation.status === 'none') return automation;
  switch (event.type) {
    case 'AutomationRenamed':
      return { ...automation, name: event.data.name };
    case 'AutomationDrafted': {
      const { nodes, triggers, reentry, start } = event.data;
      return { ...automation, draft: drafted(automation.draft, { nodes, triggers, reentry, start }) };
    }
    case 'AutomationPublished':
      return { ...automation, status: automation.status === 'off' ? 'off' : 'on', version: event.data.version };
    case 'AutomationDeactivated':
      return { ...automation, status: 'off' };
    case 'AutomationActivated':
      return { ...automation, status: 'on' };
    case 'AutomationArchived':
      return { ...automation, status: 'archived' };
    case 'AutomationEnrollmentsRetried':
      return automation;
    default:
      return unchanged(automation, event);
  }
};

export const Automation: Aggregate<Automation, AutomationEvent> = { initial: { status: 'none' }, evolve };

/** What changes of a document: steps whole by their ids, null: taken away. Undefined: it stays. */
export interface DraftChanges {
  readonly nodes: Readonly<Record<string, Node | null>>;
  readonly triggers?: readonly Trigger[] | undefined;
  readonly reentry?: Reentry | undefined;
  readonly start?: string | null | undefined;
}
/** A document with changes made to it. */
export function drafted(document: Document, { nodes, triggers, reentry, start }: DraftChanges): Document {
  const steps = { ...document.nodes };
  for (const [id, node] of Object.entries(nodes)) {
    if (node === null) delete steps[id];
    else steps[id] = node;
  }
  return {
    triggers: [...(triggers ?? document.triggers)],
    reentry: reentry ?? document.reentry,
    start: start === undefined ? document.start : start,
    nodes: steps,
  };
}

export function existing(automation: Automation): ExistingAutomation {
  if (automation.status === 'none') throw new DomainError('not_found', 'This automation does not exist.');
  return automation;
}
/** One that is not put away. */
export function living(automation: Automation): ExistingAutomation {
  const found = existing(automation);
  if (found.status === 'archived') throw new DomainError('not_found', 'This automation was deleted.');
  return found;
}
const idsOf = ({ automationId, businessId }: ExistingAutomation) => ({ automationId, businessId });

export function createAutomation(
  {
    document,
    ...command
  }: {
    readonly automationId: AutomationId;
    readonly businessId: BusinessId;
    readonly name: string;
    readonly origin: Origin;
    readonly document: Document;
  },
  automation: Automation,
): readonly AutomationEvent[] {
  if (automation.status !== 'none') return [];
  refuseTooMany(document);
  const { automationId, businessId } = command;
  return [
    AutomationCreated.create(command),
    ...(same(document, emptyDocument) ? [] : [AutomationDrafted.create({ automationId, businessId, ...document })]),
  ];
}

export function renameAutomation({ name }: { readonly name: string }, state: Automation): readonly AutomationEvent[] {
  const automation = living(state);
  return automation.name === name ? [] : [AutomationRenamed.create({ ...idsOf(automation), name })];
}

function refuseTooMany({ nodes }: Document): void {
  const count = Object.keys(nodes).length;
  if (count <= maxNodes) return;
  const message = `This has ${count.toLocaleString('en-US')} steps; ${maxNodes} are the most. Make several automations of it.`;
  throw new DomainError('validation_failed', message, { nodes: [message] });
}

/** Only what differs is said. A document may be unfinished, but never too large. */
export function draftAutomation(given: DraftChanges, state: Automation): readonly AutomationEvent[] {
  const automation = living(state);
  const { draft } = automation;
  const nodes = Object.fromEntries(Object.entries(given.nodes).filter(([id, node]) => !same(node, nodeOf(draft, id))));
  const { triggers, reentry, start } = given;
  const rest = changed({ triggers: triggers && [...triggers], reentry, start }, draft) ?? {};
  if (Object.keys(nodes).length === 0 && Object.keys(rest).length === 0) return [];
  refuseTooMany(drafted(draft, given));
  return [AutomationDrafted.create({ ...idsOf(automation), nodes, ...rest })];
}

/** What somebody edits, by the names that a conflict says: `nodes.<id>` for each step, and the rest of the document. */
export const formOfDraft =
  ({ nodes, ...rest }: DraftChanges): FormOf<Automation> =>
  (automation) => {
    const document = automation.status === 'none' ? emptyDocument : automation.draft;
    return {
      ...Object.fromEntries(Object.keys(nodes).map((id) => [`nodes.${id}`, nodeOf(document, id)])),
      ...Object.fromEntries(
        (['triggers', 'reentry', 'start'] as const)
          .filter((field) => rest[field] !== undefined)
          .map((field) => [field, document[field]]),
      ),
    };
  };
/** All of it: whoever publishes says so of what they saw. */
export const formOfDocument: FormOf<Automation> = (automation) => {
  const { nodes, ...rest } = automation.status === 'none' ? emptyDocument : automation.draft;
  return { ...rest, ...Object.fromEntries(Object.entries(nodes).map(([id, node]) => [`nodes.${id}`, node])) };
};

/**
 * A version that was made of the draft is what counts from now on. `document`: that of the version. Switched off, it stays
 * so.
 */
export function publishAutomation(
  {
    version,
    document,
    moves,
  }: { readonly version: number; readonly document: Document; readonly moves: readonly StepMove[] },
  state: Automation,
): readonly AutomationEvent[] {
  const automation = living(state);
  if (automation.version !== null && automation.version >= version) return [];
  if (!same(automation.draft, document))
    throw new DomainError('conflict', 'Someone changed this at the same moment. Review it and publish again.');
  return [AutomationPublished.create({ ...idsOf(automation), version, moves: [...moves] })];
}

export function switchAutomation(
  given: { readonly on: true; readonly lapsed: 'go-on' | 'end' } | { readonly on: false },
  state: Automation,
): readonly AutomationEvent[] {
  const automation = living(state);
  if (automation.version === null)
    throw new DomainError('conflict', 'Publish this first: there is nothing yet that could run.');
  if ((automation.status === 'on') === given.on) return [];
  return given.on ?
      [AutomationActivated.create({ ...idsOf(automation), lapsed: given.lapsed })]
    : [AutomationDeactivated.create(idsOf(automation))];
}

/** `count`: how many wait to be tried again; of nobody there is nothing to say. */
export const tryAgain = ({ count }: { readonly count: number }, state: Automation): readonly AutomationEvent[] =>
  count === 0 ? [] : [AutomationEnrollmentsRetried.create({ ...idsOf(living(state)), count })];

export function archiveAutomation(_: unknown, state: Automation): readonly AutomationEvent[] {
  const automation = existing(state);
  return automation.status === 'archived' ? [] : [AutomationArchived.create(idsOf(automation))];
}

/** An automation as it was published once. */
export type AutomationVersion =
  | { readonly status: 'none' }
  | {
      readonly status: 'made';
      readonly automationId: AutomationId;
      readonly businessId: BusinessId;
      readonly version: number;
      readonly document: Document;
      /** Of each step that emails, what it emails: the id of a compiled design. */
      readonly mails: Readonly<Record<string, string>>;
    };
export type MadeVersion = Extract<AutomationVersion, { status: 'made' }>;
export const AutomationVersion: Aggregate<AutomationVersion, AutomationVersionEvent> = {
  initial: { status: 'none' },
  evolve: (version, { data }) => (version.status === 'none' ? { status: 'made', ...data } : version),
  isOver: ({ status }) => status === 'made',
};
export const makeVersion = (
  command: Parameters<typeof AutomationVersionCreated.create>[0],
  version: AutomationVersion,
): readonly AutomationVersionEvent[] => (version.status === 'none' ? [AutomationVersionCreated.create(command)] : []);

/**
 * Throws `validation_failed` where somebody could not stand: a step that is not there in the new version, or is another one.
 * `before`: the version that they follow; null: none was published.
 */
export function checkMoves(moves: readonly StepMove[], before: Document | null, after: Document): void {
  for (const [at, { node, how, to }] of moves.entries()) {
    const refuse = (field: string, message: string): never => {
      throw new DomainError('validation_failed', message, { [`moves.${at}.${field}`]: [message] });
    };
    if (how === 'go') {
      if (to !== null && nodeOf(after, to) === null) refuse('to', 'The new version has no such step.');
      continue;
    }
    const [was, is] = [before === null ? null : nodeOf(before, node), nodeOf(after, node)];
    if (is === null) refuse('how', 'The new version has no such step. Choose where to go for who is there.');
    else if (was !== null && !canTakeOver(was, is))
      refuse('how', 'This step is another one in the new version. Choose where to go for who is there.');
  }
}
