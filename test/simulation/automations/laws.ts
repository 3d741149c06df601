import { createHash } from 'node:crypto';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { type Document, nodeOf } from '../../../domain/automations/document/document.ts';
import { effectIdOf, Run, type Run as RunState } from '../../../domain/automations/runs/run.ts';
import type { RunEvent } from '../../../domain/automations/runs/run-events.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { fold, stateOf } from '../../../domain/kernel/decider.ts';
import { type Story, understood, visitField, zoneOfPhone } from './story.ts';
import type { Lived, RunRow, Span } from './world.ts';

/** One run as the log has it. */
interface Lives {
  readonly runId: string;
  readonly contactId: string;
  readonly stored: readonly StoredEvent[];
  readonly events: readonly RunEvent[];
  readonly state: RunState;
  readonly row: RunRow | undefined;
}
interface Told {
  readonly story: Story;
  readonly lived: Lived;
  readonly runs: readonly Lives[];
  readonly events: readonly StoredEvent[];
  documentOf(version: number): Document;
}
type Law = (told: Told) => readonly string[];

/** What must be so when everything has come to rest; each names what is not. */
export const laws: Readonly<Record<string, Law>> = {
  'every run has ended, waits for a day that is far away, or its automation is off': ({ runs, events, lived }) => {
    const isOff = standingAt(events, end) === 'off';
    return runs.flatMap(({ runId, state, row }) => {
      if (row === undefined) return [`${runId} is in the log and in no table`];
      if (state.status === 'ended')
        return row.state === 'ended' ? [] : [`${runId} has ended, and its row is ${row.state}`];
      // A birthday may be far away.
      const sleeps = row.state === 'waiting' && row.due_at instanceof Date && row.due_at.toISOString() > lived.end;
      const waits = sleeps || (isOff && (row.state === 'off' || awaitsText(state, lived)));
      return waits ?
          []
        : [`${runId} stands at ${JSON.stringify(state)} (row: ${row.state}, due ${String(row.due_at)})`];
    });
  },
  'nobody waits to come in, and nothing is remembered of who is nowhere inside': ({ story, runs, lived }) => [
    ...lived.entering
      .filter((one) => one.automation_id === story.automationId && !/^day:/u.test(one.cause))
      .map(({ contact_id, cause }) => `${contact_id} waits to come in by ${cause}`),
    ...story.people
      .filter(({ contactId }) => lived.remembered.has(contactId))
      .filter(({ contactId }) => runs.every((run) => run.contactId !== contactId || run.state.status === 'ended'))
      .filter(({ contactId }) => lived.entering.every((one) => one.contact_id !== contactId))
      .map(({ contactId }) => `what happened to ${contactId} is kept`),
  ],
  'no step is passed, begun or waited at twice in one visit': ({ runs }) =>
    runs.flatMap(({ runId, events }) => {
      const said = events.flatMap(({ type, data }) => {
        const { node, visit, act, round, attempt, at } = data as unknown as Record<string, unknown>;
        if (type === 'AutomationStepCompleted') return [`${runId} passed ${String(node)} ${String(visit)}`];
        if (type === 'AutomationStepStarted') return [`${runId} began ${[node, visit, act, round, attempt].join(' ')}`];
        // A question waits once for each time that it is asked.
        return type === 'AutomationStepWaiting' ? [`${runId} waits ${[node, visit, at].join(' ')}`] : [];
      });
      return twice(said);
    }),
  'nothing follows the end of a run': ({ runs }) =>
    runs.flatMap(({ runId, events }) => {
      const at = events.findIndex(({ type }) => type === 'AutomationRunEnded');
      return at === -1 || at === events.length - 1 ? [] : [`${runId} goes on after its end`];
    }),
  'what a step says was done was done, and what was not is not said': ({ runs, documentOf, lived }) =>
    runs.flatMap(({ runId, events }) =>
      events.flatMap((event, at) => {
        if (event.type !== 'AutomationStepCompleted' || event.data.because !== 'done') return [];
        const before = fold(Run, events.slice(0, at));
        if (before.status !== 'running' || before.place.kind !== 'acting')
          return [`${runId} passed what it did not do`];
        const kind = nodeOf(documentOf(before.version), event.data.node)?.kind;
        const effectId = effectIdOf(before.runId, before.place);
        if (kind === 'Notification' && !lived.sent.has(effectId))
          return [`${runId} says that text ${effectId} was sent`];
        if (kind === 'Webhook' && lived.calls.get(effectId)?.includes(200) !== true)
          return [`${runId} says that call ${effectId} was made`];
        return [];
      }),
    ),
  'a text is of one step, once': ({ story, events }) => {
    const queued = events
      .filter(({ type }) => type === 'MessageQueued')
      .map(({ data }) => JSON.stringify([data['automation'], data['contactId']]));
    // A question is asked again, and a step tried again: those have a visit, and a name, of their own.
    const names = events.filter(({ type }) => type === 'MessageQueued').map(({ stream }) => stream);
    return [...twice(names), ...(queued.length > story.people.length * 400 ? ['texts without end'] : [])];
  },
  'nothing is done for who has opted out before it was looked at': ({ events, lived }) =>
    queuedOf(events).flatMap(({ event, effectId, contactId }) => {
      const left = lastOptOut(events, contactId, event.position);
      const span = spanOf(lived, effectId, event.position);
      return left !== null && span !== null && span.from >= left ?
          [`${effectId} was queued after ${contactId} had opted out`]
        : [];
    }),
  'who opts out has left, also who comes back before anybody looked': ({ runs, events, lived }) =>
    runs.flatMap(({ runId, contactId, stored, state }) => {
      const left = leftAfter(events, contactId, BigInt(stored[0]!.data['position'] as string));
      if (left === null) return [];
      const wentOn = stored.slice(1).filter(({ type, position }) => {
        const spans = (lived.looks.get(runId) ?? []).filter(({ from, to }) => from < position && position <= to);
        return isOfLook.test(type) && spans.length > 0 && spans.every(({ from }) => from >= left);
      });
      const said = queuedOf(events).filter(({ event, effectId, runId: of }) => {
        const span = of === runId ? spanOf(lived, effectId, event.position) : null;
        return span !== null && span.from >= left;
      });
      return [
        ...(state.status === 'ended' ? [] : [`${runId} is not over`]),
        ...wentOn.map(({ type }) => `${runId} went on by ${type}`),
        ...said.map(({ effectId }) => `${effectId} was queued`),
      ];
    }),
  'who comes back after an opt-out comes in anew': ({ story, runs, events, documentOf }) => {
    const { triggers, reentry } = documentOf(1);
    const isPlain = story.acts.every(
      ({ what: { kind } }) => !['off', 'archive', 'archive-business', 'merge'].includes(kind),
    );
    if (!isPlain || reentry.kind !== 'always' || !triggers.some(({ on }) => on.kind === 'opted-in')) return [];
    return story.people.flatMap(({ contactId }) => {
      const left = events.findLast(
        ({ type, data }) => type === 'ContactOptedOut' && data['contactId'] === contactId,
      )?.position;
      const back = events.find(
        ({ type, data, position }) =>
          type === 'ContactOptedIn' && data['contactId'] === contactId && left !== undefined && position > left,
      )?.position;
      const came = runs.some(
        (run) => run.contactId === contactId && BigInt(run.stored[0]!.data['position'] as string) >= (back ?? 0n),
      );
      return back === undefined || came ? [] : [`${contactId} came back and did not come in`];
    });
  },
  'no text leaves for who has opted out': ({ events, lived }) =>
    queuedOf(events).flatMap(({ effectId, contactId }) => {
      const sent = lived.sent.get(effectId);
      return sent !== undefined && lastOptOut(events, contactId, sent + 1n) !== null ?
          [`${effectId} left after the opt-out`]
        : [];
    }),
  'who has reached a goal is sent nothing more': ({ runs, events, documentOf, lived }) =>
    runs.flatMap(({ runId, contactId, events: own }) => {
      const started = own[0]!;
      if (started.type !== 'AutomationRunStarted') return [`${runId} does not begin`];
      if (Object.values(documentOf(started.data.version).nodes).every(({ kind }) => kind !== 'Goal')) return [];
      const reached = events.find(
        ({ type, data, metadata, position }) =>
          type === 'ConversationClosed' &&
          data['contactId'] === contactId &&
          metadata.occurredAt > started.data.at &&
          // Also what happens before somebody is let in whom a trigger means.
          position > BigInt(started.data.position),
      );
      if (reached === undefined) return [];
      return queuedOf(events).flatMap(({ event, effectId, runId: of }) => {
        const span = of === runId ? spanOf(lived, effectId, event.position) : null;
        return event.position > reached.position && span !== null && span.looked >= reached.position ?
            [`${effectId} was queued after the goal`]
          : [];
      });
    }),
  'people come in as often as they may, one run at a time': ({ story, runs, documentOf }) =>
    story.people.flatMap(({ contactId }) => {
      const own = runs
        .filter((run) => run.contactId === contactId)
        .toSorted((one, other) => Number(one.stored[0]!.position - other.stored[0]!.position));
      const begun = own.map(
        ({ events }) => events[0]!.data as unknown as { entry: number; cause: string; at: string; version: number },
      );
      const causes = twice(begun.map(({ cause }) => `${contactId} came in by ${cause}`));
      return [
        ...causes,
        ...begun.flatMap(({ entry, at, version }, nth) => {
          if (entry !== nth + 1) return [`${contactId} came in as number ${entry}, the ${nth + 1}th time`];
          if (nth === 0) return [];
          const last = own[nth - 1]!.stored.findLast(({ type }) => type === 'AutomationRunEnded');
          if (last === undefined || last.position > own[nth]!.stored[0]!.position)
            return [`${contactId} came in while inside`];
          const { reentry } = documentOf(version);
          if (reentry.kind === 'once') return [`${contactId} came in again`];
          const since = Date.parse(at) - Date.parse(begun[nth - 1]!.at);
          return reentry.kind === 'after' && since < reentry.days * 86_400_000 ?
              [`${contactId} came in again too soon`]
            : [];
        }),
      ];
    }),
  'whom a trigger means comes in': ({ story, runs, events, documentOf }) => {
    const { triggers } = documentOf(1);
    // Where nobody says anything else of the automation, the business or the contact.
    const quiet = story.acts.every(
      ({ what: { kind } }) =>
        !['off', 'archive', 'archive-business', 'opt-out', 'back', 'publish', 'merge'].includes(kind),
    );
    if (!quiet || !triggers.some(({ on }) => on.kind === 'opted-in')) return [];
    return story.people
      .filter(({ contactId }) =>
        events.some(({ type, data }) => type === 'ContactOptedIn' && data['contactId'] === contactId),
      )
      .filter(({ contactId }) => runs.every((run) => run.contactId !== contactId))
      .map(({ contactId }) => `${contactId} opted in and did not come in`);
  },
  'a birthday comes once in a year, when its clock says so': ({ story, runs, documentOf }) =>
    runs.flatMap(({ runId, events }) => {
      const begun = events[0]!;
      if (begun.type !== 'AutomationRunStarted' || begun.data.trigger !== 'date') return [];
      const trigger = documentOf(begun.data.version).triggers.find(({ on }) => on.kind === 'date')?.on;
      if (trigger?.kind !== 'date') return [];
      return isShown(begun.data.at, trigger.when.at, story.zone) ?
          []
        : [`${runId} began at ${begun.data.at}, not at ${trigger.when.at}`];
    }),
  'a wait for a time of day ends when a clock shows it': ({ story, runs, documentOf }) =>
    runs.flatMap(({ runId, contactId, events }) => {
      let version = 1;
      return events.flatMap((event) => {
        if (event.type === 'AutomationRunStarted' || event.type === 'AutomationRunMigrated')
          version = event.data.version;
        if (event.type !== 'AutomationStepWaiting') return [];
        const node = nodeOf(documentOf(version), event.data.node);
        if (node?.kind !== 'Wait' || (node.until.kind !== 'time' && node.until.kind !== 'weekday')) return [];
        const zone =
          node.until.zone === 'business' ?
            story.zone
          : zoneOfPhone[story.people.find((person) => person.contactId === contactId)!.phone.slice(2, 5)]!;
        return isShown(event.data.until, node.until.at, zone) ?
            []
          : [`${runId} waits until ${event.data.until}, which is not ${node.until.at} in ${zone}`];
      });
    }),
  'a wait ends when it says, and not before': ({ runs }) =>
    runs.flatMap(({ runId, events }) =>
      events.flatMap((event, at) => {
        if (event.type !== 'AutomationStepCompleted' || event.data.because !== 'time') return [];
        const before = fold(Run, events.slice(0, at));
        const isOver =
          before.status === 'running' && before.place.kind === 'waiting' && before.place.until <= event.data.at;
        return isOver ? [] : [`${runId} did not wait until its time at ${event.data.node}`];
      }),
    ),
  'while it is off nothing begins': ({ runs, events, lived }) =>
    runs.flatMap(({ runId, stored }) =>
      stored.flatMap(({ type, position }) => {
        if (type !== 'AutomationStepStarted') return [];
        const off = events.findLast(
          (event) => event.position < position && /^Automation(?:Activated|Deactivated)$/u.test(event.type),
        );
        const spans = [...(lived.looks.get(runId) ?? [])].filter(({ from, to }) => from < position && position <= to);
        return (
            off?.type === 'AutomationDeactivated' && spans.length > 0 && spans.every(({ from }) => from >= off.position)
          ) ?
            [`${runId} began a step while it was off`]
          : [];
      }),
    ),
  'nothing is said while it is off': ({ events, lived }) =>
    queuedOf(events).flatMap(({ event, effectId }) => {
      const off = events.findLast(
        ({ type, position }) => position < event.position && /^Automation(?:Activated|Deactivated)$/u.test(type),
      );
      const span = spanOf(lived, effectId, event.position);
      const isSaid = off?.type === 'AutomationDeactivated' && span !== null && span.from >= off.position;
      return isSaid ? [`${effectId} was queued while it was off`] : [];
    }),
  'nobody enters by a day that is no longer theirs': ({ story, runs, events, lived }) =>
    runs.flatMap(({ runId, contactId, stored }) => {
      const [begun] = stored;
      const written = /^day:\d+:(\d{4}-\d\d-\d\d):\d{4}$/u.exec(begun!.data['cause'] as string)?.[1];
      const span = entryOf(lived, story, begun!.position);
      if (written === undefined || span === null) return [];
      return visitsOf(events, contactId, span.looked, begun!.position).includes(written) ?
          []
        : [`${runId} began for ${written}, which was not the contact's day`];
    }),
  'nobody is told of a day that is no longer theirs': ({ story, runs, events, documentOf, lived }) =>
    runs.flatMap(({ runId, contactId, stored, events: own }) =>
      own.flatMap((event, at) => {
        if (event.type !== 'AutomationStepCompleted' || event.data.because !== 'time') return [];
        const before = fold(Run, own.slice(0, at));
        if (before.status !== 'running' || before.place.kind !== 'waiting') return [];
        const node = nodeOf(documentOf(before.version), event.data.node);
        if (node?.kind !== 'Wait' || node.until.kind !== 'date' || node.until.when.day.of !== 'custom') return [];
        const { position } = stored[at]!;
        const span = lived.looks.get(runId)?.find(({ from, to }) => from < position && position <= to);
        if (span === undefined) return [];
        const { offset } = node.until.when;
        const shown = Date.parse(`${dateIn(before.place.until, story.zone)}T12:00:00Z`) - offset * 86_400_000;
        const meant = new Date(shown).toISOString().slice(0, 10);
        return visitsOf(events, contactId, span.looked, position).includes(meant) ?
            []
          : [`${runId} was told of ${meant}, which was not the contact's day`];
      }),
    ),
  'a reply that arrived in time is an answer': ({ runs, events, documentOf, lived }) =>
    runs.flatMap(({ runId, contactId, stored, events: own }) =>
      own.flatMap((event, at) => {
        const { because, act, round = 0 } = event.data as { because?: string; act?: string; round?: number };
        // Asked once more although there was an answer, or given up.
        const isAskedAgain = event.type === 'AutomationStepStarted' && act === 'ask' && round > 1;
        const isGivenUp = because === 'not-in-time' || because === 'no-answer';
        if (!isAskedAgain && !(event.type === 'AutomationStepCompleted' && isGivenUp)) return [];
        const before = fold(Run, own.slice(0, at));
        if (before.status !== 'running' || before.place.kind !== 'waiting') return [];
        const { from, until } = before.place;
        const node = nodeOf(documentOf(before.version), event.data.node);
        const listens = node?.kind === 'Wait' && node.until.kind === 'event' ? node.until.event.kind : 'text-received';
        const { position } = stored[at]!;
        const span = lived.looks.get(runId)?.find((one) => one.from < position && position <= one.to);
        if (listens !== 'text-received' || span === undefined) return [];
        const reply = events.find(({ type, data, position: arrived }) => {
          const at = data['receivedAt'] as string;
          const isTheirs = type === 'MessageReceived' && data['contactId'] === contactId;
          if (isAskedAgain && data['body'] !== understood) return false;
          return isTheirs && arrived <= span.looked && at > from && at <= until;
        });
        return reply === undefined ? [] : [`${runId} has no answer by ${until}, and one came in ${reply.stream}`];
      }),
    ),
  'who was two contacts enters once where that is all': ({ story, runs, events, documentOf, lived }) =>
    runs.flatMap(({ runId, contactId, stored, events: own }) => {
      const [begun] = stored;
      const started = own[0]!;
      const span = entryOf(lived, story, begun!.position);
      if (started.type !== 'AutomationRunStarted' || span === null) return [];
      if (documentOf(started.data.version).reentry.kind !== 'once') return [];
      const absorbed = events
        .filter(({ type, position }) => type === 'ContactMerged' && position <= span.looked)
        .flatMap(({ data }) => (data['contactId'] === contactId ? (data['absorbed'] as string[]) : []));
      return runs
        .filter((other) => absorbed.includes(other.contactId) && other.stored[0]!.position <= span.looked)
        .map((other) => `${runId} began although ${other.runId} was of the same person`);
    }),
  'a question is asked as often as its step says': ({ runs, documentOf }) =>
    runs.flatMap(({ runId, events }) => {
      let version = 1;
      return events.flatMap((event) => {
        if (event.type === 'AutomationRunStarted' || event.type === 'AutomationRunMigrated')
          version = event.data.version;
        if (event.type !== 'AutomationStepStarted' || event.data.act !== 'ask') return [];
        const node = nodeOf(documentOf(version), event.data.node);
        const tries = node?.kind === 'CollectContactData' ? node.tries : 0;
        return event.data.round > tries ? [`${runId} asks for the ${event.data.round}th time`] : [];
      });
    }),
};

