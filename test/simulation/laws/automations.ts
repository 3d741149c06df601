import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Document, Node } from '../../../domain/automations/document/document.ts';
import { automations as model } from '../../../projections/automations/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import type { Law } from '../action.ts';
import { goalWord } from '../automations.ts';
import type { World } from '../world.ts';

/** One contact on its way, as the log has it. */
interface Lived {
  readonly runId: string;
  readonly automationId: string;
  readonly contactId: string;
  readonly started: StoredEvent;
  readonly events: readonly StoredEvent[];
  readonly ended: StoredEvent | null;
}

function lived(events: readonly StoredEvent[]): readonly Lived[] {
  const streams = Map.groupBy(
    events.filter(({ stream }) => stream.startsWith('automationRun-')),
    ({ stream }) => stream,
  );
  return [...streams.values()].map((stream) => ({
    runId: stream[0]!.data['runId'] as string,
    automationId: stream[0]!.data['automationId'] as string,
    contactId: stream[0]!.data['contactId'] as string,
    started: stream[0]!,
    events: stream,
    ended: stream.find(({ type }) => type === 'AutomationRunEnded') ?? null,
  }));
}

type Documents = (automationId: string, version: number) => Document | undefined;
function documentsOf(events: readonly StoredEvent[]): Documents {
  const made = new Map(
    events
      .filter(({ type }) => type === 'AutomationVersionCreated')
      .map(({ data }) => [`${String(data['automationId'])} ${String(data['version'])}`, data['document'] as Document]),
  );
  return (automationId, version) => made.get(`${automationId} ${version}`);
}

/** Written down once more, apart from the domain's: where a step leads to by an exit. */
const leadsTo = ({ to }: Node, exit: string): string | null => {
  const exits = to as Readonly<Record<string, string | null>>;
  return exits[exit] ?? (exit === 'failed' ? (exits['next'] ?? null) : null);
};

/** What is wrong with the way of a run: it takes each step as it is drawn, does each thing once, and has one end. */
function wrongWay({ automationId, events, ended }: Lived, documents: Documents): readonly string[] {
  const problems: string[] = [];
  let version = events[0]!.data['version'] as number;
  /** The step that it comes to next; undefined: it is at one. */
  let due: string | null | undefined = events[0]!.data['start'] as string | null;
  let at = null as { readonly node: string; readonly visit: number } | null;
  const visits = new Map<string, number>();
  const done = new Set<string>();
  if (events[0]!.type !== 'AutomationRunStarted') problems.push('begins in the middle');
  for (const { type, data } of events.slice(1)) {
    const { node, visit } = data as { readonly node: string; readonly visit: number };
    if (type === 'AutomationRunStarted') problems.push('started twice');
    if (type.startsWith('AutomationStep') && (at?.node !== node || at.visit !== visit)) {
      if (due !== node) problems.push(`came to ${node.slice(0, 8)} and was to come to ${String(due).slice(0, 8)}`);
      if (visit !== (visits.get(node) ?? 0) + 1) problems.push(`visits ${node.slice(0, 8)} as number ${visit}`);
      visits.set(node, visit);
      [at, due] = [{ node, visit }, undefined];
    }
    if (type === 'AutomationStepStarted') {
      const key = [node, visit, data['act'], data['round'], data['attempt']].join(' ');
      if (done.has(key)) problems.push(`does ${key} again`);
      done.add(key);
    }
    if (type === 'AutomationStepCompleted') {
      const drawn = documents(automationId, version)?.nodes[node];
      if (drawn === undefined) problems.push(`passes a step that version ${version} does not have`);
      else if (leadsTo(drawn, data['exit'] as string) !== data['to'])
        problems.push(`leaves ${drawn.kind} by ${String(data['exit'])} for where that does not lead`);
      [at, due] = [null, data['to'] as string | null];
    }
    if (type === 'AutomationRunMigrated') {
      version = data['version'] as number;
      if (data['until'] === null) [at, due] = [null, data['node'] as string | null];
    }
  }
  const end = ended?.data;
  if (end?.['reason'] === 'failed') problems.push(`failed: ${String(end['note'])}`);
  if (end?.['reason'] === 'completed' && due !== null) problems.push('was over before its way was');
  if (ended !== null && ended !== events.at(-1)) problems.push('went on after its end');
  return problems;
}

const isText = ({ type, data }: StoredEvent): boolean => type === 'MessageQueued' && data['automation'] !== null;
/** One that did not arrive in passing goes out once more, by another name. */
const isFirst = ({ metadata: { actor } }: StoredEvent): boolean => actor.kind !== 'system' || actor.name !== 'resend';
const originOf = ({ data }: StoredEvent) => data['automation'] as { readonly runId: string; readonly node: string };

