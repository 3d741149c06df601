import { sql } from 'kysely';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { BulkActionStarted } from '../../domain/bulk/events.ts';
import type { BulkTarget } from '../../domain/bulk/fields.ts';
import { is } from '../../domain/kernel/event.ts';
import { BulkId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

export const bulkTimer = 'bulk-action';
/** Contacts in a page, pages in a step, and contacts at once. A step is short: other timers wait for it. */
const pageSize = 250;
const pagesInStep = 4;
const concurrency = 32;
/** Between looks whether the read model shows everybody who was counted, in ms. */
const waitMs = 300;
/**
 * While so many of a business wait for their turn in automations nobody else is let in: who is in hand is done with
 * before the next come, and what is known of them is still at hand. Looked again after so many ms.
 */
const crowd = 400;
const crowdMs = 100;

interface Payload {
  readonly bulkId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly cause: string;
  readonly correlationId: string;
  readonly step: number;
}
const timerOf = (payload: Payload, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, payload.cause, bulkTimer, String(payload.step)),
  kind: bulkTimer,
  dueAt,
  payload: { ...payload },
});

/** What was started is taken up by a timer. */
export const bulkActions = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'bulk-actions',
  handles: [BulkActionStarted.type],
  record: (events, trx) =>
    setTimers(
      trx,
      events.flatMap((event) => {
        if (!is(event, BulkActionStarted)) return [];
        const { bulkId, businessId } = event.data;
        const { correlationId, occurredAt, tenant } = event.metadata;
        const payload = { bulkId, businessId, agencyId: tenant.agencyId, cause: event.id, correlationId, step: 0 };
        return [timerOf(payload, new Date(occurredAt))];
      }),
    ),
  committed: wake,
});

/** What the read models know of whom an action means. */
export interface BulkContacts {
  /** Whether the read model of contacts shows everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  page(
    businessId: string,
    target: BulkTarget,
    page: { readonly after: string; readonly upTo: string; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly position: string }[]>;
}

/**
 * A few pages of contacts, then a timer for the next. How far it has come stands in the log, so that after a kill it
 * goes on where it was: with the very page that was cut off, although those who had their turn may not be in the filter
 * any more, or not there at all. They are recognised by the name of the command, which is made of action and contact.
 * Looked at before each page: was it cancelled?
 */
export const continueBulk =
  (parts: {
    readonly db: Database;
    readonly commands: Commands;
    readonly contacts: BulkContacts;
    readonly clock: Clock;
  }): TimerHandler =>
  async ({ payload }) => {
    const { db, commands, contacts, clock } = parts;
    const given = payload as Payload;
    const { bulkId, businessId, agencyId, cause, correlationId, step } = given;
    const context = (purpose: string, ...of: string[]) =>
      workerContext('bulk-actions', { agencyId, businessId }, purpose, [bulkId, ...of], {
        correlationId,
        causationId: cause,
      });
    const next = (inMs: number) =>
      setTimers(db, [timerOf({ ...given, step: step + 1 }, new Date(clock.now().getTime() + inMs))]);
    for (let page = 0; page < pagesInStep; page++) {
      const state = await commands.bulk.state(BulkId.parse(bulkId));
      if (state.status !== 'running') return;
      const { target, action, after, upTo } = state;
      // Only of one that has ended is it not known any more.
      if (target === null) return;
      if (!(await contacts.reached(BigInt(upTo)))) return next(waitMs);
      if (action.kind === 'start-automation' && (await isCrowded(db, businessId, clock.now()))) return next(crowdMs);
      const turn = await takenPage(db, bulkId, after, () =>
        contacts.page(businessId, target, { after, upTo, limit: pageSize }),
      );
      let changed = 0;
      await forEachBounded(turn, concurrency, async ({ id }) => {
        const { result } = await commands.bulk.apply(context('bulk-apply', id), { businessId, contactId: id, action });
        if (result.changed) changed += 1;
      });
      const last = turn.length < pageSize;
      await commands.bulk.advance(context('bulk-advance', after), {
        bulkId,
        after: turn.at(-1)?.position ?? after,
        done: turn.length,
        changed,
        last,
      });
      await sql`delete from ops.bulk_pages where bulk_id = ${bulkId}`.execute(db);
      if (last) return;
    }
    await next(0);
  };

/** Whether those who came in by the thousand wait for their turn. */
async function isCrowded(db: Database, businessId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: number }>`select count(*)::int as due from (
    select from ops.automation_runs where state <> 'ended' and due_at < 'infinity' and lane = 1
      and business_id = ${businessId}::uuid and due_at <= ${now}::timestamptz and held_until <= ${now}::timestamptz
    limit ${crowd}) due`.execute(db);
  return rows[0]!.due >= crowd;
}

type Page = Awaited<ReturnType<BulkContacts['page']>>;

/** The page behind a place as it was first taken; who takes it up behind a kill gets the same. */
async function takenPage(db: Database, bulkId: string, after: string, take: () => Promise<Page>): Promise<Page> {
  const { rows } = await sql<{ page: Page }>`select page from ops.bulk_pages
    where bulk_id = ${bulkId} and after = ${after}::bigint`.execute(db);
  if (rows[0] !== undefined) return rows[0].page;
  const page = await take();
  const kept = await sql<{ page: Page }>`insert into ops.bulk_pages (bulk_id, after, page)
    values (${bulkId}, ${after}::bigint, ${JSON.stringify(page)}::jsonb)
    on conflict (bulk_id) do update set after = excluded.after, page = excluded.page
      where ops.bulk_pages.after < excluded.after
    returning page`.execute(db);
  return kept.rows[0]?.page ?? page;
}
