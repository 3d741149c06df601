import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { decide, type Input, type RunInputs, nextOf, type Outcome } from '../../domain/automations/runs/decide.ts';
import { type Document, planOf } from '../../domain/automations/document/document.ts';
import { channelOf, effectsOf } from '../../domain/automations/steps/effects.ts';
import { type ContactActivity, factsOf } from '../../domain/automations/runs/facts.ts';
import { changesIn, type TriggerEvent, inFull } from '../../domain/automations/trigger-events/trigger-events.ts';
import type { TriggerEventDetail } from '../../domain/automations/triggers/index.ts';
import { effectIdOf, listensFor, Run } from '../../domain/automations/runs/run.ts';
import type { RunEvent } from '../../domain/automations/runs/run-events.ts';
import { lapse } from '../../domain/automations/runs/automation-state.ts';
import { wordsOf } from '../../domain/automations/runs/words.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { answeredByNo } from '../../domain/contacts/suspect.ts';
import {
  AutomationId,
  AutomationRunId,
  BusinessId,
  ContactId,
  MessageId,
  namespaces,
  uuidV5,
} from '../../domain/kernel/ids.ts';
import { ContactEmail } from '../../domain/emails/contact-email.ts';
import { isOutgoing, Message } from '../../domain/messages/message.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import {
  startUnitOfWork,
  type Change,
  changeAll,
  type Changed,
  furthest,
  stateOf,
  type UnitOfWork,
  type CommandServices,
} from '../kernel/unit-of-work.ts';
import { type RunEnvironment, environmentOf, exitSince, zonesFor } from './run-environment.ts';
import { keptVersion } from './documents.ts';
import { strikeOff } from './strike-off.ts';

/** Something that is known to have happened to a contact. */
export interface Remembered extends Pick<TriggerEvent, 'kind' | 'at' | 'detail'> {
  readonly position: bigint;
}

const asked = z.object({
  runId: AutomationRunId,
  automationId: AutomationId,
  businessId: BusinessId,
  contactId: ContactId,
  /** The stream of the text or email whose outcome it waits for. */
  awaits: z.string().nullable(),
  happened: z.custom<readonly Remembered[]>(),
  beside: z.custom<ContactActivity>(),
  /** Up to which instant all texts that arrived are among `happened`. */
  textsUpTo: z.iso.datetime(),
  /** How something went that was done on the spot. */
  outcome: z.custom<{ readonly effectId: string; readonly outcome: Outcome } | null>(),
});
type Asked = z.output<typeof asked>;

/** Where a run stands after a look. */
export interface RunEvaluation {
  readonly runId: string;
  /** `none`: there is no such run. `off`: its automation is switched off, and it would go on. */
  readonly state: 'none' | 'ended' | 'due' | 'off' | 'acting' | 'put-off' | 'waiting';
  readonly version: number;
  readonly node: string | null;
  readonly visit: number;
  /** When it is to be looked at again; null: when something happens. */
  readonly until: string | null;
  readonly listens: readonly string[];
  /** What is to be done now, by whose name; null: nothing. */
  readonly effectId: string | null;
  /** Its text or email is there already: to be awaited, not written again. */
  readonly said: boolean;
  /** By which way it reaches the contact; null: it reaches nobody, or nothing is to be done. */
  readonly channel: 'text' | 'mail' | null;
}

/**
 * Looks at some runs: at all that each is held against, decides what follows, and says it. As often as one likes: a look
 * that finds nothing new says nothing.
 */
export const evaluateRuns = command({
  input: z.object({ runs: z.array(asked) }),
  by: ['system'],
  async run({ world, context }, { runs }): Promise<CommandOutcome<readonly RunEvaluation[]>> {
    const texts = runs.flatMap(({ happened }) => happened.flatMap(({ detail }) => detail['messageId'] ?? []));
    const found = await world.events.readMany([
      ...runs.flatMap(({ runId, contactId, awaits }) => [
        streams.automationRun(runId),
        streams.contact(contactId),
        ...(awaits === null ? [] : [awaits]),
      ]),
      ...texts.map((id) => streams.message(MessageId.parse(id))),
    ]);
    const arounds = new Map<string, Promise<RunEnvironment>>();
    const around = ({ automationId, businessId }: Asked): Promise<RunEnvironment> => {
      const known = arounds.get(automationId) ?? environmentOf(world, automationId, businessId);
      arounds.set(automationId, known);
      return known;
    };
    const looks = await Promise.all(runs.map(async (one) => lookAt(world, context, one, await around(one), found)));
    const open = looks.filter((one) => 'change' in one);
    // Decided together, and said in one go.
    const changed = (await changeAll(world, open)).values();
    const results = await Promise.all(
      looks.map(async (one) => ('change' in one ? one.stands(changed.next().value!) : { position: null, result: one })),
    );
    return { position: furthest(...results), result: results.map(({ result }) => result) };
  },
});

