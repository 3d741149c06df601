import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { ProviderRefused, type Row } from '../../adapters/integrations/port.ts';
import { FileTooLarge, type Storage } from '../../adapters/storage/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type SyncFailure, maxSyncRecords } from '../../domain/integrations/fields.ts';
import { byteOrderMark, csvLine } from '../../domain/kernel/csv.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { limits } from '../../domain/uploads/fields.ts';
import { workerContext } from '../context.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { retryAt } from '../engine/retry-policy.ts';
import { type Bell, untilDue } from '../engine/wait.ts';
import { workTable } from '../engine/work-table.ts';
import type { Database } from '../engine/worker.ts';

interface Parts {
  readonly db: Database;
  readonly commands: Pick<Commands, 'integrations' | 'uploads'>;
  readonly storage: Storage;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}
interface Task {
  readonly syncId: string;
  readonly integrationId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly requestedBy: string;
  readonly attempts: number;
}

const rows = workTable('integration_syncs', 's', 'sync_id');
/** How long a sync is its process's own without a sign of life, and between looks for what no one rang for, in ms. */
const leaseMs = 5 * 60_000;
/** How often it says how far it has come, in people. */
const stride = 1_000;
const pace = { firstMs: 5_000, longestMs: 10 * 60_000 };

/** Fetches what is due until the signal fires. Any number of processes may run it: each sync is one's at a time. */
export async function runSyncs(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, bell, clock, log } = parts;
  const work = async () => {
    const { rows: next } = await sql<{
      due: Date | null;
    }>`select min(due_at) as due from ops.integration_syncs`.execute(db);
    const pause = untilDue(next[0]!.due, clock.now(), leaseMs);
    if (pause > 0) return pause;
    const task = await take(parts);
    if (task !== null) await sync(parts, task, signal);
    return 0;
  };
  await pollLoop({ name: 'syncs of integrations', work, bell, clock, log }, signal);
}

async function take({ db, clock }: Parts): Promise<Task | null> {
  const now = clock.now();
  const taken = await rows.claim<Task>(db, {
    where: sql`due_at <= ${now}::timestamptz`,
    order: sql`due_at`,
    limit: 1,
    set: sql`due_at = ${new Date(now.getTime() + leaseMs)}::timestamptz, attempts = attempts + 1`,
    returning: sql`s.sync_id as "syncId", integration_id as "integrationId", business_id as "businessId",
      agency_id as "agencyId", requested_by as "requestedBy", attempts`,
  });
  return taken.rows[0] ?? null;
}

async function sync(parts: Parts, task: Task, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = parts;
  const { syncId } = task;
  const putOff = (until: Date) =>
    sql`update ops.integration_syncs set due_at = ${until}::timestamptz where sync_id = ${syncId}::uuid`.execute(db);
  try {
    const why = await fetchAll(parts, task, signal);
    if (signal.aborted) return void (await putOff(clock.now()));
    if (why !== null) await fail(parts, task, why);
  } catch (error) {
    if (signal.aborted || isOutage(error)) {
      await putOff(new Date(clock.now().getTime() + pace.firstMs));
      if (!signal.aborted) throw error;
      return;
    }
    const again = retryAt(task.attempts, clock.now(), pace);
    if (again !== null) {
      log.warn({ err: error, syncId, attempts: task.attempts }, 'a sync could not be done, trying again');
      return void (await putOff(again));
    }
    log.error({ err: error, syncId, gaveUp: 'integration-sync' }, 'a sync is given up');
    await fail(parts, task, 'unavailable');
  }
  await sql`delete from ops.integration_syncs where sync_id = ${syncId}::uuid`.execute(db);
}

const contextOf = ({ businessId, agencyId, syncId, integrationId }: Task, purpose: string, ...cause: string[]) =>
  workerContext('integration-syncs', { businessId, agencyId }, purpose, [syncId, ...cause], {
    correlationId: integrationId,
    causationId: null,
  });

const fail = ({ commands }: Parts, task: Task, reason: SyncFailure) =>
  commands.integrations.failSync(contextOf(task, 'sync-failed'), {
    integrationId: task.integrationId,
    syncId: task.syncId,
    reason,
  });

/** Everyone becomes a file of contacts. Answers why there is none; null: there is one, or the sync is over. */
async function fetchAll(parts: Parts, task: Task, signal: AbortSignal): Promise<SyncFailure | null> {
  const { commands, storage } = parts;
  const { integrationId, syncId, businessId } = task;
  const of = { integrationId, syncId };
  const people: Row[] = [];
  let name: string;
  try {
    const { result } = await commands.integrations.peopleOf(contextOf(task, 'sync-people', String(task.attempts)), of);
    if (result === null) return null;
    ({ name } = result);
    let said = 0;
    for await (const page of result.pages) {
      if (signal.aborted) return null;
      people.push(...page);
      if (people.length > maxSyncRecords) return 'too-large';
      if (people.length - said < stride) continue;
      said = people.length;
      await stillHere(parts, task);
      await commands.integrations.progressSync(contextOf(task, 'sync-progress', String(said)), {
        ...of,
        records: said,
      });
    }
  } catch (error) {
    if (error instanceof ProviderRefused) {
      const { trouble } = error;
      await commands.integrations.refuse(contextOf(task, 'sync-refused'), { integrationId, trouble });
      return 'refused';
    }
    if (error instanceof DomainError && (error.code === 'provider_refused' || error.code === 'conflict'))
      return 'refused';
    throw error;
  }
  if (people.length === 0) return 'empty';
  const uploadId = uuidV5(namespaces.command, syncId, 'upload');
  try {
    const { key: storageKey, size } = await storage.put(linesOf(people), limits.fileBytes);
    const context = contextOf(task, 'sync-file');
    // Whoever asked for it receives the file, as if they had uploaded it.
    await commands.uploads.receive(
      {
        ...context,
        caller: {
          role: 'business',
          actor: { kind: 'user', userId: task.requestedBy, impersonatorId: null },
          tenant: { agencyId: task.agencyId, businessId },
        },
      },
      { uploadId, businessId, fileName: `${name}.csv`, size, storageKey, format: 'csv' },
    );
  } catch (error) {
    if (error instanceof FileTooLarge) return 'too-large';
    throw error;
  }
  const context = contextOf(task, 'sync-completed');
  await commands.integrations.completeSync(context, { ...of, records: people.length, uploadId });
  return null;
}

const stillHere = ({ db, clock }: Parts, { syncId }: Task) =>
  sql`update ops.integration_syncs set due_at = ${new Date(clock.now().getTime() + leaseMs)}::timestamptz
    where sync_id = ${syncId}::uuid`.execute(db);

/** As CSV, by all columns that any of them has. */
async function* linesOf(people: readonly Row[]): AsyncGenerator<Buffer> {
  const columns = [...new Set(people.flatMap((one) => Object.keys(one)))];
  yield Buffer.from(byteOrderMark + csvLine(columns));
  for (let from = 0; from < people.length; from += stride) {
    const part = people.slice(from, from + stride);
    yield Buffer.from(part.map((one) => csvLine(columns.map((column) => one[column] ?? ''))).join(''));
  }
}
