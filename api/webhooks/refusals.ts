import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';

/** However many come, they are written down this often. */
const writeMs = 2_000;

export interface Refusals {
  /** A webhook that was refused, by whom it says it is. `why`: no word of what it held. */
  note(provider: string, why: string): void;
  /** Writes down what is left. */
  close(): Promise<void>;
}

/** Counts refused webhooks of each provider, with the last reason, for the health page. A flood costs one statement. */
export function createRefusals(db: Kysely<unknown>, now: () => Date, log: Pick<Logger, 'warn'>): Refusals {
  const noted = new Map<string, { count: number; why: string; at: Date }>();
  let timer: NodeJS.Timeout | null = null;
  async function write(): Promise<void> {
    timer = null;
    for (const [provider, { count, why, at }] of [...noted]) {
      noted.delete(provider);
      try {
        await sql`insert into ops.webhook_refusals as r (provider, count, last_reason, last_at)
          values (${provider}, ${count}, ${why.slice(0, 300)}, ${at}) on conflict (provider) do update set
            count = r.count + excluded.count, last_reason = excluded.last_reason, last_at = excluded.last_at`.execute(
          db,
        );
      } catch (error) {
        log.warn({ err: error, provider, count }, 'Refused webhooks could not be counted.');
      }
    }
  }
  return {
    note(provider, why) {
      noted.set(provider, { count: (noted.get(provider)?.count ?? 0) + 1, why, at: now() });
      timer ??= setTimeout(() => void write(), writeMs).unref();
    },
    async close() {
      if (timer === null) return;
      clearTimeout(timer);
      await write();
    },
  };
}
