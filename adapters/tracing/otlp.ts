import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Attributes, Span, SpanOptions, TracedEvent, Tracing } from './port.ts';
import { errorType, type Link, type Node, spanIdOf, traceIdOf, Tree } from './trees.ts';

export interface TracingAccess {
  /** Where spans are posted, as JSON: `…/v1/traces`. */
  readonly url: string;
  /** The share of traces that is recorded, from 0 to 1: the same traces in every process. */
  readonly ratio: number;
  readonly serviceName: string;
  /** What is said of this process besides. */
  readonly resource: Readonly<Record<string, string>>;
  /** How many spans may wait for the collector; more are dropped. Default 4,096. */
  readonly maxWaiting?: number;
  /** How often waiting spans are handed over, in ms. Default 1,000. */
  readonly everyMs?: number;
}

/** Of one append or batch so many events get spans and links of their own. */
const mostEvents = 50;
/** Of one batch so many traces get a span of their own. */
const mostTraces = 32;
/** What is begun so long after the work around it has ended, in ms, has nothing to do with it. */
const relatedMs = 60_000;
/** Longer than the exporter itself waits, as OTEL_EXPORTER_OTLP_TIMEOUT says. */
const exportTimeoutMs = 600_000;
const warnEveryMs = 60_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const newSpanId = (): string => randomBytes(8).toString('hex');
const nowMs = (): number => performance.timeOrigin + performance.now();
const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Sends spans to a collector by OTLP over HTTP. */
export function createOtlpTracing(access: TracingAccess, log: Pick<Logger, 'warn'>): Tracing {
  const { maxWaiting = 4_096, everyMs = 1_000 } = access;
  const active = new AsyncLocalStorage<Node>();
  const counted = { exported: 0, dropped: 0, waiting: 0 };
  let warnedAt = -Infinity;
  const drop = (spans: number): void => {
    counted.dropped += spans;
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    log.warn({ dropped: counted.dropped }, 'Spans are dropped: the collector does not take them, or not fast enough.');
  };

  const next = { traceId: '', spanId: '' };
  const exporter = countedExporter();
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: maxWaiting,
    maxExportBatchSize: Math.min(512, maxWaiting),
    scheduledDelayMillis: everyMs,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const gate: SpanProcessor = {
    onStart: () => {},
    onEnd(span) {
      if (counted.waiting >= maxWaiting) return drop(1);
      counted.waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...access.resource,
      'service.name': access.serviceName,
      'service.instance.id': randomUUID(),
    }),
    // By the trace's id alone, so that all processes choose the same.
    sampler: new TraceIdRatioBasedSampler(access.ratio),
    spanLimits: { attributeValueLengthLimit: 200 },
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [gate],
  });
  const tracer = provider.getTracer('beckon');

  /** Counts what the collector has taken and what it has not. */
  function countedExporter(): SpanExporter {
    const otlp = new OTLPTraceExporter({ url: access.url });
    return {
      export: (spans, done) =>
        otlp.export(spans, (result) => {
          counted.waiting -= spans.length;
          if (result.code === 0) counted.exported += spans.length;
          else drop(spans.length);
          done(result);
        }),
      forceFlush: () => otlp.forceFlush(),
      shutdown: () => otlp.shutdown(),
    };
  }

  function emit(node: Node, traceId: string): void {
    next.traceId = traceId;
    next.spanId = node.spanId;
    const parentId = node.parentId ?? node.tree.parentId;
    const flags = { traceFlags: TraceFlags.SAMPLED, isRemote: false };
    const span = tracer.startSpan(
      node.name,
      {
        kind: kinds[node.kind],
        startTime: node.began,
        attributes: node.attributes,
        links: node.links.map((link) => ({
          context: { ...idsOf(link), ...flags },
          attributes: { 'beckon.link': link.says },
        })),
      },
      parentId === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentId, ...flags }),
    );
    if (node.failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(node.ended);
  }

  const idsOf = (link: Link) =>
    'to' in link ?
      { traceId: link.to.tree.traceId, spanId: link.to.spanId }
    : { traceId: link.traceId, spanId: link.spanId };

  const newTree = (guess: SpanOptions['cause'] = undefined) => new Tree(emit, () => drop(1), guess ?? null);
  const make = (
    tree: Tree,
    name: string,
    { parentId = null, spanId = newSpanId(), began = nowMs(), ...more }: Partial<Omit<Node, 'tree' | 'name'>>,
  ): Node => ({
    tree,
    name,
    parentId,
    spanId,
    began,
    ended: began,
    kind: 'internal',
    attributes: {},
    links: [],
    failed: false,
    ...more,
  });

  /** The span around what happens now; null: there is none, or it ended long ago. */
  function around(): Node | null {
    const node = active.getStore();
    const endedAt = node?.tree.endedAt ?? null;
    return node === undefined || (endedAt !== null && performance.now() - endedAt > relatedMs) ? null : node;
  }

  /** Whether what has this cause is part of the work around it: a batch has events of many traces in its hands. */
  const isPartOf = ({ tree }: Node, cause: SpanOptions['cause']): boolean =>
    tree.endedAt === null &&
    (cause === undefined || cause.causationId === null || !tree.isSettled || tree.isSettledOn(cause.correlationId));

  function start(name: string, { kind = undefined, cause, traceparent, attributes = {} }: SpanOptions): Node {
    const outer = kind === 'server' ? null : around();
    const isPart = outer !== null && isPartOf(outer, cause);
    const tree = isPart ? outer.tree : newTree(cause);
    if (cause !== undefined) tree.guess(cause);
    const node = make(tree, name, { parentId: isPart ? outer.spanId : null, kind: kind ?? 'internal' });
    note(node, attributes);
    if (outer !== null && !isPart) node.links.push({ to: outer, says: 'part of' });
    const theirs = traceparentPattern.exec(traceparent ?? '');
    if (theirs !== null) node.links.push({ traceId: theirs[1]!, spanId: theirs[2]!, says: 'asked by' });
    return node;
  }

  function finish(node: Node, error?: unknown): void {
    node.ended = nowMs();
    if (error !== undefined) {
      node.failed = true;
      note(node, { 'error.type': errorType(error) });
    }
    node.tree.done(node);
    if (node.parentId === null) node.tree.end();
  }

  async function inside<T>(node: Node, work: (span: Span) => Promise<T>): Promise<T> {
    let done: T;
    try {
      done = await active.run(node, work, { note: (attributes) => note(node, attributes) });
    } catch (error) {
      finish(node, error);
      throw error;
    }
    finish(node);
    return done;
  }

  const linkTo = ({ id, metadata }: TracedEvent): Link => ({
    traceId: traceIdOf(metadata.correlationId),
    spanId: spanIdOf(id),
    says: 'caused by',
  });

  /** The span of a batch: in the trace of its events, or in one of its own where they have several. */
  function batchOf(name: string, attributes: Attributes, events: readonly TracedEvent[], began: number) {
    const traces = Map.groupBy(events, ({ metadata }) => metadata.correlationId);
    const tree = newTree();
    const isOne = traces.size === 1;
    tree.settle(
      isOne ? traceIdOf(events[0]!.metadata.correlationId) : randomBytes(16).toString('hex'),
      isOne ? spanIdOf(events[0]!.id) : null,
    );
    const linked =
      isOne ? events.slice(0, mostEvents) : [...traces.values()].slice(0, mostEvents).map(([first]) => first!);
    const node = make(tree, name, { began, links: linked.map(linkTo) });
    note(node, { ...attributes, 'batch.events': events.length, 'event.type': typesOf(events) });
    return { node, aside: isOne ? [] : [...traces.values()].slice(0, mostTraces) };
  }

  /** Beside the batch's own span, one in the trace of each of the first few events. */
  function tellAside(batch: Node, attributes: Attributes, aside: readonly (readonly TracedEvent[])[]): void {
    for (const events of aside) {
      const { node } = batchOf(batch.name, attributes, events, batch.began);
      node.links.push({ to: batch, says: 'part of' });
      node.failed = batch.failed;
      node.ended = batch.ended;
      node.tree.done(node);
      node.tree.end();
    }
  }

  return {
    isOn: true,
    begin(name, options = {}) {
      const node = start(name, options);
      return {
        note: (attributes) => note(node, attributes),
        run: (work) => active.run(node, work),
        end: (error) => finish(node, error),
      };
    },
    span: (name, options, work) => inside(start(name, options), work),
    async batch(name, attributes, events, work) {
      if (events.length === 0) return work();
      const { node, aside } = batchOf(name, attributes, events, nowMs());
      try {
        return await inside(node, work);
      } finally {
        tellAside(node, attributes, aside);
      }
    },
    worked(name, attributes, events, began) {
      if (events.length === 0) return;
      const { node, aside } = batchOf(name, attributes, events, performance.timeOrigin + began);
      finish(node);
      tellAside(node, attributes, aside);
    },
    appended(stream, events, began) {
      const outer = around();
      const inTree = outer !== null && outer.tree.endedAt === null ? outer : null;
      const [first] = events;
      if (inTree !== null && first !== undefined) {
        const { correlationId, causationId } = first.metadata;
        inTree.tree.settle(traceIdOf(correlationId), causationId === null ? null : spanIdOf(causationId));
        const before = inTree.attributes[nameOf('events.appended')];
        note(inTree, { 'events.appended': (typeof before === 'number' ? before : 0) + events.length });
      }
      for (const event of events.slice(0, mostEvents)) {
        const { correlationId, causationId, tenant } = event.metadata;
        const isPart = inTree?.tree.isSettledOn(correlationId) === true;
        const tree = isPart ? inTree.tree : newTree();
        if (!isPart) tree.settle(traceIdOf(correlationId), causationId === null ? null : spanIdOf(causationId));
        const node = make(tree, `append ${event.type}`, {
          parentId: isPart ? inTree.spanId : null,
          spanId: spanIdOf(event.id),
          began: performance.timeOrigin + began,
        });
        if (causationId !== null)
          node.links.push({ traceId: traceIdOf(correlationId), spanId: spanIdOf(causationId), says: 'caused by' });
        if (!isPart && outer !== null) node.links.push({ to: outer, says: 'part of' });
        note(node, {
          'event.type': event.type,
          'event.id': event.id,
          'stream.type': categoryOf(stream),
          'agency.id': tenant.agencyId,
          'business.id': tenant.businessId,
        });
        node.ended = nowMs();
        tree.done(node);
        if (!isPart) tree.end();
      }
    },
    counts: () => ({ exported: counted.exported, dropped: counted.dropped }),
    async close(limitMs) {
      const late = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      if (counted.waiting > 0) drop(counted.waiting);
    },
  };
}

/** What is not of OpenTelemetry's own words stands under ours. */
const nameOf = (attribute: string): string => (/^(http|error)\./.test(attribute) ? attribute : `beckon.${attribute}`);

function note(node: Node, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) node.attributes[nameOf(name)] = value;
}

/** A stream's name has an id, or what it claims, behind the first dash. */
const categoryOf = (stream: string): string => stream.split('-', 1)[0]!;

function typesOf(events: readonly TracedEvent[]): string {
  const types = [...new Set(events.map(({ type }) => type))];
  return types.length <= 3 ? types.join(' ') : `${types.slice(0, 3).join(' ')} and ${types.length - 3} more`;
}
