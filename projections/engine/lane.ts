import type { Logger } from 'pino';
import type { EventStore, Position, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Projector, Rows, Statement } from '../engine-types.ts';
import { advance, isGuardFailure, pause } from './checkpoints.ts';
import type { Connection } from './connection.ts';
import type { Feed, Page, Reader } from './feed.ts';
import { pauseFor } from './pause.ts';

/** A read model on its way through the feed. */
export interface Member {
  readonly projector: Projector;
  readonly schema: string;
  readonly epoch: number;
  /** The row of its checkpoint: the schema's, or that of a partition of it. */
  readonly checkpoint: string;
  wants(event: StoredEvent): boolean;
  /** Everything up to here is in the tables, or is of no interest to it. */
  position: Position;
  /** What its checkpoint says. May lag behind `position` when nothing of interest came. */
  saved: Position;
  state: 'running' | 'retrying' | 'paused';
  error: string | null;
}

/** What became of a batch, told after it has committed. */
export interface Committed {
  readonly member: Member;
  readonly events: readonly StoredEvent[];
  readonly answers: readonly Rows[];
  /** When it was sent to the database, by `performance.now()`. */
  readonly began: number;
}

export interface LaneHost {
  readonly store: EventStore;
  readonly feed: Feed;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly limits: LaneLimits;
  open(): Promise<Connection>;
  /** Members have moved; `committed` are those that had something to do. */
  moved(members: readonly Member[], committed: readonly Committed[]): void;
  /** These failed while others of the lane did not: they go on by themselves. */
  split(members: readonly Member[]): void;
  /** Asked between batches. True: this lane ends, because another has taken its members over or it has come far enough. */
  ends(lane: Lane): boolean;
  /** Never reads past this. */
  readonly until?: Position;
  /** Somebody has resumed this read model: it is running again by its checkpoint. */
  resumed(member: Member, signal: AbortSignal): Promise<boolean>;
}

export interface LaneLimits {
  /** The most events of one transaction. */
  readonly batch: number;
  /** Retries of a batch before it is cut in half, and of a single event before the read model pauses. Waits between them in ms. */
  readonly retryMs: readonly number[];
  /** How long the next small batch may gather, in ms; 0: none. */
  readonly lingerMs: number;
  /** A batch is sent before the one before it has been answered: for a single read model that is being filled. */
  readonly ahead?: boolean;
  /** A checkpoint that moves over events of no interest is written this often, in ms. */
  readonly saveMs: number;
}

interface Work {
  readonly member: Member;
  readonly events: readonly StoredEvent[];
  readonly statements: readonly Statement[];
}

/** A batch on its way to the database. `answers`: what it answered, or what went wrong. */
interface Sent {
  readonly next: Position;
  /** What the checkpoint says once it has committed. */
  readonly saved: Position;
  readonly events: readonly StoredEvent[];
  readonly began: number;
  readonly outcome: Promise<{ readonly answers: readonly Rows[] } | { readonly error: unknown }>;
}

/**
 * Takes one or several read models along the feed on one connection, a batch of all of them in one transaction. When a
 * batch fails, each of them tries alone; who fails again leaves for a lane of its own, retries there, finds the event
 * at fault by halving, and pauses in front of it.
 */
export class Lane implements Reader {
  readonly members: Member[];
  readonly #host: LaneHost;
  #connection: Connection | null = null;
  #stuck = false;
  #savedAt = 0;
  /** While a fault is looked for: the most events of the next batch, and up to where. */
  #narrow: { most: number; until: Position } | null = null;
  #attempts = 0;
  #readAhead: { from: Position; page: Promise<Page> } | null = null;
  #sent: Sent | null = null;
  #ahead: boolean;

  constructor(members: readonly Member[], host: LaneHost) {
    this.members = [...members];
    this.#host = host;
    this.#ahead = host.limits.ahead === true && members.length === 1;
  }

