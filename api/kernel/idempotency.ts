import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Vault } from '../../adapters/vault/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { ApiError } from './errors.ts';

/** An answer as it is kept: the status and the JSON text. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

interface Row {
  request_hash: string;
  status: number | null;
  sealed: Buffer | null;
  locked_until: Date;
}

/** A worker on a key that has not finished by then is taken for dead, and the next repeat does the work again under the same command id. */
const lockMs = 30_000;
const waitMs = 5_000;
const keepMs = 24 * 3_600_000;

/** JSON with sorted keys, so that the same content in another order is the same request. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) ?
        Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
    ) ?? ''
  );
}

/** The command id of a request with an Idempotency-Key: the same request gives the same id, in every process and after a crash. */
export const commandIdOf = (actor: string, call: string, key: string): string =>
  uuidV5(namespaces.command, actor, call, key);

/**
 * Repeats of a call with the same Idempotency-Key get the first one's answer. A repeat with other content is refused. While the
 * first is at work a repeat waits, and is refused with `request_in_progress` when that takes too long. Kept for 24 hours.
 */
export function createIdempotency({
  db,
  vault,
  now,
}: {
  readonly db: Kysely<unknown>;
  readonly vault: Pick<Vault, 'seal' | 'unseal' | 'fingerprint'>;
  readonly now: () => Date;
}) {
  return {
    async run(
      { actor, key, call, request }: { actor: string; key: string; call: string; request: unknown },
      work: (commandId: string) => Promise<KeptAnswer>,
    ): Promise<KeptAnswer & { readonly repeated: boolean }> {
      // Requests and answers hold numbers, names and texts: whoever reads the table learns none of them.
      const requestHash = vault.fingerprint(canonicalJson(request));
      const place = `idempotency/${actor}/${call}/${key}`;
      const commandId = commandIdOf(actor, call, key);
      const giveUpAt = performance.now() + waitMs;
      for (;;) {
        const at = now();
        const lockedUntil = new Date(at.getTime() + lockMs);
        // Takes the key when it is new, or when whoever had it died over it.
        const taken =
          await sql`insert into ops.idempotency_keys as kept (actor, key, call, request_hash, command_id, locked_until, created_at)
          values (${actor}, ${key}, ${call}, ${requestHash}, ${commandId}, ${lockedUntil}, ${at})
          on conflict (actor, key, call) do update set locked_until = excluded.locked_until
            where kept.status is null and kept.locked_until < ${at} and kept.request_hash = excluded.request_hash
          returning 1`.execute(db);
        if (taken.rows.length === 1) break;
        const { rows } = await sql<Row>`select request_hash, status, sealed, locked_until from ops.idempotency_keys
            where actor = ${actor} and key = ${key} and call = ${call}`.execute(db);
        const row = rows[0];
        if (row === undefined) continue;
        if (row.request_hash !== requestHash)
          throw new ApiError('idempotency_key_reused', 'This Idempotency-Key was used before with other content.');
        if (row.status !== null && row.sealed !== null)
          return { status: row.status, body: vault.unseal(place, row.sealed), repeated: true };
        if (performance.now() >= giveUpAt)
          throw new ApiError('request_in_progress', 'The same request is still being worked on.', {
            retryAfterSeconds: 2,
          });
        await sleep(25);
      }
      try {
        const answer = await work(commandId);
        // A fault of ours is not an answer: the next repeat tries again.
        if (answer.status >= 500) await release();
        else
          await sql`update ops.idempotency_keys set status = ${answer.status}, sealed = ${vault.seal(place, answer.body)}
            where actor = ${actor} and key = ${key} and call = ${call}`.execute(db);
        return { ...answer, repeated: false };
      } catch (error) {
        await release().catch(() => undefined);
        throw error;
      }

      async function release(): Promise<void> {
        await sql`delete from ops.idempotency_keys
          where actor = ${actor} and key = ${key} and call = ${call} and status is null`.execute(db);
      }
    },

    async purge(): Promise<void> {
      await sql`delete from ops.idempotency_keys where created_at < ${new Date(now().getTime() - keepMs)}`.execute(db);
    },
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
