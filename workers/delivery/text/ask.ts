import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import { isOutage } from '../../engine/outage.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import { forEachBounded } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import type { Subject } from '../commands.ts';
import { endAsUnsure, type TextCommands } from './commands.ts';
import type { CarrierFor } from './deliver.ts';
import { outbox, settle } from './queue.ts';
import { isFinal } from './reconcile.ts';
import type { SenderSettings } from './settings.ts';

interface AskDependencies {
  readonly db: Database;
  readonly commands: TextCommands;
  readonly carrierFor: CarrierFor;
  readonly settings: Pick<SenderSettings, 'askAfterMs' | 'noWordAfterMs' | 'lookUp'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const batch = 200;
/** Between questions about one message at most, in ms. */
const longestMs = 3_600_000;

/** Asks the carrier of a broadcast's messages whose end nobody has told, until the signal fires. */
export async function runAsking(dependencies: AskDependencies, signal: AbortSignal): Promise<void> {
  const { clock, settings, log } = dependencies;
  // Often enough: what is asked for has waited for minutes.
  const pollMs = Math.max(settings.lookUp.pollMs, Math.min(settings.askAfterMs / 4, 120_000));
  const work = async () => ((await askOnce(dependencies)) < batch ? pollMs : 0);
  await pollLoop({ name: 'questions about messages without an end', work, clock, log }, signal);
}

/** One round; returns how many it asked of. What cannot be asked now comes again. */
export async function askOnce(dependencies: AskDependencies): Promise<number> {
  const { db, settings, clock, log } = dependencies;
  const now = clock.now();
  const { rows } = await outbox.claim<Asked>(db, {
    where: sql`stage = 'accepted' and due_at <= ${now}::timestamptz`,
    order: sql`due_at`,
    limit: batch,
    set: sql`lookups = lookups + 1, due_at = ${now}::timestamptz
      + least(${settings.askAfterMs}::float8 * power(2, least(lookups, 20)), ${longestMs}::float8) * interval '1 millisecond'`,
    returning: sql`o.message_id as id, business_id as "businessId", agency_id as "agencyId",
      contact_id as "contactId", broadcast_id as "broadcastId", attempts, sender, provider_message_id as "providerMessageId",
      sending_at as "sendingAt"`,
  });
  await forEachBounded(rows, settings.lookUp.concurrency, async (row) => {
    try {
      await ask(dependencies, row);
    } catch (error) {
      // One of them that fails by our own fault keeps no other waiting: it comes again, and ends with its time.
      if (isOutage(error)) throw error;
      log.error({ message: row.id, err: error }, 'the end of a message could not be asked for');
      if (isOver(dependencies, row)) await neverSaid(dependencies, row);
    }
  });
  return rows.length;
}

/** A text that is asked about. */
interface Asked extends Subject {
  readonly sender: string;
  readonly providerMessageId: string;
  readonly sendingAt: Date;
}

const end = ({ db }: AskDependencies, { id: messageId, providerMessageId }: Asked, note: string): Promise<void> =>
  settle(db, [{ messageId, providerMessageId, note }]);

const isOver = ({ clock, settings }: AskDependencies, { sendingAt }: Asked): boolean =>
  clock.now().getTime() - sendingAt.getTime() > settings.noWordAfterMs;

/** The carrier has taken it, and nobody will know whether it arrived: it is not sent a second time on suspicion. */
async function neverSaid(dependencies: AskDependencies, row: Asked): Promise<void> {
  await endAsUnsure(dependencies.commands, row, 'The carrier never said whether it arrived.');
  await end(dependencies, row, 'the carrier never said');
}

async function ask(dependencies: AskDependencies, row: Asked): Promise<void> {
  const { commands, carrierFor, log } = dependencies;
  const id = row.providerMessageId;
  const carrier = await carrierFor(row);
  const found = await carrier.fetch(id).catch((error: unknown) => {
    log.warn({ err: error, message: row.id }, 'the carrier cannot be asked about a message now');
    return undefined;
  });
  if (found !== undefined && found !== null && isFinal(found.status)) {
    const { status, errorCode } = found;
    await commands.hear(row, { provider: carrier.name, providerMessageId: id, word: { status, errorCode } });
    return end(dependencies, row, 'the carrier was asked');
  }
  if (isOver(dependencies, row)) return neverSaid(dependencies, row);
  // Once: from now on the log knows the carrier's id.
  await commands.record(row, { kind: 'accepted', provider: carrier.name, providerMessageId: id });
}
