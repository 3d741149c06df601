import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../adapters/clock/system.ts';
import { AutomationVersion, type MadeVersion } from '../../domain/automations/automation.ts';
import type { Document, Trigger } from '../../domain/automations/document/document.ts';
import { runIdOf } from '../../domain/automations/runs/run.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  ContactOptedIn,
  ContactSubscribedToEmail,
  ContactTagged,
} from '../../domain/contacts/events.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { AutomationId, BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { automationModel, automationCountTable, runTable } from '../../projections/tables/automations.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { append, automationOf, runOf, told } from '../support/automations.ts';
import { awakePhones } from '../support/awake.ts';
import { worksFor } from '../support/broadcasts.ts';
import { defaultHandoverSettings } from '../../workers/delivery/handover/deliver.ts';
import { context } from '../support/callers.ts';
import { eventually } from '../support/eventually.ts';
import { designFor, giveAddress } from '../support/email-broadcasts.ts';
import { createTenant, type Spine } from '../support/spine.ts';
import { condition, drawn, end, id, split, tag, text, wait } from '../unit/domain/automations/make.ts';
import { killedWorld } from './support/killed-workers.ts';
import { killsOr } from './support/kills.ts';
import { itSurvives } from './support/stands.ts';
import { texts as outbox } from '../support/outbox.ts';

/** By command: `RUNS=2000 KILLS=10 npm run test:faults -- automation-killed`. */
const count = Number(process.env['RUNS'] ?? 500);
const kills = killsOr(4);
const number = '+14155550171';
/** A process that was killed has its runs in hand for a minute: so far the clocks are put on with each kill. */
const minuteMs = 61_000;

let aheadMs = 0;
/** Calls of another system, by the name of their effect. */
const calls = new Map<string, string[]>();
const hooks = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const name = request.headers['webhook-id'] as string;
    calls.set(name, [...(calls.get(name) ?? []), (JSON.parse(body) as { contact: { id: string } }).contact.id]);
    setTimeout(() => response.writeHead(200).end(), 20);
  });
});

beforeAll(() => new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve)));
const world = killedWorld(
  number,
  {
    create: { delayMs: 5, jitterMs: 20 },
    progress: { sentAfterMs: 50, deliveredAfterMs: 50, jitterMs: 200 },
    // Every callback comes twice.
    status: { duplicateRate: 1, reorderRate: 0.2, reorderByMs: 300, lossRate: 0 },
    retry: { firstMs: 100, maxMs: 1_000 },
  },
  () => ({
    automations: { pollMs: 100, batch: 100 },
    sender: {
      retryFirstMs: 50,
      retryLongestMs: 500,
      askAfterMs: 3_000,
      breaker: { unsureFailures: 50, firstMs: 50, longestMs: 200 },
    },
    reaches: [`127.0.0.1:${(hooks.address() as AddressInfo).port}`],
  }),
  { clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) } },
);
let spine: Spine;
beforeAll(() => ({ spine } = world));
afterAll(() => {
  hooks.closeAllConnections();
  hooks.close();
});

const said =
  `kill -9 of one of two workers, ${kills} times through ${count} contacts in an automation, Postgres killed in between, ` +
  'callbacks doubled: each run ends once, each text, email and call is made once, and the read model is the fold';
