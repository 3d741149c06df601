import { type Kysely, sql } from 'kysely';

/** Whom automations reach stands where whom broadcasts reach does: so much a day, and not twice for one cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // day: of the business's calendar, the latest on which something nobody asked for went out; today: the texts or mails
  // of that day. cause, automation_id, caused_at: the last text of an automation. Of who was reached by automations
  // alone, broadcast_id, message_id and at are null.
  await sql`
    alter table ops.reached
      alter column broadcast_id drop not null, alter column message_id drop not null, alter column at drop not null,
      add column day date, add column today uuid[] not null default '{}',
      add column cause text, add column automation_id uuid, add column caused_at timestamptz`.execute(db);
  // What a text was caused by is known to who sends it.
  await sql`alter table ops.automation_effects drop column correlation`.execute(db);
}
