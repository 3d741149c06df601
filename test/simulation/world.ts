import { createHash, hash } from 'node:crypto';
import pino, { type Logger } from 'pino';
import { sql } from 'kysely';
import { createLocalBus } from '../../adapters/bus/local.ts';
import { EventStoreUnavailable, type Position, type StoredEvent } from '../../adapters/event-store/port.ts';
import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import type { RegistrationEvent } from '../../adapters/registrations/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { Passwords } from '../../commands/kernel/passwords.ts';
import { judge } from '../../commands/users/guessing.ts';
import { entryIdOf } from '../../commands/directory/list-entries.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { type BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { compose, type Composition } from '../../main/compose.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { projectors } from '../../projections/index.ts';
import { defaultSettings, type Workers } from '../../workers/index.ts';
import { carrier as carrierCaller, system } from '../support/callers.ts';
import { type Book, emptyBook, emptySignInBook, type OrderBook } from './books.ts';
import { createCast, type Cast } from './cast.ts';
import { createChance, type Chance } from './engine/chance.ts';
import { Process, type Surroundings } from './engine/process.ts';
import type { Reality } from './engine/reality.ts';
import { Timeline } from './engine/timeline.ts';
import { type Callback, createCarrier, type SimulatedCarrier } from './outside/carrier.ts';
import { createFiles, type Files } from './outside/files.ts';
import {
  createSimulatedStripe,
  fairStripe,
  type SimulatedStripe,
  type StripeHint,
  type StripeWeather,
} from './outside/stripe.ts';
import { createEmailServer, type EmailServer } from './outside/email-server.ts';
import { createRegistry, simulatedAccount, type SimulatedRegistry } from './outside/registry.ts';
import { fair, type Weather } from './outside/weather.ts';
import { storedBeforeTheBound } from './segments.ts';

export const roles = ['api', 'workers-1', 'workers-2'] as const;
export type Role = (typeof roles)[number];

interface Running {
  readonly process: Process;
  readonly composed: Composition;
  readonly workers: Workers | null;
}

/** Every call of the outside is told as well. */
const isTraced = process.env['TRACE'] !== undefined;
const secretKey = 'a secret key of the simulation, long enough';
/**
 * How long the processes look for what nobody rings for, and how long a dead one's work stays its own: seldom, so that
 * a day is not mostly looking.
 */
const workersConfig = {
  leaseMs: 240_000,
  polls: {
    leasesMs: 80_000,
    timersMs: 45_000,
    emailMs: 90_000,
    linkVisitsMs: 120_000,
    segmentsMs: 60_000,
    overdueMs: 60_000,
  },
  sender: {
    pollMs: 60_000,
    idleMs: 60_000,
    lookUp: { ...defaultSettings.lookUp, pollMs: 12_000 },
    // Numbers as slow as those of many carriers, so that a broadcast to a few is under way for some seconds.
    rateFor: () => ({ segmentsPerSecond: 1, burst: 3 }),
  },
  broadcasts: { pollMs: 90_000, lookMs: 3 * 3_600_000 },
  uploads: { pollMs: 90_000, batch: 2 },
  domainChecks: { pollMs: 6 * 3_600_000 },
  automations: { pollMs: 90_000, daysMs: 6 * 3_600_000 },
};

/** Hashing takes a core for a while, and says nothing of the product. */
const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  matches: async (kept, password) => kept === `hash of ${password}`,
};

