import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { createTwilioCarrier } from '../../../adapters/sms/twilio/index.ts';
import { createOtlpTracing } from '../../../adapters/tracing/otlp.ts';
import type { TracedEvent, Tracing } from '../../../adapters/tracing/port.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { MessageId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import type { Workers } from '../../../workers/index.ts';
import { type CollectedSpan, type Collector, openCollector } from '../../support/collector.ts';
import { eventually } from '../../support/eventually.ts';
import { quietLog } from '../../support/quiet.ts';
import { account, unlimited } from '../../support/spine.ts';
import { publicUrl, startTestApi, type Tenant, type TestApi } from '../api/support.ts';

const resource = { 'deployment.environment': 'test' };
const tracingTo = (url: string, more: { readonly ratio?: number; readonly maxWaiting?: number } = {}): Tracing =>
  createOtlpTracing({ url, ratio: 1, serviceName: 'beckon', resource, everyMs: 20, ...more }, quietLog);
const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);
const one = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = named(spans, name);
  if (found.length !== 1)
    throw new Error(`${found.length} spans are named ${name}: ${spans.map((s) => s.name).join(', ')}`);
  return found[0]!;
};
const hex = (uuid: string) => uuid.replaceAll('-', '');
const spanOf = (eventId: string) => hex(eventId).slice(-16);

describe('a text that comes in', () => {
  const phone = '+12025550144';
  const reply = 'A slice on us.';
  let collector: Collector;
  let tracing: Tracing;
  let app: TestApi;
  let sandbox: Sandbox;
  let workers: Workers;
  let bella: Tenant;
  let socket: WebSocket;
  let sid: string;
  /** Of the text's own trace. */
  let trace: readonly CollectedSpan[];
  const heard: string[] = [];

  beforeAll(async () => {
    collector = await openCollector();
    tracing = tracingTo(collector.url);
    app = await startTestApi({ composition: { tracing } });
    sandbox = await startSandbox({ accounts: [account], seed: 7 });
    bella = await app.addTenant('bella');
    sandbox.carrier.addNumber({ number: bella.number, accountSid: account.sid, smsUrl: null });
    const carrier = createTwilioCarrier({
      accountSid: account.sid,
      authToken: account.authToken,
      baseUrl: sandbox.url,
    });
    workers = app.workers({
      carrierFor: () => carrier,
      config: { publicUrl, sender: { rateFor: unlimited, retryFirstMs: 50, idleMs: 100 } },
    });
    await workers.start();
    socket = new WebSocket(`ws://${await app.listen()}/api/v1/live`);
    socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { type: string }).type));
    socket.once('open', () => socket.send(JSON.stringify({ token: bella.token })));
    await eventually(
      () => heard,
      (types) => types.includes('ready'),
    );
    sid = `SM${hex(randomUUID())}`;
    const form = { MessageSid: sid, AccountSid: 'AC1', From: phone, To: bella.number, Body: 'Pizza', NumMedia: '0' };
    const path = '/webhooks/twilio/inbound';
    const answered = await app.api.inject({
      method: 'POST',
      url: `${path}?of=${phone}`,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': webhooks.getExpectedTwilioSignature(
          bella.authToken,
          `${publicUrl}${path}?of=${phone}`,
          form,
        ),
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    });
    expect(answered.statusCode).toBe(200);
    await eventually(
      () => [sandbox.carrier.messages({ direction: 'outbound' }).length, heard.includes('message-changed')] as const,
      ([sent, told]) => sent > 0 && told,
    );
    trace = await eventually(
      () => collector.spans().filter(({ traceId }) => traceId === hex(commandId())),
      (spans) =>
        ['append MessageAccepted', 'send text', 'push message-changed'].every((name) => named(spans, name).length > 0),
    );
  });
  afterAll(async () => {
    socket.terminate();
    await workers.stop();
    await app.close();
    await tracing.close(1_000);
    await sandbox.close();
    await collector.close();
  });
  /** The webhook's command is named by the carrier's id; its events are correlated by that. */
  const commandId = () => uuidV5(namespaces.command, 'twilio', sid, 'receive');
  const receivedBy = async () =>
    (await app.store.read(streams.message(MessageId.parse(uuidV5(namespaces.message, 'twilio', sid)))))[0]!;

  it('is one trace from the webhook over command, append, worker and carrier to the websocket', async () => {
    const received = await receivedBy();
    const webhook = one(trace, 'POST /webhooks/twilio/inbound');
    expect(webhook).toMatchObject({
      kind: 2,
      parentId: null,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/webhooks/twilio/inbound',
        'http.response.status_code': 200,
      },
    });
    const receive = one(trace, 'command messages.receive');
    expect(receive.parentId).toBe(webhook.spanId);
    const appended = one(trace, 'append MessageReceived');
    expect(appended).toMatchObject({
      spanId: spanOf(received.id),
      parentId: receive.spanId,
      attributes: {
        'beckon.stream.type': 'message',
        'beckon.business.id': bella.businessId,
        'beckon.event.id': received.id,
      },
    });
    const follows = (name: string, of: CollectedSpan) =>
      expect(named(trace, name)).toContainEqual(
        expect.objectContaining({ parentId: of.spanId, links: [{ traceId: of.traceId, spanId: of.spanId }] }),
      );
    follows('react inbound', appended);
    follows('project conversations', appended);
    follows('push message-changed', appended);
    expect(one(trace, 'command messages.react').parentId).toBe(one(trace, 'react inbound').spanId);
    const queued = one(trace, 'append MessageQueued');
    expect(queued.links).toContainEqual({ traceId: appended.traceId, spanId: appended.spanId });
    follows('react outbox', queued);
    follows('push message-changed', queued);
    expect(one(trace, 'deliver text').parentId).toBe(queued.spanId);
    expect(one(trace, 'send text')).toMatchObject({
      kind: 3,
      parentId: one(trace, 'deliver text').spanId,
      attributes: { 'beckon.provider': 'twilio', 'beckon.outcome': 'accepted' },
    });
  });

  it('says nothing of a person: no number, no address, no words', async () => {
    const told = collector.text();
    expect(told).toContain('MessageReceived');
    for (const said of [phone, bella.number]) expect(told).not.toContain(said.slice(1));
    for (const said of [reply, 'slice', 'Pizza', 'PIZZA', bella.email, 'Bella', 'Rossi'])
      expect(told).not.toContain(said);
  });

  it('links what a caller says of its own trace, and never joins it', () => {
    const theirs = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
    expect(one(trace, 'POST /webhooks/twilio/inbound').links).toEqual([theirs]);
    expect(collector.spans().filter(({ traceId }) => traceId === theirs.traceId)).toEqual([]);
  });

  it('has the spans that the dashboard of traces asks for', () => {
    const asked = [...readFileSync('docs/dashboards/traces.json', 'utf8').matchAll(/\bname = \\"([^"\\]+)\\"/g)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, name] of asked) expect(named(trace, name!)).not.toEqual([]);
  });

  it('counts the spans for Prometheus', async () => {
    const { body } = await app.api.inject({ method: 'GET', url: '/metrics' });
    expect(body).toMatch(/^beckon_trace_spans\{outcome="exported"\} [1-9]/m);
    expect(body).toMatch(/^beckon_trace_spans\{outcome="dropped"\} 0$/m);
  });

  it('leaves no trace of probes, and none of a repeat in the log', async () => {
    const before = collector.spans().length;
    const received = await receivedBy();
    const { id, type, version, data, metadata, stream } = received;
    expect((await app.store.append(stream, 'any', [{ id, type, version, data, metadata }])).repeated).toBe(true);
    expect((await app.api.inject({ method: 'GET', url: '/health/live' })).statusCode).toBe(200);
    await app.call(bella.token, 'GET', '/livechat/team');
    const after = await eventually(
      () => collector.spans().slice(before),
      (spans) => named(spans, 'GET /api/v1/livechat/team').length > 0,
    );
    expect(named(after, 'append MessageReceived')).toEqual([]);
    expect(after.filter(({ name }) => name.includes('health'))).toEqual([]);
    expect(one(after, 'GET /api/v1/livechat/team').attributes).toMatchObject({
      'http.response.status_code': 200,
      'beckon.agency.id': bella.agencyId,
      'beckon.business.id': bella.businessId,
    });
  });
});

