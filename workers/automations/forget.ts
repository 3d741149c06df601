import { sql } from 'kysely';
import type { Database } from '../engine/worker.ts';
import { happened, isOutside } from './tables.ts';

/** Nobody asks any more what happened to who is in no automation, nor about to be. */
export async function forget(db: Database, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  // What somebody else takes away right now is not waited for.
  await happened.remove(db, {
    where: sql`h.contact_id = any(${[...contactIds]}::uuid[]) and ${isOutside('h.contact_id')}`,
  });
}