  /** The lane reads from here; a member that is further ahead lets pass what it has. */
  get position(): Position {
    let least = this.members[0]!.position;
    for (const member of this.members) if (member.position < least) least = member.position;
    return least;
  }

  /** What has been folded and sent is not asked of the feed again; if it fails, it is read anew. */
  get taken(): Position {
    return this.#sent?.next ?? this.position;
  }

  get stuck(): boolean {
    return this.#stuck;
  }

  /**
   * Runs until `signal`, or until another lane has taken its members. Throws when checkpoints have to be read again or
   * the database is away.
   */
  async run(signal: AbortSignal): Promise<void> {
    const detach = this.#host.feed.attach(this);
    try {
      this.#connection = await this.#host.open();
      this.#savedAt = performance.now();
      while (!signal.aborted && this.members.length > 0) {
        if (this.#narrow === null && this.#attempts === 0 && this.#host.ends(this)) break;
        await (this.#ahead ? this.#stepAhead(signal) : this.#step(signal));
      }
      if (this.#sent !== null) await this.#settle(this.#sent);
      await this.#save(true);
    } finally {
      detach();
      await this.#connection?.close();
      this.#connection = null;
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    const page = await this.#next(signal);
    if (page === null) return;
    const failed: { member: Member; error: unknown; events: readonly StoredEvent[] }[] = [];
    const work: Work[] = [];
    for (const member of this.members) {
      const events = page.events.filter((event) => member.wants(event) && event.position > member.position);
      if (events.length === 0) continue;
      try {
        work.push({ member, events, statements: member.projector.fold(events, member.schema) });
      } catch (error) {
        failed.push({ member, error, events });
      }
    }
    try {
      await this.#write(work, page.next);
    } catch (error) {
      this.#rethrow(error);
      if (work.length === 1) failed.push({ member: work[0]!.member, error, events: work[0]!.events });
      else failed.push(...(await this.#oneByOne(work, page.next)));
    }
    if (failed.length > 0) await this.#deal(failed, page.next, signal);
    else this.#recovered();
    this.#pass(page.next, new Set(failed.map((one) => one.member)));
    if (page.events.length === 0) await this.#save(false);
    else if (page.events.length < 200 && this.#host.limits.lingerMs > 0)
      await pauseFor(this.#host.limits.lingerMs, signal);
  }

  /**
   * As `#step`, but a batch is folded and sent while the one before it is being written. Its checkpoint moves only
   * from where that one leaves it, so it fails with it; then all goes on step by step, which finds the event at fault.
   */
  async #stepAhead(signal: AbortSignal): Promise<void> {
    const [member, before] = [this.members[0]!, this.#sent];
    // The feed may be waiting for what is being written.
    if (before !== null && (!this.#host.feed.has(before.next) || before.next === this.#host.until)) {
      this.#sent = null;
      return this.#settle(before);
    }
    this.#sent = await this.#send(member, before?.next ?? member.position, before?.saved ?? member.saved, signal);
    this.#host.feed.consumed();
    if (before !== null) await this.#settle(before);
  }

  async #settle(before: Sent): Promise<void> {
    const member = this.members[0]!;
    const outcome = await before.outcome;
    if ('error' in outcome) {
      await this.#sent?.outcome;
      this.#sent = null;
      this.#ahead = false;
      return;
    }
    member.position = before.next;
    member.saved = before.saved;
    this.#host.moved([member], [{ member, events: before.events, answers: outcome.answers, began: before.began }]);
    this.#host.feed.consumed();
  }

  async #send(member: Member, from: Position, saved: Position, signal: AbortSignal): Promise<Sent | null> {
    const page = await this.#next(signal, from);
    if (page === null) return null;
    const events = page.events.filter((event) => member.wants(event) && event.position > from);
    const began = performance.now();
    if (events.length === 0)
      return { next: page.next, saved, events, began, outcome: Promise.resolve({ answers: [] }) };
    let statements: readonly Statement[];
    try {
      statements = member.projector.fold(events, member.schema);
    } catch (error) {
      return { next: page.next, saved, events, began, outcome: Promise.resolve({ error }) };
    }
    const move = advance([{ schema: member.checkpoint, read: saved, epoch: member.epoch }], page.next);
    const outcome = this.#connection!.transaction([move, ...statements]).then(
      (answers) => ({ answers: answers.slice(1) }),
      (error: unknown) => ({ error }),
    );
    return { next: page.next, saved: page.next, events, began, outcome };
  }

  /** The next page: from the shared feed, or read by itself when that is past it. */
  async #next(signal: AbortSignal, from: Position = this.position): Promise<Page | null> {
    const most = this.#host.limits.batch;
    const page = await this.#waitOrSave(from, most, signal);
    if (page === null) return null;
    const read = upTo(page === 'behind' ? await this.#own(from, most) : page, this.#host.until);
    this.#stuck = false;
    return this.#narrow ? this.#cut(read) : read;
  }

  async #waitOrSave(from: Position, most: number, signal: AbortSignal): Promise<Page | 'behind' | null> {
    if (from < this.#host.feed.position || this.members.every((member) => member.saved === member.position))
      return this.#host.feed.after(from, most, signal);
    // Idle with checkpoints not yet written: write them when nothing comes for a while.
    const page = await this.#host.feed.after(from, most, signal, this.#host.limits.saveMs);
    if (page === null && !signal.aborted) await this.#save(true);
    return page;
  }

  async #own(from: Position, most: number): Promise<Page> {
    const { store } = this.#host;
    const types = [...new Set(this.members.flatMap((member) => member.projector.handles))];
    const read = (position: Position): Promise<Page> => store.readAll(position, { filter: { types }, limit: most });
    const page = await (this.#readAhead?.from === from ? this.#readAhead.page : read(from));
    // The next page is fetched and decoded while this one is written.
    this.#readAhead = null;
    if (page.next > from && this.#narrow === null) {
      const ahead = read(page.next);
      ahead.catch(() => {});
      this.#readAhead = { from: page.next, page: ahead };
    }
    return page;
  }

  #cut(page: Page): Page {
    const { most } = this.#narrow!;
    const wanted = page.events.filter((event) => this.members.some((member) => member.wants(event)));
    return wanted.length <= most ?
        { events: wanted, next: page.next }
      : { events: wanted.slice(0, most), next: wanted[most - 1]!.position };
  }

  async #write(work: readonly Work[], next: Position): Promise<void> {
    if (work.length === 0) return;
    const active = new Set(work.map((one) => one.member));
    // Checkpoints that only passed by travel along now and then.
    const due = performance.now() - this.#savedAt > this.#host.limits.saveMs;
    const passing =
      due ?
        this.members.filter(
          (member) =>
            !active.has(member) && member.position < next && member.saved < next && member.state === 'running',
        )
      : [];
    if (due) this.#savedAt = performance.now();
    const moving = [...active, ...passing];
    const began = performance.now();
    const answers = await this.#connection!.transaction([
      advance(
        moving.map((member) => ({ schema: member.checkpoint, read: member.saved, epoch: member.epoch })),
        next,
      ),
      ...work.flatMap((one) => one.statements),
    ]);
    for (const member of moving) member.saved = member.position = next;
    let from = 1;
    const committed = work.map(({ member, events, statements }) => {
      const own = answers.slice(from, from + statements.length);
      from += statements.length;
      return { member, events, answers: own, began };
    });
    this.#host.moved(moving, committed);
  }

  async #oneByOne(
    work: readonly Work[],
    next: Position,
  ): Promise<{ member: Member; error: unknown; events: readonly StoredEvent[] }[]> {
    const failed: { member: Member; error: unknown; events: readonly StoredEvent[] }[] = [];
    for (const one of work) {
      try {
        await this.#write([one], next);
      } catch (error) {
        this.#rethrow(error);
        failed.push({ member: one.member, error, events: one.events });
      }
    }
    return failed;
  }

  /**
   * Not the batch's fault: the connection broke, or the checkpoint is not what it was. Ends the lane; the runner
   * starts over from the checkpoints.
   */
  #rethrow(error: unknown): void {
    if (this.#connection!.isLost || isGuardFailure(error) || isPassing(error)) throw error;
  }

  async #deal(
    failed: readonly { member: Member; error: unknown; events: readonly StoredEvent[] }[],
    next: Position,
    signal: AbortSignal,
  ): Promise<void> {
    for (const { member, error } of failed) {
      member.state = 'retrying';
      member.error = messageOf(error);
      this.#host.log.warn(
        { err: error, projector: member.projector.name, attempt: this.#attempts + 1 },
        'a read model could not take a batch',
      );
    }
    if (this.members.length > 1) {
      const leaving = failed.map((one) => one.member);
      for (const member of leaving) this.members.splice(this.members.indexOf(member), 1);
      this.#host.split(leaving);
      return;
    }
    const { member, error, events } = failed[0]!;
    this.#stuck = true;
    const searching = this.#narrow !== null && events.length > 1;
    const wait = searching ? undefined : this.#host.limits.retryMs[this.#attempts];
    this.#attempts += 1;
    if (wait !== undefined) return pauseFor(wait, signal);
    this.#attempts = 0;
    if (events.length > 1) {
      this.#narrow = { most: Math.ceil(events.length / 2), until: this.#narrow?.until ?? next };
      return;
    }
    await this.#pause(member, error, events[0]!, signal);
  }

