import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { StepResult, Request } from '../../commands/automations/execute-step.ts';
import type { Remembered } from '../../commands/automations/evaluate-runs.ts';
import type { Outcome } from '../../domain/automations/runs/decide.ts';
import { noActivity } from '../../domain/automations/runs/facts.ts';
import { wordsOf } from '../../domain/automations/runs/words.ts';
import { is } from '../../domain/kernel/event.ts';
import { MessageRoutedToInbox, MessageReceived } from '../../domain/messages/events.ts';
import { callOut } from './call.ts';
import { isOutage } from '../engine/outage.ts';
import { triggerEventsHandled, triggerEventsWorker } from './trigger-events.ts';
import { inboundName } from '../engine/names.ts';
import { createPace } from './pace.ts';
import { awaitOutcomes, putOff, type RunState, writeStanding } from './rows.ts';
import { type AutomationDependencies, activityOf, batchContext, contextOf } from './task.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { backoff, maxAttempts } from '../engine/retry-policy.ts';
import { claimTurns, type Turn, untilNext, whileHeld } from './turns.ts';

/** Between claims that were not full, in ms: few large batches are quicker than many small ones. */
const gatherMs = 50;

/** Looks at runs as they fall due, until the signal fires. Any number of processes may; each has others in hand. */
export async function automationRunLoop(dependencies: AutomationDependencies, signal: AbortSignal): Promise<void> {
  const { clock, settings, bell, log } = dependencies;
  const pace = createPace(clock, settings.batch);
  const inHand = new Set<Promise<void>>();
  let gatheredAt = -Infinity;
  let fault: unknown = null;
  const work = async (): Promise<number> => {
    const failed = fault;
    fault = null;
    if (failed !== null) throw failed;
    const batch = pace.batch();
    if (inHand.size < settings.lanes) await clock.sleep(Math.max(0, gatheredAt - clock.elapsed()), signal);
    const turns = inHand.size < settings.lanes ? await claimTurns(dependencies, batch) : null;
    if (turns !== null && turns.length < batch) gatheredAt = clock.elapsed() + gatherMs;
    if (turns === null) await Promise.race(inHand);
    else if (turns.length === 0) return untilNext(dependencies);
    else {
      const taken: Promise<void> = pace
        .measured(turns.length, () => take(dependencies, turns))
        .catch((error: unknown) => void (fault = error))
        .finally(() => {
          inHand.delete(taken);
          // Some may be due again at once.
          bell.ring();
        });
      inHand.add(taken);
    }
    return 0;
  };
  await pollLoop({ name: 'automation runs', work, bell, clock, log }, signal);
  await Promise.all(inHand);
  await callsEnd(dependencies);
}

/** One batch. Answers how many there were. */
export async function runsOnce(dependencies: AutomationDependencies): Promise<number> {
  const turns = await claimTurns(dependencies);
  if (turns.length > 0) await take(dependencies, turns);
  await callsEnd(dependencies);
  return turns.length;
}

const take = (dependencies: AutomationDependencies, turns: readonly Turn[]): Promise<void> =>
  whileHeld(dependencies, turns, async () => {
    try {
      await advance(dependencies, turns);
    } catch (error) {
      if (isOutage(error)) throw error;
      // Somebody in it is at fault: each by itself.
      for (const turn of turns)
        await advance(dependencies, [turn]).catch((fault: unknown) => failed(dependencies, turn, fault));
    }
  });

/** So often a run is looked at in one go: each time something was done whose outcome was there at once. */
const maxRounds = 8;

/** Whether it is looked at only when all that happened has been handed on. */
const asks = (turn: Turn): boolean => turn.fresh || turn.listens.length > 0;

