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

/** Something of one address of a business. */
interface OfHook {
  readonly hookId: string;
  readonly businessId: string;
}
/** The newest first. */
export async function keptHookCalls(db: ApiParts['db'], { hookId, businessId }: OfHook) {
  const { rows } = await sql<Pick<HookCall, 'at' | 'outcome' | 'message'> & { readonly contact_id: string | null }>`
    select at, outcome, message, contact_id from ops.automation_hook_calls
      where hook_id = ${hookId} and business_id = ${businessId} order by id desc limit 100`.execute(db);
  return rows.map(({ at, ...one }) => ({ at: at.toISOString(), ...one }));
}
export async function keptSample(db: ApiParts['db'], { hookId, businessId, since }: OfHook & { readonly since: Date }) {
  const { rows } = await sql<{ body: unknown; heard_at: Date }>`select body, heard_at from ops.automation_hook_samples
      where hook_id = ${hookId} and business_id = ${businessId} and heard_at > ${since}::timestamptz`.execute(db);
  return rows[0] ?? null;
}
export const keepSample = async (
  db: ApiParts['db'],
  { hookId, businessId, body, at }: OfHook & { readonly body: unknown; readonly at: Date },
): Promise<void> =>
  void (await sql`insert into ops.automation_hook_samples (hook_id, business_id, body, heard_at)
      values (${hookId}, ${businessId}, ${JSON.stringify(body)}::jsonb, ${at}::timestamptz)
      on conflict (hook_id) do update set body = excluded.body, heard_at = excluded.heard_at`.execute(db));
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
