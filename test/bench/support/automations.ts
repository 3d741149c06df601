import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  AutomationCreated,
  AutomationPublished,
  AutomationVersionCreated,
} from '../../../domain/automations/events.ts';
import type { Document } from '../../../domain/automations/document/document.ts';
import { runIdOf } from '../../../domain/automations/runs/run.ts';
import { AutomationRunStarted, AutomationStepWaiting } from '../../../domain/automations/runs/run-events.ts';
import { AutomationId, type AutomationRunId, BusinessId, type ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { append } from '../../support/automations.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import type { Spine, Tenant } from '../../support/spine.ts';
import { drawn, id, wait } from '../../unit/domain/automations/make.ts';

/** An automation of a business as it was published. `mails`: versions of emails, by step. */
export async function published(
  spine: Spine,
  business: string,
  document: Document,
  mails: Readonly<Record<string, string>> = {},
): Promise<AutomationId> {
  const ids = { automationId: AutomationId.parse(randomUUID()), businessId: BusinessId.parse(business) };
  const made = AutomationVersionCreated.create({ ...ids, version: 1, document, mails });
  await append(spine, business, streams.automationVersion(ids.automationId, 1), made);
  await append(
    spine,
    business,
    streams.automation(ids.automationId),
    AutomationCreated.create({ ...ids, name: 'Of the bench', origin: { kind: 'blank', id: null } }),
    AutomationPublished.create({ ...ids, version: 1, moves: [] }),
  );
  return ids.automationId;
}

/** Everybody of a business is let in, as by the button. */
export async function startAll(
  spine: Spine,
  { businessId }: Pick<Tenant, 'businessId'>,
  automationId: string,
  count: number,
): Promise<void> {
  await spine.commands.bulk.start(context(worksFor(businessId)), {
    bulkId: randomUUID(),
    count,
    upTo: (await spine.store.head()).toString(),
    action: { kind: 'start-automation', automationId, name: 'Of the bench' },
    target: { kind: 'matching', filters: [], search: null, except: [] },
  } as never);
}

/** A wait, and then nothing. */
const waiting = drawn({ a: wait(null, { kind: 'duration', amount: 1, unit: 'hours', zone: 'business' }) });

export interface Sleeper {
  readonly runId: AutomationRunId;
  /** When its wait is over, in ms. */
  readonly dueAt: number;
}

/** Runs that wait, in the log and as the engine has written down that they do: `dueAt` says until when the nth does. */
export async function sleepers(
  spine: Spine,
  business: string,
  contacts: readonly ContactId[],
  count: number,
  dueAt: (nth: number) => number,
): Promise<readonly Sleeper[]> {
  const businessId = BusinessId.parse(business);
  const automations: AutomationId[] = [];
  for (let at = 0; at < count; at += contacts.length) automations.push(await published(spine, business, waiting));
  const all: Sleeper[] = [];
  const at = spine.clock.now().toISOString();
  for (let from = 0; from < count; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, count - from) }, (_, nth) => {
      const automationId = automations[Math.floor((from + nth) / contacts.length)]!;
      const contactId = contacts[(from + nth) % contacts.length]!;
      const ids = { runId: runIdOf(automationId, contactId, 1), automationId, businessId, contactId };
      return { ids, due: dueAt(from + nth) };
    });
    await Promise.all(
      some.map(({ ids, due }) =>
        append(
          spine,
          business,
          streams.automationRun(ids.runId),
          AutomationRunStarted.create({
            ...ids,
            version: 1,
            entry: 1,
            trigger: 'by-hand',
            cause: randomUUID(),
            position: '1',
            at,
            start: id('a'),
          }),
          AutomationStepWaiting.create({
            ...ids,
            node: id('a'),
            visit: 1,
            at,
            until: new Date(due).toISOString(),
            listening: false,
          }),
        ),
      ),
    );
    const of = <T>(field: (one: (typeof some)[number]) => T): T[] => some.map(field);
    await sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, state,
        node, visit, due_at)
      select r, a, ${business}::uuid, c, 1, 1, 1, 'waiting', ${id('a')}::uuid, 1, d
      from unnest(${of(({ ids }) => ids.runId)}::uuid[], ${of(({ ids }) => ids.automationId)}::uuid[],
        ${of(({ ids }) => ids.contactId)}::uuid[], ${of(({ due }) => new Date(due).toISOString())}::timestamptz[]) x (r, a, c, d)`.execute(
      spine.db,
    );
    all.push(...some.map(({ ids: { runId }, due }) => ({ runId, dueAt: due })));
  }
  return all;
}

/** How late each went on, in ms, by the clock of who did it; and how many did so other than once. */
export async function lateness(
  { store }: Pick<Spine, 'store'>,
  all: readonly Sleeper[],
): Promise<{ readonly late: readonly number[]; readonly wrong: number }> {
  const late: number[] = [];
  let wrong = 0;
  for (let from = 0; from < all.length; from += 1_000) {
    const some = all.slice(from, from + 1_000);
    const found = await store.readMany(some.map(({ runId }) => streams.automationRun(runId)));
    for (const { runId, dueAt } of some) {
      const events = found.get(streams.automationRun(runId))!;
      const passed = events.filter(({ type }) => type === 'AutomationStepCompleted');
      const ended = events.filter(({ type }) => type === 'AutomationRunEnded');
      if (passed.length !== 1 || ended.length !== 1) wrong += 1;
      else late.push(Date.parse(passed[0]!.metadata.occurredAt) - dueAt);
    }
  }
  return { late: late.sort((a, b) => a - b), wrong };
}
/** Of sorted figures: the one that so many of a hundred do not exceed. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)] ?? NaN;

/** Until a worker has handled all that is in the log, or has nothing more to handle. */
export async function followed({ db, store }: Spine, worker: string): Promise<void> {
  const head = await store.head();
  for (;;) {
    const { rows } = await sql<{ at: string }>`
      select position::text as at from ops.worker_checkpoints where name = ${worker}`.execute(db);
    if (rows[0] !== undefined && BigInt(rows[0].at) >= head) return;
    await sleep(100);
  }
}

/** Until all read models show all that is in the log. */
export async function shown({ db, store }: Spine): Promise<void> {
  const head = await store.head();
  for (;;) {
    const { rows } = await sql<{ at: string | null }>`
      select min(position)::text as at from ops.projection_checkpoints`.execute(db);
    if (rows[0]!.at !== null && BigInt(rows[0]!.at) >= head) return;
    await sleep(100);
  }
}
