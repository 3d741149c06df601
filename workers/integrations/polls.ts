import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { ProviderRefused } from '../../adapters/integrations/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { isInbound } from '../../domain/integrations/fields.ts';
import * as events from '../../domain/integrations/events.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { workerContext } from '../context.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { retryAt } from '../engine/retry-policy.ts';
import { backstopMs, type Bell, untilDue } from '../engine/wait.ts';
import { workTable } from '../engine/work-table.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

interface Parts {
  readonly db: Database;
  readonly commands: Pick<Commands, 'integrations'>;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}
interface Task {
  readonly integrationId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly since: Date;
  readonly attempts: number;
}
const rows = workTable('integration_polls', 'p', 'integration_id');
/** How often a service is asked, and how long one is a process's own without a sign of life, in ms. */
const everyMs = 5 * 60_000;
/** Records of the time before are asked for again: services show some late. What came already counts once. */
const overlapMs = 10 * 60_000;
const pace = { firstMs: 30_000, longestMs: 60 * 60_000 };

/** Notes which connections are asked for news, in the transaction of the checkpoint. */
export const pollFeed = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'integration-polls',
  handles: [
    events.IntegrationConnected.type,
    events.IntegrationReconnected.type,
    events.IntegrationSwitchedOn.type,
    events.IntegrationSwitchedOff.type,
    events.IntegrationRefused.type,
    events.IntegrationRemoved.type,
  ],
  async record(happened, trx) {
    for (const event of happened) {
      const { occurredAt, tenant } = event.metadata;
      if (is(event, events.IntegrationConnected)) {
        const { integrationId, businessId, type } = event.data;
        // Those who are known already are fetched as a file.
        if (!isInbound(type))
          await sql`insert into ops.integration_polls (integration_id, business_id, agency_id, since, due_at)
            values (${integrationId}::uuid, ${businessId}::uuid, ${tenant.agencyId}::uuid, ${occurredAt}::timestamptz,
              ${occurredAt}::timestamptz) on conflict do nothing`.execute(trx);
        continue;
      }
      const { integrationId } = event.data as { readonly integrationId: string };
      if (is(event, events.IntegrationRemoved)) {
        await sql`delete from ops.integration_polls where integration_id = ${integrationId}::uuid`.execute(trx);
        await sql`delete from ops.integration_pages where integration_id = ${integrationId}::uuid`.execute(trx);
        continue;
      }
      const goesOn = is(event, events.IntegrationReconnected) || is(event, events.IntegrationSwitchedOn);
      await sql`update ops.integration_polls set attempts = 0, due_at = ${goesOn ? occurredAt : 'infinity'}::timestamptz
        where integration_id = ${integrationId}::uuid`.execute(trx);
    }
  },
  committed: wake,
});

/** Asks services for news until the signal fires. Any number of processes may run it: each connection is one's at a time. */
export async function runPolls(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, bell, clock, log } = parts;
  const work = async () => {
    const { rows: next } = await sql<{ due: Date | null }>`select min(due_at) as due from ops.integration_polls
      where due_at < 'infinity'`.execute(db);
    const pause = untilDue(next[0]!.due, clock.now(), backstopMs);
    if (pause > 0) return pause;
    const now = clock.now();
    const taken = await rows.claim<Task>(db, {
      where: sql`due_at <= ${now}::timestamptz`,
      order: sql`due_at`,
      limit: 1,
      set: sql`due_at = ${new Date(now.getTime() + everyMs)}::timestamptz, attempts = attempts + 1`,
      returning: sql`p.integration_id as "integrationId", business_id as "businessId", agency_id as "agencyId", since,
        attempts`,
    });
    const task = taken.rows[0];
    if (task !== undefined) await poll(parts, task, now, signal);
    return 0;
  };
  await pollLoop({ name: 'news of integrations', work, bell, clock, log }, signal);
}

async function poll(parts: Parts, task: Task, begun: Date, signal: AbortSignal): Promise<void> {
  const { db, clock, log, commands } = parts;
  const { integrationId, attempts } = task;
  const leasedUntil = new Date(begun.getTime() + everyMs);
  const write = (set: { readonly since: Date; readonly due: Date; readonly attempts: number }) =>
    // One that was switched off or removed since stays so, and one that is rung for while it is asked is asked again.
    sql`update ops.integration_polls set since = ${set.since}::timestamptz, attempts = ${set.attempts},
      due_at = case when due_at < ${leasedUntil}::timestamptz then due_at else ${set.due}::timestamptz end
      where integration_id = ${integrationId}::uuid and due_at < 'infinity'`.execute(db);
  try {
    const isWhole = await receiveNews(parts, task, signal);
    if (!isWhole) return void (await write({ since: task.since, due: clock.now(), attempts: 0 }));
    await write({ since: begun, due: new Date(clock.now().getTime() + everyMs), attempts: 0 });
  } catch (error) {
    if (error instanceof ProviderRefused) {
      const { trouble } = error;
      await commands.integrations.refuse(contextOf(task, 'poll-refused', begun.toISOString()), {
        integrationId,
        trouble,
      });
      return;
    }
    // Off, removed or refused by now: the event that says so is on its way to this table.
    const isOver = error instanceof DomainError && ['conflict', 'not_found', 'provider_refused'].includes(error.code);
    if (!isOver) log.warn({ err: error, integrationId, attempts }, 'news of an integration could not be fetched');
    const again = retryAt(attempts, clock.now(), pace) ?? new Date(clock.now().getTime() + pace.longestMs);
    await write({ since: task.since, due: again, attempts });
    if (isOutage(error) && !signal.aborted) throw error;
  }
}

const contextOf = ({ businessId, agencyId, integrationId }: Task, purpose: string, ...cause: string[]) =>
  workerContext('integration-polls', { businessId, agencyId }, purpose, [integrationId, ...cause], {
    correlationId: integrationId,
    causationId: null,
  });

/** Everything new becomes records, each once. False: it was cut off. */
async function receiveNews(parts: Parts, task: Task, signal: AbortSignal): Promise<boolean> {
  const { db, commands, log } = parts;
  const { integrationId, businessId, since } = task;
  const from = new Date(since.getTime() - overlapMs);
  const { result } = await commands.integrations.newsOf(contextOf(task, 'poll', from.toISOString()), {
    integrationId,
    since: from.toISOString(),
  });
  if (result.places.length > 0)
    await sql`insert into ops.integration_pages (page_id, integration_id, business_id)
      select page, ${integrationId}::uuid, ${businessId}::uuid from unnest(${result.places}::text[]) as page
      on conflict do nothing`.execute(db);
  for await (const page of result.pages)
    for (const { body, ...record } of page) {
      if (signal.aborted) return false;
      try {
        await commands.integrations.receive(contextOf(task, 'record', record.kind, record.source), {
          integrationId,
          body,
          pageAddress: null,
          ipAddress: null,
          ...record,
        });
      } catch (error) {
        // One that names no one is passed over: the next ones count.
        if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
        log.info({ integrationId, kind: record.kind }, 'a record of an integration names no one');
      }
    }
  return true;
}
