/**
 * A public page over HTTP: its server time at 500 requests a second against a bare fastify that answers the same bytes,
 * what it weighs, and how many forms are taken in a second.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { Client } from 'undici';
import { platformHosts } from '../../domain/whitelabel/hosts.ts';
import { type ApiDependencies, createApi } from '../../api/server.ts';
import { mintKey } from '../../api/public/form-key.ts';
import { openComposition } from '../support/composition.ts';
import { personOf, systemContext, context } from '../support/callers.ts';
import { buildRenderer } from '../support/renderer.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';

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
    images: {} as unknown as ApiDependencies['images'],
    carrier: { provider: 'twilio', account: nothing, verify: () => false },
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

    for (const [to, at] of [
      [origin, path],
      [bareOrigin, '/'],
    ] as const)
      await paced(to, at, 1);
    const baseline = await paced(bareOrigin, '/', seconds);
    const ours = await paced(origin, path, seconds);
    const weight = brotliCompressSync(drawn.body).length;
    const sent = await submissions(origin, path, seconds, () => mintKey(identifiers, new Date(Date.now() - 10_000)));
    return [
      {
        name: `a page at ${rate}/s, p99`,
        ratio: ours / baseline,
        target: { atMost: 20 },
        unit: 'ms',
        measured: ours,
        baseline,
        pass: ours <= 20,
        detail: 'Against a bare fastify that answers the same bytes.',
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
        detail: 'Each with its limits and its event, from 32 visitors at once.',
      },
    ];
  } finally {
    await api.close();
    await bare.close();
    await composed.close();
    await postgres.remove();
  }
}

/** p99 in ms of requests that leave at their time, whether the ones before are answered or not. */
async function paced(origin: string, path: string, seconds: number): Promise<number> {
  const client = new Client(origin, { pipelining: 1 });
  const clients = [client, ...Array.from({ length: 15 }, () => new Client(origin, { pipelining: 1 }))];
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  const total = rate * seconds;
  for (let shot = 0; shot < total; shot += 1) {
    const due = began + (shot * 1_000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    pending.push(
      clients[shot % clients.length]!.request({ method: 'GET', path }).then(async ({ statusCode, body }) => {
        await body.arrayBuffer();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
        times.push(performance.now() - Math.max(due, began));
      }),
    );
  }
  await Promise.all(pending);
  await Promise.all(clients.map((one) => one.close()));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

async function submissions(origin: string, path: string, seconds: number, key: () => string): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let taken = 0;
  const visitor = async (own: number): Promise<void> => {
    const client = new Client(origin);
    for (let turn = 0; performance.now() < until; turn += 1) {
      const form = {
        key: key(),
        version: '1',
        name: 'Ann Lee',
        phone: `+1212${2_000_000 + own * 25_000 + turn}`,
        consent: 'yes',
      };
      const { statusCode, body } = await client.request({
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          // Visitors come from many places; the limit is for each.
          'x-forwarded-for': `10.${own}.${turn >> 8}.${turn & 255}`,
        },
        body: new URLSearchParams(form).toString(),
      });
      const answer = await body.text();
      if (statusCode === 200) taken += 1;
      else if (statusCode !== 422) throw new Error(`A form was answered with ${statusCode}: ${answer}`);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: 32 }, (_, own) => visitor(own)));
  return taken / seconds;
}
