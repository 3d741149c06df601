import type { Chance } from './chance.ts';

/** Whose work an entry is: the work of somebody dead is not done. */
export interface Owner {
  readonly dead: boolean;
  /** It stands still until then, in virtual milliseconds: what is its own comes to it afterwards, in the same order. */
  readonly stillUntil: number;
}

interface Entry {
  at: number;
  readonly order: number;
  readonly owner: Owner | null;
  readonly isTimer: boolean;
  run(): void | Promise<void>;
  cancelled: boolean;
}

const minute = 60_000;
/** What waited for a process that stood still comes in the order in which it would have come. */
const keepsOrder = 1e-9;
/** Real milliseconds after which it is asked whether a statement waits for somebody else's lock. */
const askMs = 20;

/**
 * The only thing that moves a simulated world. Everything that would take time, or wait for somebody else, is an entry
 * here; entries run one at a time, in the order of the virtual time that the seed gave them, each until all it set off
 * waits for an entry of its own. So a seed gives one story.
 */
export class Timeline {
  /** Virtual milliseconds since the world began. Only grows. */
  elapsed = 0;
  /** What clocks on the wall say at the beginning, and how far they have been set ahead since. */
  #wall: number;
  #heap: Entry[] = [];
  readonly #chance: Chance;
  /** How many statements wait for a lock. Asked of the database, which knows: a clock would take a slow machine for one. */
  readonly #locked: () => Promise<number>;
  readonly #blocked = new Set<Promise<unknown>>();
  steps = 0;
  /** When each step was. */
  readonly #times: number[] = [];

  constructor(start: Date, chance: Chance, locked: () => Promise<number>) {
    this.#locked = locked;
    this.#wall = start.getTime();
    this.#chance = chance;
  }

  now(): Date {
    return new Date(this.#wall + Math.floor(this.elapsed));
  }

  /** How much time had passed at a step. */
  elapsedAt(step: number): number {
    return this.#times[step] ?? 0;
  }

  /** Sets the clocks of all machines ahead, or back. The time that passes is another matter. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  /** Runs something later. A timer is what a process waits for by itself; everything else is on its way. Returns how to take it back. */
  in(ms: number, run: () => void | Promise<void>, owner: Owner | null = null, isTimer = false): () => void {
    const entry: Entry = {
      at: this.elapsed + Math.max(0, ms),
      order: this.#chance.next(),
      owner,
      isTimer,
      run,
      cancelled: false,
    };
    push(this.#heap, entry);
    return () => {
      entry.cancelled = true;
    };
  }

  /** Something that will happen whatever else does: a leap does not wait for it. */
  later(ms: number, run: () => void | Promise<void>): void {
    this.in(ms, run, null, true);
  }

  /** Runs the next entry. False: there is none before `until`. */
  async step(until = Infinity): Promise<boolean> {
    for (;;) {
      const next = this.#heap[0];
      if (next === undefined || next.at > until) return false;
      pop(this.#heap);
      if (next.cancelled || next.owner?.dead === true) continue;
      const { stillUntil = 0 } = next.owner ?? {};
      if (stillUntil > next.at) {
        next.at = stillUntil + next.at * keepsOrder;
        push(this.#heap, next);
        continue;
      }
      this.elapsed = Math.max(this.elapsed, next.at);
      this.#times[(this.steps += 1)] = this.elapsed;
      const work = next.run();
      if (work !== undefined) await this.#unlessBlocked(work);
      await this.settle();
      return true;
    }
  }

  /** Runs everything up to a moment, and comes there. */
  async runUntil(moment: number): Promise<void> {
    while ((await this.step(moment)) || (await this.settle(), await this.step(moment)));
    this.elapsed = Math.max(this.elapsed, moment);
  }

  /** Whether anything but timers is under way. */
  isBusy(): boolean {
    return this.#heap.some((entry) => !entry.isTimer && !entry.cancelled && entry.owner?.dead !== true);
  }

  /**
   * Comes to a moment that may be far away: what is under way ends first, then everybody sleeps; whoever waited for a
   * time in between wakes once, late. So a week costs no more than a minute.
   */
  async leap(moment: number): Promise<void> {
    for (const end = this.elapsed + 30 * minute; this.isBusy() && this.elapsed < Math.min(end, moment);)
      if (!(await this.step(moment))) break;
    this.elapsed = Math.max(this.elapsed, moment);
  }

  /** What was set off runs until it waits for an entry. Several turns: calls that are made together wait for the end of one. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    if (this.#blocked.size === 0) return;
    // Whose lock was let go of comes first.
    while (this.#blocked.size > 0 && (await this.#locked()) < this.#blocked.size)
      await Promise.race([...this.#blocked, new Promise((resolve) => setTimeout(resolve, 1))]);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  }

  /** A statement may wait for a lock that somebody else lets go of later: then the others go on. */
  async #unlessBlocked(work: Promise<void>): Promise<void> {
    let ended = false;
    const over: Promise<void> = work.finally(() => {
      ended = true;
      this.#blocked.delete(over);
    });
    for (;;) {
      let bell: NodeJS.Timeout | undefined;
      await Promise.race([over, new Promise((resolve) => (bell = setTimeout(resolve, askMs)))]);
      clearTimeout(bell);
      if (ended) return;
      if ((await this.#locked()) > this.#blocked.size && !ended) break;
    }
    over.catch(() => {});
    this.#blocked.add(over);
  }
}

const before = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Entry[], entry: Entry): void {
  heap.push(entry);
  for (let child = heap.length - 1; child > 0;) {
    const parent = (child - 1) >> 1;
    if (!before(heap[child]!, heap[parent]!)) return;
    [heap[child], heap[parent]] = [heap[parent]!, heap[child]!];
    child = parent;
  }
}

function pop(heap: Entry[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  heap[0] = last;
  for (let parent = 0; ;) {
    let least = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2])
      if (child < heap.length && before(heap[child]!, heap[least]!)) least = child;
    if (least === parent) return;
    [heap[least], heap[parent]] = [heap[parent]!, heap[least]!];
    parent = least;
  }
}