/** Everybody who is inside goes the way that is drawn; each thing is done once, and what is said to be done is. */
export const runs: Law = {
  name: 'a run goes its way once',
  async check(world) {
    const events = await world.events();
    const documents = documentsOf(events);
    const all = lived(events);
    const texts = Map.groupBy(
      events.filter((event) => isText(event) && isFirst(event)),
      (event) => `${originOf(event).runId} ${originOf(event).node}`,
    );
    const taken = new Set(world.carrier.taken.map(({ messageId }) => messageId));
    const problems: string[] = [];
    for (const run of all) {
      const say = (what: string) => problems.push(`the run ${run.runId.slice(0, 8)} ${what}`);
      wrongWay(run, documents).forEach(say);
      const nodes = Map.groupBy(
        run.events.filter(({ data }) => typeof data['node'] === 'string'),
        ({ data }) => data['node'] as string,
      );
      for (const [node, told] of nodes) {
        const asked = told.filter(
          ({ type, data }) => type === 'AutomationStepStarted' && data['act'] !== 'keep',
        ).length;
        const own = texts.get(`${run.runId} ${node}`) ?? [];
        if (own.length > asked) say(`sends ${own.length} texts where ${asked} were to be sent`);
        const kind = documents(run.automationId, run.started.data['version'] as number)?.nodes[node]?.kind;
        const isMoved = run.events.some(({ type }) => type === 'AutomationRunMigrated');
        const passed = told.filter(
          ({ type, data }) => type === 'AutomationStepCompleted' && data['because'] === 'done',
        );
        const arrived = own.filter(({ data }) => taken.has(data['messageId'] as string)).length;
        if (kind === 'Notification' && !isMoved && passed.length > arrived)
          say(`says of ${passed.length} texts that they left, and ${arrived} did`);
      }
    }
    return [...problems, ...entered(all), ...(await inside(world, events, all))];
  },
};

/** One after another, each by a cause of its own. */
function entered(all: readonly Lived[]): readonly string[] {
  const problems: string[] = [];
  for (const own of Map.groupBy(all, ({ automationId, contactId }) => `${automationId} ${contactId}`).values()) {
    const who = own[0]!.contactId.slice(0, 8);
    const causes = new Set(own.map(({ started }) => started.data['cause']));
    if (causes.size < own.length) problems.push(`${who} came in twice by one cause`);
    own.forEach(({ started }, nth) => {
      const before = own[nth - 1]?.ended;
      if (started.data['entry'] !== nth + 1)
        problems.push(`${who} comes in as number ${String(started.data['entry'])}`);
      if (nth > 0 && !(before != null && before.position < started.position))
        problems.push(`${who} comes in while they are inside`);
    });
  }
  return problems;
}

/** Who is still inside when all has come to rest: the tables of work and of what is shown say the same. */
async function inside(world: World, events: readonly StoredEvent[], all: readonly Lived[]): Promise<readonly string[]> {
  const archived = new Set(
    events.filter(({ type }) => type === 'AutomationArchived').map(({ data }) => data['automationId']),
  );
  const gone = new Set(
    events
      .filter(({ type }) => type === 'ContactErased' || type === 'ContactMergedInto')
      .map(({ data }) => data['contactId']),
  );
  const worked = await world.query<{ id: string }>(
    `select run_id as id from ops.automation_runs where state <> 'ended'`,
  );
  const shown = await world.query<{ id: string; state: string; reason: string | null; node: string | null }>(
    `select id, state, reason, node from ${schemaOf(model)}.runs`,
  );
  const problems = all.flatMap((run): readonly string[] => {
    const row = shown.find(({ id }) => id === run.runId);
    const name = `the run ${run.runId.slice(0, 8)}`;
    const reason = (run.ended?.data['reason'] as string | undefined) ?? null;
    if (row === undefined) return [`${name} is not shown`];
    const says = `${row.state} ${row.reason ?? ''}`;
    if ((row.state === 'ended') !== (run.ended !== null) || row.reason !== reason)
      return [`${name} is shown as ${says} and is ${reason ?? 'under way'}`];
    if (run.ended !== null) return [];
    if (!worked.some(({ id }) => id === run.runId)) return [`${name} is under way, and nobody works on it`];
    return archived.has(run.automationId) || gone.has(run.contactId) ?
        [`${name} is under way although its contact or automation is gone`]
      : [];
  });
  for (const { id } of worked)
    if (!all.some(({ runId, ended }) => runId === id && ended === null))
      problems.push(`the run ${id.slice(0, 8)} is over and still worked on`);
  return problems;
}

/** So long an event of the log takes to be handed on, at the most that counts: within that, two systems may differ. */
const handedOnMs = 60_000;

const elapsedIn =
  (world: World) =>
  ({ position }: StoredEvent): number =>
    world.timeline.elapsedAt(world.appendedAt.get(position) ?? 0);

