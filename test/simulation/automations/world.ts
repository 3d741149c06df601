import type { Logger } from 'pino';
import { RequestFailed } from '../../../adapters/http/port.ts';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { createCommands } from '../../../commands/index.ts';
import {
  AutomationArchived,
  AutomationCreated,
  AutomationPublished,
  AutomationDeactivated,
  AutomationActivated,
  AutomationVersionCreated,
  type StepMove,
} from '../../../domain/automations/events.ts';
import { factsOf } from '../../../domain/automations/runs/facts.ts';
import { runIdOf } from '../../../domain/automations/runs/run.ts';
import { BusinessArchived, BusinessCreated, BusinessNumberAssigned } from '../../../domain/businesses/events.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  ContactImported,
  ContactOptedIn,
  ContactOptedOut,
  ContactTagged,
} from '../../../domain/contacts/events.ts';
import { ConversationClosed } from '../../../domain/livechat/events.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { type DomainEvent, is } from '../../../domain/kernel/event.ts';
import { type ContactId, MessageId, namespaces, UploadId, UserId, uuidV5 } from '../../../domain/kernel/ids.ts';
import { LinkClicked } from '../../../domain/links/events.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageRoutedToInbox,
  MessageQueued,
  MessageReceived,
} from '../../../domain/messages/events.ts';
import { Message } from '../../../domain/messages/message.ts';
import { suppress } from '../../../domain/messages/record.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { streams } from '../../../domain/streams.ts';
import { type DayReader, handOutDays } from '../../../workers/automations/days.ts';
import { enrollOnce } from '../../../workers/automations/enrollment-loop.ts';
import { automationTriggerEvents, triggerEventsWorker } from '../../../workers/automations/trigger-events.ts';
import { moveInside, moveTimer } from '../../../workers/automations/migrate-runs.ts';
import { automationOutcomes } from '../../../workers/automations/outcomes.ts';
import { runsOnce } from '../../../workers/automations/run-loop.ts';
import { defaultAutomationSettings } from '../../../workers/automations/task.ts';
import { tidyAutomations } from '../../../workers/automations/tidy.ts';
import { CheckpointMoved, loadCheckpoint, moveCheckpoint } from '../../../workers/engine/checkpoints.ts';
import { inboundName } from '../../../workers/engine/names.ts';
import { isOutage } from '../../../workers/engine/outage.ts';
import { fireDueTimers } from '../../../workers/engine/timers.ts';
import type { RecordingWorker } from '../../../workers/engine/worker.ts';
import { context, personOf } from '../../support/callers.ts';
import { type Chance, createChance } from '../engine/chance.ts';
import { memoryStore } from './memory-store.ts';
import { type Connection, opsTables, type Reality } from './reality.ts';
import { type Act, type Person, type Story, storyOf, type Theme, visitField } from './story.ts';
import { type Ground, Process, Turns } from './turns.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** So long people do something; then everything comes to rest. */
const storyDays = 6;
const ticks = 48;
/** From the last deed on: waits of some days after each other, and what is tried again. */
const restTicks = 70;
/** Who died before forgetting has it forgotten by the broom: that is not swept any more when nobody has died for some time. */
const lastDeath = 24;
const lastBroom = 36;
/** How likely each call of a process is its last, one of these at a time: where all die soon, nothing comes to its second step. */
const mortalities = [0, 0.0003, 0.0003, 0.002];

/** Days on which something is special: clocks are set back or ahead, and a 29 February that there is, or is not. */
const beginnings = [
  { at: '2026-10-29T11:00:00Z', days: ['10-31', '11-01', '11-02', '02-29'] },
  { at: '2027-03-12T11:00:00Z', days: ['03-13', '03-14', '03-15'] },
  { at: '2028-02-26T11:00:00Z', days: ['02-28', '02-29', '03-01'] },
  { at: '2027-02-26T11:00:00Z', days: ['02-28', '02-29', '03-01'] },
  { at: '2027-03-26T11:00:00Z', days: ['03-27', '03-28', '04-04'] },
] as const;