type Found = ReadonlyMap<string, readonly StoredEvent[]>;

/** One run that goes on: what is decided on it, and where it stands when that is said. */
interface OpenRun {
  readonly work: UnitOfWork;
  readonly change: Change<Run, RunEvent> & { readonly seen: readonly StoredEvent[] };
  stands(changed: Changed<Run, RunEvent>): Promise<CommandOutcome<RunEvaluation>>;
}

async function lookAt(
  world: CommandServices,
  context: Parameters<typeof startUnitOfWork>[1],
  one: Asked,
  around: RunEnvironment,
  found: Found,
): Promise<OpenRun | RunEvaluation> {
  const stream = streams.automationRun(one.runId);
  const seen = found.get(stream) ?? [];
  const [started] = seen;
  const before = stateOf(Run, seen);
  if (started === undefined || before.status !== 'running') return ofEnded(one.runId, before);
  const stored = found.get(streams.contact(one.contactId)) ?? [];
  const contact = stateOf(Contact, stored);
  const looking: RunInputs = {
    now: world.now().toISOString(),
    textsUpTo: one.textsUpTo,
    exit: exitSince(around, contact, stored, BigInt(before.position)),
    paused: around.standing.status === 'off',
    happened: one.happened.flatMap((kept) => restored(kept, stored, found)),
    facts: factsOf(stored, one.beside),
    zones: zonesFor(around, contact),
    segments: around.segments,
    fields: around.fields,
  };
  const work = startUnitOfWork(world, context, {
    tenant: started.metadata.tenant,
    // Who looks at it as it stands says the same; who looks later says something else.
    commandId: uuidV5(namespaces.command, 'look-at-run', one.runId, String(seen.length)),
    correlationId: started.metadata.correlationId,
    causationId: seen.at(-1)!.id,
  });
  const documents = new Map<number, Document | null>();
  const document = (version: number): Document => documents.get(version)!;
  const fetched = async (version: number) =>
    documents.set(version, (await keptVersion(world, one.automationId, version))?.document ?? null);
  await fetched(before.version);
  const awaited = one.awaits === null ? null : (found.get(one.awaits) ?? []);
  const change: OpenRun['change'] = {
    stream,
    aggregate: Run,
    seen,
    decide: (run) => {
      if (run.status !== 'running') return [];
      const lapsed = lapse(around.standing, run, looking.now);
      if (lapsed.length > 0) return lapsed;
      // Moved to another version at this very moment: the next look has it.
      if (documents.get(run.version) == null) return [];
      return decide(run, document(run.version), inputFor(run, one, awaited), looking);
    },
  };
  const stands = async (changed: Changed<Run, RunEvent>): Promise<CommandOutcome<RunEvaluation>> => {
    const run = changed.events.reduce<Run>((state, event) => Run.evolve(state, event), changed.before);
    // It waited for a text, and went on: a bare no is the answer that it asked for.
    const asked = documents.get(before.version);
    const texts = one.happened.flatMap(({ kind, detail }) =>
      kind === 'text-received' ? [String(detail['messageId'])] : [],
    );
    const { place } = before;
    const waited = place.kind === 'waiting' && place.listening && changed.events.length > 0;
    if (waited && asked != null && listensFor(before, asked).has('text-received')) {
      const decide = (current: Contact) => answeredByNo(texts, current);
      if (decide(contact).length > 0)
        await work.change({ stream: streams.contact(one.contactId), aggregate: Contact, seen: stored, decide });
    }
    if (run.status !== 'running') {
      await strikeOff(work, before);
      return work.outcome(ofEnded(one.runId, run));
    }
    if (documents.get(run.version) === undefined) await fetched(run.version);
    const known = documents.get(run.version);
    if (known == null) return work.outcome(ofEnded(one.runId, run));
    const where = whereIs(run, known, looking);
    // That it would be awaited is written down before it is said: whoever wrote it may have died in between.
    const said = where.effectId !== null && one.awaits?.endsWith(where.effectId) === true && awaited!.length > 0;
    return work.outcome({ ...where, said });
  };
  return { work, change, stands };
}

