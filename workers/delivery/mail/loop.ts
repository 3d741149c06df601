import type { Clock } from '../../../adapters/clock/port.ts';
import { createOutage } from '../../../adapters/database/outage.ts';
import { noMailbox } from '../../../adapters/email/port.ts';
import { type ContactId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';
import { workerContext } from '../../context.ts';
import { createAhead } from '../ahead.ts';
import { isOutage } from '../../engine/outage.ts';
import type { Presence } from '../../engine/presence.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import { backoff, maxAttempts, ourFault, retryAt } from '../../engine/retry-policy.ts';
import { turns } from '../../engine/turns.ts';
import { backstopMs, type Bell } from '../../engine/wait.ts';
import { deliver } from '../deliver.ts';
import { deliverMail, type MailDelivery } from './deliver.ts';
import { bulkDelivery, mailToRecipient, NotAsked } from './deliver-recipient.ts';
import { giveUpWaiting, sendAfterAll } from './recipients.ts';
import {
  type EndedMail,
  forgetMails,
  forgetWebhookTokens,
  type MailEntry,
  type MailLane,
  mailsToSweep,
  type MailWriter,
  createMailWriter,
  recoverMails,
  setMailBack,
  takeMails,
  unrecordedMails,
  untilMailsDue,
} from './queue.ts';

export interface MailRun extends Omit<MailDelivery, 'holder' | 'now' | 'inTurn'> {
  readonly clock: Clock;
  readonly presence: Presence;
  readonly bell: Bell;
  /** Mails that this process has in its hands: nobody takes them from it. */
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
export async function runMail(parts: MailRun, signal: AbortSignal): Promise<void> {
  const { db, presence, bell, settings, clock, log } = parts;
  const now = (): Date => clock.now();
  const { holder } = presence;
  const { inHand, pollMs = backstopMs } = parts;
  const writer = createMailWriter(db, holder, now);
  const bulkInTurn = turns(settings.bulk);
  const inTurn: MailDelivery['inTurn'] = (lane, request) => (lane === 'bulk' ? bulkInTurn(request) : request());
  const delivery = { ...parts, holder, now, writer, inTurn };
  const toRecipient = mailToRecipient(bulkDelivery(delivery));
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
  const hasRoom = (lane: MailLane) => lane === 'single' || room().bulk >= settings.bulk / 2;

  const handle = async (entry: MailEntry): Promise<void> => {
    underWay[entry.lane] += 1;
    try {
      if (entry.recipient !== null) await deliver(toRecipient, entry);
      else await deliverMail(delivery, entry);
      const ended = await writer.unrecorded(entry.mailId);
      if (ended !== null) await record(parts, writer, ended);
    } catch (error) {
      // What was in hand is recovered, and what has ended is told, in the next round.
      if (isOutage(error)) outage.failed(error);
      else await couldNotBeMade(entry, error).catch((fault: unknown) => outage.failed(fault));
      sweptAt = -Infinity;
    } finally {
      inHand.delete(entry.mailId);
      underWay[entry.lane] -= 1;
      if (entry.lane === 'bulk') pace.ended();
      if (hasRoom(entry.lane)) bell.ring();
    }
  };

  /** It fails by our own fault: tried again, later each time. At last it ends, so that whoever waits for it goes on. */
  const couldNotBeMade = async ({ mailId, faults: before }: MailEntry, error: unknown): Promise<void> => {
    const faults = before + 1;
    const pace = { firstMs: settings.retryFirstMs, longestMs: settings.retryLongestMs };
    const dueAt = retryAt(faults, now(), pace);
    if (dueAt === null)
      log.error({ gaveUp: 'mail', mail: mailId, faults, err: error }, 'a mail failed for good by our own fault');
    else log.warn({ mail: mailId, faults, err: error }, 'a mail failed by our own fault, trying again');
    await setMailBack(db, holder, mailId, { dueAt, unasked: error instanceof NotAsked }, now());
  };

  /** What could not be told of mails that have ended, by our own fault: how often, and when it is tried again. */
  const untold = new Map<string, { readonly attempts: number; readonly until: number }>();
  const tell = async (ended: EndedMail): Promise<void> => {
    const { mailId } = ended;
    try {
      await record(parts, writer, ended);
      untold.delete(mailId);
    } catch (error) {
      if (isOutage(error)) throw error;
      const attempts = (untold.get(mailId)?.attempts ?? 0) + 1;
      untold.set(mailId, { attempts, until: now().getTime() + backoff(attempts - 1, 1_000, 3_600_000) });
      log.error({ mail: mailId, attempts, err: error }, 'how a mail ended could not be written down, trying again');
      if (attempts >= maxAttempts && (await recordUnread(parts, ended))) {
        await writer.recorded(mailId);
        untold.delete(mailId);
      }
    }
  };

  async function recover(): Promise<void> {
    const dueAt = new Date(now().getTime() + settings.unknownMs);
    const lost = await recoverMails(db, holder, [...inHand.keys()], now(), dueAt, settings.attempts);
    if (lost > 0)
      log.warn(
        { mails: lost },
        'Mails were cut off in the middle: those that may go out once more do, under the same Message-ID.',
      );
  }

  let tidiedAt = 0;
  /** Nothing was due at the last look: it is asked, in one statement, whether anything is, before mails are taken. */
  let quiet = false;
  const work = async (): Promise<number> => {
    let taken = 0;
    let pause = 0;
    if (presence.alive()) {
      const isTime = clock.elapsed() - sweptAt >= (quiet ? sweepEveryMs.quiet : sweepEveryMs.busy);
      if (isTime) sweptAt = clock.elapsed();
      const sweeps = isTime && (!quiet || (await mailsToSweep(db, now())));
      if (sweeps) {
        await recover();
        await giveUpWaiting(db, now());
      }
      if (quiet) pause = await untilMailsDue(db, now(), pollMs);
      const entries = pause > 0 ? [] : await takeMails(db, holder, room(), now(), [...inHand.keys()]);
      taken = entries.length;
      for (const entry of entries) inHand.set(entry.mailId, handle(entry));
      if (sweeps) {
        // One of them that can not be told keeps no other waiting.
        const later = [...untold].flatMap(([mailId, { until }]) => (until > now().getTime() ? [mailId] : []));
        for (const ended of await unrecordedMails(db, null, later)) if (!inHand.has(ended.mailId)) await tell(ended);
      }
      if (now().getTime() - tidiedAt > 3_600_000) {
        tidiedAt = now().getTime();
        await forgetMails(db, new Date(tidiedAt - keptDays * 86_400_000));
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
  await unrecordedMails(db)
    .then(async (all) => {
      for (const ended of all) await tell(ended);
    })
    .catch(() => {});
}

/** Tells the mail's own stream how it ended, once. */
async function record(
  { db, commands, clock }: Pick<MailRun, 'db' | 'commands' | 'clock'>,
  writer: MailWriter,
  ended: EndedMail,
) {
  const { mailId, businessId, agencyId, state, provider, providerMessageId, note } = ended;
  if (businessId === null) {
    const context = {
      caller: {
        role: 'system' as const,
        actor: { kind: 'system' as const, name: 'account-mail' },
        tenant: platformTenant,
      },
      commandId: uuidV5(namespaces.command, mailId, 'ended', state),
      correlationId: mailId,
      causationId: null,
    };
    if (state === 'sent') await commands.mail.recordSent(context, { mailId, provider, providerMessageId });
    else await commands.mail.recordFailed(context, { mailId, provider, reason: note });
  } else {
    const { recordAccepted, recordFailure, recordUnknown } = commands.mail.toContact;
    const context = workerContext('mail-sender', { agencyId, businessId }, 'mail-ended', [mailId, state], {
      correlationId: mailId,
      causationId: null,
    });
    // Of a broadcast, what was about to be sent and was not said has not been sent.
    if (state === 'unsure' && ended.broadcastId !== null) {
      const { result: said } = await commands.mail.toRecipient.wasSaid(context, { mailId });
      if (!said) return sendAfterAll(db, mailId);
    }
    const contactId = ended.contactId as ContactId | null;
    /** There is no such mailbox, as a bounce would say later: nothing more is sent there. */
    const refusedForGood = async (): Promise<boolean> => {
      const reason = note.slice(noMailbox.length).trim().slice(0, 100);
      const { result } = await commands.mail.recordWord(context, {
        mailId,
        provider,
        providerMessageId: '',
        at: clock.now().toISOString(),
        what: { kind: 'bounced', bounce: 'hard', reason, taken: false },
      });
      return result.known;
    };
    if (state === 'sent') await recordAccepted(context, { mailId, provider, providerMessageId });
    else if (isOurs(ended) && contactId !== null)
      await commands.mail.toRecipient.withhold(context, { mailId, contactId, reason: ourFault });
    else if (state === 'failed') {
      const isTold = note.startsWith(noMailbox) && (await refusedForGood());
      if (!isTold) await recordFailure(context, { mailId, provider, reason: note });
    } else if (state === 'unsure') await recordUnknown(context, { mailId, provider, detail: note });
    // `skipped`: the decision itself was the end.
  }
  await writer.recorded(mailId);
}

/** A recipient's that failed by our own fault: of most of them nothing was ever said. */
const isOurs = ({ broadcastId, state, note }: EndedMail): boolean =>
  broadcastId !== null && state === 'failed' && note === ourFault;

/** Says how a mail ended whose own stream can not be read. False: nobody knows whom it was to. */
async function recordUnread({ commands, log }: Pick<MailRun, 'commands' | 'log'>, ended: EndedMail): Promise<boolean> {
  const { mailId, businessId, agencyId, broadcastId, contactId, state, provider, providerMessageId, note } = ended;
  if (businessId === null || contactId === null) return false;
  const context = workerContext('mail-sender', { agencyId, businessId }, 'mail-unread', [mailId, state], {
    correlationId: broadcastId ?? mailId,
    causationId: null,
  });
  const end =
    state === 'sent' ? ({ kind: 'accepted', provider, providerMessageId } as const)
    : state === 'unsure' ? ({ kind: 'unknown', provider, detail: note } as const)
    : isOurs(ended) ? ({ kind: 'suppressed', reason: ourFault } as const)
    : ({ kind: 'failed', provider, reason: note } as const);
  try {
    await commands.mail.toContact.endUnread(context, { mailId, contactId: contactId as ContactId, broadcastId, end });
    log.error({ gaveUp: 'mail-story', mail: mailId }, 'how a mail ended was written down without a look at its stream');
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    return false;
  }
}
