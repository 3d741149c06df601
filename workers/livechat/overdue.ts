import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { workerContext } from '../context.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { createSetAside, type SetAside } from '../engine/set-aside.ts';
import type { Database } from '../engine/worker.ts';

/** Somebody in the order in which reply times pass: by when, and among equals by contact. */
export interface OverduePlace {
  readonly dueAt: Date;
  readonly contactId: string;
}
/** Whose reply time passed behind a place in that order, up to now: see `overdueSince` of the read models. */
export type OverdueReader = (
  after: OverduePlace,
  limit: number,
) => Promise<readonly (OverduePlace & { readonly businessId: string; readonly waitingSince: Date })[]>;

export interface OverdueLook {
  readonly commands: Pick<Commands, 'notifications'>;
  readonly overdueSince: OverdueReader;
}

/** Told of at once. */
const most = 200;
/** What the read models showed late is looked for so long, in ms; and what became overdue while nobody looked. */
const overlapMs = 5 * 60_000;
const stopMs = 24 * 3_600_000;
/** Before every other id. */
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Tells of those whose time passed behind `after`. Answers up to where it has come; null: to now. Whoever is told of
 * twice is told of once.
 */
export async function tellOverdue(
  { commands, overdueSince }: OverdueLook,
  after: OverduePlace,
  aside: SetAside,
): Promise<OverduePlace | null> {
  const rows = await overdueSince(after, most);
  for (const { businessId, contactId, waitingSince: since } of rows) {
    const waitingSince = since.toISOString();
    const context = workerContext('overdue', { agencyId: null, businessId }, 'overdue', [contactId, waitingSince], {
      correlationId: contactId,
      causationId: null,
    });
    // One that can't be told keeps no other from it; for some minutes it is looked for again.
    await aside.attempt(`${contactId} ${waitingSince}`, { businessId, contactId }, () =>
      commands.notifications.overdue(context, { businessId, contactId, waitingSince }),
    );
  }
  return rows.length < most ? null : rows.at(-1)!;
}

const from = (instant: number): OverduePlace => ({ dueAt: new Date(instant), contactId: first });

/** Up to where it was told, whichever process did; an installation's first look begins now. */
async function toldUpTo(db: Database, now: number): Promise<OverduePlace> {
  const { rows } = await sql<{ dueAt: Date }>`select due_at as "dueAt" from ops.overdue_told`.execute(db);
  return from(Math.max(rows[0]?.dueAt.getTime() ?? now, now - stopMs));
}
const noteTold = (db: Database, { dueAt }: OverduePlace) =>
  sql`insert into ops.overdue_told as told (due_at) values (${dueAt})
    on conflict (id) do update set due_at = greatest(told.due_at, excluded.due_at)`.execute(db);

/**
 * Looks every so often for whose reply time has passed, until the signal fires: time alone makes it so, and no event
 * says it. One process at a time, by its lease; the next goes on from where it was.
 */
export async function runOverdue(
  {
    db,
    clock,
    log,
    leases,
    pollMs,
    ...look
  }: OverdueLook & {
    readonly db: Database;
    readonly clock: Clock;
    readonly log: Logger;
    readonly leases: Leases;
    readonly pollMs: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const aside = createSetAside({ clock, log, part: 'overdue conversation' });
  const retry = { firstMs: 1_000, longestMs: 60_000 };
  await whileLeased(leases, 'worker-overdue', signal, (either) => {
    let after: OverduePlace | null = null;
    const work = async () => {
      const began = clock.now().getTime();
      after ??= await toldUpTo(db, began);
      const further = await tellOverdue(look, after, aside);
      after = further ?? from(Math.max(after.dueAt.getTime(), began - overlapMs));
      await noteTold(db, after);
      return further === null ? pollMs : 0;
    };
    return pollLoop({ name: 'overdue conversations', work, retry, clock, log }, either);
  });
}