/** What the laws are held against, for all stories that were lived through together. */
export interface Lived {
  readonly stories: readonly Story[];
  readonly log: readonly StoredEvent[];
  /** Texts that left, by their ids: where the log ended at that moment. */
  readonly sent: ReadonlyMap<string, bigint>;
  /** Calls of another system that were made, by the name of the effect, and how they were answered. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  /** When what was done for an effect began, and had ended: the ends of the log then, and when the look before it began. */
  readonly acts: ReadonlyMap<string, readonly Span[]>;
  /** Looks at runs, by run: the ends of the log when they began and had ended. */
  readonly looks: ReadonlyMap<string, readonly Span[]>;
  /** The same of who was let in, by automation. */
  readonly entries: ReadonlyMap<string, readonly Span[]>;
  readonly rows: readonly RunRow[];
  readonly entering: readonly { readonly automation_id: string; readonly contact_id: string; readonly cause: string }[];
  readonly remembered: ReadonlySet<string>;
  /** What was said of a failure. */
  readonly faults: readonly string[];
  /** Runs that nobody was about to look at, although what they wait for had happened. */
  readonly forgotten: readonly string[];
  readonly turns: number;
  readonly deaths: number;
  readonly end: string;
}
export interface Span {
  readonly looked: bigint;
  readonly from: bigint;
  to: bigint;
}
export interface RunRow {
  readonly run_id: string;
  readonly automation_id: string;
  readonly state: string;
  readonly due_at: Date | number;
  readonly failures: number;
}

/**
 * Stories of `count` seeds from `first` on, at once: one clock, two processes of the workers, one database, one log. What
 * happens in which order, who dies where and what is slow is the batch's; a seed is told by living through its batch again.
 */
export async function live(reality: Reality, first: number, count: number, about: Theme | null): Promise<Lived> {
  const chance = createChance(first * 31 + 7);
  const beginning = beginnings[Math.floor(first / count) % beginnings.length]!;
  const visits = Array.from({ length: storyDays + 2 }, (_, nth) =>
    new Date(Date.parse(beginning.at) + nth * day).toISOString().slice(0, 10),
  );
  const season = { days: beginning.days, visits };
  const stories = Array.from({ length: count }, (_, nth) => storyOf(first + nth, season, about));
  const world = await World.open(reality, chance, new Date(beginning.at));
  await world.begin(stories);
  const agenda = stories.flatMap((story) => story.acts.map((act) => ({ story, act })));
  for (let tick = 0; tick < ticks; tick += 1) {
    const due = agenda.filter(({ act }) => Math.min(ticks - 1, Math.floor(act.at * ticks)) === tick);
    await world.tick((storyDays * day) / ticks, due, { isTroubled: true, nth: tick });
  }
  for (let tick = 0; tick < restTicks; tick += 1)
    await world.tick((tick < 20 ? 4 : 16) * hour, [], { isTroubled: false, nth: tick });
  return world.lived(stories);
}

interface Doing {
  readonly story: Story;
  readonly act: Act;
}

class World {
  readonly #reality: Reality;
  readonly #chance: Chance;
  readonly #store = memoryStore();
  readonly #turns: Turns;
  readonly #ground: Ground;
  readonly #elapsed = { ms: 0 };
  #wall: number;
  readonly #workers: WorkerProcess[];
  readonly #people: Process;
  readonly #peopleCommands: Commands;
  readonly #carrier: Process;
  readonly #sent = new Map<string, bigint>();
  readonly #calls = new Map<string, number[]>();
  readonly #acts = new Map<string, Span[]>();
  readonly #looks = new Map<string, Span[]>();
  readonly #entries = new Map<string, Span[]>();
  readonly #faults: string[] = [];
  readonly #forgotten = new Set<string>();
  #toSend: string[] = [];
  #toDeliver: string[] = [];
  #read = 0;
  #deaths = 0;
  #said = 0;
  #versions = new Map<string, number>();

  static async open(reality: Reality, chance: Chance, at: Date): Promise<World> {
    await ask(reality, (connection) => connection.query(wipe));
    return new World(reality, chance, at);
  }