/** The attempt in which somebody was let in at this place of the log. */
const entryOf = (lived: Lived, { automationId }: Story, position: bigint): Span | null =>
  lived.entries.get(automationId)?.find(({ from, to }) => from < position && position <= to) ?? null;
/** The day of a contact's appointment at one place of the log, and all that it was until another; null: none. */
function visitsOf(
  events: readonly StoredEvent[],
  contactId: string,
  from: bigint,
  to: bigint,
): readonly (string | null)[] {
  const own = events.filter(({ stream, position }) => stream === `contact-${contactId}` && position <= to);
  const before = own.filter(({ position }) => position <= from).length;
  return Array.from({ length: own.length - before + 1 }, (_, nth) => {
    const contact = stateOf(Contact, own.slice(0, before + nth));
    return contact.status === 'none' || contact.status === 'erased' ?
        null
      : (contact.details.custom?.[visitField] ?? null);
  });
}
const dateIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant));

/** What no story is to blame for by itself. */
export const faultsOf = ({ faults, forgotten, rows }: Lived): readonly string[] => [
  ...faults.map((fault) => `something failed by our own fault: ${fault}`),
  ...forgotten.map((runId) => `${runId} waits on although it has happened`),
  ...rows.filter(({ failures }) => failures > 0).map(({ run_id }) => `${run_id} has failed`),
];

