import { sql } from 'kysely';
import { systemClock } from '../../../adapters/clock/system.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Commands } from '../../../commands/catalogue.ts';
import { streams } from '../../../domain/streams.ts';
import { AgencyId } from '../../../domain/kernel/ids.ts';
import { DomainClaimed } from '../../../domain/whitelabels/events.ts';
import { createLeases } from '../../../adapters/database/lease.ts';
import { checkDueDomains, defaultDomainChecks, runDomainChecks } from '../../../workers/domains/checks.ts';
import { domainFeed, releaseUnused, releaseUnusedTimer } from '../../../workers/domains/feed.ts';
import { fireDueTimers } from '../../../workers/engine/timers.ts';
import { createDomains } from '../../../adapters/domains/index.ts';
import { type DnsServer, startDnsServer } from '../../support/dns.ts';
import { quietLog } from '../../support/quiet.ts';
import { startTestApi, type TestApi } from '../api/support.ts';
import { toStore } from '../projections/world.ts';

let t: TestApi;
let dns: DnsServer;
let agencyId: string;
let from: bigint;
const start = new Date('2026-11-20T12:00:00Z').getTime();
let now = start;
const minutes = (count: number) => {
  now += count * 60_000;
};

beforeAll(async () => {
  dns = await startDnsServer({ 'app.beckon.example': { A: ['203.0.113.10'] } });
  t = await startTestApi({
    now: () => new Date(now),
    config: { publicUrl: 'https://app.beckon.example', platformDomain: 'beckon.example' },
    world: {
      domains: createDomains({
        publicHost: 'app.beckon.example',
        edge: null,
        dnsServers: [dns.address],
        dnsTimeoutMs: 200,
      }),
    },
  });
});
beforeEach(async () => {
  agencyId = crypto.randomUUID();
  await t.commands.setup.createAgency(t.system(), { agencyId, name: 'North', email: 'north@example.test' });
  from = await t.raw.head();
  await sql`delete from ops.domain_checks`.execute(t.db);
  await sql`delete from ops.timers`.execute(t.db);
});
afterAll(async () => {
  await t.close();
  await dns.close();
});

const edit = (wanted: Omit<Parameters<Commands['whitelabels']['edit']>[1], 'agencyId'>, who = agencyId) =>
  t.commands.whitelabels.edit(t.system(), { agencyId: who, ...wanted });
/** What the worker has not seen yet; `again`: everything once more, as after a crash. */
const feed = async (again = false) => {
  const { events } = await t.store.readAll(from, { limit: 1_000 });
  const worker = domainFeed();
  await t.db.transaction().execute(async (trx) =>
    worker.record(
      events.filter(({ type }) => worker.handles.includes(type)),
      trx,
    ),
  );
  if (!again) from = await t.raw.head();
};
const rows = async () =>
  (
    await sql<{ domain: string; failures: number; due_in: number }>`
  select domain, failures, round(extract(epoch from due_at - ${new Date(now)}::timestamptz) / 60)::int as due_in
    from ops.domain_checks`.execute(t.db)
  ).rows;
const look = () =>
  checkDueDomains(
    { db: t.db, commands: t.commands, now: () => new Date(now), log: quietLog, settings: defaultDomainChecks },
    new AbortController().signal,
  );
const timers = () => fireDueTimers(t.db, { [releaseUnusedTimer]: releaseUnused(t.commands) }, new Date(now), quietLog);

test('a chosen domain is looked at at once, then ever later while something is missing', async () => {
  await edit({ domain: 'a.example.com' });
  await feed();
  expect(await rows()).toEqual([{ domain: 'a.example.com', failures: 0, due_in: 0 }]);
  for (const [failures, wait] of [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
  ] as const) {
    expect(await look()).toBe(1);
    expect(await rows()).toEqual([{ domain: 'a.example.com', failures, due_in: wait }]);
    expect(await look()).toBe(0);
    minutes(wait);
  }
});

test('looks without news write nothing more than once a day', async () => {
  await edit({ domain: 'b.example.com' });
  await feed();
  const checks = async () =>
    (await t.store.read(streams.whitelabel(AgencyId.parse(agencyId)))).filter(({ type }) => type === 'DomainChecked')
      .length;
  for (let times = 0; times < 5; times += 1) {
    await look();
    minutes(30);
  }
  expect(await checks()).toBe(1);
  minutes(24 * 60);
  await look();
  expect(await checks()).toBe(2);
});

test('a changed domain is the one that is looked at; a removed one no longer', async () => {
  await edit({ domain: 'c.example.com' });
  await edit({ domain: 'd.example.com' });
  await feed();
  expect((await rows()).map(({ domain }) => domain)).toEqual(['d.example.com']);
  await edit({ domain: null });
  await feed();
  expect(await rows()).toEqual([]);
});

test('what is seen twice is the same as once', async () => {
  await edit({ domain: 'e.example.com', subdomain: 'e-one' });
  await edit({ subdomain: 'e-two' });
  await feed(true);
  const before = [await rows(), (await sql`select id from ops.timers order by id`.execute(t.db)).rows];
  await feed();
  expect([await rows(), (await sql`select id from ops.timers order by id`.execute(t.db)).rows]).toEqual(before);
});

test('a name that was claimed by an edit that never came to its end is freed after a while, and one in use is not', async () => {
  const other = crypto.randomUUID();
  await t.commands.setup.createAgency(t.system(), { agencyId: other, name: 'South', email: 'south@example.test' });
  from = await t.raw.head();
  const cutOff = DomainClaimed.create({ host: 'half-done', agencyId: AgencyId.parse(agencyId) });
  await t.store.append(streams.domainClaim('half-done'), 'noStream', [
    toStore({ event: cutOff, at: new Date(now).toISOString() }),
  ]);
  await edit({ subdomain: 'in-use' });
  await feed();
  await timers();
  await expect(edit({ subdomain: 'half-done' }, other)).rejects.toMatchObject({ code: 'domain_taken' });
  minutes(11);
  await timers();
  await edit({ subdomain: 'half-done' }, other);
  await expect(edit({ subdomain: 'in-use' }, other)).rejects.toMatchObject({ code: 'domain_taken' });
});

test('who is asked to stop does not wait for a look that waits', async () => {
  await edit({ domain: 'slow.example.com' });
  await feed();
  dns.zone['slow.example.com'] = { silent: true };
  const stopping = new AbortController();
  const leases = createLeases({ db: t.db, holder: crypto.randomUUID(), log: quietLog });
  const never: Commands = {
    ...t.commands,
    whitelabels: { ...t.commands.whitelabels, check: () => new Promise(() => {}) },
  };
  const running = runDomainChecks(
    {
      db: t.db,
      commands: never,
      now: () => new Date(now),
      clock: systemClock,
      log: quietLog,
      settings: { ...defaultDomainChecks, pollMs: 10 },
      leases,
    },
    stopping.signal,
  );
  setTimeout(() => stopping.abort(), 50);
  await running;
  expect((await rows()).map(({ failures }) => failures)).toEqual([0]);
});
