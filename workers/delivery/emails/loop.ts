import type { Clock } from '../../../adapters/clock/port.ts';
import { createOutage } from '../../../adapters/database/outage.ts';
import { noMailbox } from '../../../adapters/email/port.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';
import { createAhead } from '../ahead.ts';
import { isOutage } from '../../engine/outage.ts';
import type { Presence } from '../../engine/presence.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import { backoff, maxAttempts, ourFault, retryAt } from '../../engine/retry-policy.ts';
import { turns } from '../../engine/turns.ts';
import { backstopMs, type Bell } from '../../engine/wait.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import type { Subject } from '../commands.ts';
import { createEmailDelivery, type EmailDelivery, NotAsked } from './deliver.ts';
import {
  type EndedEmail,
  forgetEmails,
  forgetWebhookTokens,
  giveUpWaiting,
  type EmailEntry,
  type EmailLane,
  emailsToSweep,
  type EmailWriter,
  createEmailWriter,
  recoverEmails,
  sendAfterAll,
  setEmailBack,
  takeEmails,
  unrecordedEmails,
  untilEmailsDue,
} from './queue.ts';

export interface EmailRun extends Omit<EmailDelivery, 'writer' | 'now' | 'inTurn'> {
  /** What is said of emails of the product to its users. */
  readonly accounts: Pick<Commands['emails'], 'recordSent' | 'recordFailed'>;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly bell: Bell;
  /** Emails that this process has in its hands: nobody takes them from it. */
  readonly inHand: Map<string, Promise<void>>;
  /** How long to wait for a ring at most, in ms. */
  readonly pollMs?: number;
}

const keptDays = 30;
/** How often what dead processes had in hand, and what has ended and was not told, is looked for, in ms. */
const sweepEveryMs = { busy: 500, quiet: 5_000 };
/** Longer than a signed webhook is heard. */
const tokensKeptMs = 2 * 86_400_000;

/** Sends what is due and records how it ended, until the signal fires. Any number of processes may run it. */
export async function runEmail(parts: EmailRun, signal: AbortSignal): Promise<void> {
  const { db, presence, bell, settings, clock, log } = parts;
  const now = (): Date => clock.now();
  const { holder } = presence;
  const { inHand, pollMs = backstopMs } = parts;
  const writer = createEmailWriter(db, holder, now);
  const bulkInTurn = turns(settings.bulk);
  const inTurn: EmailDelivery['inTurn'] = (lane, request) => (lane === 'bulk' ? bulkInTurn(request) : request());
  const send = createEmailDelivery({ ...parts, now, writer, inTurn });
  const underWay = { single: 0, bulk: 0 };
  let sweptAt = -Infinity;
  const outage = createOutage(log, 'mails');
  // What is decided and written of others goes on while the provider is asked about some.
  const pace = createAhead(clock, settings.bulk);
  const room = () => ({
    single: settings.single - underWay.single,
    bulk: settings.bulk + pace.ahead() - underWay.bulk,
  });
  /** Many at once are taken as fast as one: the next when there is room for them. */
  const hasRoom = (lane: EmailLane) => lane === 'single' || room().bulk >= settings.bulk / 2;

  const handle = async (entry: EmailEntry): Promise<void> => {
    underWay[entry.lane] += 1;
    try {
      await send(entry);
      const ended = await writer.unrecorded(entry.id);
      if (ended !== null) await record(parts, writer, ended);
    } catch (error) {
      // What was in hand is recovered, and what has ended is told, in the next round.
      if (isOutage(error)) outage.failed(error);
      else await couldNotBeMade(entry, error).catch((fault: unknown) => outage.failed(fault));
      sweptAt = -Infinity;
    } finally {
      inHand.delete(entry.id);
      underWay[entry.lane] -= 1;
      if (entry.lane === 'bulk') pace.ended();
      if (hasRoom(entry.lane)) bell.ring();
    }
  };

  /** It fails by our own fault: tried again, later each time. At last it ends, so that whoever waits for it goes on. */
  const couldNotBeMade = async ({ id: emailId, faults: before }: EmailEntry, error: unknown): Promise<void> => {
    const faults = before + 1;
    const pace = { firstMs: settings.retryFirstMs, longestMs: settings.retryLongestMs };
    const dueAt = retryAt(faults, now(), pace);
    if (dueAt === null)
      log.error({ gaveUp: 'mail', mail: emailId, faults, err: error }, 'an email failed for good by our own fault');
    else log.warn({ mail: emailId, faults, err: error }, 'an email failed by our own fault, trying again');
    await setEmailBack(db, holder, emailId, { dueAt, unasked: error instanceof NotAsked }, now());
  };

  /** What could not be told of emails that have ended, by our own fault: how often, and when it is tried again. */
  const untold = new Map<string, { readonly attempts: number; readonly until: number }>();
  const tell = async (ended: EndedEmail): Promise<void> => {
    const emailId = ended.id;
    try {
      await record(parts, writer, ended);
      untold.delete(emailId);
    } catch (error) {
      if (isOutage(error)) throw error;
      const attempts = (untold.get(emailId)?.attempts ?? 0) + 1;
      untold.set(emailId, { attempts, until: now().getTime() + backoff(attempts - 1, 1_000, 3_600_000) });
      log.error({ mail: emailId, attempts, err: error }, 'how an email ended could not be written down, trying again');
      if (attempts >= maxAttempts && (await recordUnread(parts, ended))) {
        await writer.recorded(emailId);
        untold.delete(emailId);
      }
    }
  };

  async function recover(): Promise<void> {
    const dueAt = new Date(now().getTime() + settings.unknownMs);
    const lost = await recoverEmails(db, holder, [...inHand.keys()], now(), dueAt, settings.attempts);
    if (lost > 0)
      log.warn(
        { mails: lost },
        'Emails were cut off in the middle: those that may go out once more do, under the same Message-ID.',
      );
  }

  let tidiedAt = 0;
  /** Nothing was due at the last look: it is asked, in one statement, whether anything is, before emails are taken. */
  let quiet = false;
  const work = async (): Promise<number> => {
    let taken = 0;
    let pause = 0;
    if (presence.alive()) {
      const isTime = clock.elapsed() - sweptAt >= (quiet ? sweepEveryMs.quiet : sweepEveryMs.busy);
      if (isTime) sweptAt = clock.elapsed();
      const sweeps = isTime && (!quiet || (await emailsToSweep(db, now())));
      if (sweeps) {
        await recover();
        await giveUpWaiting(db, now());
      }
      if (quiet) pause = await untilEmailsDue(db, now(), pollMs);
      const entries = pause > 0 ? [] : await takeEmails(db, holder, room(), now(), [...inHand.keys()]);
      taken = entries.length;
      for (const entry of entries) inHand.set(entry.id, handle(entry));
      if (sweeps) {
        // One of them that can not be told keeps no other waiting.
        const later = [...untold].flatMap(([emailId, { until }]) => (until > now().getTime() ? [emailId] : []));
        for (const ended of await unrecordedEmails(db, null, later)) if (!inHand.has(ended.id)) await tell(ended);
      }
      if (now().getTime() - tidiedAt > 3_600_000) {
        tidiedAt = now().getTime();
        await forgetEmails(db, new Date(tidiedAt - keptDays * 86_400_000));
        await forgetWebhookTokens(db, new Date(tidiedAt - tokensKeptMs));
      }
    }
    const wasQuiet = quiet;
    quiet = taken === 0 && inHand.size === 0;
    // Asked before it sleeps until something is due.
    if ((quiet && !wasQuiet) || (taken > 0 && hasRoom('bulk'))) return 0;
    return pause > 0 ? pause : pollMs;
  };
  await pollLoop({ name: 'mails', work, bell, outage, clock, log }, signal);
  await Promise.allSettled(inHand.values());
  // What ended during the stop is told before the process goes.
  await unrecordedEmails(db)
    .then(async (all) => {
      for (const ended of all) await tell(ended);
    })
    .catch(() => {});
}