async function advance(dependencies: AutomationDependencies, turns: readonly Turn[]): Promise<void> {
  // Those that ask nothing of what happened do not wait for it.
  const [asking, others] = [turns.filter(asks), turns.filter((turn) => !asks(turn))];
  const [first, second] = await Promise.allSettled([
    settleOrPutOff(dependencies, others),
    (async () => {
      if (asking.length === 0) return;
      if (await hasPassed(dependencies, await dependencies.store.head())) await settleOrPutOff(dependencies, asking);
      else await putOff(dependencies.db, runIdsOf(asking), dependencies.clock.now());
    })(),
  ]);
  for (const half of [first, second]) if (half.status === 'rejected') throw half.reason;
}

const runIdsOf = (turns: readonly Turn[]): readonly string[] => turns.map(({ runId }) => runId);

async function settleOrPutOff(dependencies: AutomationDependencies, turns: readonly Turn[]): Promise<void> {
  if (turns.length === 0) return;
  const settled = await settle(
    dependencies,
    turns.map((turn) => [turn, null]),
  );
  if (!settled) await putOff(dependencies.db, runIdsOf(turns), dependencies.clock.now());
}

/**
 * Looks, does what follows from it, and writes down where they stand. Who calls another system comes back when it has
 * answered. False: the read models are behind, and some of the runs ask them.
 */
async function settle(
  dependencies: AutomationDependencies,
  given: readonly (readonly [Turn, Given])[],
): Promise<boolean> {
  const { commands, store } = dependencies;
  const turns = given.map(([turn]) => turn);
  const asks = await Promise.all(
    turns.map(({ automationId, version }) => commands.automations.asksOfReadModels(automationId, version)),
  );
  const asking = turns.filter((_, at) => asks[at]).map(({ contactId }) => contactId);
  const beside = await activityOf(dependencies, asking, asking.length === 0 ? 0n : await store.head());
  if (beside === null) return false;
  const textsUpTo = await textsKnownUpTo(dependencies, turns);
  const happened = await rememberedOf(dependencies, turns);
  const stands = new Map<string, Omit<RunState, 'turn'>>();
  const calling = new Map<string, Calling>();
  let now = given;
  for (let round = 1; now.length > 0; round += 1) {
    const { result } = await commands.automations.evaluateRuns(batchContext(turns[0]!.runId), {
      runs: now.map(([turn, outcome]) => ({
        ...idsOf(turn),
        awaits: turn.awaits,
        happened: (happened.get(turn.contactId) ?? []).filter(({ position }) => position > turn.position),
        beside: beside.get(turn.contactId) ?? noActivity,
        textsUpTo,
        outcome,
      })),
    });
    const acting = now.flatMap(([turn], at) => {
      const looked = result[at]!;
      stands.set(turn.runId, { looked, awaits: looked.said ? turn.awaits : null });
      return looked.effectId === null || looked.said ? [] : [{ turn, looked, effectId: looked.effectId }];
    });
    await awaitOutcomes(dependencies.db, acting, dependencies.clock.now());
    const done = await Promise.all(acting.map(async (one) => ({ ...one, came: await doOne(dependencies, one) })));
    now = done.flatMap(({ turn, looked, effectId, came }): (readonly [Turn, Given])[] => {
      if (came.kind === 'awaits') stands.set(turn.runId, { looked, awaits: came.stream });
      if (came.kind === 'call') calling.set(turn.runId, { turn, effectId, request: came.request });
      if (came.kind === 'awaits' || came.kind === 'call' || round >= maxRounds) return [];
      return [[turn, came.kind === 'outcome' ? { effectId, outcome: came.outcome } : null]];
    });
  }
  await writeStanding(
    dependencies.db,
    turns.filter(({ runId }) => !calling.has(runId)).map((turn) => ({ turn, ...stands.get(turn.runId)! })),
    dependencies.clock.now(),
  );
  for (const one of calling.values()) await callLater(dependencies, one);
  return true;
}

const doOne = async (
  { commands }: AutomationDependencies,
  { turn, effectId }: { readonly turn: Turn; readonly effectId: string },
): Promise<StepResult> =>
  (await commands.automations.executeStep(contextOf(turn, turn.runId, effectId), { ...idsOf(turn), effectId })).result;

