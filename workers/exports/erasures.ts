import { sql } from 'kysely';
import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import { is } from '../../domain/kernel/event.ts';
import type { RecordingWorker } from '../engine/worker.ts';

/**
 * A person who was erased is in no file that came before: files of the business can't be downloaded any more, and those
 * that are being written begin again. Agencies and operators see no names, texts or whole numbers in theirs.
 */
export const exportErasures = ({ now }: { readonly now: () => Date }): RecordingWorker => ({
  kind: 'recording',
  name: 'report-exports',
  handles: [ContactErased.type],
  async record(events, trx) {
    const businesses = [
      ...new Set(events.flatMap((event) => (is(event, ContactErased) ? [event.data.businessId as string] : []))),
    ];
    if (businesses.length === 0) return;
    await sql`update ops.report_exports set
        token = token + 1, parts = 0, rows = 0, bytes = 0, place = null, up_to = null, total = null,
        claimed_until = null,
        state = case when state = 'ready' then 'withdrawn' else state end,
        reason = case when state = 'ready' then 'erased' else reason end,
        expires_at = case when state = 'ready' then ${now()} else expires_at end
      where business_id = any(${businesses}::uuid[]) and state in ('waiting', 'ready')`.execute(trx);
  },
});