  async #pause(member: Member, error: unknown, event: StoredEvent, signal: AbortSignal): Promise<void> {
    const message = `${event.type} at ${event.position}: ${messageOf(error)}`;
    await this.#save(true);
    await pause(this.#connection!, member.checkpoint, { message, event: event.id, position: event.position });
    member.state = 'paused';
    member.error = message;
    this.#narrow = null;
    this.#host.log.error(
      {
        gaveUp: 'projector',
        err: error,
        projector: member.projector.name,
        eventId: event.id,
        type: event.type,
        position: event.position.toString(),
      },
      'a read model has paused at an event it cannot take',
    );
    if (await this.#host.resumed(member, signal)) {
      member.state = 'running';
      member.error = null;
      this.#host.log.info({ projector: member.projector.name }, 'a read model goes on');
    }
  }

  #recovered(): void {
    this.#attempts = 0;
    for (const member of this.members) {
      if (member.state !== 'retrying' || this.#narrow) continue;
      member.state = 'running';
      member.error = null;
    }
  }

  /** The page is behind all who did not fail. */
  #pass(next: Position, failed: ReadonlySet<Member>): void {
    const passed: Member[] = [];
    for (const member of this.members) {
      if (failed.has(member) || member.position >= next) continue;
      member.position = next;
      passed.push(member);
    }
    if (this.#narrow && this.position >= this.#narrow.until) this.#narrow = null;
    if (passed.length > 0) this.#host.moved(passed, []);
    this.#host.feed.consumed();
  }

  /** Writes checkpoints that have only passed by. */
  async #save(now: boolean): Promise<void> {
    if (!now && performance.now() - this.#savedAt < this.#host.limits.saveMs) return;
    this.#savedAt = performance.now();
    for (const member of this.members) {
      if (member.saved >= member.position || member.state === 'paused' || this.#connection?.isLost) continue;
      await this.#connection?.transaction([
        advance([{ schema: member.checkpoint, read: member.saved, epoch: member.epoch }], member.position),
      ]);
      member.saved = member.position;
    }
  }
}

const upTo = (page: Page, until: Position | undefined): Page =>
  until === undefined || page.next <= until ?
    page
  : { events: page.events.filter((event) => event.position <= until), next: until };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The server's own trouble (stopping, out of memory, disk full, deadlock), not the batch's. Class codes of SQLSTATE. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    typeof code === 'string' &&
    (/^(08|53|57|58)/.test(code) || code === '40001' || code === '40P01' || code === 'ECONNRESET' || code === 'EPIPE')
  );
}