  private constructor(reality: Reality, chance: Chance, at: Date) {
    this.#reality = reality;
    this.#chance = chance;
    this.#wall = at.getTime();
    this.#turns = new Turns(chance.fork());
    this.#ground = {
      turns: this.#turns,
      chance: chance.fork(),
      store: this.#store,
      connections: reality.connections,
      now: () => this.now(),
      elapsed: this.#elapsed,
    };
    this.#people = new Process('people', this.#ground);
    this.#peopleCommands = this.#commandsOf(this.#people);
    this.#carrier = new Process('carrier', this.#ground);
    this.#workers = ['one', 'other'].map((name) => ({ name, process: null, work: null }));
  }

  /** A call takes a thousandth of a second: nothing is at the same moment. */
  now(): Date {
    return new Date(this.#wall + this.#turns.count);
  }

  #commandsOf(process: Process): Commands {
    const chance = this.#chance.fork();
    return createCommands({
      events: process.store,
      now: () => this.now(),
      identifiers: this.#reality.identifiers,
      vault: undefined as never,
      subjectKeys: undefined as never,
      pause: () => process.call(async () => {}),
      random: () => chance.next(),
    });
  }

  async #say(businessId: string, stream: string, ...events: readonly DomainEvent[]): Promise<void> {
    const metadata = {
      tenant: { agencyId: null, businessId },
      actor: { kind: 'system', name: 'story' } as const,
      occurredAt: this.now().toISOString(),
      correlationId: this.#uuid(),
      causationId: null,
      commandId: this.#uuid(),
    };
    const stored = events.map((event) => ({ ...event, id: this.#uuid(), metadata }));
    await this.#people.store.append(stream, 'any', stored);
  }
  #uuid(): string {
    return `00000000-0000-4000-8000-${String((this.#said += 1)).padStart(12, '0')}`;
  }

  async begin(stories: readonly Story[]): Promise<void> {
    const work = stories.map(async (story) => {
      const { businessId, automationId, zone, people, versions, seed } = story;
      await this.#say(
        businessId,
        streams.business(businessId),
        BusinessCreated.create({
          businessId,
          agencyId: null,
          name: 'Shop',
          uniqueId: `shop-${seed}`,
          currency: 'USD',
          timezone: zone,
          dateFormat: 'MM/DD/YYYY',
          monthlyMessages: null,
          contactLimit: null,
        }),
        BusinessNumberAssigned.create({
          businessId,
          number: E164.parse(`+1628${String(2_000_000 + seed).slice(-7)}`),
          providerNumberId: null,
          isTollFree: false,
        }),
      );
      for (const { contactId, phone, birthday, visit } of people)
        await this.#say(
          businessId,
          streams.contact(contactId),
          ContactDiscovered.create({ contactId, businessId, phone, via: 'inbound-message' }),
          ContactDetailsChanged.create({
            contactId,
            businessId,
            birthday,
            ...(visit === null ? {} : { custom: { [visitField]: visit } }),
          }),
        );
      const ids = { automationId, businessId };
      await this.#say(
        businessId,
        streams.automation(automationId),
        AutomationCreated.create({ ...ids, name: 'Story', origin: { kind: 'blank', id: null } }),
      );
      await this.#publish(story, versions[0], []);
    });
    await this.#turns.until(work);
    await Promise.all(work);
    this.#stories = stories;
  }
  #stories: readonly Story[] = [];

  async #publish({ automationId, businessId }: Story, document: Story['versions'][0], moves: StepMove[]) {
    const version = (this.#versions.get(automationId) ?? 0) + 1;
    this.#versions.set(automationId, version);
    const ids = { automationId, businessId, version };
    const made = AutomationVersionCreated.create({ ...ids, document, mails: {} });
    await this.#say(businessId, streams.automationVersion(automationId, version), made);
    await this.#say(businessId, streams.automation(automationId), AutomationPublished.create({ ...ids, moves }));
  }

  /** Some time passes; then everybody does something, all at once. */
  async tick(
    ms: number,
    due: readonly Doing[],
    { isTroubled, nth }: { isTroubled: boolean; nth: number },
  ): Promise<void> {
    const chance = this.#chance;
    this.#wall += ms * chance.between(0.6, 1.4);
    this.#elapsed.ms += ms;
    const works: Promise<unknown>[] = [];
    // Nobody reacts to texts for some hours: those that came in time count all the same.
    this.#isDeaf = isTroubled && nth < ticks - 1 && chance.is(this.#isDeaf ? 0.6 : 0.2);
    for (const worker of this.#workers) {
      if (worker.process?.dead === true) this.#bury(worker);
      worker.process ??= new Process(worker.name, this.#ground);
      worker.process.frozen = isTroubled && nth < ticks - 1 && chance.is(0.06);
      worker.process.mortality = isTroubled && nth < lastDeath ? chance.one(mortalities) : 0;
      const hands = { days: nth % 5 === 0, broom: nth % 5 === 0 && isTroubled && nth < lastBroom };
      worker.work ??= this.#work(worker, isTroubled ? chance.int(0, 3) : 2, hands).finally(() => {
        worker.work = null;
      });
      if (!worker.process.frozen) works.push(worker.work);
    }
    works.push(this.#send(isTroubled));
    if (due.length > 0) works.push(Promise.all(due.map((one) => this.#do(one))));
    await this.#turns.until(works);
    await Promise.all(works);
    if (this.#workers.every(({ process, work }) => work === null && process?.dead !== true))
      await this.#lookForForgotten();
  }

  /** Who waits for a click that was made, and handed on, and will not be looked at. */
  async #lookForForgotten(): Promise<void> {
    const { rows } = await ask(this.#reality, (connection) =>
      connection.query(
        `select run_id, contact_id, (select position from ops.worker_checkpoints where name = $1)::text as told
         from ops.automation_runs where state = 'waiting' and 'link-clicked' = any(listens) and due_at > $2`,
        [triggerEventsWorker, new Date(this.now().getTime() + minute)],
      ),
    );
    const { all } = this.#store;
    for (const { run_id, contact_id, told } of rows as { run_id: string; contact_id: string; told: string }[]) {
      const begun = all.findLast(({ stream }) => stream === `automationRun-${run_id}`)!;
      const clicked = all.find(
        ({ type, position, data }) =>
          type === 'LinkClicked' && data['contactId'] === contact_id && position > begun.position,
      );
      if (begun.type === 'AutomationStepWaiting' && clicked !== undefined && clicked.position <= BigInt(told ?? 0))
        this.#forgotten.add(run_id);
    }
  }

  #bury(worker: WorkerProcess): void {
    this.#deaths += 1;
    worker.process = null;
    worker.work = null;
  }

  /** One process of the workers goes through what it does some times, and stops where it dies. */
  async #work(worker: WorkerProcess, rounds: number, hands: { days: boolean; broom: boolean }): Promise<void> {
    const process = worker.process!;
    const { db, store, clock } = process;
    const commands = this.#watched(this.#commandsOf(process), process);
    const now = (): Date => this.now();
    const wake = (): void => {};
    const task = <T>(run: () => Promise<T>): Promise<T> => this.#turns.asTask(run);
    const happenings = automationTriggerEvents({ store, now, wake });
    const outcomes = automationOutcomes({ now, wake });
    const dependencies = {
      db,
      store,
      clock,
      log: this.#logger(),
      bell: undefined as never,
      commands,
      beside: { reached: async () => true, of: async () => new Map() },
      http: { request: (...given: Parameters<Http>) => this.#request(process, ...given) },
      settings: { ...defaultAutomationSettings, batch: this.#chance.int(20, 200), patienceMs: 50 },
      days: { zoneOf: async (id: string) => this.#zoneOf(id), contactsOfDays: this.#contactsOfDays },
    };
    try {
      for (let round = 0; round < rounds; round += 1) {
        if (!this.#isDeaf) await this.#hear(process);
        await this.#follow(process, happenings);
        await this.#follow(process, outcomes);
        this.#looked.set(process, BigInt(this.#store.all.length));
        await enrollOnce(dependencies);
        this.#looked.set(process, BigInt(this.#store.all.length));
        // The worker that follows the log does so beside: a look waits for it (`hasPassed`).
        await Promise.all([
          task(() => runsOnce(dependencies)),
          task(async () => {
            for (let page = 0; page < 3; page += 1) await this.#follow(process, happenings);
          }),
        ]);
        if (hands.days && round === 0) await handOutDays(dependencies);
        // Rows of runs stay: laws look at them.
        if (hands.broom && round === 0) await tidyAutomations(db, new Date(0), now());
        if (round === 0)
          await fireDueTimers(db, { [moveTimer]: moveInside({ db, commands, clock }) }, now(), dependencies.log);
      }
    } catch (error) {
      if (!process.dead || !isOutage(error)) throw error;
    }
  }
  readonly #looked = new Map<Process, bigint>();
  #isDeaf = false;

  /** The reaction to texts, as far as it matters here: people see to them. It moves on when that has been said. */
  async #hear({ db, store }: Process): Promise<void> {
    const { position } = await loadCheckpoint(db, inboundName);
    const page = await store.readAll(position, { filter: { types: [MessageReceived.type] }, limit: 1_000 });
    if (page.next === position) return;
    for (const event of page.events) {
      if (!is(event, MessageReceived)) continue;
      const { messageId, contactId, businessId } = event.data;
      const left = { messageId, contactId, businessId, receivedPosition: String(event.position) };
      const metadata = { ...event.metadata, occurredAt: this.now().toISOString() };
      const id = uuidV5(namespaces.event, 'left-to-people', event.id);
      await store.append(event.stream, 'any', [{ ...MessageRoutedToInbox.create(left), id, metadata }]);
    }
    await db
      .transaction()
      .execute((trx) => moveCheckpoint(trx, inboundName, position, page.next))
      .catch((error: unknown) => {
        if (!(error instanceof CheckpointMoved)) throw error;
      });
  }

  /** As the worker itself follows the log (`workers/engine/subscription.ts`), page by page, of any size. */
  async #follow(process: Process, worker: RecordingWorker): Promise<void> {
    const { db, store } = process;
    const { position } = await loadCheckpoint(db, worker.name);
    const limit = this.#chance.is(0.3) ? this.#chance.int(1, 20) : 1_000;
    const page = await store.readAll(position, { filter: { types: worker.handles }, limit });
    if (page.next === position) return;
    try {
      await db.transaction().execute(async (trx) => {
        await moveCheckpoint(trx, worker.name, position, page.next);
        if (page.events.length > 0) await worker.record(page.events, trx);
      });
    } catch (error) {
      // The other one was faster.
      if (!(error instanceof CheckpointMoved)) throw error;
    }
  }

  #watched(commands: Commands, process: Process): Commands {
    const end = (): bigint => BigInt(this.#store.all.length);
    const executeStep: Commands['automations']['executeStep'] = async (asking, given) => {
      const span: Span = { looked: this.#looked.get(process) ?? 0n, from: end(), to: 10n ** 12n };
      this.#acts.set(given.effectId, [...(this.#acts.get(given.effectId) ?? []), span]);
      try {
        return await commands.automations.executeStep(asking, given);
      } finally {
        span.to = end();
      }
    };
    const evaluateRuns: Commands['automations']['evaluateRuns'] = async (asking, given) => {
      const span: Span = { looked: this.#looked.get(process) ?? 0n, from: end(), to: 10n ** 12n };
      for (const { runId } of given.runs) this.#looks.set(runId, [...(this.#looks.get(runId) ?? []), span]);
      try {
        return await commands.automations.evaluateRuns(asking, given);
      } finally {
        span.to = end();
      }
    };
    const enroll: Commands['automations']['enroll'] = (asking, given) =>
      given.entries.reduce(
        (work, { automationId }) =>
          () =>
            this.#watchedEntry(automationId, this.#looked.get(process) ?? 0n, work),
        () => commands.automations.enroll(asking, given),
      )();
    return { ...commands, automations: { ...commands.automations, executeStep, evaluateRuns, enroll } };
  }

  /** Notes between which ends of the log people are let in, who were looked up after `looked`. */
  async #watchedEntry<T>(automationId: string, looked: bigint, work: () => Promise<T>): Promise<T> {
    const span: Span = { looked, from: BigInt(this.#store.all.length), to: 10n ** 12n };
    this.#entries.set(automationId, [...(this.#entries.get(automationId) ?? []), span]);
    try {
      return await work();
    } finally {
      span.to = BigInt(this.#store.all.length);
    }
  }

  #logger(): Logger {
    const said = (about: { err?: unknown }, message: string): void => {
      if (about.err !== undefined && !isOutage(about.err)) this.#faults.push(`${message}: ${String(about.err)}`);
    };
    return { warn: said, error: said, info() {}, debug() {} } as unknown as Logger;
  }

  /** Another system: it is well, is away, or says no; whoever calls may die before they hear of it. */
  #request(process: Process, _url: string, asked: Parameters<Http>[1]): ReturnType<Http> {
    return process.call(async () => {
      const name = asked!.headers!['webhook-id']!;
      const status = this.#chance.weighted([
        { weight: 6, status: 200 },
        { weight: 1, status: 503 },
        { weight: 1, status: 410 },
        { weight: 1, status: 0 },
      ]).status;
      this.#calls.set(name, [...(this.#calls.get(name) ?? []), status]);
      if (status === 0) throw new RequestFailed('timeout', 'It does not answer (simulated).');
      return { status, headers: {}, body: Buffer.alloc(0) } as never;
    });
  }

  /** The sender and the carrier: at last each text that waits leaves, unless it is not to any more. Each is told of twice. */
  async #send(isTroubled: boolean): Promise<void> {
    const { all } = this.#store;
    for (; this.#read < all.length; this.#read += 1) {
      const event = all[this.#read]!;
      if (is(event, MessageQueued)) this.#toSend.push(event.stream);
    }
    const due = this.#toSend.filter(() => !isTroubled || this.#chance.is(0.6));
    this.#toSend = this.#toSend.filter((stream) => !due.includes(stream));
    const told = this.#toDeliver;
    this.#toDeliver = [];
    for (const stream of due) await this.#carrier.call(() => this.#sendOne(stream));
    for (const stream of told) await this.#carrier.call(() => this.#deliver(stream));
  }
  async #sendOne(stream: string): Promise<void> {
    const stored = await this.#store.read(stream);
    const message = stateOf(Message, stored);
    if (message.status !== 'queued') return;
    const { messageId, businessId, contactId } = stored[0]!.data as {
      messageId: MessageId;
      businessId: string;
      contactId: string;
    };
    const ids = { messageId, businessId, contactId } as never as Parameters<typeof MessageAccepted.create>[0];
    const contact = stateOf(Contact, await this.#store.read(streams.contact(contactId as never)));
    if (contact.status !== 'subscribed') {
      await this.#tell(stream, ...suppress({ reason: 'opted-out' } as never, message));
      return;
    }
    this.#sent.set(messageId, BigInt(this.#store.all.length));
    const id = { providerMessageId: `SM${messageId}` };
    if (this.#chance.is(0.1))
      return this.#tell(stream, MessageFailed.create({ ...ids, ...id, errorCode: 30_003, reason: 'unreachable' }));
    await this.#tell(stream, MessageAccepted.create({ ...ids, ...id, provider: 'twilio' }));
    this.#toDeliver.push(stream);
  }
  async #deliver(stream: string): Promise<void> {
    const { messageId, businessId, contactId } = (await this.#store.read(stream, { limit: 1 }))[0]!
      .data as never as Parameters<typeof MessageDelivered.create>[0];
    await this.#tell(
      stream,
      MessageDelivered.create({ messageId, businessId, contactId, providerMessageId: `SM${messageId}` }),
    );
  }
  async #tell(stream: string, ...events: readonly DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const [first] = await this.#store.read(stream, { limit: 1 });
    const metadata = { ...first!.metadata, occurredAt: this.now().toISOString() };
    await this.#store.append(
      stream,
      'any',
      events.map((event) => ({ ...event, id: this.#uuid(), metadata })),
    );
  }

  async #do({ story, act: { what } }: Doing): Promise<void> {
    const { businessId, automationId, people } = story;
    const ids = { automationId, businessId };
    const stream = streams.automation(automationId);
    const me = () => context(personOf(businessId, null, '00000000-0000-4000-8000-00000000beef'), this.#uuid());
    const person = this.#survivorOf('who' in what ? people[what.who]! : people[0]!, people);
    const { contactId, phone } = person;
    const about = { contactId, businessId };
    const contact = streams.contact(contactId);
    const command = async (run: () => Promise<unknown>): Promise<void> => {
      await run().catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });
    };
    const optIn = (): Promise<void> => {
      const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: null };
      const by = { keyword: 'PIZZA', campaignId: null, source: 'keyword' as const, ipAddress: null, consent };
      return this.#say(businessId, contact, ContactOptedIn.create({ ...about, phone, ...by } as never));
    };
    const optOut = (): Promise<void> => {
      const by = { via: 'message', words: 'STOP', providerMessageId: null };
      return this.#say(businessId, contact, ContactOptedOut.create({ ...about, phone, ...by } as never));
    };
    switch (what.kind) {
      case 'opt-in':
        return optIn();
      case 'opt-out':
        return optOut();
      case 'back':
        await optOut();
        return optIn();
      case 'text': {
        const messageId = MessageId.parse(this.#uuid());
        const text = streams.message(messageId);
        const said = { body: what.words, media: [], provider: 'twilio', providerMessageId: `SM${messageId}` };
        const numbers = { from: phone, to: E164.parse('+16282000000'), receivedAt: this.now().toISOString() };
        return this.#say(
          businessId,
          text,
          MessageReceived.create({ messageId, ...about, ...said, ...numbers, segments: 1, pictures: 0 }),
        );
      }
      case 'click':
        return this.#say(
          businessId,
          `link-click-${contactId}-${this.#said}`,
          LinkClicked.create({
            number: 1,
            businessId,
            contactId,
            clickedAt: this.now().toISOString(),
            source: { kind: 'automation', id: automationId, variant: 0 },
          }),
        );
      case 'close':
        return this.#say(
          businessId,
          streams.conversation(contactId),
          ConversationClosed.create({
            contactId,
            businessId,
            userId: UserId.parse('00000000-0000-4000-8000-00000000beef'),
            upToPosition: null,
          }),
        );
      case 'tag':
        return this.#say(businessId, contact, ContactTagged.create({ ...about, tags: what.vip ? ['vip'] : [] }));
      case 'visit': {
        const custom = await this.#customOf(contactId, what.day);
        if (custom === null) return;
        if (what.by === 'edit')
          return this.#say(businessId, contact, ContactDetailsChanged.create({ contactId, businessId, custom }));
        const file = { uploadId: UploadId.parse(this.#uuid()), row: 1, phone: null };
        return this.#say(businessId, contact, ContactImported.create({ contactId, businessId, ...file, custom }));
      }
      case 'merge': {
        const other = people.find((one) => one !== person)!;
        return command(() =>
          this.#peopleCommands.contacts.merge(me(), { contactId, otherId: other.contactId, taken: [] }),
        );
      }
      case 'start':
        return command(() =>
          this.#watchedEntry(automationId, BigInt(this.#store.all.length), () =>
            this.#peopleCommands.automations.start(me(), { automationId, contactId }),
          ),
        );
      case 'leave':
        return command(() => this.#peopleCommands.automations.stop(me(), { automationId, contactId }));
      case 'hand': {
        const run = [1, 2, 3]
          .map((entry) => runIdOf(automationId, contactId, entry))
          .findLast((runId) => this.#isThere(runId));
        if (run !== undefined)
          await command(() => this.#peopleCommands.automations.override(me(), { runId: run, act: what.act, at: null }));
        return;
      }
      case 'publish': {
        // Nobody may publish what has been put away.
        if (this.#lastOf(automationId, ['AutomationArchived']) !== undefined) return;
        const version = this.#versions.get(automationId)!;
        const document = story.versions[version % 2]!;
        const waits = Object.entries(document.nodes).filter(
          ([, node]) => node.kind === 'Wait' || node.kind === 'CollectContactData',
        );
        const further = Object.keys(document.nodes).find((name) => document.nodes[name]!.kind === 'End')!;
        return this.#publish(
          story,
          document,
          waits.map(([node]) => ({ node, how: what.how, to: what.how === 'go' ? further : null })),
        );
      }
      case 'off':
        return this.#isOn(automationId) ? this.#say(businessId, stream, AutomationDeactivated.create(ids)) : undefined;
      case 'on':
        return this.#isOn(automationId) ? undefined : (
            this.#say(businessId, stream, AutomationActivated.create({ ...ids, lapsed: what.lapsed }))
          );
      case 'archive':
        return this.#say(businessId, stream, AutomationArchived.create(ids));
      case 'archive-business':
        return this.#say(businessId, streams.business(businessId), BusinessArchived.create({ businessId }));
      default:
        return what satisfies never;
    }
  }
  #isThere(runId: string): boolean {
    return this.#store.all.some(({ stream }) => stream === `automationRun-${runId}`);
  }
  #isOn(automationId: string): boolean {
    const standing = ['AutomationDeactivated', 'AutomationActivated', 'AutomationArchived'];
    return this.#lastOf(automationId, standing)?.type !== 'AutomationDeactivated';
  }
  #lastOf(automationId: string, types: readonly string[]): StoredEvent | undefined {
    return this.#store.all.findLast(({ type, data }) => types.includes(type) && data['automationId'] === automationId);
  }

  /** A contact's other appointment, as a form or a file says it; null: nothing changes. */
  async #customOf(contactId: ContactId, visit: string | null): Promise<Record<string, string> | null> {
    const contact = stateOf(Contact, await this.#store.read(streams.contact(contactId)));
    if (contact.status === 'none' || contact.status === 'erased') return null;
    const was = contact.details.custom?.[visitField] ?? null;
    return was === visit ? null : { [visitField]: visit ?? '' };
  }

  /** Who a contact is by now: whoever acts as one that was merged acts as the other. */
  #survivorOf(person: Person, people: readonly Person[]): Person {
    const into = this.#store.all.findLast(
      ({ type, data }) => type === 'ContactMergedInto' && data['contactId'] === person.contactId,
    )?.data['intoId'];
    return people.find(({ contactId }) => contactId === into) ?? person;
  }

  #zoneOf = (id: string): string => this.#stories.find(({ businessId }) => businessId === id)!.zone;
  #contactsOfDays: DayReader['contactsOfDays'] = async (id, field, days) => {
    const story = this.#stories.find(({ businessId }) => businessId === id)!;
    const found = await this.#store.readMany(story.people.map(({ contactId }) => streams.contact(contactId)));
    return story.people.flatMap(({ contactId }) => {
      const { phone, ...known } = factsOf(found.get(streams.contact(contactId)));
      const written = field.of === 'custom' ? known.custom[field.id] : known[field.of];
      const { state, zip } = known;
      return written != null && days.includes(written) ? [{ contactId, phone, state, zip, written }] : [];
    });
  };

  async lived(stories: readonly Story[]): Promise<Lived> {
    const rowsOf = async <T>(text: string): Promise<T[]> =>
      (await ask(this.#reality, (connection) => connection.query(text))).rows as T[];
    const rows = await rowsOf<RunRow>('select run_id, automation_id, state, due_at, failures from ops.automation_runs');
    const entering = await rowsOf<Lived['entering'][0]>(
      'select automation_id, contact_id, cause from ops.automation_entering',
    );
    const remembered = await rowsOf<{ contact_id: string }>('select distinct contact_id from ops.automation_happened');
    return {
      stories,
      log: this.#store.all,
      sent: this.#sent,
      calls: this.#calls,
      acts: this.#acts,
      looks: this.#looks,
      entries: this.#entries,
      faults: this.#faults,
      forgotten: [...this.#forgotten],
      rows,
      entering,
      turns: this.#turns.count,
      deaths: this.#deaths,
      remembered: new Set(remembered.map((row) => row.contact_id)),
      end: this.now().toISOString(),
    };
  }
}

interface WorkerProcess {
  readonly name: string;
  process: Process | null;
  work: Promise<void> | null;
}
type Http = NonNullable<Parameters<typeof runsOnce>[0]['http']>['request'];

async function ask<T>({ connections }: Reality, how: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connections.take();
  try {
    return await how(connection);
  } finally {
    connections.giveBack(connection);
  }
}

const wipe = `truncate ${opsTables.map((name) => `ops.${name}`).join(', ')}`;
