import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Append, Position, StoredEvent } from '../../adapters/event-store/port.ts';
import { BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { ContactDetailsChanged, ContactSubscribedToEmail } from '../../domain/contacts/events.ts';
import { EmailVersionCreated } from '../../domain/emails/events.ts';
import { streams } from '../../domain/streams.ts';
import { append } from '../support/automations.ts';
import { awakePhones } from '../support/awake.ts';
import { quietLog } from '../support/quiet.ts';
import { account, createTenant, openSpine, receiveCallbacks, type Spine } from '../support/spine.ts';
import { subscribeMany } from '../support/subscribers.ts';
import { condition, drawn, id, text, wait } from '../unit/domain/automations/make.ts';
import type { BenchResult } from './result.ts';
import { published, shown, startAll } from './support/automations.ts';
import { start, told } from './support/children.ts';
import { benchPostgres, processorTimeOf } from './support/postgres.ts';

const number = '+14155550190';
const hourMs = 3_600_000;

/** Condition, text, wait, condition, email: five steps. */
const fiveSteps = drawn({
  a: condition('b', null, { field: 'status', values: ['subscribed'] }),
  b: text('c'),
  c: wait('d', { kind: 'duration', amount: 1, unit: 'hours', zone: 'business' }),
  d: condition('e', null, { field: 'email_status', values: ['subscribed'] }),
  e: {
    kind: 'SendEmail',
    name: null,
    off: false,
    designId: id('design'),
    subject: 'News',
    preheader: '',
    campaignId: null,
    to: { next: null, failed: null },
  } as never,
});
const steps = Object.keys(fiveSteps.nodes).length;

/** People with a number and an address, who have agreed to texts and to emails. */
async function people(spine: Spine, business: string, count: number): Promise<readonly ContactId[]> {
  const ids = await subscribeMany(spine, business, awakePhones(count));
  const businessId = BusinessId.parse(business);
  const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: null };
  for (let from = 0; from < ids.length; from += 1_000)
    await Promise.all(
      ids.slice(from, from + 1_000).map(async (contactId, at) => {
        const [of, email] = [{ contactId, businessId }, `person-${from + at}@example.com`];
        await append(
          spine,
          business,
          streams.contact(contactId),
          ContactDetailsChanged.create({ ...of, email }),
          ContactSubscribedToEmail.create({ ...of, email, campaignId: null, source: 'form', consent, ipAddress: null }),
        );
      }),
    );
  return ids;
}

/** The email of the last step, as it was when the automation was published. */
async function emailVersion(spine: Spine, business: string): Promise<string> {
  const [versionId, businessId] = [randomUUID(), BusinessId.parse(business)];
  const [subject, html, text] = [
    ['News'],
    [`<p>${'All that is new. '.repeat(100)}</p>`],
    ['All that is new. '.repeat(100)],
  ];
  const made = EmailVersionCreated.create({ versionId, businessId, hash: 'of-the-bench', subject, html, text });
  await append(spine, business, streams.emailVersion(versionId), made);
  return versionId;
}

