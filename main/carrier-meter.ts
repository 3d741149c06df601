import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { SmsCarrier } from '../adapters/sms/port.ts';

/** Written down this often while something is sent. */
const writeMs = 30_000;
const keptHours = 48;

export interface CarrierMeter {
  /** The carrier with its requests counted: how many, how long they took, and how many were not answered as they should. */
  measured(carrier: SmsCarrier): SmsCarrier;
  /** Writes down what is left. */
  close(): Promise<void>;
}

interface Minute {
  readonly minute: string;
  readonly provider: string;
  calls: number;
  failures: number;
  totalMs: number;
  slowestMs: number;
}

/** Measures sending in memory, minute by minute, for the health page. A refusal of a text is an answer, and no failure. */
export function createCarrierMeter(parts: {
  readonly db: Kysely<unknown>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
}): CarrierMeter {
  const { db, now, log } = parts;
  const minutes = new Map<string, Minute>();
  const meters = new WeakMap<SmsCarrier, SmsCarrier>();
  let timer: NodeJS.Timeout | null = null;

  async function write(): Promise<void> {
    timer = null;
    const all = [...minutes.values()];
    minutes.clear();
    try {
      for (const one of all)
        await sql`insert into ops.carrier_minutes as m (minute, provider, calls, failures, total_ms, slowest_ms)
          values (${one.minute}, ${one.provider}, ${one.calls}, ${one.failures}, ${Math.round(one.totalMs)},
            ${Math.round(one.slowestMs)})
          on conflict (minute, provider) do update set calls = m.calls + excluded.calls,
            failures = m.failures + excluded.failures, total_ms = m.total_ms + excluded.total_ms,
            slowest_ms = greatest(m.slowest_ms, excluded.slowest_ms)`.execute(db);
      await sql`delete from ops.carrier_minutes
        where minute < ${new Date(now().getTime() - keptHours * 3_600_000)}`.execute(db);
    } catch (error) {
      log.warn({ err: error }, 'How the carrier answered could not be written down.');
    }
  }

  function note(provider: string, ms: number, failed: boolean): void {
    const minute = `${now().toISOString().slice(0, 16)}:00.000Z`;
    const key = `${minute} ${provider}`;
    let one = minutes.get(key);
    if (one === undefined)
      minutes.set(key, (one = { minute, provider, calls: 0, failures: 0, totalMs: 0, slowestMs: 0 }));
    one.calls += 1;
    one.failures += failed ? 1 : 0;
    one.totalMs += ms;
    one.slowestMs = Math.max(one.slowestMs, ms);
    timer ??= setTimeout(() => void write(), writeMs).unref();
  }

  return {
    measured(carrier) {
      const known = meters.get(carrier);
      if (known !== undefined) return known;
      const made: SmsCarrier = {
        ...carrier,
        find: (filter) => carrier.find(filter),
        fetch: (id) => carrier.fetch(id),
        async send(message, signal) {
          const began = performance.now();
          const outcome = await carrier.send(message, signal);
          const answered = outcome.kind === 'accepted' || outcome.kind === 'rejected';
          note(carrier.name, performance.now() - began, !answered);
          return outcome;
        },
      };
      meters.set(carrier, made);
      return made;
    },
    async close() {
      if (timer === null) return;
      clearTimeout(timer);
      await write();
    },
  };
}
