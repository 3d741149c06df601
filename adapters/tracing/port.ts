/** What a span says: names, counts and ids of ours, never an address or words of a person. Null: it isn't said. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Where in the log something comes from: by it, its span finds its trace in every process. */
export interface Cause {
  readonly correlationId: string;
  /** The event that caused it; null: a request from outside. */
  readonly causationId: string | null;
}

/** What is needed of an event to find its span. */
export interface TracedEvent {
  readonly id: string;
  readonly type: string;
  readonly metadata: Cause & {
    readonly tenant: { readonly agencyId: string | null; readonly businessId: string | null };
  };
}

export interface SpanOptions {
  /** `server`: answers a request from outside. `client`: makes one. Left out: neither. */
  readonly kind?: 'server' | 'client';
  /** Counts until an event is appended inside the span: its metadata says it better. */
  readonly cause?: Cause;
  /** A span of the caller's own system (W3C `traceparent`): linked, never joined. */
  readonly traceparent?: string | undefined;
  readonly attributes?: Attributes;
}

export interface Span {
  note(attributes: Attributes): void;
}

/** A span that is ended by hand. */
export interface OpenSpan extends Span {
  /** What `work` begins, now or later, is inside the span. */
  run<T>(work: () => T): T;
  end(error?: unknown): void;
}

/**
 * Spans for whoever looks for where time goes. A trace is a correlation id: its spans are in one trace whichever process
 * they come from, and the span of an event has an id derived from the event's. Nothing here waits for the collector, fails,
 * or changes what the work answers or throws.
 */
export interface Tracing {
  /** False: nothing is recorded. */
  readonly isOn: boolean;
  begin(name: string, options?: SpanOptions): OpenSpan;
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Work that follows from events: a span in the trace of each of the first few, linked to the events. */
  batch<T>(name: string, attributes: Attributes, events: readonly TracedEvent[], work: () => Promise<T>): Promise<T>;
  /** The same of work that has been done. `began`: `performance.now()` then. */
  worked(name: string, attributes: Attributes, events: readonly TracedEvent[], began: number): void;
  /** Events are in the log: a span for each, linked to the event that caused it. */
  appended(stream: string, events: readonly TracedEvent[], began: number): void;
  /** How many spans the collector has taken, and how many were dropped. */
  counts(): { readonly exported: number; readonly dropped: number };
  /** Hands over what is left, for so long at most. */
  close(limitMs: number): Promise<void>;
}

const nothing: Span = { note: () => {} };

/** No collector is configured. */
export const untraced: Tracing = {
  isOn: false,
  begin: () => ({ ...nothing, run: (work) => work(), end: () => {} }),
  span: (_name, _options, work) => work(nothing),
  batch: (_name, _attributes, _events, work) => work(),
  worked: () => {},
  appended: () => {},
  counts: () => ({ exported: 0, dropped: 0 }),
  close: () => Promise.resolve(),
};

const causeField = '$cause';

/** A message for the bus that says which event it tells of. */
export function withCause<M extends object>(message: M, { id, type, metadata }: TracedEvent): M {
  const { correlationId, causationId, tenant } = metadata;
  return { ...message, [causeField]: { id, type, metadata: { correlationId, causationId, tenant } } };
}
/** The event that a message of the bus tells of; null: it doesn't say. */
export const causeOf = (message: object): TracedEvent | null =>
  (message as { readonly [causeField]?: TracedEvent })[causeField] ?? null;