/** One simulated installation: its processes over a real database, and everything around them. */
export class World {
  readonly seed: number;
  readonly reality: Reality;
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly cast: Cast;
  readonly carrier: SimulatedCarrier;
  readonly mail: EmailServer;
  readonly files: Files;
  /** What somebody means to do yet: when, in virtual milliseconds. */
  readonly intended = new Set<{ readonly what: string; readonly at: number }>();
  /** By the payer's id. */
  readonly books: ReadonlyMap<string, Book>;
  readonly orders: OrderBook[] = [];
  readonly signIns = emptySignInBook();
  /** Null: nobody pays in this story. */
  readonly stripe: SimulatedStripe | null;
  /** Where senders are registered; null: no business of this story registers. */
  readonly registry: SimulatedRegistry | null;
  /** Days of which the carriers would take only so many segments more of a business's brand. */
  readonly filledDays: { readonly businessId: string; readonly day: string; readonly left: number }[] = [];
  /** What the product was told of numbers that were to be registered. */
  readonly numbersHeard: { readonly number: string; readonly state: string; readonly reportedAt: string }[] = [];
  stripeWeather: StripeWeather = fairStripe;
  weather: Weather = fair;
  /** What happened, a line each. */
  readonly story: string[] = [];
  /** Laws that were broken. */
  readonly broken: string[] = [];
  /** What the log holds, in order; and when each opt-out came about, in steps of the world. */
  readonly log: { readonly position: Position; readonly type: string }[] = [];
  /** In which step of the world an event came into the log. */
  readonly appendedAt = new Map<Position, number>();
  hadDatabaseFaults = false;
  readonly deaths: { readonly process: Process; readonly at: number }[] = [];
  /** Texts that phones sent: each is to be there once. */
  readonly texts: { readonly sid: string; readonly from: string; readonly to: string }[] = [];
  /** Keys of forms that were sent: each is to be one entry. */
  readonly entries: string[] = [];
  /** Who wants to hear of each text that the carrier took, and of each email that arrived, by its id. */
  readonly onTaken: ((id: string) => void)[] = [];
  /** Calls of other systems that were answered. */
  readonly hookCalls = new Set<string>();
  /** Ids of the carrier that another tenant's account named in a webhook. */
  readonly foreignIds = new Set<string>();
  /** Who was not at the product, from when until when, in virtual milliseconds. Everybody else is. */
  readonly #gone: { readonly userId: string; readonly from: number; to: number }[] = [];
  /** Files of contacts that came to a business. */
  readonly uploads: { readonly uploadId: string; readonly businessId: string; readonly rows: number }[] = [];
  /** Who stood on a business's blacklist, certainly, from which step of the world to which. */
  readonly blacklisted: { readonly businessId: string; readonly phone: string; readonly from: number; to: number }[] =
    [];
  readonly #running = new Map<Role, Running>();
  readonly #surroundings: Surroundings;
  readonly #ids: Chance;
  readonly #happened = createHash('sha256');
  /** Hears when a part gives up. */
  readonly observerLog: Logger;
  #faults: Chance;
  #read: { readonly step: number; readonly count: number; readonly events: readonly StoredEvent[] } | null = null;
  /** The live database from outside, not by the timeline's leave: for laws, and for the read models, which nobody decides on. */
  observer!: Composition;
  /** Workers that never start, to ask how it stands. */
  watching!: Workers;

  constructor(seed: number, reality: Reality) {
    this.seed = seed;
    this.reality = reality;
    this.chance = createChance(seed);
    this.cast = createCast(this.chance.fork());
    this.#ids = this.chance.fork();
    this.#faults = this.chance.fork();
    this.timeline = new Timeline(this.cast.start, this.chance.fork(), () => reality.waitingForLocks());
    this.observerLog = this.#listeningLogger();
    const spread = this.#bus(this.chance.fork());
    this.#surroundings = {
      timeline: this.timeline,
      chance: this.chance.fork(),
      reality,
      fault: () => {
        const { before, after } = this.weather.database;
        const luck = this.#faults.next();
        if (luck < before + after) this.hadDatabaseFaults = true;
        return (
          luck < before ? 'before'
          : luck < before + after ? 'after'
          : null
        );
      },
      spread,
      log: this.log,
      appended: (position) => this.appendedAt.set(position, this.timeline.steps),
      tell: (line) => this.tell(line),
      trace: (line) => (isTraced ? this.tell(`    ${line}`) : this.#note(line)),
    };
    const outside = {
      timeline: this.timeline,
      weather: () => this.weather,
      tell: (line: string) => this.tell(line),
      onTaken: (id: string) => this.onTaken.forEach((hear) => hear(id)),
    };
    this.carrier = createCarrier({
      ...outside,
      chance: this.chance.fork(),
      switchedOff: this.cast.switchedOff,
      callback: (callback) => this.#callback(callback, 1),
    });
    this.mail = createEmailServer({ ...outside, chance: this.chance.fork() });
    this.files = createFiles({ timeline: this.timeline, chance: this.chance.fork() });
    const { payers } = this.cast;
    this.books = new Map(payers.map(({ payer }) => [payer.id, emptyBook()]));
    this.stripe =
      payers.length === 0 ?
        null
      : createSimulatedStripe({
          seed,
          // Where months pass at once, what happened before them is older than the events that Stripe keeps.
          isResent: this.cast.market !== null || seed % 2 === 1,
          timeline: this.timeline,
          chance: createChance(seed + 0x57a1be),
          weather: () => this.stripeWeather,
          tellProduct: (hint) => this.#paymentEvent(hint, 1_000),
          tell: (line) => this.tell(line),
        });
    this.registry =
      this.cast.registers ?
        createRegistry({
          ...outside,
          start: this.cast.start,
          chance: createChance(seed + 0x10d1c),
          hear: (event) => this.#registryEvent(event),
        })
      : null;
    reality.clockIs(() => this.timeline.now());
  }

