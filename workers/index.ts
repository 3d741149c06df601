import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Bus, subjects } from '../adapters/bus/port.ts';
import type { MailFigures } from '../domain/mail/health.ts';
import type { Used } from '../domain/uses/uses.ts';
import { createLeases } from '../adapters/database/lease.ts';
import type { Clock } from '../adapters/clock/port.ts';
import type { EventStore } from '../adapters/event-store/port.ts';
import type { SafeHttp } from '../adapters/http/port.ts';
import type { Commands } from '../commands/catalogue.ts';
import { type DayReader, runDays } from './automations/days.ts';
import { enrollmentLoop } from './automations/enrollment-loop.ts';
import { automationTriggerEvents } from './automations/trigger-events.ts';
import { automationOutcomes } from './automations/outcomes.ts';
import { moveInside, moveTimer } from './automations/migrate-runs.ts';
import { wakeMore, wakeTimer } from './automations/reevaluate-runs.ts';
import { automationRunLoop } from './automations/run-loop.ts';
import { type AutomationSettings, type ActivityReader, defaultAutomationSettings } from './automations/task.ts';
import { tidyAutomations } from './automations/tidy.ts';
import { runBroadcasts } from './broadcasts/run.ts';
import { textedBroadcasts } from './broadcasts/texted.ts';
import { type AudienceReader, type BroadcastSettings, defaultBroadcastSettings } from './broadcasts/task.ts';
import { recipientRows } from './sender/recipient-rows.ts';
import { runAsking } from './sender/ask.ts';
import { defaultDomainChecks, type DomainCheckSettings, runDomainChecks } from './domains/checks.ts';
import { bulkActions, type BulkContacts, bulkTimer, continueBulk } from './contacts/bulk.ts';
import { sealedWords } from './contacts/sealed-words.ts';
import { runSegments, type SegmentContacts, segmentsToKeep } from './contacts/segment-members.ts';
import { couponReminders, couponReminderTimer, remindOfCoupon } from './coupons/reminders.ts';
import { domainFeed, releaseUnused, releaseUnusedTimer } from './domains/feed.ts';
import { resumeWorker } from './engine/checkpoints.ts';
import { endMerge, merges, mergeTimer } from './erasures/merges.ts';
import { completeErasureTimer, endErasure, eraseOutside, erasures, eraseTimer } from './erasures/erasures.ts';
import { keepPresence, type Presence } from './engine/presence.ts';
import { follow, type SubscriptionState } from './engine/subscription.ts';
import { runTimers } from './engine/timers.ts';
import { createBell } from './engine/wait.ts';
import type { Database, Worker } from './engine/worker.ts';
import { chatAssigner, type LoadReader } from './livechat/give-out.ts';
import { assignedToLeavers, type AssignedReader, giveBackOfLeaver, leavers, leaverTimer } from './livechat/leavers.ts';
import { type OverdueReader, runOverdue } from './livechat/overdue.ts';
import { releaseScheduled, scheduledTexts, scheduledTextTimer } from './livechat/scheduled.ts';
import { loopEntries } from './loops/entries.ts';
import { runLinkVisits } from './links/visits.ts';
import { type LoopMembers, loopRules, recheckLoop, recheckTimer } from './loops/recheck.ts';
import { inboundReactor } from './inbound/inbound.ts';
import { memberNotices } from './members/members.ts';
import { pageReactor } from './pages/pages.ts';
import { a2pNotices } from './notices/a2p.ts';
import { approvalNotices } from './notices/approvals.ts';
import { goneNotices } from './notices/gone.ts';
import { lookAtMails, mailHealthTimer, mailTroubles } from './notices/mail-health.ts';
import { mediaFeed } from './media/feed.ts';
import { type MediaService, runMedia } from './media/fetch.ts';
import { defaultMailSettings, type MailService, type MailSettings } from './mail/deliver.ts';
import { mailFeed } from './mail/feed.ts';
import { mailRecipientRows } from './mail/recipient-rows.ts';
import { runMail } from './mail/run.ts';
import { type PushService, runPush } from './push/push.ts';
import { pushFeed } from './push/record.ts';
import { createBreaker } from './sender/breaker.ts';
import type { UsageReader } from './sender/allowance.ts';
import { senderCommands } from './sender/commands.ts';
import { createDelivery } from './sender/deliver.ts';
import type { CarrierFor } from './sender/delivery.ts';
import { outboxFeed } from './sender/outbox-feed.ts';
import { forgetEnded, unblockSender } from './sender/outbox.ts';
import { runReconciler } from './sender/reconcile.ts';
import { resendMessage } from './sender/resend.ts';
import { runSender } from './sender/sender.ts';
import { defaultSettings, type SenderSettings } from './sender/settings.ts';
import { carrierVerdicts } from './sender/verdicts.ts';
import { redactTimer, redactUploads, uploadErasures } from './uploads/erasures.ts';
import { uploadFeed } from './uploads/jobs.ts';
import { runUploads, type UploadFigures, type UploadService } from './uploads/run.ts';
import { readStatus, type WorkersStatus } from './status.ts';

