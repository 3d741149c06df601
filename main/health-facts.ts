import { type Kysely, sql } from 'kysely';
import type { HealthFacts, ReadModelJob } from '../api/dependencies.ts';
import type { ProjectionRunner } from '../projections/index.ts';

/** A queue is counted up to here. */
const mostCounted = 10_000;
const jobsShown = 20;

/** What waits to be done, and since when it has been due: a table, which rows, and by what they are due. */
const queues = [
  ['texts', 'ops.outbox', "state = 'pending'", 'due_at'],
  ['texts-unknown', 'ops.outbox', "state = 'unknown'", 'due_at'],
  ['emails', 'ops.mails', "state in ('pending', 'claimed', 'sending')", 'due_at'],
  ['emails-unknown', 'ops.mails', "state = 'unknown'", 'due_at'],
  ['broadcasts', 'ops.broadcasts', "phase <> 'ended' and not paused", 'due_at'],
  ['uploads', 'ops.upload_jobs', 'true', 'due_at'],
  ['timers', 'ops.timers', 'failed_at is null', 'due_at'],
  ['wallet-slices', 'ops.wallet_slices', 'true', 'due_at'],
] as const;

/** What the health page shows besides the parts that run: all of it from what the processes have written down. */
export async function healthFacts(db: Kysely<unknown>, now: Date): Promise<HealthFacts> {
  const [waiting, senders, webhooks, carriers, backups, checks, jobs] = await Promise.all([
    sql<{ name: string; waiting: number; oldest: Date | null }>`${sql.raw(
      queues
        .map(
          ([name, table, where, due]) => `select '${name}' as name, count(*)::int as waiting, min(due) as oldest
            from (select ${due} as due from ${table} where ${where} and ${due} <= $1 limit ${mostCounted}) as waits`,
        )
        .join(' union all ')
        .replaceAll('$1', `'${now.toISOString()}'::timestamptz`),
    )}`.execute(db),
    sql<{ sender: string; code: number; at: Date }>`select sender, blocked_code as code, blocked_at as at
      from ops.senders where blocked_at is not null order by blocked_at limit 100`.execute(db),
    sql<{ provider: string; count: string; reason: string; at: Date }>`
      select provider, count, last_reason as reason, last_at as at from ops.webhook_refusals order by last_at desc
      `.execute(db),
    sql<{ provider: string; calls: number; failures: number; mean: number; slowest: number }>`
      select provider, sum(calls)::int as calls, sum(failures)::int as failures,
        (sum(total_ms) / greatest(sum(calls), 1))::int as mean, max(slowest_ms)::int as slowest
      from ops.carrier_minutes where minute > ${now}::timestamptz - interval '1 hour' group by provider order by 1
      `.execute(db),
    sql<{ at: Date; events: string; bytes: string }>`
      select finished_at as at, events, bytes from ops.backups`.execute(db),
    sql<{ name: string; at: Date | null; ms: number | null; differences: never[]; error: string | null }>`
      select name, checked_at as at, duration_ms as ms, differences, error from ops.read_model_checks`.execute(db),
    sql<{
      id: string;
      read_model: string;
      kind: ReadModelJob['kind'];
      by: string | null;
      requested_at: Date;
      started_at: Date | null;
      finished_at: Date | null;
      phase: string | null;
      share: number | null;
      error: string | null;
    }>`select id, read_model, kind, requested_by as by, requested_at, started_at, finished_at, phase, share, error
      from ops.read_model_jobs order by finished_at is null desc, requested_at desc limit ${jobsShown}`.execute(db),
  ]);
  return {
    queues: waiting.rows,
    blockedSenders: senders.rows,
    webhooks: webhooks.rows.map(({ count, ...rest }) => ({ ...rest, count: Number(count) })),
    carriers: carriers.rows,
    backup:
      backups.rows[0] === undefined ?
        null
      : { at: backups.rows[0].at, events: Number(backups.rows[0].events), bytes: Number(backups.rows[0].bytes) },
    checks: checks.rows,
    jobs: jobs.rows.map(({ read_model: readModel, requested_at, started_at, finished_at, ...rest }) => ({
      ...rest,
      readModel,
      requestedAt: requested_at,
      startedAt: started_at,
      finishedAt: finished_at,
    })),
  };
}

type AskedJob = Pick<ReadModelJob, 'id' | 'readModel' | 'kind' | 'by'>;

/** What someone asks of a read model: pauses and resumes it at once, the rest is left to the workers. False: there is none. */
export async function takeJob(
  db: Kysely<unknown>,
  runner: Pick<ProjectionRunner, 'status' | 'pause' | 'resume'>,
  job: AskedJob,
  now: Date,
): Promise<boolean> {
  if (!(await runner.status()).some(({ name }) => name === job.readModel)) return false;
  if (job.kind === 'pause') await runner.pause(job.readModel, 'Paused by an operator.');
  if (job.kind === 'resume') await runner.resume(job.readModel);
  await noteJob(db, job, now);
  return true;
}

/** Asks for a rebuild or a check, or tells that someone has paused or resumed one. What waits already is the same one. */
export async function noteJob(db: Kysely<unknown>, { id, readModel, kind, by }: AskedJob, now: Date): Promise<void> {
  const isDone = kind === 'pause' || kind === 'resume';
  await sql`insert into ops.read_model_jobs (id, read_model, kind, requested_by, requested_at, started_at, finished_at)
    values (${id}, ${readModel}, ${kind}, ${by}, ${now}, ${isDone ? now : null}, ${isDone ? now : null})
    on conflict do nothing`.execute(db);
}
