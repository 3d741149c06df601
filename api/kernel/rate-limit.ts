import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { ApiError } from './errors.ts';

export interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** "in a minute", "in 42 minutes", "in 2 hours": never sooner than it is. */
export function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'in a minute';
  return minutes < 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

/** Counts in the database, so that any number of API processes share them. Keys are hashed: the table names nobody. */
export function createRateLimits({ db, now }: { db: Kysely<unknown>; now: () => Date }) {
  const keyOf = (limit: Limit): string => hash('sha256', limit.key, 'base64url');
  return {
    /** Takes one of each limit, or throws `rate_limited` with the seconds to wait. Give back with `refund` what should not have counted. */
    async take(limits: readonly Limit[]): Promise<void> {
      if (limits.length === 0) return;
      const at = now();
      // In one statement, and in one order for everybody, so that no two wait for each other.
      const { rows } = await sql<{
        key: string;
        hits: number;
        resets_at: Date;
      }>`insert into ops.rate_limits as counted (key, hits, resets_at)
        select distinct on (key) key, 1, resets_at
          from unnest(${limits.map(keyOf)}::text[],
            ${limits.map(({ windowMs }) => new Date(at.getTime() + windowMs).toISOString())}::timestamptz[])
            as asked(key, resets_at)
          order by key
        on conflict (key) do update set
          hits = case when counted.resets_at <= ${at} then 1 else counted.hits + 1 end,
          resets_at = case when counted.resets_at <= ${at} then excluded.resets_at else counted.resets_at end
        returning key, hits, resets_at`.execute(db);
      const found = new Map(rows.map((row) => [row.key, row]));
      const over = limits.findIndex((limit) => found.get(keyOf(limit))!.hits > limit.max);
      if (over === -1) return;
      // Who is refused by one limit has not used the ones behind it: nobody locks somebody else out that way.
      await this.refund(limits.slice(over + 1));
      const resetsAt = found.get(keyOf(limits[over]!))!.resets_at;
      const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000));
      throw new ApiError('rate_limited', `Too many attempts. Try again ${inWords(retryAfterSeconds)}.`, {
        retryAfterSeconds,
      });
    },
    async refund(limits: readonly Limit[]): Promise<void> {
      for (const limit of limits)
        await sql`update ops.rate_limits set hits = greatest(hits - 1, 0) where key = ${keyOf(limit)}`.execute(db);
    },
    async purge(): Promise<void> {
      await sql`delete from ops.rate_limits where resets_at < ${now()}`.execute(db);
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