// Each kill waits for a process that starts, which takes long on a busy machine.
itSurvives(
  said,
  600_000 + kills * 40_000,
  () => spine.db,
  async () => {
    const { server, killing } = world;
    const tenant = await createTenant(spine, number);
    const { businessId } = tenant;
    await giveAddress(spine, businessId);
    const designId = await designFor(spine, businessId);
    // Published, an address begins with https: this one is said without asking.
    const drawing = await published(businessId, journey(designId, 'https://example.com/hook', { kind: 'by-hand' }));
    const document = journey(designId, `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`, {
      kind: 'opted-in',
      keyword: null,
      campaignId: null,
    });
    const { automationId } = await automationOf(spine, businessId, document, drawing.mails);

    const people = await optIn(businessId, awakePhones(count));
    const emails = async () =>
      (await killing.sandbox.inbox.messages({ limit: 100_000 })).flatMap((one) => one.envelope.to);
    const stops = Math.floor(kills / 2);
    const before = async (kill: number): Promise<void> => {
      if (kill !== stops) return;
      process.kill(server.pid(), 'SIGKILL');
      await eventually(
        async () => server.isUp() && (await sql`select 1`.execute(spine.db)).rows.length === 1,
        Boolean,
        60_000,
      );
    };
    const after = (): void => killing.ahead((aheadMs += minuteMs));
    const progress = (): number => killing.sent() + calls.size;
    const { atKills } = await killing.through({ kills, of: count * 1.8, before, after, atWork: 2, progress });
    console.log(`texts and calls at the kills: ${atKills.join(' ')}`);
    expect(atKills.at(-1)).toBeLessThan(2 * count);
    // The last waits end, and what is to be tried again is.
    const clocks = setInterval(after, 3_000);
    const left = async () => {
      const { rows } = await sql<{ left: number }>`select (select count(*) from ops.automation_entering)::int
      + (select ${count} - count(*) from ops.automation_runs where state = 'ended')::int as left`.execute(spine.db);
      return rows[0]!.left;
    };
    await eventually(left, (runs) => runs === 0, 120_000).finally(() => clearInterval(clocks));
    await killing.sandbox.carrier.idle();

    // Each run, from its own events.
    const unsure: string[] = [];
    for (const [nth, contactId] of people.entries()) {
      const { events } = await runOf(spine, automationId, contactId);
      const story = told(document, events);
      if (story.includes('completed SendEmail failed failed')) unsure.push(contactId);
      const emailed =
        unsure.at(-1) === contactId ? 'completed SendEmail failed failed' : 'completed SendEmail next done';
      const way = story.includes('completed Split a chance') ? 'a' : 'b';
      expect(story).toEqual([
        'started',
        `completed Condition ${nth % 2 === 0 ? 'yes' : 'no'} checked`,
        ...['started Notification do', 'completed Notification next done', 'waiting Wait', 'completed Wait next time'],
        `completed Split ${way} chance`,
        ...(way === 'a' ?
          [`completed Condition ${nth % 2 === 0 ? 'yes' : 'no'} checked`]
        : ['started Tag do', 'completed Tag next done']),
        ...[
          'started SendEmail do',
          emailed,
          'started Webhook do',
          'completed Webhook next done',
          'ended End completed',
        ],
      ]);
      expect((await runOf(spine, automationId, contactId, 2)).events).toEqual([]);
    }

    // The carrier, the email server and the other system.
    const texts = killing.sandbox.carrier.messages({ direction: 'outbound' }).map(({ to }) => to);
    expect(texts.length).toBe(count);
    expect(new Set(texts).size).toBe(count);
    const used = await sql<{ used: number }>`select sum(used)::int as used from ops.usage_counters`.execute(spine.db);
    expect(used.rows).toEqual([{ used: count }]);
    const tos = await emails();
    expect(new Set(tos).size).toBe(tos.length);
    // Of an email that was cut off in mid-request nobody knows: it is not sent again (decision 7), and its run says so.
    expect(tos.length).toBeGreaterThanOrEqual(count - unsure.length);
    // No more than a process has in hand are cut off by a kill; where the database is gone, those of both processes are.
    expect(unsure.length).toBeLessThanOrEqual((kills + 2) * defaultHandoverSettings.bulk);
    // A call that was cut off is made again, by the same name.
    expect(calls.size).toBe(count);
    expect(new Set([...calls.values()].map(([contactId]) => contactId)).size).toBe(count);
    for (const names of calls.values()) expect(new Set(names).size).toBe(1);

    // What is shown is what the streams say, and what a rebuild makes of them.
    expect(await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 60_000 })).toBe(true);
    const schema = schemaOf(automationModel);
    const shown = async () => {
      const { rows } = await sql<object>`select to_jsonb(r) as row from ${sql.raw(runTable.in(schema))} r
      union all select to_jsonb(c) from ${sql.raw(automationCountTable.in(schema))} c where count <> 0`.execute(
        spine.db,
      );
      return rows.map((row) => JSON.stringify(row)).toSorted();
    };
    const live = await shown();
    const { rows: runs } = await sql<{ id: string; state: string; reason: string; entry: number }>`
    select id, state, reason, entry from ${sql.raw(runTable.in(schema))}`.execute(spine.db);
    expect(runs.map((run) => run.id).toSorted()).toEqual(
      people.map((contactId) => runIdOf(automationId, contactId, 1) as string).toSorted(),
    );
    expect(new Set(runs.map(({ state, reason, entry }) => `${state} ${reason} ${entry}`))).toEqual(
      new Set(['ended completed 1']),
    );
    const { rows: counted } = await sql<{ node: string; what: string; count: number }>`
    select node, what, count::int from ${sql.raw(automationCountTable.in(schema))} where count <> 0`.execute(spine.db);
    const of = (what: string, node?: string): number =>
      counted
        .filter((row) => row.what === what && (node === undefined || row.node === node))
        .reduce((sum, row) => sum + Number(row.count), 0);
    expect([of('entered'), of('ended:completed'), of('exit:next', id('wait'))]).toEqual([count, count, count]);
    expect(of('failed', id('mail'))).toBe(unsure.length);
    expect(counted.filter(({ what }) => what.startsWith('at:'))).toEqual([]);
    await spine.runner.rebuild([automationModel.name]);
    expect(await shown()).toEqual(live);

    const texted = await outbox.rows(spine.db, ['note', 'attempts']);
    const again = [...calls.values()].filter((names) => names.length > 1).length;
    console.log(
      `${count} runs, ${kills} kills, ${atKills.at(-1)} texts and calls at the last kill; ${again} calls made again, ` +
        `${unsure.length} emails cut off in mid-request, of which ${tos.length + unsure.length - count} had arrived; ` +
        `${texted.filter(({ note }) => note?.startsWith('found')).length} texts found at the carrier, ` +
        `${texted.filter(({ attempts }) => attempts > 1).length} claimed again`,
    );
  },
);