interface Calling {
  readonly turn: Turn;
  readonly effectId: string;
  readonly request: Request;
}
/** So many other systems are called at once by a process: who is slow keeps nobody waiting but who calls them. */
const maxCalls = 32;
const callsOf = new WeakMap<AutomationDependencies, Set<Promise<void>>>();

async function callLater(dependencies: AutomationDependencies, { turn, effectId, request }: Calling): Promise<void> {
  const { http } = dependencies;
  const calls = callsOf.get(dependencies) ?? new Set();
  callsOf.set(dependencies, calls);
  if (calls.size >= maxCalls) await Promise.race(calls);
  const call = async (): Promise<void> => {
    const outcome: Outcome =
      http === undefined ? { kind: 'failed', reason: 'unavailable', again: true } : await callOut(http, request);
    // What happened while it answered has to be handed on: a goal may be among it.
    if (asks(turn)) await hasPassed(dependencies, await dependencies.store.head());
    if (!(await settle(dependencies, [[turn, { effectId, outcome }]])))
      await putOff(dependencies.db, [turn.runId], dependencies.clock.now());
  };
  const work: Promise<void> = whileHeld(dependencies, [turn], call)
    // An outage: it stays this process's own for a while, and is then called again, by the same name.
    .catch((error: unknown) => (isOutage(error) ? undefined : failed(dependencies, turn, error)))
    .catch(() => undefined)
    .finally(() => calls.delete(work));
  calls.add(work);
}
/** Until all that are being called have answered, for who stops: an answer may lead to the next call. */
async function callsEnd(dependencies: AutomationDependencies): Promise<void> {
  const calls = callsOf.get(dependencies);
  while (calls !== undefined && calls.size > 0) await Promise.all(calls);
}

type Given = { readonly effectId: string; readonly outcome: Outcome } | null;
const idsOf = ({ runId, automationId, businessId, contactId }: Turn) => ({
  runId,
  automationId,
  businessId,
  contactId,
});

/**
 * Whether all that was in the log has been handed on, so that a goal that stands there is seen. Waits a moment for it.
 * Where the worker's checkpoint stands behind, what lies between may be of no interest to it.
 */
async function hasPassed({ db, store, clock, settings }: AutomationDependencies, head: bigint): Promise<boolean> {
  const since = clock.elapsed();
  for (;;) {
    const { rows } = await sql<{ position: string }>`select position::text as position from ops.worker_checkpoints
      where name = ${triggerEventsWorker}`.execute(db);
    const position = BigInt(rows[0]?.position ?? 0);
    if (position >= head) return true;
    const [next] = (await store.readAll(position, { filter: { types: triggerEventsHandled }, limit: 1 })).events;
    if (next === undefined || next.position > head) return true;
    if (clock.elapsed() - since > settings.patienceMs) return false;
    await clock.sleep(10, new AbortController().signal);
  }
}

/**
 * Up to which instant all texts that arrived have been handed on, of whomever: behind it stands whatever delays the
 * reaction to texts. What arrived in time counts, however late it is seen.
 */
async function textsKnownUpTo(
  { db, store, clock, settings }: AutomationDependencies,
  turns: readonly Turn[],
): Promise<string> {
  const now = clock.now();
  if (!turns.some(({ listens }) => listens.some((kind) => kind === 'text-received' || kind === 'broadcast-answered')))
    return now.toISOString();
  const { rows } = await sql<{ name: string; position: string }>`select name, position::text as position
    from ops.worker_checkpoints where name in (${inboundName}, ${triggerEventsWorker})`.execute(db);
  const at = (name: string): bigint => BigInt(rows.find((row) => row.name === name)?.position ?? 0);
  const next = async (name: string, types: readonly string[]) =>
    (await store.readAll(at(name), { filter: { types }, limit: 1 })).events[0];
  const [unheard, untold] = await Promise.all([
    next(inboundName, [MessageReceived.type]),
    next(triggerEventsWorker, [MessageRoutedToInbox.type]),
  ]);
  const arrivals = [
    ...(unheard !== undefined && is(unheard, MessageReceived) ? [Date.parse(unheard.data.receivedAt)] : []),
    ...(untold === undefined ? [] : [await receivedAt(store, untold)]),
  ];
  return new Date(Math.min(now.getTime(), ...arrivals) - settings.writingMs).toISOString();
}