export type { ActivityReader } from './automations/task.ts';
export type { AudienceReader } from './broadcasts/task.ts';
export type { UsageReader } from './sender/allowance.ts';
export type { MailBrand } from './mail/brand.ts';
export type { MailRoute, MailService, MailSettings } from './mail/deliver.ts';
export type { MediaService } from './media/fetch.ts';
export { noteProblems } from './uploads/run.ts';
export type { UploadFigures, UploadService } from './uploads/run.ts';
export type { PushService } from './push/push.ts';
export type { CarrierFor } from './sender/delivery.ts';
export { defaultSettings, type SenderSettings } from './sender/settings.ts';
export type { WorkersStatus } from './status.ts';

export interface WorkersConfig {
  /** Where the carrier reaches us, without a trailing slash. */
  readonly publicUrl: string;
  /** Tells this process from all others, also from an earlier one of itself. Default: random. */
  readonly holder?: string;
  /** How long a dead process's work stays its own, in milliseconds. Default 6,000. */
  readonly leaseMs?: number;
  /** How often an event is tried before its worker pauses, and the first wait between tries. Default 5, 100 ms. */
  readonly attempts?: number;
  readonly retryMs?: number;
  readonly sender?: Partial<SenderSettings>;
  readonly mail?: Partial<MailSettings>;
  readonly broadcasts?: Partial<BroadcastSettings>;
  readonly automations?: Partial<AutomationSettings>;
  /** How often the custom domains of agencies are looked at. */
  readonly domainChecks?: Partial<DomainCheckSettings>;
  /**
   * How often what nobody rings for is looked at: leases of others, timers, mails, visits of links, segments whose
   * contacts have changed, reply times that pass. In milliseconds; default 1,000, 2,000, 5,000, 3,000, 500, 15,000.
   */
  readonly polls?: {
    readonly leasesMs?: number;
    readonly timersMs?: number;
    readonly mailMs?: number;
    readonly linkVisitsMs?: number;
    readonly segmentsMs?: number;
    readonly overdueMs?: number;
  };
  /** How imports work: see `UploadRun`. */
  readonly uploads?: { readonly pollMs?: number; readonly batch?: number; readonly retryFirstMs?: number };
  /** How long ended messages stay in the outbox, and ended runs among the runs, in days. Default 14. */
  readonly keepEndedDays?: number;
}

