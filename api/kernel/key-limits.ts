import { type Kysely, sql } from 'kysely';
import { ApiError } from './errors.ts';
import { inWords } from './rate-limit.ts';

/** How many calls a key may make: `max` in every window. */
export interface KeyPolicy {
  readonly name: 'default' | 'send';
  readonly max: number;
  readonly windowMs: number;
}

/** What a process has of a key's window: calls that it may still let through, and what others have left. */
interface Share {
  left: number;
  readonly elsewhere: number;
  readonly resetsAt: number;
}
export interface Quota {
  readonly policy: KeyPolicy;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

const most = 50_000;

/**
 * Limits of API keys, counted for all processes together in `ops.rate_limits`. A process takes its share a block at a
 * time, so that most calls cost no statement. What it took and did not use is lost for the window.
 */
export function createKeyLimits({ db, now }: { readonly db: Kysely<unknown>; readonly now: () => Date }) {
  const shares = new Map<string, Share>();
  const placeOf = (keyId: string, policy: KeyPolicy): string => `api-key:${keyId}:${policy.name}`;

  const quotaOf = (policy: KeyPolicy, share: Share, at: number): Quota => ({
    policy,
    remaining: share.left + share.elsewhere,
    resetsInSeconds: Math.max(1, Math.ceil((share.resetsAt - at) / 1000)),
  });

  const refuse = (policy: KeyPolicy, seconds: number): never => {
    const title = `This API key has made too many calls. Try again ${inWords(seconds)}.`;
    throw new ApiError('rate_limited', title, {
      retryAfterSeconds: seconds,
      // As draft-ietf-httpapi-ratelimit-headers describes it.
      details: {
        type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
        title,
        status: 429,
        'violated-policies': [policy.name],
      },
    });
  };

  const use = (policy: KeyPolicy, share: Share, at: number): Quota => {
    if (share.left <= 0) return refuse(policy, quotaOf(policy, share, at).resetsInSeconds);
    share.left -= 1;
    return quotaOf(policy, share, at);
  };

  return {
    /** Takes one call, where that is known without asking; undefined: take it with `take`. */
    peek(keyId: string, policy: KeyPolicy): Quota | undefined {
      const share = shares.get(placeOf(keyId, policy));
      const at = now().getTime();
      if (share === undefined || at >= share.resetsAt || (share.left <= 0 && share.elsewhere > 0)) return undefined;
      return use(policy, share, at);
    },

    /** Takes one call. Throws `rate_limited` with the seconds to wait. */
    async take(keyId: string, policy: KeyPolicy): Promise<Quota> {
      const place = placeOf(keyId, policy);
      const at = now();
      const block = Math.max(1, Math.floor(policy.max / 20));
      const { rows } = await sql<{ hits: number; resets_at: Date }>`
        insert into ops.rate_limits as counted (key, hits, resets_at)
          values (${place}, ${block}, ${new Date(at.getTime() + policy.windowMs)})
        on conflict (key) do update set
          hits = case when counted.resets_at <= ${at} then ${block} else counted.hits + ${block} end,
          resets_at = case when counted.resets_at <= ${at} then excluded.resets_at else counted.resets_at end
        returning hits, resets_at`.execute(db);
      const { hits, resets_at } = rows[0]!;
      // Calls that came at the same time may have brought a share, which is not thrown away.
      const before = shares.get(place);
      const kept = before !== undefined && before.resetsAt === resets_at.getTime() ? before.left : 0;
      const share: Share = {
        left: kept + Math.max(0, Math.min(block, policy.max - (hits - block))),
        elsewhere: Math.max(0, policy.max - hits),
        resetsAt: resets_at.getTime(),
      };
      if (shares.size >= most) shares.delete(shares.keys().next().value!);
      shares.set(place, share);
      return use(policy, share, at.getTime());
    },
  };
}
export type KeyLimits = ReturnType<typeof createKeyLimits>;