/** Who has reached the goal is done: they get nothing more of it, and it says so. */
export const goals: Law = {
  name: 'who has reached a goal gets nothing more',
  async check(world) {
    const events = await world.events();
    const documents = documentsOf(events);
    const words = new Set(
      events
        .filter(
          ({ type, data }) => type === 'MessageReceived' && String(data['body']).trim().toLowerCase() === goalWord,
        )
        .map(({ data }) => data['messageId']),
    );
    // A text is one that happens to an automation once nobody else has taken it for theirs.
    const said = events.filter(({ type, data }) => type === 'MessageRoutedToInbox' && words.has(data['messageId']));
    const elapsed = elapsedIn(world);
    const problems: string[] = [];
    for (const run of lived(events)) {
      const { started, ended, events: told } = run;
      const isDrawn = told.every(
        ({ type, data }) =>
          (type !== 'AutomationRunStarted' && type !== 'AutomationRunMigrated') ||
          Object.values(documents(run.automationId, data['version'] as number)?.nodes ?? {}).some(
            ({ kind }) => kind === 'Goal',
          ),
      );
      const reached = said.find(
        (event) =>
          event.data['contactId'] === run.contactId &&
          event.position > started.position &&
          // Clocks that are set back make it seem to have been before.
          event.metadata.occurredAt > String(started.data['at']),
      );
      if (!isDrawn || reached === undefined) continue;
      const name = `the run ${run.runId.slice(0, 8)}`;
      const isLate = (event: StoredEvent): boolean => elapsed(event) > elapsed(reached) + handedOnMs;
      if (ended === null) problems.push(`${name} is under way although its goal was reached`);
      else if (isLate(ended) && ended.data['reason'] === 'completed')
        problems.push(`${name} went to its end although its goal was reached`);
      if (told.some((event) => event.type === 'AutomationStepStarted' && isLate(event)))
        problems.push(`${name} does something although its goal was reached`);
    }
    return problems;
  },
};

/** Who has opted out, or is in an automation that was put away, is left alone: their run does nothing more. */
export const leftAlone: Law = {
  name: 'who is to be left alone is out of every automation',
  async check(world) {
    const events = await world.events();
    const elapsed = elapsedIn(world);
    const words = events.filter(({ type }) => /^(?:ContactOptedOut|ContactOptedIn|AutomationArchived)$/u.test(type));
    return lived(events).flatMap(({ runId, contactId, automationId, events: told }) =>
      told.flatMap((event) => {
        if (event.type !== 'AutomationStepStarted') return [];
        const before = words.filter(({ position }) => position < event.position);
        const consent = before.findLast(({ data }) => data['contactId'] === contactId);
        const archived = before.find(({ data }) => data['automationId'] === automationId);
        const word = consent?.type === 'ContactOptedOut' ? consent : archived;
        return word !== undefined && elapsed(event) > elapsed(word) + handedOnMs ?
            [`the run ${runId.slice(0, 8)} does something after ${word.type}`]
          : [];
      }),
    );
  },
};

/** A run that is over says nothing more: what had not left then never does. */
export const nothingAfterTheEnd: Law = {
  name: 'nothing is sent by a run that is over',
  async check(world) {
    const events = await world.events();
    const ends = new Map(
      lived(events).flatMap(({ runId, ended }) => (ended === null ? [] : [[runId, ended] as const])),
    );
    const texts = new Map(events.filter(isText).map((event) => [event.data['messageId'], event]));
    return world.carrier.taken.flatMap(({ messageId, sid, decidedAt }) => {
      const text = texts.get(messageId);
      const end = text === undefined ? undefined : ends.get(originOf(text).runId);
      return (
          end !== undefined &&
            end.data['reason'] !== 'completed' &&
            (world.appendedAt.get(end.position) ?? Infinity) < decidedAt
        ) ?
          [`text ${messageId} (${sid.slice(-4)}) went out although its run was over (${String(end.data['reason'])})`]
        : [];
    });
  },
};

/** Whom a trigger means comes in, however often processes died in between. */
export const entries: Law = {
  name: 'who is meant by a trigger comes in',
  async check(world) {
    const events = await world.events();
    const of = (type: string) => events.filter((event) => event.type === type);
    const all = lived(events);
    const disturbed = new Set([...of('BusinessArchived'), ...of('AgencyArchived')].map(({ type }) => type)).size > 0;
    if (disturbed) return [];
    const left = new Set(
      events
        .filter(({ type }) => /^Contact(?:OptedOut|Erased|Merge|ImportUndone|SuppressionKept)/u.test(type))
        .map(({ data }) => data['contactId']),
    );
    return of('AutomationPublished').flatMap((published) => {
      const { automationId, businessId } = published.data;
      const versions = of('AutomationVersionCreated').filter(({ data }) => data['automationId'] === automationId);
      const isSteady = events.every(
        ({ type, data }) =>
          data['automationId'] !== automationId || (type !== 'AutomationDeactivated' && type !== 'AutomationArchived'),
      );
      const isMeant = versions.every(({ data }) =>
        (data['document'] as Document).triggers.some(({ on }) => on.kind === 'opted-in'),
      );
      if (!isSteady || !isMeant) return [];
      return of('ContactOptedIn')
        .filter(({ data, position }) => data['businessId'] === businessId && position > published.position)
        .filter(({ data }) => !left.has(data['contactId']))
        .filter(
          ({ data }) => !all.some((run) => run.automationId === automationId && run.contactId === data['contactId']),
        )
        .map(({ data }) => `${String(data['contactId'])} opted in and is not in ${String(automationId).slice(0, 8)}`);
    });
  },
};