/** Tells the email's own stream how it ended, once. `skipped`: the decision itself was the end. */
async function record(
  { db, accounts, commands, clock }: EmailRun,
  writer: EmailWriter,
  ended: EndedEmail,
): Promise<void> {
  const { id, state, provider, providerMessageId, note, contactId } = ended;
  if (ended.businessId === null) {
    const [actor, causationId] = [{ kind: 'system', name: 'account-mail' } as const, null];
    const caller = { role: 'system', actor, tenant: platformTenant } as const;
    const commandId = uuidV5(namespaces.command, id, 'ended', state);
    const context = { caller, commandId, correlationId: id, causationId };
    if (state === 'sent') await accounts.recordSent(context, { mailId: id, provider, providerMessageId });
    else await accounts.recordFailed(context, { mailId: id, provider, reason: note });
    return writer.recorded(id);
  }
  const email = subjectOf(ended, ended.businessId);
  // Of a broadcast, what was about to be sent and was not said has not been sent.
  if (state === 'unsure' && email.broadcastId !== null && !(await commands.wasSaid(email))) return sendAfterAll(db, id);
  /** There is no such mailbox, as a bounce would say later: nothing more is sent there. */
  const refusedForGood = (): Promise<boolean> => {
    const reason = note.slice(noMailbox.length).trim().slice(0, 100);
    const what = { kind: 'bounced', bounce: 'hard', reason, taken: false } as const;
    return commands.hear(email, { provider, providerMessageId: '', word: { at: clock.now().toISOString(), what } });
  };
  if (state === 'sent') await commands.record(email, { kind: 'accepted', provider, providerMessageId });
  else if (isOurs(ended) && contactId !== null) await commands.withhold(email, ourFault);
  else if (state === 'failed') {
    const isTold = note.startsWith(noMailbox) && (await refusedForGood());
    if (!isTold) await commands.record(email, { kind: 'failed', provider, reason: note });
  } else if (state === 'unsure') await commands.record(email, { kind: 'unknown', provider, detail: note });
  await writer.recorded(id);
}

const subjectOf = ({ id, agencyId, contactId, attempts, broadcastId }: EndedEmail, businessId: string): Subject => {
  return { id, agencyId, businessId, contactId: contactId ?? '', attempts, broadcastId };
};

/** A recipient's that failed by our own fault: of most of them nothing was ever said. */
const isOurs = ({ broadcastId, state, note }: EndedEmail): boolean =>
  broadcastId !== null && state === 'failed' && note === ourFault;

/** Says how an email ended whose own stream can't be read. False: nobody knows whom it was to. */
async function recordUnread({ commands, log }: EmailRun, ended: EndedEmail): Promise<boolean> {
  const { businessId, contactId, state, provider, providerMessageId, note } = ended;
  if (businessId === null || contactId === null) return false;
  const end =
    state === 'sent' ? ({ kind: 'accepted', provider, providerMessageId } as const)
    : state === 'unsure' ? ({ kind: 'unknown', provider, detail: note } as const)
    : isOurs(ended) ? ({ kind: 'suppressed', reason: ourFault } as const)
    : ({ kind: 'failed', provider, errorCode: null, reason: note } as const);
  try {
    await commands.endUnread(subjectOf(ended, businessId), end);
    log.error(
      { gaveUp: 'mail-story', mail: ended.id },
      'how an email ended was written down without a look at its stream',
    );
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    return false;
  }
}