const eventOf = (correlationId: string = randomUUID(), causationId: string | null = null): TracedEvent => ({
  id: randomUUID(),
  type: 'Tested',
  metadata: { correlationId, causationId, tenant: { agencyId: null, businessId: null } },
});
/** What a collector got of this work. */
async function collected(work: (tracing: Tracing) => Promise<unknown>, more: Parameters<typeof tracingTo>[1] = {}) {
  const collector = await openCollector();
  const tracing = tracingTo(collector.url, more);
  await work(tracing);
  await tracing.close(10_000);
  const spans = collector.spans();
  await collector.close();
  return { spans, counts: tracing.counts() };
}

describe('spans', () => {
  it('of a batch are in the trace of each event, and of one event in its own', async () => {
    const [one, other] = [eventOf(), eventOf()];
    const { spans } = await collected(async (tracing) => {
      await tracing.batch('react alone', {}, [one], async () => {});
      await tracing.batch('react', {}, [one, other, eventOf(one.metadata.correlationId)], () =>
        tracing.span(
          'command',
          { cause: { correlationId: other.metadata.correlationId, causationId: other.id } },
          async () => {},
        ),
      );
    });
    expect(named(spans, 'react alone')).toMatchObject([
      { traceId: hex(one.metadata.correlationId), parentId: spanOf(one.id) },
    ]);
    const [own] = named(spans, 'react').filter(({ parentId }) => parentId === null);
    expect(own!.links.map(({ spanId }) => spanId)).toEqual([spanOf(one.id), spanOf(other.id)]);
    const aside = named(spans, 'react').filter(({ parentId }) => parentId !== null);
    expect(aside.map(({ traceId, parentId }) => [traceId, parentId])).toEqual(
      [one, other].map(({ id, metadata }) => [hex(metadata.correlationId), spanOf(id)]),
    );
    for (const { links } of aside) expect(links).toContainEqual({ traceId: own!.traceId, spanId: own!.spanId });
    // What is done for one of them is in its trace, and linked to the batch.
    expect(named(spans, 'command')).toMatchObject([
      { traceId: hex(other.metadata.correlationId), parentId: spanOf(other.id), links: [{ spanId: own!.spanId }] },
    ]);
  });

  it('belong to what they append, whatever was thought before', async () => {
    const cause = eventOf();
    const event = eventOf(cause.metadata.correlationId, cause.id);
    const { spans } = await collected((tracing) =>
      tracing.span('deliver', {}, () =>
        tracing.span('command', { cause: { correlationId: randomUUID(), causationId: null } }, async () =>
          tracing.appended('message-+12025550144', [event], performance.now()),
        ),
      ),
    );
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([hex(cause.metadata.correlationId)]));
    expect(named(spans, 'deliver')).toMatchObject([{ parentId: spanOf(cause.id) }]);
    expect(named(spans, 'append Tested')).toMatchObject([
      {
        spanId: spanOf(event.id),
        links: [{ spanId: spanOf(cause.id) }],
        attributes: { 'beckon.stream.type': 'message' },
      },
    ]);
  });

  it('pass on what the work answers and throws, and say of an error only its kind', async () => {
    const { spans } = await collected(async (tracing) => {
      expect(await tracing.span('fine', {}, async () => 42)).toBe(42);
      await expect(
        tracing.span('refused', {}, () => Promise.reject(new DomainError('conflict', 'Ada is +12025550144.'))),
      ).rejects.toThrow('Ada is +12025550144.');
    });
    expect(named(spans, 'fine')).toMatchObject([{ failed: false }]);
    expect(named(spans, 'refused')).toMatchObject([{ failed: true, attributes: { 'error.type': 'conflict' } }]);
    expect(JSON.stringify(spans)).not.toContain('Ada');
  });

  it('are recorded for a share of the traces, the same in every process', async () => {
    const traces = Array.from({ length: 200 }, () => eventOf());
    const half = () =>
      collected(
        async (tracing) => traces.forEach((event) => tracing.worked('project', {}, [event], performance.now())),
        { ratio: 0.5 },
      );
    const [first, second] = [await half(), await half()];
    const tracesOf = ({ spans }: typeof first) => spans.map(({ traceId }) => traceId).sort();
    expect(first.spans.length).toBeGreaterThan(50);
    expect(first.spans.length).toBeLessThan(150);
    expect(tracesOf(first)).toEqual(tracesOf(second));
    expect((await collected((tracing) => tracing.span('none', {}, async () => {}), { ratio: 0 })).spans).toEqual([]);
  });
});