  /** Everything is there and nothing has happened: a business or two with numbers and campaigns. */
  async open(): Promise<void> {
    await this.reality.empty();
    // What is loaded when it is first needed would come in the middle of a story.
    if (this.cast.market !== null) await Promise.all([judge('a password', []), import('otplib')]);
    const log = this.observerLog;
    this.observer = await compose(
      {
        db: this.reality.database.db,
        connectionString: this.reality.live,
        raw: this.reality.store,
        bus: createLocalBus({ log }),
        secretKey,
        clock: {
          now: () => this.timeline.now(),
          elapsed: () => performance.now(),
          sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        },
        log,
      },
      {
        world: {
          identifiers: this.#identifiers(),
          payments: this.stripe?.from(new Process('nobody', this.#surroundings)) ?? null,
          passwords,
          ...this.#registryOf(new Process('nobody', this.#surroundings)),
        },
      },
    );
    this.watching = this.observer.workers({
      carrierFor: () => this.carrier.from(new Process('nobody', this.#surroundings)),
      uploads: this.files.from(new Process('nobody', this.#surroundings)),
      config: { publicUrl: 'https://beckon.example.test' },
    });
    await this.cast.settle(this.observer.commands, () => this.context(system));
    if (this.cast.theme.includes('segment')) await this.#storeBeforeTheBound();
    for (const { position, type } of await this.events()) this.log.push({ position, type });
    for (const role of roles) await this.start(role);
    this.#lookAtStripe();
  }

  /** What falls due at Stripe does so, whether anybody asks or not. */
  #lookAtStripe(): void {
    if (this.stripe === null) return;
    this.stripe.look();
    this.timeline.later(600_000, () => this.#lookAtStripe());
  }

  /** Stripe tells it again until somebody answers, ever more seldom, for three days. */
  #paymentEvent(hint: StripeHint, pauseMs: number): void {
    const commandId = uuidV5(namespaces.command, 'payment-event', hint.id);
    const { object, customerId, previousCustomerId } = hint;
    void this.ask(
      `hear of ${hint.type}`,
      { role: 'system', actor: { kind: 'provider', name: 'stripe' }, tenant: platformTenant },
      ({ paymentEvents }, context) => paymentEvents.hear(context, { object, customerId, previousCustomerId }),
      { tries: 2, commandId },
    ).then((became) => {
      if (became !== 'done' && pauseMs < 3 * 86_400_000)
        this.timeline.later(pauseMs, () => this.#paymentEvent(hint, pauseMs * 3));
    });
  }

  #registryOf(process: Process) {
    return this.registry === null ?
        {}
      : { registrations: this.registry.from(process), platformCarrier: simulatedAccount };
  }

  /** A callback of the registry. About what nobody here knows yet it says nothing, as one that was lost. */
  async #registryEvent(event: RegistrationEvent): Promise<void> {
    const { kind, reference } = event;
    const about = (await this.events()).findLast(({ type, data }) =>
      kind === 'number' ?
        type === 'BusinessNumberAssigned' && data['number'] === reference
      : type === 'A2pStepCompleted' && data['reference'] === reference,
    );
    if (about === undefined) return;
    const businessId = String(about.data['businessId']);
    this.tell(`the registry tells of the ${kind} ${reference.slice(0, 10)}: ${event.report.state}`);
    void this.ask(
      `callback about the ${kind} ${reference.slice(0, 10)}`,
      system,
      ({ registrations }, context) => registrations.hearA2p(context, { businessId, event }),
      { tries: 2 },
    ).then((ended) => {
      const { state, reportedAt } = event.report;
      if (ended === 'done' && kind === 'number') this.numbersHeard.push({ number: reference, state, reportedAt });
    });
  }

  async #storeBeforeTheBound(): Promise<void> {
    const { agencyId, businessId } = this.cast.shops[0]!;
    const metadata = {
      tenant: { agencyId, businessId },
      actor: system.actor,
      occurredAt: this.timeline.now().toISOString(),
      correlationId: this.uuid(),
      causationId: null,
      commandId: this.uuid(),
    };
    const stored = storedBeforeTheBound(businessId).map((event) => ({ ...event, id: this.uuid(), metadata }));
    await this.observer.store.append(streams.segments(businessId as BusinessId), 'noStream', stored);
  }

  tell(line: string): void {
    const at = this.timeline.now().toISOString().replace('T', ' ').slice(0, 23);
    this.story.push(`${at}  ${line}`);
    this.#note(line.trimStart());
  }

  #note(line: string): void {
    this.#happened.update(`${this.timeline.elapsed} ${line}\n`);
  }

  /** Of all that was told or traced until now, with its virtual time; asked for once. */
  digest(): string {
    return this.#happened.digest('hex').slice(0, 16);
  }

  goes(userId: string): void {
    this.#gone.push({ userId, from: this.timeline.elapsed, to: Infinity });
  }
  comes(userId: string): void {
    for (const one of this.#gone) if (one.userId === userId) one.to = Math.min(one.to, this.timeline.elapsed);
  }
  /** Whether somebody was not here all the while between two moments. Up to the end of time: whether they ever were not. */
  wasGone(userId: string, from: number, to: number): boolean {
    const own = this.#gone.filter((one) => one.userId === userId);
    return to === Infinity ? own.length > 0 : own.some((one) => one.from <= from && to <= one.to);
  }

  breaks(law: string): void {
    this.broken.push(law);
    this.tell(`BROKEN: ${law}`);
  }

  context(caller: Caller, commandId: string = this.#ids.uuid()): CommandContext {
    return { caller, commandId, correlationId: commandId, causationId: null };
  }

  uuid(): string {
    return this.#ids.uuid();
  }

  contactOf(businessId: string, phone: string): string {
    return this.#identifiers().contact(businessId, phone);
  }

  contactByEmail(businessId: string, address: string): string {
    return this.#identifiers().contactByEmail(businessId, address);
  }

  /** The entry of a number on a list of a business. */
  listingOf(businessId: string, phone: string): string {
    return entryIdOf({ identifiers: this.#identifiers() }, businessId, { kind: 'phone', value: phone });
  }

  processOf(role: Role): Process | null {
    return this.#running.get(role)?.process ?? null;
  }

  /** Anybody of the workers. */
  workers(): Workers | null {
    return (
      [...this.#running.values()].find(({ workers, process }) => workers !== null && !process.dead)?.workers ?? null
    );
  }

  async start(role: Role): Promise<void> {
    const process = new Process(role, this.#surroundings);
    const composed = await compose(
      {
        db: process.db,
        connectionString: this.reality.live,
        raw: process.store,
        bus: process.bus,
        secretKey,
        clock: process.clock,
        log: this.observerLog.child({ process: role }),
      },
      {
        // Reading behind the second wall takes statements of its own, which is not what is looked at here.
        readers: { run: async (_, query) => (await process.db.executeQuery(query)).rows as never },
        world: {
          // Streams of a story are short.
          snapshotSettings: { short: 4, every: 3, restMs: 0 },
          identifiers: this.#identifiers(),
          attendance: {
            here: async (ids) => new Set(ids.filter((id) => !this.#isGone(id))),
            // Who is shown to be here is the socket's, which is no part of the story.
            at: async () => [],
          },
          payments: this.stripe?.from(process) ?? null,
          pause: () => process.clock.sleep(20),
          random: () => this.#ids.next(),
          passwords,
          ...this.#registryOf(process),
        },
        // Asked of the process's own database, by the timeline's leave; nobody is waited for.
        shows: (names) => async (position) => {
          const schemas = projectors.filter(({ name }) => names.includes(name)).map(schemaOf);
          const { rows } = await sql<{ reached: boolean }>`
            select coalesce(bool_and(position >= ${position.toString()}::bigint), false) as reached
            from ops.projection_checkpoints where schema = any(${schemas}::text[])`.execute(process.db);
          return rows[0]!.reached;
        },
      },
    );
    const workers =
      role === 'api' ? null : (
        composed.workers({
          carrierFor: () => this.carrier.from(process),
          mail: {
            routeFor: async () => this.mail.routeFrom(process),
            brandOf: async () => ({
              name: 'Beckon',
              url: 'https://beckon.example.test',
              logoUrl: null,
              color: null,
              supportEmail: null,
            }),
            vault: composed.vault,
          },
          uploads: this.files.from(process),
          takesPayments: this.stripe !== null,
          config: { ...workersConfig, publicUrl: 'https://beckon.example.test', holder: this.#ids.uuid() },
        })
      );
    this.#running.set(role, { process, composed, workers });
    process.onDeath(() => {
      this.deaths.push({ process, at: this.timeline.elapsed });
      const ms = this.chance.is(0.7) ? this.chance.between(300, 15_000) : this.chance.between(15_000, 400_000);
      this.timeline.later(ms, () => this.start(role));
    });
    this.tell(`${role} starts`);
    // It waits for its first lease; nobody waits for that.
    workers?.start().catch((error: unknown) => {
      if (!process.dead) this.breaks(`${role} could not start: ${String(error)}`);
    });
  }

  /**
   * Somebody asks for something through the API: again, under the same id, when the answer does not come, for as long
   * as they have patience. What is refused is told, what goes wrong otherwise is a broken law.
   */
  ask(
    what: string,
    caller: Caller,
    work: (commands: Commands, context: CommandContext) => Promise<unknown>,
    { tries = 4, mayBeRefused = true, commandId = this.#ids.uuid() } = {},
  ): Promise<'done' | 'refused' | 'gave up'> {
    return new Promise((resolve) => {
      const again = (left: number): void => {
        if (left === 0) {
          this.tell(`${what}: nobody answers`);
          return resolve('gave up');
        }
        const api = this.#running.get('api');
        const later = (): void => void this.timeline.in(this.chance.between(500, 20_000), () => again(left - 1));
        if (api === undefined || api.process.dead) return later();
        let open = true;
        api.process.onDeath(() => {
          if (open) later();
          open = false;
        });
        work(api.composed.commands, this.context(caller, commandId)).then(
          () => {
            if (!open) return;
            open = false;
            resolve('done');
          },
          (error: unknown) => {
            if (!open) return;
            open = false;
            if (error instanceof DomainError && error.code === 'conflict') return later();
            if (error instanceof DomainError && mayBeRefused) {
              this.tell(`${what}: refused, ${error.code}`);
              return resolve('refused');
            }
            if (error instanceof EventStoreUnavailable || (error as { code?: string }).code === 'ECONNRESET')
              return later();
            this.breaks(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
            resolve('refused');
          },
        );
      };
      again(tries);
    });
  }

  /** Somebody means to do something later, and the story does not end before. */
  intend(what: string, ms: number, work: () => Promise<unknown>): void {
    const intention = { what, at: this.timeline.elapsed + ms };
    this.intended.add(intention);
    this.timeline.later(ms, () => void work().then(() => this.intended.delete(intention)));
  }

  /** A phone sends a text; the carrier hands it over until somebody takes it, and sometimes once more. */
  text(from: string, to: string, body: string, copies: number): void {
    const sid = `MM${String(this.texts.length + 1).padStart(32, '0')}`;
    this.texts.push({ sid, from, to });
    this.tell(`${from} texts ${JSON.stringify(body)} to ${to}${copies > 1 ? `, handed over ${copies} times` : ''}`);
    for (let copy = 0; copy < copies; copy += 1) {
      this.timeline.in(this.chance.between(1, 300) + (copy > 0 ? this.chance.between(0, 20_000) : 0), () => {
        const receivedAt = this.timeline.now().toISOString();
        void this.ask(
          `text ${sid.slice(-4)}`,
          carrierCaller,
          (commands, context) =>
            commands.messages.receive(context, {
              provider: 'twilio',
              providerMessageId: sid,
              from,
              to,
              body,
              media: [],
              receivedAt,
            }),
          { tries: 50, mayBeRefused: false },
        );
      });
    }
  }

  #callback(callback: Callback, tries: number): void {
    const { messageId, sid, status, errorCode } = callback;
    this.tell(`callback ${sid.slice(-4)} ${status}${errorCode === null ? '' : ` (${errorCode})`}`);
    void this.ask(
      `callback ${sid.slice(-4)} ${status}`,
      carrierCaller,
      (commands, context) =>
        commands.delivery.text.hear(context, {
          id: messageId,
          provider: 'twilio',
          providerMessageId: sid,
          word: { status, errorCode },
        }),
      { tries, mayBeRefused: false },
    );
  }

  /** All events, decrypted, as the log has them. */
  async events(): Promise<readonly StoredEvent[]> {
    // Every law asks for them, and nothing happens in between.
    if (this.#read?.step !== this.timeline.steps || this.#read.count !== this.log.length)
      this.#read = { step: this.timeline.steps, count: this.log.length, events: await this.#readEvents() };
    return this.#read.events;
  }

  async #readEvents(): Promise<readonly StoredEvent[]> {
    const all: StoredEvent[] = [];
    for (let position = 0n; ;) {
      const page = await this.observer.store.readAll(position, { limit: 5_000 });
      all.push(...page.events);
      position = page.next;
      if (page.atEnd) return all;
    }
  }

  async query<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.reality.database.pool.query(text, [...values])).rows as R[];
  }

  /** Nobody lives on into the next world. */
  async end(): Promise<void> {
    for (const { process } of this.#running.values()) {
      process.onDeath(() => {});
      await process.die('at the end');
    }
    await this.timeline.settle();
    await this.stripe?.close();
    await this.observer.runner.stop();
  }

  #isGone(userId: string): boolean {
    return this.#gone.some((one) => one.userId === userId && one.to === Infinity);
  }

  #identifiers(): Identifiers {
    return {
      contact: (businessId, phone) => uuidV5(namespaces.demo, 'simulated contact', businessId, phone),
      contactByEmail: (businessId, address) => uuidV5(namespaces.demo, 'simulated address', businessId, address),
      successor: (identityId, generation) =>
        generation === 0 ? identityId : uuidV5(namespaces.demo, identityId, String(generation)),
      emailHash: (address) => createHash('sha256').update(address.trim().toLowerCase()).digest('hex'),
      random: () => this.#ids.uuid(),
      token: (purpose, id) => `${purpose}:${id}`,
      idOf: (purpose, token) => (token.startsWith(`${purpose}:`) ? token.slice(purpose.length + 1) : null),
      linkCode: (link, contactId) => `${link}:${contactId?.replaceAll('-', '').slice(0, 10) ?? ''}`,
      linkOf: (code) => {
        const [link, contact] = code.split(':');
        return { link: Number(link), contact: contact === '' ? null : contact! };
      },
      digest: (purpose, ...words) => hash('sha256', [purpose, ...words].join('\u0000')).slice(0, 32),
      couponCode: (couponId) => couponId.slice(0, 8).toUpperCase(),
      broadcastCode: (broadcastId) => String(Number.parseInt(broadcastId.slice(0, 8), 16) % 10_000).padStart(4, '0'),
      tillCode: (tillId, paired) => `${tillId.slice(0, 8)}${paired}`.toUpperCase(),
    };
  }

  #bus(chance: Chance): (subject: string, message: unknown) => void {
    return (subject, message) => {
      for (const role of roles) {
        const { loses, doubles, late } = this.weather.bus;
        if (chance.is(loses)) continue;
        for (let copy = chance.is(doubles) ? 2 : 1; copy > 0; copy -= 1) {
          const delay = chance.is(late) ? chance.between(100, 9_000) : chance.between(0.1, 3);
          this.timeline.in(delay, () => this.#running.get(role)?.process.hears(subject, message));
        }
      }
    };
  }

  #listeningLogger(): Logger {
    const heard = (said: unknown, message: unknown): void => {
      if (typeof said !== 'object' || said === null || !('gaveUp' in said)) return;
      const { err, ...rest } = said as { err?: unknown };
      this.breaks(
        `${String(message)} ${JSON.stringify(rest)} ${err instanceof Error ? (err.stack ?? err.message) : ''}`,
      );
    };
    return pino({
      level: 'error',
      hooks: {
        logMethod(given) {
          heard(...(given as unknown as [unknown, unknown]));
        },
      },
    });
  }
}
