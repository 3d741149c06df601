import { sql } from 'kysely';
import { prepared } from '../../adapters/database/prepared-statement.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import {
  ailment,
  ailmentNote,
  emailAilment,
  emailAilmentNote,
  emailTrouble,
  ourFaultNote,
  type EmailTrouble,
} from '../../domain/broadcasts/health.ts';
import { blockedSenderNote } from '../../domain/messages/carrier-errors.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { broadcasts } from '../engine/broadcast-table.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { maxAttempts } from '../engine/retry-policy.ts';
import { createSetAside, type SetAside } from '../engine/set-aside.ts';
import { untilDue } from '../engine/wait.ts';
import { channelOf, freeze, orRefusal } from './freeze.ts';
import { type BroadcastDependencies, contextOf, holdMs, type Task } from './task.ts';

/** Brings broadcasts forward until the signal fires. Any number of processes may run it; each has another in hand. */
export async function runBroadcasts(dependencies: BroadcastDependencies, signal: AbortSignal): Promise<void> {
  const { clock, settings, bell, log } = dependencies;
  const aside = createSetAside({ clock, log, part: 'broadcast', firstMs: settings.restMs });
  const work = async () => {
    const pause = await untilNext(dependencies);
    if (pause > 0) return pause;
    return (await broadcastOnce(dependencies, signal, aside)) ? 0 : overtakenMs;
  };
  await pollLoop({ name: 'broadcasts', work, bell, clock, log }, signal);
}

/** Another process has taken what was due: looked at again after so long, in ms. */
const overtakenMs = 50;

/** How long none is due, in ms: 0, one is; `pollMs` at most. */
async function untilNext({ db, clock, settings }: BroadcastDependencies): Promise<number> {
  const { rows } = await sql<{ next: Date | null }>`${prepared}
    select min(greatest(due_at, held_until)) as next from ops.broadcasts where phase <> 'ended'`.execute(db);
  return untilDue(rows[0]!.next, clock.now(), settings.pollMs);
}

/** Brings one forward. False: there is nothing to do now. `aside`: remembers those that fail by their own fault. */
async function broadcastOnce(
  dependencies: BroadcastDependencies,
  signal: AbortSignal,
  aside: SetAside,
): Promise<boolean> {
  const task = await take(dependencies);
  if (task === null) return false;
  const { broadcastId, businessId, phase, paused } = task;
  // One that somebody stops or pauses meanwhile is another piece of work, and does not rest.
  const key = `${broadcastId} ${phase} ${paused}`;
  const tried = await aside.attempt(key, { broadcastId, businessId, phase }, () => step(dependencies, task, signal));
  if (!tried.done && tried.attempts >= maxAttempts && (await haltForFault(dependencies, task))) aside.forget(key);
  await give(dependencies, task, tried.done ? tried.value : tried.restsMs);
  return true;
}

/** It stands still, and its business sees why: whoever resumes it has it tried again. False: not even that can be said. */
async function haltForFault({ commands, log }: BroadcastDependencies, task: Task): Promise<boolean> {
  if (task.paused || task.phase === 'stopping') return false;
  const broadcastId = BroadcastId.parse(task.broadcastId);
  const context = contextOf(task, 'halt', 'our-fault', task.dueAt.toISOString());
  try {
    await commands.broadcasts.halt(context, { broadcastId, by: 'our-fault', note: ourFaultNote });
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ broadcastId, err: error }, 'a broadcast that fails again and again could not be paused');
    return false;
  }
}

type Row = Omit<Task, 'position' | 'channel'> & { readonly position: string | null; readonly sender: string | null };

async function take({ db, clock }: BroadcastDependencies): Promise<Task | null> {
  const now = clock.now();
  const { rows } = await broadcasts.claim<Row>(db, {
    where: sql`phase <> 'ended' and due_at <= ${now}::timestamptz and held_until <= ${now}::timestamptz`,
    order: sql`due_at`,
    limit: 1,
    set: sql`held_until = ${new Date(now.getTime() + holdMs)}::timestamptz`,
    returning: sql`b.broadcast_id as "broadcastId", business_id as "businessId", agency_id as "agencyId", phase, paused,
      due_at as "dueAt", position::text as position, started_at as "startedAt", expires_at as "expiresAt", chunk, cursor,
      winner, delivered::float8 as delivered, failed::float8 as failed, filtered::float8 as filtered,
      complained::float8 as complained, sender`,
  });
  if (rows[0] === undefined) return null;
  const { position, sender, ...row } = rows[0];
  return { ...row, position: position === null ? null : BigInt(position), channel: sender === null ? 'mail' : 'text' };
}