async function published(businessId: string, document: Document): Promise<MadeVersion> {
  const automationId = AutomationId.parse(randomUUID());
  const me = () => context(worksFor(businessId));
  const origin = { kind: 'blank' as const, id: null };
  await spine.commands.automations.create(me(), { automationId, name: 'Drawing', origin, document });
  await spine.commands.automations.publish(me(), { automationId, revision: null });
  const made = stateOf(AutomationVersion, await spine.store.read(streams.automationVersion(automationId, 1)));
  if (made.status === 'none') throw new Error('it was not published');
  return made;
}

/** Condition, text, wait, split, condition or tag, email, webhook. */
function journey(designId: string, url: string, on: Trigger['on']): Document {
  const step = { name: null, off: false };
  const exits = (next: string) => ({ next: id(next), failed: null });
  return drawn(
    {
      first: condition('vip', 'other'),
      vip: text('wait'),
      other: text('wait'),
      wait: wait('split', { kind: 'duration', amount: 2, unit: 'minutes', zone: 'business' }),
      split: split('second', 'tag'),
      second: condition('mail', 'mail'),
      tag: tag('mail'),
      mail: {
        ...step,
        kind: 'SendEmail',
        designId,
        subject: 'Hello',
        preheader: '',
        campaignId: null,
        to: exits('hook'),
      },
      hook: { ...step, kind: 'Webhook', url, to: exits('end') },
      end,
    },
    { triggers: [{ on, filter: everybody }] },
  );
}

/** All of them at once, every other one a VIP, with an address that may be written to. */
async function optIn(business: string, phones: readonly string[]): Promise<readonly ContactId[]> {
  const businessId = BusinessId.parse(business);
  const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: null };
  const about = { keyword: null, campaignId: null, source: 'start' as const, ipAddress: null, consent };
  return Promise.all(
    phones.map(async (typed, nth) => {
      const phone = E164.parse(typed);
      const contactId = spine.contactId(businessId, phone) as ContactId;
      const ids = { contactId, businessId };
      const email = `person-${nth}@x.test`;
      await append(
        spine,
        businessId,
        streams.contact(contactId),
        ContactDiscovered.create({ ...ids, phone, via: 'inbound-message' }),
        ContactDetailsChanged.create({ ...ids, email }),
        ContactSubscribedToEmail.create({ ...ids, email, campaignId: null, source: 'form', consent, ipAddress: null }),
        ...(nth % 2 === 0 ? [ContactTagged.create({ ...ids, tags: ['vip'] })] : []),
        ContactOptedIn.create({ ...ids, phone, ...about }),
      );
      return contactId;
    }),
  );
}
