import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';

/** A key's use is written down so often at most. */
export const writtenEveryMs = 60_000;
/** Days are kept for a while longer than they are shown. */
const keptDays = 90;

interface Counted {
  readonly businessId: string;
  /** By day, `2026-11-27`. */
  readonly calls: Map<string, number>;
  lastUsedAt: number;
  writtenAt: number;
}

/** Days of use of a key, and when it was last used, ISO instant. */
export interface KeyUse {
  readonly lastUsedAt: string | null;
  readonly days: ReadonlyMap<string, number>;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Counts calls by key in memory and writes them down at most once a minute per key. A crash loses that minute. */
export function createKeyUse({
  db,
  now,
  log,
}: {
  readonly db: Kysely<unknown>;
  readonly now: () => Date;
  readonly log: Logger;
}) {
  const counted = new Map<string, Counted>();

  async function write(keyId: string, of: Counted): Promise<void> {
    const days = [...of.calls];
    if (days.length === 0) return;
    of.calls.clear();
    of.writtenAt = now().getTime();
    try {
      await sql`insert into ops.api_key_days as d (key_id, day, business_id, calls, last_used_at)
          select ${keyId}, day, ${of.businessId}, calls, ${new Date(of.lastUsedAt)}
            from unnest(${days.map(([day]) => day)}::date[], ${days.map(([, calls]) => calls)}::bigint[]) as said(day, calls)
        on conflict (key_id, day) do update set calls = d.calls + excluded.calls,
          last_used_at = greatest(d.last_used_at, excluded.last_used_at)`.execute(db);
    } catch (error) {
      for (const [day, calls] of days) of.calls.set(day, (of.calls.get(day) ?? 0) + calls);
      log.warn({ err: error }, 'The use of an API key could not be noted.');
    }
  }

  async function flush(): Promise<void> {
    for (const [keyId, of] of counted) {
      await write(keyId, of);
      if (now().getTime() - of.lastUsedAt > writtenEveryMs && of.calls.size === 0) counted.delete(keyId);
    }
  }
  const timer = setInterval(() => void flush(), writtenEveryMs);
  timer.unref();

  return {
    note(keyId: string, businessId: string): void {
      const at = now().getTime();
      let of = counted.get(keyId);
      if (of === undefined) {
        of = { businessId, calls: new Map(), lastUsedAt: at, writtenAt: Number.NEGATIVE_INFINITY };
        counted.set(keyId, of);
      }
      of.lastUsedAt = at;
      const day = dayOf(at);
      of.calls.set(day, (of.calls.get(day) ?? 0) + 1);
      if (at - of.writtenAt >= writtenEveryMs) void write(keyId, of);
    },

    /** Of each key of a business that was used within 30 days; `today` counts as one. */
    async ofBusiness(businessId: string): Promise<ReadonlyMap<string, KeyUse>> {
      const { rows } = await sql<{ key_id: string; day: string; calls: string; last_used_at: Date }>`
        select key_id, day::text as day, calls::text as calls, last_used_at from ops.api_key_days
          where business_id = ${businessId} order by key_id, day`.execute(db);
      const uses = new Map<string, { lastUsedAt: string; days: Map<string, number> }>();
      for (const { key_id: keyId, day, calls, last_used_at } of rows) {
        const use = uses.get(keyId) ?? { lastUsedAt: '', days: new Map<string, number>() };
        use.lastUsedAt = last_used_at.toISOString();
        use.days.set(day, Number(calls));
        uses.set(keyId, use);
      }
      return uses;
    },

    flush,

    async purge(): Promise<void> {
      const from = dayOf(now().getTime() - keptDays * 24 * 3_600_000);
      // The newest day of a key stays: it says when the key was last used.
      await sql`delete from ops.api_key_days d where day < ${from}::date
        and exists (select from ops.api_key_days newer where newer.key_id = d.key_id and newer.day > d.day)`.execute(
        db,
      );
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
export type KeyUses = ReturnType<typeof createKeyUse>;
