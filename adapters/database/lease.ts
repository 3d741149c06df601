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

/**
 * Rows of `ops.leases` with an expiry by the database's clock. The holder counts from before its renewal was sent, so
 * that it lets go before anybody else can take over.
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

  async function tryAcquire(name: string): Promise<Lease | null> {
    const asked = clock.elapsed();
    const { rows } = await sql<{ token: string }>`
      insert into ops.leases as held (name, holder, token, expires_at) values (${name}, ${holder}, 1, clock_timestamp() + ${interval})
      on conflict (name) do update set holder = excluded.holder, token = held.token + 1, expires_at = excluded.expires_at
      where held.expires_at < clock_timestamp()
      returning token`.execute(db);
    return rows[0] ? hold(name, BigInt(rows[0].token), asked) : null;
  }

  function hold(name: string, token: bigint, acquired: number): Lease {
    const ended = new AbortController();
    const outage = createOutage(log, 'the database', { lease: name });
    let sureUntil = acquired + ttlMs * 0.8;
    void keep();

    async function keep(): Promise<void> {
      while (!ended.signal.aborted) {
        const late = new AbortController();
        // A renewal may hang: that the lease can't be counted on any more is noticed all the same.
        void clock
          .sleep(Math.max(1, sureUntil - clock.elapsed() + 1), AbortSignal.any([late.signal, ended.signal]))
          .then(() => {
            if (!late.signal.aborted && clock.elapsed() > sureUntil) end('not renewed in time');
          });
        await clock.sleep(ttlMs / 3, ended.signal);
        if (!ended.signal.aborted) await renew();
        late.abort();
      }
    }

    async function renew(): Promise<void> {
      const asked = clock.elapsed();
      try {
        const { rows } = await sql`update ops.leases set expires_at = clock_timestamp() + ${interval}
          where name = ${name} and holder = ${holder} and token = ${token.toString()} returning 1`.execute(db);
        outage.works();
        if (rows.length === 0) end('taken over');
        else sureUntil = asked + ttlMs * 0.8;
      } catch (error) {
        outage.failed(error);
      }
    }

    function end(reason: string): void {
      if (ended.signal.aborted) return;
      log.warn({ lease: name, reason }, 'a lease was lost');
      ended.abort(new Error(`The lease ${name} was lost: ${reason}.`));
    }

    return {
      signal: ended.signal,
      token,
      release: async () => {
        if (!ended.signal.aborted) ended.abort(new Error(`The lease ${name} was given back.`));
        await sql`update ops.leases set expires_at = '-infinity'
          where name = ${name} and holder = ${holder} and token = ${token.toString()}`
          .execute(db)
          .catch((error: unknown) =>
            log.warn({ err: error, lease: name }, 'a lease was not given back; it expires by itself'),
          );
      },
    };
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
