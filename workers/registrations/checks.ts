import { sql } from 'kysely';
import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { A2pBrandReviewed, A2pCampaignReviewed } from '../../domain/registrations/a2p/events.ts';
import { TollfreeVerificationReviewed } from '../../domain/registrations/tollfree/events.ts';
import type { SetAside } from '../engine/set-aside.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { systemContext } from './context.ts';

/** Businesses that one round asks about: what is being reviewed has its turn between two rounds. */
const batch = 5;

/**
 * Notes each business that the carriers have said something of, so that they are asked about it for good. A follower
 * with its own checkpoint: businesses whose registration was decided before there were checks are noted as well.
 */
export const registrationChecks = ({ now, checkMs }: { now(): Date; readonly checkMs: number }): RecordingWorker => ({
  kind: 'recording',
  name: 'registration-checks',
  handles: [A2pBrandReviewed.type, A2pCampaignReviewed.type, TollfreeVerificationReviewed.type],
  async record(events, trx) {
    const found = new Map(events.map(({ data, metadata }) => [data['businessId'] as string, metadata.occurredAt]));
    const ids = [...found.keys()].toSorted();
    const dues = ids.map((id) => {
      const due = Date.parse(found.get(id)!) + checkMs;
      // What is overdue is spread, so that a long history does not come due at once.
      return new Date(due > now().getTime() ? due : now().getTime() + shareOf(id) * checkMs);
    });
    await sql`insert into ops.registration_checks (business_id, due_at)
      select * from unnest(${ids}::uuid[], ${dues}::timestamptz[]) on conflict (business_id) do nothing`.execute(trx);
  },
});

/** Of an id, the same every time: from 0 to 1. */
const shareOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16) / 2 ** 32;

/** `away`: the carrier can't be asked now; `gone`: there is no such business any more. */
async function askedOf<T>(work: () => Promise<T>): Promise<T | 'away' | 'gone'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found') return 'gone';
    if (error.code === 'provider_unavailable') return 'away';
    throw error;
  }
}

export interface Checker {
  readonly db: Database;
  readonly commands: Commands;
  readonly now: () => Date;
  readonly settings: { readonly checkMs: number; readonly longestMs: number };
  readonly aside: SetAside;
}

/**
 * Asks about what was decided, so that a suspension whose callback was lost is noticed, and the end of one. Answers
 * whether there may be more.
 */
export async function checkOnce({ db, commands, now, settings, aside }: Checker): Promise<boolean> {
  const { rows } = await sql<{ business_id: string; due_at: Date }>`
    select business_id, due_at from ops.registration_checks where due_at <= ${now()}
    order by due_at limit ${batch}`.execute(db);
  for (const { business_id: businessId, due_at: due } of rows) {
    const context = (name: string) => systemContext(name, `${businessId}/${due.toISOString()}`, businessId);
    const attempt = await aside.attempt(`check ${businessId}`, { businessId }, async () => {
      const { registrations } = commands;
      if (!(await registrations.isAskedStill(businessId, now()))) return 'over' as const;
      const local = await askedOf(() =>
        registrations
          .advanceA2p(context('a2p-check'), { businessId, settled: true })
          .then(({ result }) => result.again),
      );
      const tollfree = await askedOf(() =>
        registrations.checkTollfree(context('tollfree-check'), { businessId }).then(() => null),
      );
      return local ?? tollfree;
    });
    const found = attempt.done ? attempt.value : 'away';
    const row = sql`business_id = ${businessId} and due_at = ${due}`;
    if (found === 'over' || found === 'gone') {
      await sql`delete from ops.registration_checks where ${row}`.execute(db);
      // What the carriers said in between was noted while the row was still there.
      if (found === 'over' && (await commands.registrations.isAskedStill(businessId, now())))
        await sql`insert into ops.registration_checks (business_id, due_at) values (${businessId}, ${now()})
          on conflict (business_id) do nothing`.execute(db);
    } else {
      const wait = found === 'away' ? settings.longestMs : settings.checkMs;
      const next = new Date(now().getTime() + wait);
      await sql`update ops.registration_checks set due_at = ${next} where ${row}`.execute(db);
    }
    // What still waits for the carrier is asked about more often; it may have begun before that was done.
    if (found === 'later')
      await sql`insert into ops.registration_looks (business_id, due_at, since) values (${businessId}, ${now()}, ${now()})
        on conflict (business_id) do nothing`.execute(db);
  }
  return rows.length === batch;
}