export interface WorkersDependencies {
  /** With the codec on: look-ups need the numbers and the text. */
  readonly store: EventStore;
  readonly db: Database;
  readonly bus: Bus;
  readonly commands: Commands;
  readonly carrierFor: CarrierFor;
  readonly loopMembers: LoopMembers;
  readonly bulkContacts: BulkContacts;
  readonly segmentContacts: SegmentContacts;
  readonly audience: AudienceReader;
  /** What automations ask of contacts besides their own streams. */
  readonly beside: ActivityReader;
  readonly days: DayReader;
  /** How automations call other systems; left out: they wait. */
  readonly http?: Pick<SafeHttp, 'request'>;
  /** What of a month has been used, where the sender has not counted it itself. */
  readonly usage: UsageReader;
  /** How mails reach users of the product and the contacts of businesses; left out: they wait. */
  readonly mail?: MailService;
  /** How what is attached to texts is fetched and kept; left out: it stays where it is, and is shown as loading. */
  readonly media?: MediaService;
  /** How pushes reach the people of a business; left out: none are sent. */
  readonly push?: PushService;
  /** Where files of contacts lie; left out: they wait. */
  readonly uploads?: UploadService;
  readonly uploadFigures: UploadFigures;
  /** What each of a business's team has in live chat; left out: conversations go to nobody by themselves. */
  readonly chatLoads?: LoadReader;
  /** Whose conversations are whose; left out: nobody's are given back when they leave the team. */
  readonly assigned?: AssignedReader;
  /** Whose reply time in live chat has passed; left out: nobody is told. */
  readonly overdueSince?: OverdueReader;
  /** How the mails of a business fare; left out: nobody is warned, and none stands still for it. */
  readonly mailFigures?: (businessId: string) => Promise<MailFigures>;
  /** What of a business is used, and by what; left out: nobody is told of what is gone. */
  readonly usedIn?: (businessId: string) => Promise<readonly Used[]>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly config: WorkersConfig;
}

export interface Workers {
  /** Who follows the log, and for which events. */
  readonly follows: readonly Pick<Worker, 'name' | 'handles'>[];
  start(): Promise<void>;
  /** Takes on nothing more, finishes what is under way (bounded, `sender.drainMs`), gives everything back. */
  stop(): Promise<void>;
  status(): Promise<WorkersStatus>;
  /** Lets a paused worker try again. False when it was not paused. */
  resume(worker: string): Promise<boolean>;
  /** Lets a number send again that the carrier had blocked. */
  unblockSender(sender: string): Promise<boolean>;
}