async function receivedAt(store: AutomationDependencies['store'], told: StoredEvent): Promise<number> {
  const words = wordsOf((await store.readMany([told.stream])).get(told.stream));
  return Date.parse(words?.receivedAt ?? told.metadata.occurredAt);
}

async function rememberedOf(
  { db }: AutomationDependencies,
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, readonly Remembered[]>> {
  const { rows } = await sql<{
    contact_id: string;
    position: string;
    kind: Remembered['kind'];
    at: Date;
    detail: Remembered['detail'];
  }>`
    select contact_id, position::text as position, kind, at, detail from ops.automation_happened
    where contact_id = any(${turns.map(({ contactId }) => contactId)}::uuid[]) order by position, nth`.execute(db);
  const all = rows.map(({ contact_id, position, at, ...row }) => ({
    contactId: contact_id,
    kept: { ...row, position: BigInt(position), at: at.toISOString() },
  }));
  return new Map(
    [...Map.groupBy(all, ({ contactId }) => contactId)].map(([id, those]) => [id, those.map(({ kept }) => kept)]),
  );
}

/** It failed by our own fault. It is tried again, later each time, and then given up: the run goes on, or ends, visibly. */
async function failed(dependencies: AutomationDependencies, turn: Turn, error: unknown): Promise<void> {
  if (isOutage(error)) throw error;
  const { db, clock, log } = dependencies;
  const failures = turn.failures + 1;
  const setAside = failures >= maxAttempts;
  log[setAside ? 'error' : 'warn'](
    {
      ...(setAside ? { gaveUp: 'automation-run' } : {}),
      run: turn.runId,
      automation: turn.automationId,
      failures,
      err: error,
    },
    setAside ? 'what a run does failed for good: it goes on without' : 'a run failed, trying again',
  );
  if (setAside && !(await isOursToGiveUp(db, turn))) return;
  const isOver = setAside && (await givenUp(dependencies, turn));
  const dueAt = new Date(clock.now().getTime() + (isOver ? 0 : backoff(turn.failures, 1_000, 3_600_000)));
  await sql`update ops.automation_runs set held_until = '-infinity', failures = ${isOver ? 0 : failures},
      due_at = ${dueAt}::timestamptz where run_id = ${turn.runId}::uuid`.execute(db);
}

/**
 * Before a run's step is given up, by one alone: who took the run over when its claim ran out, and failed as often,
 * would give up the step behind. What it waited for may be what can not be read.
 */
export async function isOursToGiveUp(
  db: AutomationDependencies['db'],
  { runId, failures }: Pick<Turn, 'runId' | 'failures'>,
): Promise<boolean> {
  const { rows } = await sql`update ops.automation_runs set awaits = null, failures = 0
    where run_id = ${runId}::uuid and failures = ${failures} returning run_id`.execute(db);
  return rows.length > 0;
}

/** False: not even that can be said now. It is tried again, as seldom as may be. */
async function givenUp({ commands, log }: AutomationDependencies, turn: Turn): Promise<boolean> {
  try {
    const { result: struckOff } = await commands.automations.giveUp(contextOf(turn, turn.runId), idsOf(turn));
    if (!struckOff) log.error({ run: turn.runId }, 'what a given up step was sending could not be struck off');
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ run: turn.runId, err: error }, 'a run could not be given up');
    return false;
  }
}