const inState = async ({ db }: Spine, state: 'waiting' | 'ended'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ops.automation_runs where state = ${state}`.execute(db);
  return rows[0]!.count;
};

/** The appends that made these events: what one command said of one stream. */
function appendsOf(events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] {
  return [...Map.groupBy(events, ({ stream, metadata }) => `${stream} ${metadata.commandId}`).values()];
}

/** Of so many contacts at the most it is appended again; of more, a part of their streams by chance. */
const maxAgain = 10_000;

/** Seconds that it takes to append the same, of a share of them, to streams of other names, each behind the ones before it. */
async function appendAgain(
  spine: Spine,
  from: Position,
  share: number,
  postgres: number,
): Promise<{ seconds: number; events: number; appends: number; here: number; inPostgres: number }> {
  const events: StoredEvent[] = [];
  const isMeant = ({ stream }: StoredEvent) =>
    /^(?:automationRun|message|mail)-/u.test(stream) && parseInt(stream.slice(-6), 16) < share * 2 ** 24;
  for (let at = from; ;) {
    const page = await spine.store.readAll(at, { limit: 1_000 });
    events.push(...page.events.filter(isMeant));
    if (page.events.length === 0) break;
    at = page.next;
  }
  const other = randomUUID().slice(0, 8);
  const appends = appendsOf(events);
  const waves: Append[][] = [];
  const behind = new Map<string, number>();
  for (const one of appends) {
    const { stream, revision } = one[0]!;
    const wave = behind.get(stream) ?? 0;
    behind.set(stream, wave + 1);
    (waves[wave] ??= []).push({
      stream: `${stream.slice(0, -8)}${other}`,
      expected: revision === 0 ? 'noStream' : revision - 1,
      events: one.map(({ type, version, data, metadata }) => ({ id: randomUUID(), type, version, data, metadata })),
    });
  }
  const [here, inPostgres] = [processorTimeOf(process.pid), processorTimeOf(postgres)];
  const begun = performance.now();
  for (const wave of waves) {
    let next = 0;
    const lane = async () => {
      while (next < wave.length) {
        const batch = wave.slice(next, (next += 200));
        for (const verdict of await spine.store.appendMany(batch)) if (verdict instanceof Error) throw verdict;
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const count = appends.reduce((sum, one) => sum + one.length, 0);
  return { seconds, events: count, appends: appends.length, here: here(), inPostgres: inPostgres() };
}

/**
 * Everybody of a business enters an automation of five steps by the button, to the last of them having been emailed, in one
 * process with its read models, against a carrier without a limit that has a process of its own; beside appending the same
 * events alone. The wait is an hour that is over as soon as all wait. Then how the memory grew.
 */
async function throughSteps(contacts: number): Promise<BenchResult[]> {
  const server = await benchPostgres();
  const carrier = start('./carrier-process.ts', 'CARRIER', { account, number }, ['--max-old-space-size=8192']);
  const { url: baseUrl } = await told<{ url: string }>(carrier);
  const spine = await openSpine(server.connectionString, { log: quietLog });
  const callbacks = await receiveCallbacks(spine.commands);
  let workers: ChildProcess | null = null;
  try {
    const tenant = await createTenant(spine, number);
    await people(spine, tenant.businessId, contacts);
    const emails = { [id('e')]: await emailVersion(spine, tenant.businessId) };
    const automationId = await published(spine, tenant.businessId, fiveSteps, emails);
    const given = { connectionString: server.connectionString, baseUrl, publicUrl: callbacks.url, projections: true };
    workers = start('./automations-process.ts', 'AUTOMATIONS', given, ['--expose-gc']);
    await told(workers);
    await shown(spine);
    const memory = async () => (await told<{ rss: number }>(workers!, 'tell')).rss / 2 ** 20;
    const inUse = async () => (await told<{ inUse: number }>(workers!, 'collect')).inUse / 2 ** 20;
    const before = await spine.store.head();
    const [inPostgres, inWorkers] = [processorTimeOf(server.processId), processorTimeOf(workers.pid!)];
    const inCarrier = processorTimeOf(carrier.pid!);
    const peaks: number[] = [];
    const begun = performance.now();
    await startAll(spine, tenant, automationId, contacts);
    const reach = async (state: 'waiting' | 'ended') => {
      while ((await inState(spine, state)) < contacts) {
        await sleep(contacts > 20_000 ? 2_000 : 200);
        peaks.push(await memory());
      }
      return (performance.now() - begun) / 1_000;
    };
    const halfway = await reach('waiting');
    const inUseAtHalf = await inUse();
    await told(workers, { ahead: hourMs + 1_000 });
    const took = await reach('ended');
    const micros = (seconds: number) => `${((seconds / contacts) * 1e6).toFixed(0)} µs`;
    const cpu =
      `processor time per contact: workers ${micros(inWorkers())}, Postgres ${micros(inPostgres())}, ` +
      `carrier ${micros(inCarrier())}`;
    const inUseAtEnd = await inUse();
    const seen = await told<{ texts: number; numbers: number }>(carrier, 'tell');
    const { emailed } = await told<{ emailed: number }>(workers, 'tell');
    const exact = seen.texts === contacts && seen.numbers === contacts && emailed === contacts;
    workers.kill();
    const share = Math.min(1, maxAgain / contacts);
    const raw = await appendAgain(spine, before, share, server.processId);
    const [rate, baseline] = [(contacts * steps) / took, (share * contacts * steps) / raw.seconds];
    const half = peaks.slice(0, Math.ceil(peaks.length / 2));
    const growth = Math.max(...peaks) - Math.max(...half);
    return [
      {
        name: `${contacts.toLocaleString('en-US')} contacts through five steps, each texted and emailed`,
        ratio: rate / baseline,
        target: { atLeast: 0.5 },
        unit: 'steps/s',
        measured: rate,
        baseline,
        pass: rate / baseline >= 0.5 && exact,
        detail:
          `${took.toFixed(1)} s, ${halfway.toFixed(1)} to the wait; ${exact ? 'each texted and emailed once' : `${seen.texts} texts, ${emailed} emails`}; ` +
          `${cpu}; the same (${raw.events} events in ${raw.appends} appends) alone ${raw.seconds.toFixed(1)} s, ` +
          `${micros(raw.here / share)} and ${micros(raw.inPostgres / share)}.`,
      },
      {
        name: 'memory of the workers through it',
        ratio: growth,
        target: { atMost: 60 },
        unit: 'MB more in the second half',
        measured: Math.max(...peaks),
        baseline: Math.max(...half),
        pass: growth <= 60,
        detail: `In use after a collection ${inUseAtHalf.toFixed(0)} MB when all waited, ${inUseAtEnd.toFixed(0)} at the end.`,
      },
    ];
  } finally {
    workers?.kill();
    carrier.kill();
    await callbacks.close();
    await spine.close();
    await server.remove();
  }
}

export const run = ({ contacts = 2_000 }: { contacts?: number } = {}): Promise<BenchResult[]> => throughSteps(contacts);
