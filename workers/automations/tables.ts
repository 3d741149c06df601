import { sql } from 'kysely';
import { workTable } from '../engine/work-table.ts';

export const runs = workTable('automation_runs', 'r', 'run_id');
export const effects = workTable('automation_effects', 'f', 'effect_id');
export const entering = workTable('automation_entering', 'e', 'automation_id', 'contact_id', 'position', 'trigger');
export const happened = workTable('automation_happened', 'h', 'contact_id', 'position', 'kind', 'nth');
export const days = workTable('automation_days', 'd', 'automation_id', 'trigger', 'day');

/** SQL: a contact is in no automation, nor about to be. */
export const isOutside = (contact: `${string}.contact_id`) =>
  sql`not exists (select from ops.automation_runs r where r.contact_id = ${sql.ref(contact)} and r.state <> 'ended')
    and not exists (select from ops.automation_entering e where e.contact_id = ${sql.ref(contact)})`;
