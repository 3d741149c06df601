/**
 * A public page over HTTP: its server time at 500 requests a second against a bare fastify that answers the same bytes,
 * what it weighs, and how many forms are taken in a second.
 */
import { writeStep } from '../../main/carriers.ts';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { platformHosts } from '../../domain/whitelabels/hosts.ts';
import { type ApiDependencies, createApi } from '../../api/server.ts';
import { mintKey } from '../../api/public/form-key.ts';
import { openComposition } from '../support/composition.ts';
import { personOf, systemContext, context } from '../support/callers.ts';
import { buildRenderer } from '../support/renderer.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';
import type { Visited, Visits } from './support/visitors.ts';

const rate = 500;
const publicUrl = 'https://app.example.test';

export async function run({ seconds = 6 }: { readonly seconds?: number } = {}): Promise<BenchResult[]> {
  const log = pino({ level: 'silent' });
  const postgres = await benchPostgres();
  const composed = await openComposition(postgres.connectionString, {
    max: 16,
    world: { platform: platformHosts(publicUrl) },
  });
  const { commands, identifiers, runner, readModels } = composed;
  await runner.start();
  const nothing = async () => null;
  const api = await createApi({
    ...composed,
    now: () => new Date(),
    log,
    pages: await buildRenderer(),
    waitFor: (position, options) => runner.waitFor(position, options),
    headPosition: () => composed.raw.head(),
    readModels,
    storage: { open: nothing } as unknown as ApiDependencies['storage'],
    documents: {} as unknown as ApiDependencies['documents'],
    images: {} as unknown as ApiDependencies['images'],
    carrier: { account: nothing, writeStep, verify: () => false },
    status: { projections: () => [], workers: () => [], store: async () => {}, database: async () => {} },
    config: { publicUrl, webRoot: null, sandbox: null, name: 'Beckon', beams: null, trustedProxies: { hops: 1 } },
  });
  const bare = fastify();
  try {
    const businessId = randomUUID();
    await commands.setup.createBusiness(systemContext(), {
      businessId,
      agencyId: null,
      name: 'Bella’s',
      uniqueId: 'bellas',
      currency: 'USD',
      timezone: 'America/Los_Angeles',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: 1000,
      contactLimit: 500,
    });
    const person = () => context(personOf(businessId, null));
    const campaignId = randomUUID();
    await commands.campaigns.create(person(), {
      campaignId,
      name: 'Autumn',
      type: 'landing',
      keyword: 'AUTUMN',
      reply: 'Welcome.',
      replyMedia: [],
      template: null,
      sections: {},
    });
    const { position } = await commands.campaigns.publishPage(person(), { campaignId });
    await runner.waitFor(position!, { timeoutMs: 20_000 });
    await api.listen({ host: '127.0.0.1', port: 0 });
    const path = `/pages/${campaignId}/bellas`;
    const origin = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
    const drawn = await api.inject({ url: path });
    if (drawn.statusCode !== 200) throw new Error(`The page is not there: ${drawn.statusCode}`);
    bare.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(drawn.body));
    await bare.listen({ host: '127.0.0.1', port: 0 });
    const bareOrigin = `http://127.0.0.1:${(bare.server.address() as AddressInfo).port}`;

    const looked = (origin: string, path: string, seconds: number) =>
      visit({ act: 'look', origin, path, rate, seconds });
    await looked(bareOrigin, '/', 1);
    await looked(origin, path, 2);
    const baseline = p99(await looked(bareOrigin, '/', seconds));
    const server = timed(api.server);
    const ours = p99(await looked(origin, path, seconds));
    const inside = p99(server.stop());
    const weight = brotliCompressSync(drawn.body).length;
    const keys = Array.from({ length: 1_500 * seconds }, () => mintKey(identifiers, new Date(Date.now() - 10_000)));
    const sent = (await visit({ act: 'send', origin, path, keys, seconds })).length / seconds;
    return [
      {
        name: `a page at ${rate}/s, p99`,
        ratio: ours / baseline,
        target: { atMost: 20 },
        unit: 'ms',
        measured: ours,
        baseline,
        pass: ours <= 20,
        detail:
          'From when a request was due until it was answered, the client’s share included; the baseline is a bare fastify with the same bytes.',
      },
      {
        name: `a page at ${rate}/s, p99 within the server`,
        ratio: inside / 20,
        target: { atMost: 1 },
        unit: 'ms',
        measured: inside,
        baseline: 20,
        pass: inside <= 20,
        detail: 'From the request’s head until the answer is handed over.',
      },
      {
        name: 'weight of a page, compressed',
        ratio: weight / (100 * 1024),
        target: { atMost: 1 },
        unit: 'KB',
        measured: weight / 1024,
        baseline: 100,
        pass: weight <= 100 * 1024,
        detail: 'Everything but the business’s own pictures: one answer, and nothing after it.',
      },
      {
        name: 'forms taken',
        ratio: sent / 300,
        target: { atLeast: 1 },
        unit: '/s',
        measured: sent,
        baseline: 300,
        pass: sent >= 300,
        detail: 'Each with its limits and its event, with its visit, from 32 visitors at once.',
      },
    ];
  } finally {
    await api.close();
    await bare.close();
    await composed.close();
    await postgres.remove();
  }
}

/** What visitors in a process of their own saw: ms, sorted. */
async function visit(visits: Visits): Promise<readonly number[]> {
  const child = fork(fileURLToPath(new URL('./support/visitors.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(visits);
  const [visited] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The visitors ended with ${String(code)}.`);
    }),
  ])) as [Visited];
  return visited.times;
}
const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)]!;

/** How long answers take within a server from now on. */
function timed(server: Server) {
  const times: number[] = [];
  const watch = (_request: unknown, response: ServerResponse): void => {
    const began = performance.now();
    response.once('finish', () => times.push(performance.now() - began));
  };
  server.prependListener('request', watch);
  return {
    stop: (): readonly number[] => {
      server.off('request', watch);
      return times.sort((a, b) => a - b);
    },
  };
}