const nothingToDo = { effectId: null, channel: null, said: false } as const;
const ofEnded = (runId: string, run: Run): RunEvaluation => ({
  runId,
  state: run.status === 'running' ? 'due' : run.status,
  node: null,
  visit: 0,
  until: null,
  listens: [],
  ...nothingToDo,
  version: run.status === 'none' ? 0 : run.version,
});

function whereIs(run: Extract<Run, { status: 'running' }>, document: Document, looking: RunInputs): RunEvaluation {
  const { runId, version, place } = run;
  const visit = place.kind === 'due' ? 0 : place.visit;
  const at = { runId, version, node: place.node, visit, listens: [...listensFor(run, document)] };
  const next = nextOf(run, document, looking);
  // What it waited for may have happened, before its time is over.
  const goesOn = (): boolean =>
    ((place.kind === 'waiting' || place.kind === 'put-off') && place.until <= looking.now) ||
    decide(run, document, { kind: 'look' }, { ...looking, paused: false }).length > 0;
  if (looking.paused && (next === null || goesOn())) return { ...at, state: 'off', until: null, ...nothingToDo };
  if (next === null) return { ...at, state: 'due', until: null, ...nothingToDo };
  switch (next.kind) {
    case 'decide':
      return { ...at, state: 'due', until: looking.now, ...nothingToDo };
    case 'sleep':
      return {
        ...at,
        state: next.listening || place.kind === 'waiting' ? 'waiting' : 'put-off',
        until: next.until,
        ...nothingToDo,
      };
    case 'act':
      return {
        ...at,
        state: 'acting',
        until: null,
        effectId: next.effectId,
        channel: channelOf(effectsOf(planOf(next.node), next) ?? []),
        said: false,
      };
    default:
      return next satisfies never;
  }
}

/** What somebody wrote, and what changed of them, as their streams have it. */
function restored(kept: Remembered, contact: readonly StoredEvent[], found: Found): readonly TriggerEventDetail[] {
  const happening = { ...kept, contactId: '', businessId: '' };
  if (kept.kind === 'field-changed') {
    const at = contact.findIndex(({ position }) => position === kept.position);
    return at === -1 ? [] : inFull(happening, null, changesIn(contact.slice(0, at), contact[at]!));
  }
  const { messageId } = kept.detail;
  return inFull(
    happening,
    messageId === undefined ? null : wordsOf(found.get(streams.message(MessageId.parse(messageId)))),
    [],
  );
}

/**
 * How what it waits for went, as far as it is known. `awaits` may be of a step before: whoever went on from there died
 * before writing that down. What became of that is not what becomes of this.
 */
function inputFor(run: Run, { outcome, awaits }: Asked, awaited: readonly StoredEvent[] | null): Input {
  if (run.status !== 'running' || run.place.kind !== 'acting') return { kind: 'look' };
  if (outcome !== null) return { kind: 'outcome', ...outcome };
  const effectId = effectIdOf(run.runId, run.place);
  const known = awaited === null || awaits?.endsWith(effectId) !== true ? null : outcomeIn(awaited);
  return known === null ? { kind: 'look' } : { kind: 'outcome', effectId, outcome: known };
}

const takenByCarrier: ReadonlySet<string> = new Set([
  'MessageAccepted',
  'MessageSent',
  'MessageDelivered',
  'EmailAccepted',
  'EmailDelivered',
  'EmailBounced',
  'EmailComplained',
]);

/** What became of a text or an email; null: nobody knows yet. The sender has tried again itself what may work another time. */
export function outcomeIn(stored: readonly StoredEvent[]): Outcome | null {
  if (stored.some(({ type }) => takenByCarrier.has(type))) return { kind: 'done' };
  if (stored[0]?.stream.startsWith('message-') === true) {
    const message = stateOf(Message, stored);
    if (!isOutgoing(message)) return null;
    if (message.status === 'suppressed') return { kind: 'refused', reason: message.reason };
    if (message.status !== 'failed') return null;
    return {
      kind: 'failed',
      reason: message.unsure ? 'outcome-unknown' : String(message.errorCode ?? 'not-sent'),
      again: false,
    };
  }
  const email = stateOf(ContactEmail, stored);
  switch (email.status) {
    case 'suppressed':
      return { kind: 'refused', reason: email.reason ?? 'suppressed' };
    case 'failed':
      return { kind: 'failed', reason: 'not-sent', again: false };
    case 'unknown':
      return { kind: 'failed', reason: 'outcome-unknown', again: false };
    default:
      return null;
  }
}
