import { sql } from 'kysely';
import type { ApiParts } from '../kernel/parts.ts';

/** What came of a call of an address: no word of what was sent. `message`: why it was refused. */
export interface HookCall {
  readonly hookId: string;
  readonly businessId: string;
  readonly at: Date;
  readonly outcome: 'sampled' | 'received' | 'refused';
  readonly message: string | null;
  readonly contactId: string | null;
}
const callsKept = 50;
export const wrongSecret = 'The secret is another one.';

/** Keeps the last ones for those who set it up: of those that were refused, and of the others, so that neither hides the other. */
export async function keepHookCall(
  db: ApiParts['db'],
  { hookId, businessId, at, outcome, message, contactId }: HookCall,
): Promise<void> {
  await sql`with old as (
      delete from ops.automation_hook_calls c where c.hook_id = ${hookId} and c.id <= (
        select k.id from ops.automation_hook_calls k
          where k.hook_id = ${hookId} and (k.outcome = 'refused') = ${outcome === 'refused'}
          order by k.id desc offset ${callsKept - 1} limit 1)
        and (c.outcome = 'refused') = ${outcome === 'refused'}
    )
    insert into ops.automation_hook_calls (hook_id, business_id, at, outcome, message, contact_id)
    values (${hookId}, ${businessId}, ${at}::timestamptz, ${outcome}, ${message}, ${contactId}::uuid)`.execute(db);
}