/** Somebody else may have it; looked at again in `inMs`, or sooner where the feed has said something new meanwhile. */
async function give({ db, clock }: BroadcastDependencies, task: Task, inMs: number): Promise<void> {
  await sql`update ops.broadcasts set held_until = '-infinity',
      due_at = case when due_at = ${task.dueAt}::timestamptz
        then ${new Date(clock.now().getTime() + inMs)}::timestamptz else due_at end
    where broadcast_id = ${task.broadcastId}::uuid`.execute(db);
}

/** One step; answers in how many ms the next is due. */
async function step(dependencies: BroadcastDependencies, task: Task, signal: AbortSignal): Promise<number> {
  const { settings } = dependencies;
  switch (task.phase) {
    case 'scheduled':
      return begin(dependencies, task);
    case 'freezing':
      return (await freeze(dependencies, task, signal)) ? settings.lookMs : 0;
    case 'sending':
      await lookAfter(dependencies, task);
      return settings.lookMs;
    case 'stopping':
      return (await strikeOffAll(dependencies, task)) ? end(dependencies, task) : settings.lookMs;
    default:
      return task.phase satisfies never;
  }
}

/** Its time has come: it starts where the read models have come to, or waits for them. */
async function begin(dependencies: BroadcastDependencies, task: Task): Promise<number> {
  const { store, commands, audience, settings } = dependencies;
  if (task.paused) {
    await follow(dependencies, task);
    return settings.lookMs;
  }
  const position = await store.head();
  if (!(await audience.reached(position))) return 200;
  const broadcastId = BroadcastId.parse(task.broadcastId);
  const broadcast = stateOf(Broadcast, await store.read(streams.broadcast(broadcastId)));
  if (broadcast.status === 'none' || broadcast.startAt === null) return settings.lookMs;
  if (broadcast.setup.schedule.kind === 'recurring')
    await commands.broadcasts.repeat(contextOf(task, 'repeat', broadcast.startAt), { broadcastId });
  const channel = channelOf(broadcast.setup);
  const asked = await orRefusal(audience.count(task.businessId, channel, broadcast.setup.audience));
  const refusal = typeof asked === 'number' ? null : asked.refusal;
  const recipients = typeof asked === 'number' ? asked : 0;
  await commands.broadcasts.start(contextOf(task, 'start', broadcast.startAt, position.toString()), {
    broadcastId,
    position,
    recipients,
    refusal,
    trouble: await troubleOf(dependencies, task, channel),
  });
  return settings.lookMs;
}

/** One that goes out: what it waits for, whether it is well, and whether all of it has come to its end. */
async function lookAfter(dependencies: BroadcastDependencies, task: Task): Promise<void> {
  const { commands, clock, wake, outboxes } = dependencies;
  const { rows } = outboxes[task.channel];
  const broadcastId = BroadcastId.parse(task.broadcastId);
  await follow(dependencies, task);
  const block = task.paused ? null : await rows.blockOf(task.broadcastId);
  if (task.expiresAt !== null && task.expiresAt <= clock.now()) {
    await rows.strikeOff(task.broadcastId, 'expired');
    await endTried(dependencies, task, 'expired');
  } else if (task.paused) await rows.park(task.broadcastId);
  else if (block !== null) {
    // The sender's fault: it would fail for everybody.
    const note = blockedSenderNote(block.code);
    const context = contextOf(task, 'halt', 'sender-blocked', block.since.toISOString());
    await commands.broadcasts.halt(context, { broadcastId, by: 'sender-blocked', note });
  } else {
    if ((await rows.unpark(task.broadcastId, task.winner, clock.now())) > 0) wake();
    await judgeTest(dependencies, task);
    const ill = illnessOf(task);
    if (ill !== null) {
      const tally = [task.delivered, task.failed, task.filtered, task.complained].map(String);
      await commands.broadcasts.halt(contextOf(task, 'halt', ill.by, ...tally), { broadcastId, ...ill });
    }
    const trouble = ill === null ? await troubleOf(dependencies, task, task.channel) : null;
    if (trouble !== null)
      await commands.broadcasts.holdEmails(contextOf(task, 'hold-mails', trouble.note), { broadcastId, trouble });
  }
  if (await rows.isAllDone(task.broadcastId))
    await commands.broadcasts.complete(contextOf(task, 'complete'), { broadcastId });
}

