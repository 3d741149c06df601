import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly boolValue?: boolean;
}
interface Link {
  readonly traceId: string;
  readonly spanId: string;
}
interface WireSpan extends Link {
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly links?: readonly Link[];
  readonly status?: { readonly code?: number };
}
export interface CollectedSpan extends Link {
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly links: readonly Link[];
  readonly failed: boolean;
}

/** A collector of OpenTelemetry traces that keeps what it is sent, as JSON over HTTP. */
export async function openCollector() {
  const bodies: string[] = [];
  const held: ServerResponse[] = [];
  const state = { answer: 'takes' as 'takes' | 'refuses' | 'is silent', asked: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      state.asked += 1;
      if (state.answer === 'is silent') return void held.push(response);
      if (state.answer === 'takes') bodies.push(body);
      response.writeHead(state.answer === 'takes' ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    /** All that came in, as it came. */
    text: () => bodies.join('\n'),
    spans: (): CollectedSpan[] => bodies.flatMap(spansOf),
    async close() {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
export type Collector = Awaited<ReturnType<typeof openCollector>>;

function spansOf(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId, name, kind, attributes, links = [], status }) => ({
      traceId,
      spanId,
      parentId: parentSpanId === undefined || parentSpanId === '' ? null : parentSpanId,
      name,
      kind,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
      ),
      links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
      failed: status?.code === 2,
    }));
}
