import { createHash, randomUUID } from 'node:crypto';
import type { Cause } from './port.ts';

/** One span of a tree. Times in milliseconds since 1970. */
export interface Node {
  readonly tree: Tree;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly began: number;
  ended: number;
  readonly attributes: Record<string, string | number | boolean>;
  readonly links: Link[];
  failed: boolean;
}

/** To a span of this process, or of any by its ids. */
export type Link =
  | { readonly to: Node; readonly says: string }
  | { readonly traceId: string; readonly spanId: string; readonly says: string };

/** A correlation id that is a UUID is its trace's id without the dashes, so that people find one by the other. */
export const traceIdOf = (correlationId: string): string =>
  hexOf(correlationId) ?? createHash('sha256').update(correlationId).digest('hex').slice(0, 32);
/** The span of an event, which every process knows by the event alone. */
export const spanIdOf = (eventId: string): string =>
  (hexOf(eventId) ?? createHash('sha256').update(eventId).digest('hex')).slice(-16);

function hexOf(id: string): string | null {
  const hex = id.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(hex) && !/0{16}$/.test(hex) ? hex : null;
}

/** Of one tree so many spans are kept until it ends. */
const mostKept = 500;

/**
 * The spans of one piece of work in this process. Which trace they belong to is known when the first event is appended
 * inside, or at the latest when the work ends: a webhook's events belong to what the text was sent for. Spans wait until
 * then.
 */
export class Tree {
  /** The trace, once nothing can change it. */
  #traceId: string | null = null;
  #guess: Cause | null;
  /** The span that the root hangs under. */
  #parentId: string | null = null;
  #kept: Node[] = [];
  #endedAt: number | null = null;
  readonly #emit: (node: Node, traceId: string) => void;
  readonly #drop: () => void;

  constructor(emit: Tree['emit'], drop: () => void, guess: Cause | null = null) {
    this.#emit = emit;
    this.#drop = drop;
    this.#guess = guess;
  }

  get emit() {
    return this.#emit;
  }
  get endedAt(): number | null {
    return this.#endedAt;
  }

  /** What it belongs to, as a command says: counts if no event says better. */
  guess(cause: Cause): void {
    this.#guess ??= cause;
  }

  /** What it belongs to, for good. `parentId`: the span that its root hangs under, which may be none of its own. */
  settle(traceId: string, parentId: string | null): void {
    if (this.#traceId !== null) return;
    this.#traceId = traceId;
    if (!this.#kept.some(({ spanId }) => spanId === parentId)) this.#parentId = parentId;
  }

  isSettledOn(correlationId: string): boolean {
    return this.#traceId === traceIdOf(correlationId);
  }
  get isSettled(): boolean {
    return this.#traceId !== null;
  }

  /** Its trace; whoever asks needs it to stay. */
  get traceId(): string {
    if (this.#traceId === null) {
      const { correlationId, causationId } = this.#guess ?? { correlationId: randomUUID(), causationId: null };
      this.settle(traceIdOf(correlationId), causationId === null ? null : spanIdOf(causationId));
    }
    return this.#traceId!;
  }

  /** What the root's parent is. */
  get parentId(): string | null {
    return this.#parentId;
  }

  done(node: Node): void {
    if (this.#endedAt !== null) return this.#emit(node, this.traceId);
    if (this.#kept.length >= mostKept) return this.#drop();
    this.#kept.push(node);
  }

  /** The root has ended. */
  end(): void {
    const { traceId } = this;
    this.#endedAt = performance.now();
    for (const node of this.#kept.splice(0)) this.#emit(node, traceId);
  }
}

/** What may be said of an error: its kind. Its message may quote a person. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return (
    typeof code === 'string' && /^[\w-]{1,60}$/.test(code) ? code
    : typeof name === 'string' && /^[\w$]{1,60}$/.test(name) ? name
    : 'unknown'
  );
}
