import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { unlessAborted } from '../../domain/kernel/unless-aborted.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { backoff } from '../engine/retry-policy.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';

export interface DomainCheckSettings {
  /** How often a domain that is well is looked at again, in ms. Default: a day. */
  readonly everyMs: number;
  /** The wait after the first look that found something missing; it doubles with each, up to `longestMs`. Default: a minute, six hours. */
  readonly firstMs: number;
  readonly longestMs: number;
  readonly pollMs: number;
}
export const defaultDomainChecks: DomainCheckSettings = {
  everyMs: 86_400_000,
  firstMs: 60_000,
  longestMs: 6 * 3_600_000,
  pollMs: 5_000,
};

/** Looks under way at once. Each may wait for a certificate. */
const concurrency = 4;
const batch = 50;

interface Due {
  readonly agency_id: string;
  readonly domain: string;
  readonly due_at: Date;
  readonly failures: number;
}

export interface DomainChecks {
  readonly db: Database;
  readonly commands: Commands;
  readonly now: () => Date;
  readonly log: Logger;
  readonly settings: DomainCheckSettings;
}

/** Looks at all domains that are due, one batch. Returns how many there were. */
export async function checkDueDomains(
  { db, commands, now, log, settings }: DomainChecks,
  signal: AbortSignal,
): Promise<number> {
  const { rows } = await sql<Due>`select agency_id, domain, due_at, failures from ops.domain_checks
      where due_at <= ${now()}::timestamptz order by due_at limit ${batch}`.execute(db);
  const looks = forEachBounded(rows, concurrency, async (due) => {
    if (signal.aborted) return;
    const ok = await look(commands, due).catch((error: unknown) => {
      // Whatever is wrong with one, the others are looked at; this one later and later.
      if (isOutage(error)) throw error;
      log.warn({ err: error, agencyId: due.agency_id }, 'a domain could not be looked at');
      return false;
    });
    const failures = ok ? 0 : due.failures + 1;
    const next = new Date(
      now().getTime() + (ok ? settings.everyMs : backoff(due.failures, settings.firstMs, settings.longestMs)),
    );
    // Chosen anew in the meantime: then that look is due, and this one says nothing about it.
    await sql`update ops.domain_checks set failures = ${failures}, due_at = ${next}::timestamptz
      where agency_id = ${due.agency_id} and domain = ${due.domain} and due_at = ${due.due_at}`.execute(db);
  });
  // A look may wait long for a certificate. Who is asked to stop does not: it is done again at the next start.
  await unlessAborted(looks, signal, () => {});
  return rows.length;
}

async function look(commands: Commands, due: Due): Promise<boolean> {
  const { result } = await commands.whitelabels.check(
    {
      caller: {
        role: 'system',
        actor: { kind: 'system', name: 'domains' },
        tenant: { agencyId: due.agency_id, businessId: null },
      },
      commandId: uuidV5(namespaces.command, due.agency_id, 'check-domain', due.domain, due.due_at.toISOString()),
      correlationId: due.agency_id,
      causationId: null,
    },
    { agencyId: due.agency_id, routine: true },
  );
  return result.ok;
}

/** Keeps what is known of domains true to reality until the signal fires. One process at a time, by its lease. */
export async function runDomainChecks(
  dependencies: DomainChecks & { readonly leases: Leases; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { leases, clock, log, settings } = dependencies;
  const retry = { firstMs: 1_000, longestMs: 60_000 };
  await whileLeased(leases, 'worker-domain-checks', signal, (either) => {
    const work = async () => ((await checkDueDomains(dependencies, either)) < batch ? settings.pollMs : 0);
    return pollLoop({ name: 'checks of domains', work, retry, clock, log }, either);
  });
}
