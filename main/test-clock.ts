import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { openTestClock, type TestClock } from '../adapters/clock/ahead.ts';
import type { Config } from './config.ts';

/** What decides whether time may be moved: everything in this process, and nothing that reaches a real person. */
type Where = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'eventStoreUrl' | 'natsUrl' | 'role' | 'sandbox' | 'twilio' | 'smtpUrl' | 'beams'
>;

/** The clock of a system that people try things in; null where anything of it is real, or shared with other processes. */
export function testClockFor(config: Where, log: Pick<Logger, 'warn'>): TestClock | null {
  const file = join(config.dataDir, 'test-clock.json');
  const isTrial =
    config.sandbox &&
    config.role === 'all' &&
    [config.databaseUrl, config.eventStoreUrl, config.natsUrl, config.twilio, config.smtpUrl, config.beams].every(
      (real) => real === null,
    );
  if (isTrial) return openTestClock(file);
  if (existsSync(file)) log.warn({ file }, 'The test clock of this DATA_DIR is not used: only the sandbox has one.');
  return null;
}

/**
 * Moves time ahead. Whoever is signed in stays so, and stays as present or idle as they are: their sessions come along,
 * before the clock, so that no call falls between.
 */
export async function moveTo(clock: TestClock, db: Kysely<unknown>, instant: Date, log: Logger): Promise<void> {
  const ms = clock.stepTo(instant);
  const step = sql`make_interval(secs => ${ms / 1000})`;
  await sql`update ops.sessions set created_at = created_at + ${step}, last_seen_at = last_seen_at + ${step},
      expires_at = expires_at + ${step}, connected_at = connected_at + ${step}, active_at = active_at + ${step}
    where revoked_at is null and expires_at > ${clock.now()}::timestamptz`.execute(db);
  clock.moveBy(ms);
  log.warn({ aheadSeconds: Math.round(clock.aheadMs() / 1000) }, 'The test clock was moved ahead.');
}
