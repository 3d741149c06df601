import { sql } from 'kysely';
import type { Lease, Leases } from '../../adapters/database/lease.ts';

/**
 * SQL: whether the process named in a column (qualified: leases have a holder too) has stopped, or is dead. That its lease
 * has run out does not say so: somebody may have set the database's clock, and what it has in hand would go out twice.
 */
export const holderIsDead = (column: `${string}.holder`) =>
  sql`not exists (select 1 from ops.leases l where l.name = 'process-' || ${sql.ref(column)}
    and not l.abandoned and l.expires_at > '-infinity')`;

/** By which other processes see that this one lives. */
export interface Presence {
  readonly holder: string;
  /** False as soon as others may take this process for dead. */
  alive(): boolean;
}

/** Keeps the lease `process-<holder>` until the signal fires, and takes it again when it was lost. Resolves once it is held. */
export async function keepPresence(
  leases: Leases,
  holder: string,
  signal: AbortSignal,
): Promise<Presence & { readonly ended: Promise<void> }> {
  let held: Lease | null = await leases.acquire(`process-${holder}`, signal);
  const ended = (async () => {
    while (held !== null && !signal.aborted) {
      await lossOf(held, signal);
      if (signal.aborted) break;
      held = await leases.acquire(`process-${holder}`, signal);
    }
    await held?.release();
  })();
  return { holder, alive: () => held !== null && !held.signal.aborted, ended };
}

function lossOf(lease: Lease, signal: AbortSignal): Promise<void> {
  const either = AbortSignal.any([lease.signal, signal]);
  if (either.aborted) return Promise.resolve();
  return new Promise((resolve) => either.addEventListener('abort', () => resolve(), { once: true }));
}
