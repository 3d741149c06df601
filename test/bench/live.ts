/**
 * From an inbound webhook to the browser's websocket: signature checked, event committed (synchronous_commit on), read
 * model committed, announced, pushed; against the floor of a bare handler that does one committed insert and a push.
 * Both on the same server with the same load.
 */
import { writeStep } from '../../main/carriers.ts';
import { randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { fastify, type FastifyInstance, LogController } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { verifyTwilioSignature } from '../../adapters/sms/twilio/signature.ts';
import { type ApiDependencies, createApi } from '../../api/server.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { openComposition } from '../support/composition.ts';
import { inWords, noteHops } from './support/hops.ts';
import { benchPostgres } from './support/postgres.ts';
import type { LiveFigures, LiveLoad } from './support/live-load.ts';
import type { BenchResult } from './result.ts';

const target = 3;
const rates = (process.env['RATES'] ?? '200,1000').split(',').map(Number);
const publicUrl = 'http://bench.example.test';
const path = '/webhooks/twilio/inbound';
const authToken = 'the-token-of-the-account';
const number = '+14155550100';

export async function run({ seconds }: { seconds: number } = { seconds: 8 }): Promise<BenchResult[]> {
  const postgres = await benchPostgres();
  const results: BenchResult[] = [];
  try {
    for (const rate of rates) {
      const floor = await withBare(postgres.connectionString, (origin) =>
        shoot({ origin, token: 'any', rate, seconds }),
      );
      const ours = await withProduct(postgres.connectionString, (origin, token) =>
        shoot({ origin, token, rate, seconds }),
      );
      const ratio = ours.p99 / floor.p99;
      const exact = ours.lost === 0 && ours.doubled === 0 && ours.outOfOrder === 0 && ours.refused === 0;
      results.push({
        name: `Inbound webhook to websocket at ${rate}/s, p99`,
        ratio,
        target: { atMost: target },
        unit: 'ms',
        measured: ours.p99,
        baseline: floor.p99,
        pass: ratio <= target && exact,
        detail: [
          `Step by step in ms, p50: ${ours.hops}. ${seconds} s, ${ours.sent} texts: ${ours.lost} lost, ${ours.doubled} doubled,`,
          `${ours.outOfOrder} out of order, ${ours.refused} refused; p50 ${ours.p50.toFixed(1)} ms against ${floor.p50.toFixed(1)},`,
          `max ${ours.max.toFixed(0)} against ${floor.max.toFixed(0)}`,
        ].join(' '),
      });
    }
    return results;
  } finally {
    await postgres.remove();
  }
}

async function shoot(given: { origin: string; token: string; rate: number; seconds: number }): Promise<LiveFigures> {
  const child = fork(fileURLToPath(new URL('./support/live-load.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const options: LiveLoad = {
    ...given,
    publicUrl,
    path,
    authToken,
    to: number,
    warmUp: given.rate,
    run: randomUUID().slice(0, 8).replace('-', '0'),
  };
  child.send(options);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended early.');
  });
  const [figures] = (await Promise.race([once(child, 'message'), ended])) as [LiveFigures];
  ended.catch(() => undefined);
  child.disconnect();
  return figures;
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** The floor: parse the form, one committed insert, one push. No signature, no rules. */
async function withBare(
  connectionString: string,
  work: (origin: string) => Promise<LiveFigures>,
): Promise<LiveFigures> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await pool.query(
    'create table if not exists bare_messages (position bigserial primary key, id uuid not null unique, sender text not null, body text not null)',
  );
  const app = fastify({ logController: new LogController({ disableRequestLogging: true }) });
  const sockets = new Set<WebSocket>();
  const server = new WebSocketServer({ server: app.server, path: '/api/v1/live', perMessageDeflate: false });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('message', () => socket.send(JSON.stringify({ type: 'ready' })));
    socket.once('close', () => sockets.delete(socket));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.post(path, async (request, reply) => {
    const form = request.body as Record<string, string>;
    const id = uuidV5(namespaces.message, 'twilio', form['MessageSid']!);
    const { rows } = await pool.query<{ position: string }>({
      name: 'insert',
      text: 'insert into bare_messages (id, sender, body) values ($1, $2, $3) returning position',
      values: [id, form['From'], form['Body']],
    });
    const frame = JSON.stringify({
      type: 'message-changed',
      status: 'received',
      message_id: id,
      position: rows[0]!.position,
    });
    for (const socket of sockets) socket.send(frame);
    return reply.type('text/xml').send('<Response/>');
  });
  try {
    return await work(await listen(app));
  } finally {
    server.close();
    await app.close();
    await pool.end();
  }
}

/** The product without its workers: what they cause is another figure. */
async function withProduct(
  connectionString: string,
  work: (origin: string, token: string) => Promise<LiveFigures>,
): Promise<LiveFigures & { readonly hops: string }> {
  const log = pino({ level: 'fatal' });
  const composed = await openComposition(connectionString, { log, max: 20 });
  const { db, bus, raw, vault, identifiers, commands, readModels, runner } = composed;
  const hops = noteHops(raw, bus);
  await runner.start();
  const api = await createApi({
    commands,
    readModels,
    published: composed.published,
    vault,
    identifiers,
    db,
    bus,
    now: () => new Date(),
    log,
    storage: {} as ApiDependencies['storage'],
    documents: {} as ApiDependencies['documents'],
    images: {} as ApiDependencies['images'],
    waitFor: (position, options) => runner.waitFor(position, options),
    headPosition: () => raw.head(),
    carrier: {
      account: async () => ({ authToken, tenant: platformTenant }),
      writeStep,
      verify: (webhook, token) => verifyTwilioSignature(token, webhook),
    },
    status: { projections: () => [], workers: () => [], store: async () => {}, database: async () => {} },
    config: { publicUrl, webRoot: null, sandbox: null, name: 'Bench', beams: null },
  });
  try {
    const context = (step: string): CommandContext => ({
      caller: { role: 'system', actor: { kind: 'system', name: 'bench' }, tenant: platformTenant },
      commandId: uuidV5(namespaces.demo, 'live-bench', step),
      correlationId: 'bench',
      causationId: null,
    });
    const id = (name: string): string => uuidV5(namespaces.demo, 'live-bench', name);
    const [agencyId, businessId, userId] = [id('agency'), id('business'), id('user')];
    await commands.setup.createAgency(context('agency'), {
      agencyId,
      name: 'Bench',
      email: 'agency@bench.example.test',
    });
    await commands.setup.createBusiness(context('business'), {
      businessId,
      agencyId,
      name: 'Bench',
      uniqueId: 'bench',
      currency: 'USD',
      timezone: 'America/New_York',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
    await commands.setup.assignNumber(context('number'), {
      businessId,
      number,
      providerNumberId: null,
      isTollFree: false,
    });
    await commands.users.registerUser(context('user'), {
      userId,
      role: 'Business',
      agencyId,
      businessId,
      email: 'user@bench.example.test',
      firstName: 'Ben',
      lastName: 'Ch',
      password: 'correct-horse',
    });
    const origin = await listen(api);
    const response = await fetch(`${origin}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'user@bench.example.test', password: 'correct-horse' }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    await runner.waitFor(await raw.head(), { timeoutMs: 60_000 });
    const figures = await work(origin, token);
    return { ...figures, hops: inWords(hops, figures.ends) };
  } finally {
    await api.close();
    await composed.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(JSON.stringify(await run({ seconds: Number(process.argv[2] ?? 8) }), null, 2));
