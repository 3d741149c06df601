import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { ApiError } from './errors.ts';

export interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Counts in the database, so that any number of API processes share them. Keys are hashed: the table names nobody. */
export function createRateLimits({ db, now }: { db: Kysely<unknown>; now: () => Date }) {
  const keyOf = (limit: Limit): string => hash('sha256', limit.key, 'base64url');
  return {
    /** Takes one of each limit, or throws `rate_limited` with the seconds to wait. Give back with `refund` what should not have counted. */
    async take(limits: readonly Limit[]): Promise<void> {
      const at = now();
      for (const limit of limits) {
        const { rows } = await sql<{
          hits: number;
          resets_at: Date;
        }>`insert into ops.rate_limits as counted (key, hits, resets_at)
          values (${keyOf(limit)}, 1, ${new Date(at.getTime() + limit.windowMs)})
          on conflict (key) do update set
            hits = case when counted.resets_at <= ${at} then 1 else counted.hits + 1 end,
            resets_at = case when counted.resets_at <= ${at} then excluded.resets_at else counted.resets_at end
          returning hits, resets_at`.execute(db);
        const row = rows[0]!;
        if (row.hits > limit.max) {
          throw new ApiError('rate_limited', 'Too many attempts. Please wait a moment and try again.', {
            retryAfterSeconds: Math.max(1, Math.ceil((row.resets_at.getTime() - at.getTime()) / 1000)),
          });
        }
      }
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
