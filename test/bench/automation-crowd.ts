import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { AutomationId } from '../../domain/kernel/ids.ts';
import { awakePhones } from '../support/awake.ts';
import { quietLog as log } from '../support/quiet.ts';
import { account, createTenant, openSpine, receiveCallbacks, type Spine } from '../support/spine.ts';
import { subscribeMany } from '../support/subscribers.ts';
import { drawn, text, wait } from '../unit/domain/automations/make.ts';
import type { BenchResult } from './result.ts';
import { lateness, percentile, published, shown, sleepers, startAll } from './support/automations.ts';
import { start, told } from './support/children.ts';
import { benchPostgres } from './support/postgres.ts';

const [crowdNumber, otherNumber] = ['+14155550190', '+14155550191'];
const everyMs = 200;
const maxSeconds = 120;

/** How long a text of a person takes until the carrier has it, in ms. */
async function replied(spine: Spine, queue: () => Promise<string>): Promise<number> {
  const at = performance.now();
  const messageId = await queue();
  for (;;) {
    if ((await spine.store.read(`message-${messageId}`)).some(({ type }) => type === 'MessageAccepted')) break;
    await sleep(5);
  }
  return performance.now() - at;
}

/**
 * One business starts everybody it has at once, each to be texted and then to wait; meanwhile another one replies in its
 * live chat again and again, and waits end there.
 */
export async function run({ contacts }: { readonly contacts: number }): Promise<BenchResult[]> {
  const server = await benchPostgres();
  const accounts = { account, number: crowdNumber, others: [otherNumber] };
  const carrier = start('./carrier-process.ts', 'CARRIER', accounts, ['--max-old-space-size=8192']);
  const { url: baseUrl } = await told<{ url: string }>(carrier);
  const spine = await openSpine(server.connectionString, { log });
  const callbacks = await receiveCallbacks(spine.commands);
  let workers: ChildProcess | null = null;
  try {
    const [crowd, other] = [await createTenant(spine, crowdNumber), await createTenant(spine, otherNumber)];
    const phones = awakePhones(contacts + 500);
    await subscribeMany(spine, crowd.businessId, phones.slice(0, contacts));
    const people = await subscribeMany(spine, other.businessId, phones.slice(contacts));
    const automationId = await published(spine, crowd.businessId, drawn({ a: text('b'), b: wait(null) }));
    const begins = Date.now() + 86_400_000;
    const all = await sleepers(
      spine,
      other.businessId,
      people,
      (maxSeconds * 1_000) / everyMs,
      (nth) => begins + nth * everyMs,
    );
    const given = { connectionString: server.connectionString, baseUrl, publicUrl: callbacks.url, projections: true };
    workers = start('./automations-process.ts', 'AUTOMATIONS', given);
    await told(workers);
    await shown(spine);
    await told(workers, { ahead: begins - Date.now() - 1_000 });
    const quiet: number[] = [];
    const talk = () => replied(spine, () => other.queue(people[0]!, `A person says this: ${randomUUID()}`, 'livechat'));
    for (let nth = 0; nth < 5; nth += 1) quiet.push(await talk());
    const begun = performance.now();
    await startAll(spine, crowd, AutomationId.parse(automationId), contacts);
    const replies: number[] = [];
    const inside = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ops.automation_runs
        where business_id = ${crowd.businessId}::uuid and state = 'waiting'`.execute(spine.db);
      return rows[0]!.count;
    };
    let through = 0;
    while ((through = await inside()) < contacts && performance.now() - begun < maxSeconds * 1_000 - 10_000) {
      replies.push(await talk());
      await sleep(everyMs);
    }
    const took = (performance.now() - begun) / 1_000;
    // Those whose turn came meanwhile.
    const ended = all.slice(0, Math.floor((took * 1_000) / everyMs) - 10);
    await sleep(2_000);
    const { late, wrong } = await lateness(spine, ended);
    replies.sort((a, b) => a - b);
    const of = (sorted: readonly number[]) =>
      `median ${percentile(sorted, 50).toFixed(0)} ms, p99 ${percentile(sorted, 99).toFixed(0)}`;
    const figure = (name: string, sorted: readonly number[], pass: boolean, detail: string): BenchResult => ({
      name,
      ratio: sorted.at(-1) ?? NaN,
      target: { atMost: 1_000 },
      unit: 'ms',
      measured: sorted.at(-1) ?? NaN,
      baseline: 1_000,
      pass: pass && (sorted.at(-1) ?? NaN) <= 1_000,
      detail,
    });
    const meanwhile = `while ${contacts.toLocaleString('en-US')} were started (${through.toLocaleString('en-US')} waited after ${took.toFixed(1)} s)`;
    return [
      figure(
        "another tenant's reply in live chat, the longest, until the carrier has it",
        replies,
        replies.length > 0,
        `${replies.length} ${meanwhile}; ${of(replies)}; before it median ${percentile(
          quiet.sort((a, b) => a - b),
          50,
        ).toFixed(0)} ms.`,
      ),
      figure(
        "another tenant's waits that ended, the latest",
        late,
        late.length > 0 && wrong === 0,
        `${late.length} ${meanwhile}; ${of(late)}; ${wrong === 0 ? 'each went on once' : `${wrong} did not go on, or twice`}.`,
      ),
    ];
  } finally {
    workers?.kill();
    carrier.kill();
    await callbacks.close();
    await spine.close();
    await server.remove();
  }
}
