import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { BusinessId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { LinkSource, ScannerReason } from '../../domain/links/fields.ts';
import { judge, judgedAfterMs, togetherMs } from '../../domain/links/judge.ts';
import { workerContext } from '../context.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { maxAttempts } from '../engine/retry-policy.ts';
import { createSetAside, type SetAside } from '../engine/set-aside.ts';
import type { Database } from '../engine/worker.ts';

/** Visits that are judged at once. */
const maxConcurrent = 2_000;
/** How long a judged visit is kept, for those that come after it, in ms. */
const keptMs = 600_000;

interface Row {
  readonly id: string;
  readonly number: number;
  readonly business_id: string;
  readonly agency_id: string | null;
  readonly source: LinkSource;
  readonly contact_id: string | null;
  readonly at: Date;
  readonly client: string;
  readonly trap: boolean;
  readonly scanner: ScannerReason | null;
}

export interface LinkVisits {
  readonly db: Database;
  readonly commands: Pick<Commands, 'links'>;
  readonly now: () => Date;
}

/**
 * Judges what has come to short links, one batch: people's first clicks become events, the rest is counted. A batch is
 * named before anything is told of it, so that one that was cut off is told again under the same ids. Returns how many
 * visits were judged. A link that can't be told of is tried with its batch a few times; then the batch goes on without
 * it, and the log has which (`aside`; left out: it throws).
 */
export async function judgeVisits({ db, commands, now }: LinkVisits, aside?: SetAside): Promise<number> {
  const begun = await nextBatch(db, new Date(now().getTime() - judgedAfterMs));
  if (begun === null) return 0;
  const batch: string = begun;
  const { rows } = await sql<Row & { own: boolean }>`
    with own as (select * from ops.link_visits where batch = ${batch})
    select distinct on (v.id) v.*, v.batch is not distinct from ${batch}::uuid as own
    from ops.link_visits v, own o
    where v.at between o.at - make_interval(secs => ${togetherMs / 1000})
        and o.at + make_interval(secs => ${togetherMs / 1000})
      and (v.id = o.id or v.contact_id = o.contact_id or v.client = o.client)
    order by v.id`.execute(db);
  const verdicts = judge(
    rows.map(({ id, number, source, contact_id, at, client, trap, scanner }) => {
      return { id, number, sourceId: source.id, contactId: contact_id, at: at.getTime(), client, trap, scanner };
    }),
  );
  const own = rows.filter((row) => row.own);
  const links = Map.groupBy(own, ({ number }) => number);
  let unsettled = false;
  for (const [number, visits] of links) {
    const work = () => tell(number, visits);
    if (aside === undefined) await work();
    else {
      const tried = await aside.attempt(`${batch} ${number}`, { batch, number }, work);
      unsettled ||= !tried.done && tried.attempts < maxAttempts;
    }
  }
  // Told again with the rest of its batch: under the same ids, what was told already happens once.
  if (unsettled) return 0;
  await sql`update ops.link_visits set judged = true where batch = ${batch}`.execute(db);
  await sql`delete from ops.link_visits
    where judged and at < ${new Date(now().getTime() - keptMs)}::timestamptz`.execute(db);
  return own.length;

  async function tell(number: number, visits: typeof own): Promise<void> {
    const { business_id, agency_id, source } = visits[0]!;
    const tenant = { agencyId: agency_id, businessId: business_id };
    const context = (purpose: string, ...cause: readonly string[]) =>
      workerContext('link-visits', tenant, purpose, cause, { correlationId: batch, causationId: null });
    const link = { number, businessId: BusinessId.parse(business_id), source };
    // Who came twice within seconds came first once.
    const first = new Map<string, Date>();
    for (const { id, contact_id, at } of visits)
      if (verdicts.get(id) === null && contact_id !== null && !(first.get(contact_id)! <= at))
        first.set(contact_id, at);
    await Promise.all(
      [...first].map(([contactId, at]) =>
        commands.links.click(context('link-click', String(number), contactId), {
          ...link,
          contactId: ContactId.parse(contactId),
          clickedAt: at.toISOString(),
        }),
      ),
    );
    const reasons = Map.groupBy(
      visits.flatMap(({ id }) => verdicts.get(id) ?? []),
      (reason) => reason,
    );
    const countId = uuidV5(namespaces.command, 'link-visits', batch, String(number));
    await commands.links.countVisits(context('link-visits', countId), {
      countId,
      ...link,
      people: visits.filter(({ id }) => verdicts.get(id) === null).length,
      scanners: [...reasons].map(([reason, all]) => ({ reason, count: all.length })),
    });
  }
}

/** A batch that was begun, or a new one of what has waited long enough; null: there is nothing. */
async function nextBatch(db: Database, before: Date): Promise<string | null> {
  const { rows } = await sql<{ begun: string | null; waits: boolean }>`select
    (select batch from ops.link_visits where batch is not null and not judged limit 1) as begun,
    exists (select from ops.link_visits where batch is null and at <= ${before}::timestamptz) as waits`.execute(db);
  const { begun, waits } = rows[0]!;
  if (begun !== null || !waits) return begun;
  const waiting = await sql<{ id: string }>`
    select id from ops.link_visits where batch is null and at <= ${before}::timestamptz
    order by at, id limit ${maxConcurrent}`.execute(db);
  const ids = waiting.rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  // A visit is in one batch only, so that its first names it.
  const batch = uuidV5(namespaces.command, 'link-visits', ids[0]!);
  await sql`update ops.link_visits set batch = ${batch} where id = any(${ids}::bigint[])`.execute(db);
  return batch;
}

/** Judges visits until the signal fires. One process at a time, by its lease. */
export async function runLinkVisits(
  dependencies: LinkVisits & {
    readonly leases: Leases;
    readonly clock: Clock;
    readonly log: Logger;
    readonly pollMs: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const { clock, leases, log, pollMs } = dependencies;
  const aside = createSetAside({ clock, log, part: 'link', longestMs: 10_000 });
  const work = async () => ((await judgeVisits(dependencies, aside)) < maxConcurrent ? pollMs : 0);
  const retry = { firstMs: 1_000, longestMs: 60_000 };
  await whileLeased(leases, 'worker-link-visits', signal, (either) =>
    pollLoop({ name: 'clicks', work, retry, clock, log }, either),
  );
}
