import { type Kysely, sql } from 'kysely';

/** How an endpoint fares. */
export interface EndpointHealth {
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly pending: number;
}
export interface DeliveryRow {
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly status: 'pending' | 'delivered' | 'failed' | 'skipped';
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly endedAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}
export interface AttemptRow {
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
}
interface Of {
  readonly businessId: string;
  readonly endpointId: string;
}

const delivery = sql`d.event_id as "eventId", d.type, d.stream, d.revision, d.status, d.attempts, d.created_at as "createdAt",
  d.due_at as "dueAt", d.ended_at as "endedAt", a.status as "lastStatus", a.error as "lastError"`;
const lastAttempt = sql`left join lateral (select status, error from ops.webhook_attempts a
  where a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.at desc limit 1) a on true`;
/** A list's total is counted up to here. */
const maxCount = 10_000;

/** What the workers note of deliveries, for the people of the business that they are of. */
export function createWebhookLog({ db }: { readonly db: Kysely<unknown> }) {
  return {
    async healthOf(businessId: string): Promise<ReadonlyMap<string, EndpointHealth>> {
      const { rows } = await sql<EndpointHealth & { endpointId: string }>`
        select e.endpoint_id as "endpointId", e.failures, e.failing_since as "failingSince", e.last_success_at as "lastSuccessAt",
          (select count(*)::int from ops.webhook_deliveries d where d.endpoint_id = e.endpoint_id and d.status = 'pending') as pending
        from ops.webhook_endpoints e where e.business_id = ${businessId}::uuid`.execute(db);
      return new Map(rows.map((row) => [row.endpointId, row]));
    },
    async deliveries(
      { businessId, endpointId }: Of,
      { page, perPage, status }: { page: number; perPage: number; status: string | null },
    ): Promise<{ readonly data: readonly DeliveryRow[]; readonly total: number }> {
      const own = sql`d.endpoint_id = ${endpointId}::uuid and d.business_id = ${businessId}::uuid
        and (${status}::text is null or d.status = ${status})`;
      const [{ rows }, counted] = await Promise.all([
        sql<DeliveryRow>`select ${delivery} from (
            select * from ops.webhook_deliveries d where ${own}
            order by d.created_at desc, d.event_id limit ${perPage} offset ${(page - 1) * perPage}) d ${lastAttempt}
          order by d.created_at desc, d.event_id`.execute(db),
        sql<{ total: number }>`select count(*)::int as total from (
          select 1 from ops.webhook_deliveries d where ${own} limit ${maxCount}) c`.execute(db),
      ]);
      return { data: rows, total: counted.rows[0]!.total };
    },
    async delivery({ businessId, endpointId }: Of, eventId: string): Promise<DeliveryRow | null> {
      const { rows } = await sql<DeliveryRow>`select ${delivery} from ops.webhook_deliveries d ${lastAttempt}
        where d.endpoint_id = ${endpointId}::uuid and d.business_id = ${businessId}::uuid
          and d.event_id = ${eventId}::uuid`.execute(db);
      return rows[0] ?? null;
    },
    /** The newest first. */
    async attempts({ businessId, endpointId }: Of, eventId: string): Promise<readonly AttemptRow[]> {
      const { rows } = await sql<AttemptRow>`select at, duration_ms as "durationMs", status, error, response
        from ops.webhook_attempts where endpoint_id = ${endpointId}::uuid and business_id = ${businessId}::uuid
          and event_id = ${eventId}::uuid order by at desc limit 50`.execute(db);
      return rows;
    },
  };
}
export type WebhookLog = ReturnType<typeof createWebhookLog>;
