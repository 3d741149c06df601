import { sql } from 'kysely';
import type { Database } from '../engine/worker.ts';

/** Nobody asks any more what happened to who is in no automation, nor about to be. */
export async function forget(db: Database, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  // What somebody else takes away right now is not waited for.
  await sql`delete from ops.automation_happened h using (
      select h.contact_id, h.position, h.kind, h.nth from ops.automation_happened h where h.contact_id = any(${[...contactIds]}::uuid[])
        and not exists (select from ops.automation_runs r where r.contact_id = h.contact_id and r.state <> 'ended')
        and not exists (select from ops.automation_entering e where e.contact_id = h.contact_id) for update skip locked) own
    where h.contact_id = own.contact_id and h.position = own.position and h.kind = own.kind and h.nth = own.nth`.execute(
    db,
  );
}
