import { sql } from 'kysely';
import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { AgencyCreated } from '../../domain/agencies/events.ts';
import { BusinessCreated } from '../../domain/businesses/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { payerContext } from '../engine/payer-context.ts';
import type { Database } from '../engine/worker.ts';

const name = 'granted-trials';
const types = [AgencyCreated.type, BusinessCreated.type];

const payerOf = (event: StoredEvent): Payer | null =>
  is(event, AgencyCreated) ? Payer.parse({ kind: 'agency', id: event.data.agencyId })
  : is(event, BusinessCreated) && event.data.agencyId === null ?
    Payer.parse({ kind: 'business', id: event.data.businessId })
  : null;

/** Goes once through all payers that were there when payments were set up, and grants each its trial. */
export async function grantTrials(
  { store, db, commands }: { readonly store: EventStore; readonly db: Database; readonly commands: Commands },
  openedAt: string,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ trials_to: string }>`select trials_to::text from ops.payment_events_read`.execute(db);
  let from = BigInt(rows[0]?.trials_to ?? '0');
  while (!signal.aborted) {
    const page = await store.readAll(from, { filter: { types }, limit: 500 });
    for (const event of page.events) {
      const payer = payerOf(event);
      if (payer === null || event.metadata.occurredAt > openedAt) continue;
      await commands.subscriptions.grantTrial(payerContext(name, payer, 'trial', []), { payer });
    }
    from = page.next;
    await sql`update ops.payment_events_read set trials_to = ${from.toString()}::bigint`.execute(db);
    if (page.atEnd) return;
  }
}