/** Stands still while its payer's subscription isn't in good standing or its number isn't registered, and goes on after. */
async function follow({ commands }: BroadcastDependencies, task: Task): Promise<void> {
  const broadcastId = BroadcastId.parse(task.broadcastId);
  await commands.broadcasts.followPayment(contextOf(task, 'follow-payment'), { broadcastId });
  // Of one that has not begun its number isn't known here yet.
  if (task.channel === 'text' || task.phase === 'scheduled')
    await commands.broadcasts.followRegistration(contextOf(task, 'follow-registration'), { broadcastId });
}

/** What keeps its business from sending emails to many; null: nothing, or it is none. */
async function troubleOf(
  { emailFigures }: BroadcastDependencies,
  { businessId }: Task,
  channel: Task['channel'],
): Promise<EmailTrouble | null> {
  return channel === 'mail' && emailFigures !== undefined ? emailTrouble(await emailFigures(businessId)) : null;
}

/** Why it is to stand still, and in words; null: it is well. */
function illnessOf(task: Task) {
  if (task.channel === 'mail') {
    const by = emailAilment(task);
    return by === null ? null : { by, note: emailAilmentNote(by, task) };
  }
  const by = ailment(task);
  return by === null ? null : { by, note: ailmentNote(by, task) };
}

/** Its test has run for long enough: who waits gets what did best. */
async function judgeTest(dependencies: BroadcastDependencies, task: Task): Promise<void> {
  const { store, commands, audience, outboxes, clock } = dependencies;
  const { rows } = outboxes[task.channel];
  if (task.winner !== null || task.startedAt === null || !(await rows.waits(task.broadcastId))) return;
  const broadcastId = BroadcastId.parse(task.broadcastId);
  const broadcast = stateOf(Broadcast, await store.read(streams.broadcast(broadcastId)));
  if (broadcast.status === 'none' || broadcast.setup.test === null) return;
  const { test, contents } = broadcast.setup;
  if (clock.now().getTime() < task.startedAt.getTime() + test.hours * 3_600_000) return;
  const figures = await audience.figures(task.businessId, task.broadcastId, test.by, contents.length);
  await commands.broadcasts.chooseWinner(contextOf(task, 'winner'), { broadcastId, figures: [...figures] });
}

/** True: nothing of it is left. */
async function strikeOffAll(dependencies: BroadcastDependencies, task: Task): Promise<boolean> {
  const { rows } = dependencies.outboxes[task.channel];
  await rows.strikeOff(task.broadcastId, 'stopped');
  await endTried(dependencies, task, 'stopped');
  return rows.isAllDone(task.broadcastId);
}

async function end({ db }: BroadcastDependencies, { broadcastId }: Task): Promise<number> {
  await sql`update ops.broadcasts set phase = 'ended' where broadcast_id = ${broadcastId}::uuid and phase = 'stopping'`.execute(
    db,
  );
  return 0;
}

/** Of whom something was said already (the carrier could not take it then): their message gets its end. */
async function endTried(
  { outboxes, commands, presence, log }: BroadcastDependencies,
  task: Task,
  reason: 'stopped' | 'expired',
): Promise<void> {
  const { rows, inHand } = outboxes[task.channel];
  const { withhold, endUnread } = commands.delivery[task.channel];
  const endOne = async ({ messageId: id, contactId }: { readonly messageId: string; readonly contactId: string }) => {
    const context = contextOf(task, 'withhold', id, reason);
    try {
      await withhold(context, { id, contactId, reason });
    } catch (error) {
      if (isOutage(error)) throw error;
      // One whose own stream can not be read keeps no other from its end.
      log.error({ gaveUp: 'recipient-story', recipient: id, err: error }, 'an end was written down unread');
      await endUnread(context, { id, contactId, broadcastId: task.broadcastId, end: { kind: 'suppressed', reason } });
    }
  };
  for (;;) {
    const taken = await rows.takeTried(task.broadcastId, presence.holder);
    if (taken.length === 0) return;
    const work = Promise.all(
      taken.map(async (recipient) => {
        await endOne(recipient);
        return { messageId: recipient.messageId, note: reason };
      }),
    ).then(rows.settle);
    for (const { messageId } of taken) inHand.set(messageId, work);
    try {
      await work;
    } finally {
      for (const { messageId } of taken) inHand.delete(messageId);
    }
  }
}