const end = 10n ** 15n;
/** Whether a clock shows a time then; one that clocks leap over is as much later as they leap. */
function isShown(instant: string, time: string, timeZone: string): boolean {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );
  return shown === time || (shown > time && shown <= later(time));
}
const later = (time: string): string => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`;
function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size).map((name) => `twice: ${name}`);
}
const standingAt = (events: readonly StoredEvent[], before: bigint): 'on' | 'off' =>
  (
    events.findLast(({ type, position }) => position < before && /^Automation(?:Activated|Deactivated)$/u.test(type))
      ?.type === 'AutomationDeactivated'
  ) ?
    'off'
  : 'on';
const awaitsText = (state: RunState, lived: Lived): boolean =>
  state.status === 'running' &&
  state.place.kind === 'acting' &&
  lived.rows.some(({ run_id }) => run_id === state.runId);
const queuedOf = (events: readonly StoredEvent[]) =>
  events.flatMap((event) => {
    const automation = event.data['automation'] as { readonly runId: string } | null | undefined;
    if (event.type !== 'MessageQueued' || automation == null) return [];
    return [
      {
        event,
        effectId: event.data['messageId'] as string,
        contactId: event.data['contactId'] as string,
        runId: automation.runId,
      },
    ];
  });
/** The attempt that appended something there. */
const spanOf = (lived: Lived, effectId: string, position: bigint): Span | null =>
  lived.acts.get(effectId)?.find(({ from, to }) => from < position && position <= to) ?? null;
/** Where somebody opted out who has not opted in again before `position`; null: they have not. */
function lastOptOut(events: readonly StoredEvent[], contactId: string, position: bigint): bigint | null {
  const last = events.findLast(
    (event) =>
      event.position < position &&
      event.data['contactId'] === contactId &&
      (event.type === 'ContactOptedIn' || event.type === 'ContactOptedOut'),
  );
  return last?.type === 'ContactOptedOut' ? last.position : null;
}

/** What looks say of a run that goes on; others may move it, or have it go on, at the same moment. */
const isOfLook = /^AutomationStep(?:Begun|Passed|Waiting|PutOff)$/u;
/** Where somebody opted out first after a place in the log; null: they have not. */
const leftAfter = (events: readonly StoredEvent[], contactId: string, after: bigint): bigint | null =>
  events.find(
    ({ type, data, position }) => position > after && type === 'ContactOptedOut' && data['contactId'] === contactId,
  )?.position ?? null;

/** What of each story is not as the laws say; the first broken law of each is named. */
export function broken(
  lived: Lived,
): readonly { readonly seed: number; readonly law: string; readonly what: string }[] {
  const byBusiness = Map.groupBy(lived.log, ({ data }) => data['businessId'] as string);
  const rows = new Map(lived.rows.map((row) => [row.run_id, row]));
  return lived.stories.flatMap((story) => {
    const events = byBusiness.get(story.businessId) ?? [];
    const streams = Map.groupBy(
      events.filter(({ stream }) => stream.startsWith('automationRun-')),
      ({ stream }) => stream,
    );
    const runs = [...streams].map(([stream, stored]): Lives => {
      const own = stored as unknown as readonly RunEvent[];
      const runId = stream.slice('automationRun-'.length);
      return {
        runId,
        contactId: own[0]!.data.contactId,
        stored,
        events: own,
        state: fold(Run, own),
        row: rows.get(runId),
      };
    });
    const documentOf = (version: number): Document => story.versions[(version - 1) % 2]!;
    const told: Told = { story, lived, runs, events, documentOf };
    return Object.entries(laws).flatMap(([law, holds]) => holds(told).map((what) => ({ seed: story.seed, law, what })));
  });
}

/** Equal when all that happened in a story was the same, in the same order and at the same moments. */
export const digestOf = ({ stories, log }: Lived, seed: number): string => {
  const { businessId } = stories.find((one) => one.seed === seed)!;
  const hash = createHash('sha256');
  for (const { position, stream, type, data, metadata } of log)
    if (data['businessId'] === businessId)
      hash.update(JSON.stringify([String(position), stream, type, data, metadata.occurredAt]));
  return hash.digest('hex');
};

/** A story in words, for who looks why. */
export const tell = (lived: Lived, seed: number): string => {
  const story = lived.stories.find((one) => one.seed === seed)!;
  const names = new Map<string, string>();
  for (const [nth, id] of Object.keys(story.versions[0].nodes).entries()) names.set(id, `step${nth}`);
  for (const [nth, { contactId }] of story.people.entries()) names.set(contactId, `contact${nth}`);
  const short = (text: string): string => [...names].reduce((said, [id, name]) => said.replaceAll(id, name), text);
  const lines = lived.log
    .filter(({ data }) => data['businessId'] === story.businessId)
    .map(({ position, type, data, stream, metadata }) => {
      const { businessId: _, automationId: __, document: ___, ...rest } = data as Record<string, unknown>;
      return `${String(position).padStart(6)} ${metadata.occurredAt} ${type} ${short(JSON.stringify(rest))} ${stream.slice(0, 24)}`;
    });
  return [short(JSON.stringify(story.versions[0], null, 1)), ...lines].join('\n');
};
