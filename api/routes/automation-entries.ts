import { sql } from 'kysely';
import type { EnrollmentFailure } from '../../domain/automations/list.ts';
import { automationEntryCalls } from '../contract/automation-entries.ts';
import { notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { maxAttempts } from '../../domain/kernel/attempts.ts';

/** So many rows go in one statement: nobody waits long for it. */
const page = 5_000;

/** Rows of whom an automation of this business could not let in. */
async function thoseOf({ parts, businessId, params }: Call<{ readonly id: string }>) {
  if ((await parts.readModels.automation(businessId, params.id)) === null) throw notFound();
  return sql`business_id = ${businessId}::uuid and automation_id = ${params.id}::uuid and failures >= ${sql.lit(maxAttempts)}`;
}

export const automationEntryRoutes = [
  route(automationEntryCalls['GET /automations/{id}/not-let-in'], async (call) => {
    const { rows } = await sql<{ why: EnrollmentFailure; count: number; last_at: Date | null }>`
      select coalesce(why, 'our-fault') as why, count(*)::int as count, max(failed_at) as last_at
      from ops.automation_entering where ${await thoseOf(call)} group by 1 order by 2 desc, 1`.execute(call.parts.db);
    const last = Math.max(...rows.map(({ last_at: at }) => at?.getTime() ?? 0), 0);
    return {
      data: {
        count: rows.reduce((sum, { count }) => sum + count, 0),
        last_at: last === 0 ? null : new Date(last).toISOString(),
        whys: rows.map(({ why, count }) => ({ why, count })),
      },
    };
  }),

  route(automationEntryCalls['POST /automations/{id}/try-again'], async (call) => {
    const those = await thoseOf(call);
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from ops.automation_entering where ${those}`.execute(call.parts.db);
    await call.parts.commands.automations.tryAgain(call.context(), {
      automationId: call.params.id,
      count: rows[0]!.waiting,
    });
    // Whom somebody else has tried again at this moment is theirs.
    const some = async (): Promise<number> =>
      Number(
        (
          await sql`update ops.automation_entering e set failures = 0, held_until = '-infinity' from (
              select automation_id, contact_id, position, trigger from ops.automation_entering where ${those}
              limit ${page} for update skip locked) own
            where e.automation_id = own.automation_id and e.contact_id = own.contact_id and e.position = own.position
              and e.trigger = own.trigger`.execute(call.parts.db)
        ).numAffectedRows ?? 0n,
      );
    for (let count = 0; ;) {
      const again = await some();
      count += again;
      if (again < page) return { data: { count } };
    }
  }),
];