/** Everything that reacts: to texts that come in, to messages that are to go out, to what the carrier says, and to the clock. */
export function createWorkers({
  store,
  db,
  bus,
  commands,
  carrierFor,
  loopMembers,
  bulkContacts,
  segmentContacts,
  audience,
  beside,
  days,
  http,
  usage,
  mail,
  media,
  push,
  uploads,
  uploadFigures,
  mailFigures,
  usedIn,
  chatLoads,
  assigned,
  overdueSince,
  log,
  clock,
  config,
}: WorkersDependencies): Workers {
  const now = (): Date => clock.now();
  const holder = config.holder ?? randomUUID();
  const settings: SenderSettings = { ...defaultSettings, ...config.sender };
  const automations: AutomationSettings = { ...defaultAutomationSettings, ...config.automations };
  const leases = createLeases({
    db,
    holder,
    log,
    clock,
    ...(config.leaseMs === undefined ? {} : { ttlMs: config.leaseMs }),
    ...(config.polls?.leasesMs === undefined ? {} : { askMs: config.polls.leasesMs }),
  });
  const bell = createBell(clock);
  const pushBell = createBell(clock);
  const mailBell = createBell(clock);
  const mediaBell = createBell(clock);
  const uploadBell = createBell(clock);
  const broadcastBell = createBell(clock);
  const timersBell = createBell(clock);
  const segmentsBell = createBell(clock);
  const wakeSegments = () => {
    segmentsBell.ring();
    bus.publish(subjects.segments, {});
  };
  const [entriesBell, runsBell] = [createBell(clock), createBell(clock)];
  const wakeSenders = () => {
    bell.ring();
    bus.publish(subjects.outbox, {});
  };
  const ringAutomations = () => {
    entriesBell.ring();
    runsBell.ring();
  };
  const wakeAutomations = () => {
    ringAutomations();
    bus.publish(subjects.automations, {});
  };
  const subscriptions: readonly Worker[] = [
    inboundReactor(commands),
    ...(chatLoads ? [chatAssigner(commands, { db, loadsOf: chatLoads })] : []),
    textedBroadcasts({ commands, audience, clock }),
    pageReactor(commands),
    memberNotices(commands),
    outboxFeed(() => {
      wakeSenders();
      broadcastBell.ring();
      mailBell.ring();
    }),
    carrierVerdicts({ db, commands, now }),
    domainFeed(),
    a2pNotices(commands),
    approvalNotices(commands),
    ...(usedIn ? [goneNotices(commands, usedIn)] : []),
    ...(mailFigures ? [mailTroubles()] : []),
    loopEntries(commands),
    loopRules(),
    couponReminders(),
    scheduledTexts(),
    ...(assigned ? [leavers(() => timersBell.ring()), assignedToLeavers(commands)] : []),
    bulkActions(() => timersBell.ring()),
    automationTriggerEvents({ store, now, wake: wakeAutomations }),
    automationOutcomes({ now, wake: wakeAutomations }),
    sealedWords(commands),
    segmentsToKeep(wakeSegments),
    mailFeed(() => mailBell.ring()),
    erasures({ now }),
    merges({ now }),
    ...(media ? [mediaFeed({ now, wake: () => mediaBell.ring() })] : []),
    ...(uploads ? [uploadFeed({ now, wake: () => uploadBell.ring() }), uploadErasures({ now })] : []),
    ...(push ? [pushFeed({ to: push.to, now, wake: () => pushBell.ring() })] : []),
  ];
  const states = new Map(
    subscriptions.map((worker): [string, SubscriptionState] => [worker.name, { phase: 'waiting', lastError: null }]),
  );
  const breaker = createBreaker(settings.breaker);
  const inHand = new Map<string, Promise<void>>();
  const mailsInHand = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const cut = new AbortController();
  const leaving = new AbortController();
  let presence: (Presence & { ended: Promise<void> }) | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let stopListening = () => {};

  /** One process at a time follows the feed for a worker; the others wait for its lease. */
  const runSubscription = async (worker: Worker) => {
    const state = states.get(worker.name)!;
    while (!stopping.signal.aborted) {
      state.phase = 'waiting';
      const lease = await leases.acquire(`worker-${worker.name}`, stopping.signal);
      if (lease === null) return;
      await follow(
        worker,
        { store, db, log, clock, attempts: config.attempts ?? 5, retryMs: config.retryMs ?? 100 },
        state,
        AbortSignal.any([stopping.signal, lease.signal]),
      );
      await lease.release();
    }
  };

  const keepTidy = async () => {
    while (!stopping.signal.aborted) {
      const days = config.keepEndedDays ?? 14;
      await forgetEnded(db, new Date(now().getTime() - days * 86_400_000)).catch((error: unknown) =>
        log.warn({ err: error }, 'the outbox could not be tidied'),
      );
      await tidyAutomations(db, new Date(now().getTime() - days * 86_400_000), now()).catch((error: unknown) =>
        log.warn({ err: error }, 'automations could not be tidied'),
      );
      await clock.sleep(3_600_000, stopping.signal);
    }
  };

  return {
    follows: subscriptions,
    async start() {
      presence = await keepPresence(leases, holder, leaving.signal);
      const listening = [
        bus.subscribe(subjects.outbox, () => bell.ring()),
        bus.subscribe(subjects.automations, ringAutomations),
        bus.subscribe(subjects.segments, () => segmentsBell.ring()),
      ];
      stopListening = () => listening.forEach((stop) => stop());
      const sender = senderCommands(commands);
      const deliver = createDelivery({
        db,
        usage,
        commands: sender,
        carrierFor,
        presence,
        breaker,
        settings,
        clock,
        log,
        cut: cut.signal,
        statusCallback: (messageId) => `${config.publicUrl}/webhooks/twilio/status?m=${messageId}`,
      });
      const automating = { db, store, commands, beside, http, settings: automations, clock, log };
      running = Promise.all([
        ...subscriptions.map(runSubscription),
        runSender({ db, usage, presence, deliver, breaker, settings, bell, clock, log }, inHand, stopping.signal),
        runReconciler(
          { db, store, commands: sender, carrierFor, settings, clock, log, wake: wakeSenders },
          stopping.signal,
        ),
        runAsking({ db, commands: sender, carrierFor, settings, clock, log }, stopping.signal),
        runBroadcasts(
          {
            db,
            store,
            commands,
            audience,
            mailFigures,
            presence,
            clock,
            log,
            bell: broadcastBell,
            outboxes: {
              text: { rows: recipientRows(db), inHand },
              mail: { rows: mailRecipientRows(db), inHand: mailsInHand },
            },
            wake: () => {
              wakeSenders();
              mailBell.ring();
            },
            settings: { ...defaultBroadcastSettings, ...config.broadcasts },
          },
          stopping.signal,
        ),
        enrollmentLoop({ ...automating, bell: entriesBell }, stopping.signal),
        automationRunLoop({ ...automating, bell: runsBell }, stopping.signal),
        runDays({ ...automating, bell: entriesBell, days }, stopping.signal),
        runTimers(
          {
            db,
            handlers: {
              'resend-message': resendMessage({ store, db, commands }),
              [releaseUnusedTimer]: releaseUnused(commands),
              [recheckTimer]: recheckLoop({ db, commands, members: loopMembers, clock }),
              [couponReminderTimer]: remindOfCoupon(commands),
              [scheduledTextTimer]: releaseScheduled(commands),
              ...(mailFigures ? { [mailHealthTimer]: lookAtMails(commands, mailFigures) } : {}),
              [moveTimer]: moveInside({ db, commands, clock }),
              [wakeTimer]: wakeMore({ db, clock }),
              [bulkTimer]: continueBulk({ db, commands, contacts: bulkContacts, clock }),
              ...(uploads ? { [redactTimer]: redactUploads({ db, store, commands, service: uploads, now }) } : {}),
              ...(assigned ? { [leaverTimer]: giveBackOfLeaver({ db, commands, assigned, clock }) } : {}),
              [mergeTimer]: endMerge(commands),
              [eraseTimer]: eraseOutside({ db, store, storage: media?.storage ?? null, commands, now }),
              [completeErasureTimer]: endErasure(commands),
            },
            clock,
            log,
            bell: timersBell,
            pollMs: config.polls?.timersMs ?? 2_000,
          },
          stopping.signal,
        ),
        runDomainChecks(
          { db, commands, now, clock, log, leases, settings: { ...defaultDomainChecks, ...config.domainChecks } },
          stopping.signal,
        ),
        overdueSince ?
          runOverdue(
            { db, commands, overdueSince, clock, log, leases, pollMs: config.polls?.overdueMs ?? 15_000 },
            stopping.signal,
          )
        : null,
        runLinkVisits(
          { db, commands, now, clock, log, leases, pollMs: config.polls?.linkVisitsMs ?? 3_000 },
          stopping.signal,
        ),
        mail ?
          runMail(
            {
              db,
              store,
              commands,
              service: mail,
              settings: { ...defaultMailSettings, ...config.mail },
              presence,
              bell: mailBell,
              inHand: mailsInHand,
              ...(config.polls?.mailMs === undefined ? {} : { pollMs: config.polls.mailMs }),
              clock,
              log,
              cut: cut.signal,
            },
            stopping.signal,
          )
        : null,
        media ? runMedia({ db, store, commands, service: media, bell: mediaBell, clock, log }, stopping.signal) : null,
        uploads ?
          runUploads(
            {
              db,
              store,
              commands,
              service: uploads,
              figures: uploadFigures,
              bell: uploadBell,
              clock,
              log,
              ...(config.uploads ?? {}),
            },
            stopping.signal,
          )
        : null,
        push ?
          runPush({ db, store, service: push, bell: pushBell, now, clock, log, cut: cut.signal }, stopping.signal)
        : null,
        runSegments(
          {
            db,
            contacts: segmentContacts,
            bus,
            leases,
            clock,
            log,
            bell: segmentsBell,
            pollMs: config.polls?.segmentsMs ?? 500,
          },
          stopping.signal,
        ),
        keepTidy(),
      ]);
    },
    async stop() {
      stopping.abort();
      stopListening();
      const drained = new AbortController();
      void clock.sleep(settings.drainMs, drained.signal).then(() => !drained.signal.aborted && cut.abort());
      await running;
      drained.abort();
      leaving.abort();
      await presence?.ended;
    },
    status: () =>
      readStatus({
        db,
        store,
        now: now(),
        holder,
        alive: presence?.alive() ?? false,
        inHand: inHand.size,
        carrierAwayUntil: breaker.openUntil(),
        states,
      }),
    resume: (worker) => resumeWorker(db, worker),
    unblockSender: async (sender) => {
      const unblocked = await unblockSender(db, sender);
      if (unblocked) wakeSenders();
      return unblocked;
    },
  };
}