describe('a collector that', () => {
  const many = async (tracing: Tracing, count: number) => {
    for (let at = 0; at < count; at += 1) await tracing.span('work', {}, async () => {});
  };

  it('is silent holds nothing up: what does not fit is dropped and counted, and the stop has a limit', async () => {
    const collector = await openCollector();
    collector.answer = 'is silent';
    // The exporter would wait for longer than this test.
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '500000');
    const tracing = tracingTo(collector.url, { maxWaiting: 10 });
    vi.unstubAllEnvs();
    await many(tracing, 50);
    expect(tracing.counts()).toEqual({ exported: 0, dropped: 40 });
    await eventually(
      () => collector.asked,
      (asked) => asked > 0,
    );
    await tracing.close(50);
    expect(tracing.counts()).toEqual({ exported: 0, dropped: 50 });
    await collector.close();
  });

  it('is away or refuses loses spans, which are counted', async () => {
    const collector = await openCollector();
    collector.answer = 'refuses';
    const refused = tracingTo(collector.url);
    await many(refused, 3);
    await eventually(
      () => refused.counts(),
      ({ dropped }) => dropped === 3,
    );
    collector.answer = 'takes';
    await many(refused, 2);
    await eventually(
      () => refused.counts(),
      ({ exported }) => exported === 2,
    );
    await refused.close(1_000);
    await collector.close();
    const away = tracingTo(collector.url);
    await many(away, 3);
    await away.close(50);
    expect(away.counts()).toEqual({ exported: 0, dropped: 3 });
  });

  it('answers has everything when the process has stopped', async () => {
    const { spans, counts } = await collected((tracing) => many(tracing, 30));
    expect(spans).toHaveLength(30);
    expect(counts).toEqual({ exported: 30, dropped: 0 });
  });
});
