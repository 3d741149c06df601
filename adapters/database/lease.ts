import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system.ts';
import { createOutage } from './outage.ts';

export interface Lease {
  /** Aborted when the lease is given back or can no longer be counted on. Stop what it covers. */
  readonly signal: AbortSignal;
  /** Grows with every change of holder. A write that carries an older one than another has carried comes too late. */
  readonly token: bigint;
  release(): Promise<void>;
}

/** One holder of a name at a time over all processes. */
export interface Leases {
  /** Waits for the lease until `signal` is aborted; then null. */
  acquire(name: string, signal: AbortSignal): Promise<Lease | null>;
  /** The lease when it is free now, else null. Throws when the database can't be asked. */
  tryAcquire(name: string): Promise<Lease | null>;
}

export interface LeasesOptions {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it names its one table itself
  readonly db: Kysely<any>;
  /** Tells this process from all others, also from an earlier one of itself: a random id. */
  readonly holder: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** How long a dead holder's lease stays taken. Renewed at a third of it. Default 6,000 ms. */
  readonly ttlMs?: number;
  /** How often a lease that somebody else has is asked for. Default 1,000 ms, at most a quarter of `ttlMs`. */
  readonly askMs?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

interface Held {
  readonly name: string;
  readonly token: bigint;
  readonly ended: AbortController;
  /** Until then nobody else can have it, by `clock.elapsed()`. */
  sureUntil: number;
}

/** A lease that has run out is abandoned when its holder does not renew it while another process renews its own so often. */
const missedRenewals = 2;

/**
 * Rows of `ops.leases` with an expiry by the database's clock. The holder counts from before its renewal was sent, so
 * that it lets go before anybody else can take over. When that clock is set ahead, or a machine was suspended, the leases
 * of the living run out as well: `abandoned` says by no clock that the holder is dead.
 */
export function createLeases({
  db,
  holder,
  log,
  ttlMs = 6000,
  askMs = Math.min(1000, ttlMs / 4),
  clock = systemClock,
}: LeasesOptions): Leases {
  const interval = sql`make_interval(secs => ${ttlMs / 1000})`;
  const outage = createOutage(log, 'the leases');
  /** What this process holds. Renewed together: a statement for each would be most of what an idle process asks. */
  const all = new Set<Held>();
  /** Wakes both loops when the last lease is given back. */
  let idle = new AbortController();
  /** Leases of others that had run out at the last renewal: until when they were, and how often that was seen since. */
  let lapsed: ReadonlyMap<string, { readonly expiredAt: string; readonly seen: number }> = new Map();

  async function tryAcquire(name: string): Promise<Lease | null> {
    const asked = clock.elapsed();
    const { rows } = await sql<{ token: string }>`
      insert into ops.leases as held (name, holder, token, expires_at) values (${name}, ${holder}, 1, clock_timestamp() + ${interval})
      on conflict (name) do update set holder = excluded.holder, token = held.token + 1, expires_at = excluded.expires_at,
        abandoned = false
      where held.expires_at < clock_timestamp()
      returning token`.execute(db);
    return rows[0] ? hold(name, BigInt(rows[0].token), asked) : null;
  }

  function hold(name: string, token: bigint, acquired: number): Lease {
    const ended = new AbortController();
    const held: Held = { name, token, ended, sureUntil: acquired + ttlMs * 0.8 };
    all.add(held);
    if (all.size === 1) {
      idle = new AbortController();
      void keep(idle.signal);
      void watch(idle.signal);
    }
    return {
      signal: ended.signal,
      token,
      release: async () => {
        end(held, 'given back');
        await sql`update ops.leases set expires_at = '-infinity'
          where name = ${name} and holder = ${holder} and token = ${token.toString()}`
          .execute(db)
          .catch((error: unknown) =>
            log.warn({ err: error, lease: name }, 'a lease was not given back; it expires by itself'),
          );
      },
    };
  }

  async function keep(stop: AbortSignal): Promise<void> {
    for (;;) {
      await clock.sleep(ttlMs / 3, stop);
      if (stop.aborted) return;
      await renew([...all]);
    }
  }

  async function renew(those: readonly Held[]): Promise<void> {
    const asked = clock.elapsed();
    try {
      const { rows } = await sql<{ name: string; expiredAt: string | null }>`
        with renewed as (
          update ops.leases l set expires_at = clock_timestamp() + ${interval}, abandoned = false
          from (
            select l.name from ops.leases l
              join unnest(${those.map(({ name }) => name)}::text[], ${those.map(({ token }) => token.toString())}::bigint[])
                as ours (name, token) on ours.name = l.name and ours.token = l.token
            where l.holder = ${holder} order by l.name for update of l) own
          where l.name = own.name returning l.name)
        select name, null as "expiredAt" from renewed
        union all select name, expires_at::text from ops.leases
          where holder <> ${holder} and not abandoned and expires_at > '-infinity' and expires_at < clock_timestamp()`.execute(
        db,
      );
      outage.works();
      const renewed = new Set(rows.flatMap(({ name, expiredAt }) => (expiredAt === null ? [name] : [])));
      for (const held of those)
        if (renewed.has(held.name)) held.sureUntil = asked + ttlMs * 0.8;
        else lost(held, 'taken over');
      await abandon(rows.flatMap(({ name, expiredAt }) => (expiredAt === null ? [] : [{ name, expiredAt }])));
    } catch (error) {
      outage.failed(error);
    }
  }

  async function abandon(others: readonly { readonly name: string; readonly expiredAt: string }[]): Promise<void> {
    const seenOf = (name: string, expiredAt: string): number => {
      const before = lapsed.get(name);
      return before?.expiredAt === expiredAt ? before.seen + 1 : 0;
    };
    lapsed = new Map(
      others.map(({ name, expiredAt }) => [name, { expiredAt, seen: seenOf(name, expiredAt) }] as const),
    );
    const dead = [...lapsed].filter(([, { seen }]) => seen >= missedRenewals);
    if (dead.length === 0) return;
    await sql`update ops.leases l set abandoned = true from (
        select l.name from ops.leases l
          join unnest(${dead.map(([name]) => name)}::text[], ${dead.map(([, { expiredAt }]) => expiredAt)}::timestamptz[])
            as seen (name, expires_at) using (name, expires_at)
        order by l.name for update of l skip locked) own
      where l.name = own.name`.execute(db);
  }

  /** A renewal may hang: that the leases can't be counted on any more is noticed all the same. */
  async function watch(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const first = Math.min(...[...all].map(({ sureUntil }) => sureUntil));
      await clock.sleep(Math.max(1, first - clock.elapsed() + 1), stop);
      for (const held of all) if (clock.elapsed() > held.sureUntil) lost(held, 'not renewed in time');
    }
  }

  function lost(held: Held, reason: string): void {
    if (held.ended.signal.aborted) return;
    log.warn({ lease: held.name, reason }, 'a lease was lost');
    end(held, `lost: ${reason}`);
  }

  function end(held: Held, how: string): void {
    all.delete(held);
    if (all.size === 0) idle.abort();
    if (!held.ended.signal.aborted) held.ended.abort(new Error(`The lease ${held.name} was ${how}.`));
  }

  return {
    tryAcquire,
    acquire: async (name, signal) => {
      const outage = createOutage(log, 'the database', { lease: name });
      while (!signal.aborted) {
        try {
          const lease = await tryAcquire(name);
          outage.works();
          if (lease) return lease;
        } catch (error) {
          outage.failed(error);
        }
        await clock.sleep(askMs, signal);
      }
      return null;
    },
  };
}
