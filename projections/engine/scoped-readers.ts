import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { operatorRole, readerRole } from './security.ts';

/** For whom is read: one tenant, or an operator across tenants. */
export type Scope = { readonly businessId: string } | { readonly agencyId: string } | 'operator';

/** Runs queries behind the second wall (see security.ts). */
export interface Readers {
  run<R>(scope: Scope, query: CompiledQuery, signal?: AbortSignal): Promise<readonly R[]>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * How long one statement of a tenant, or of one who reads across tenants, may take, in ms: whatever somebody has stored
 * that becomes a statement, it keeps a connection no longer.
 */
const longestMs = { tenant: 20_000, operator: 120_000 } as const;
export type ReadLimits = { readonly [Who in keyof typeof longestMs]: number };

/** Begins a transaction as the scope's role. What is not an id never gets into the text. */
function beginAs(scope: Scope, limits: ReadLimits): string {
  if (scope === 'operator')
    return `begin read only; set local role ${operatorRole}; set local statement_timeout = ${limits.operator}`;
  const [setting, id] =
    'businessId' in scope ? ['beckon.business_id', scope.businessId] : ['beckon.agency_id', scope.agencyId];
  if (!uuid.test(id)) throw new TypeError('A tenant is named by its id.');
  const wall = `set local role ${readerRole}; set local ${setting} = '${id}'`;
  return `begin read only; ${wall}; set local statement_timeout = ${limits.tenant}`;
}

/** Whether the roles are there for this user and every read model that is shown has been put behind the wall. */
const ready = `
  select (select count(*) from pg_roles where rolname in ('${readerRole}', '${operatorRole}')
    and pg_has_role(current_user, oid, 'member')) = 2
    and not exists (
      select from ops.projection_checkpoints p join pg_namespace n on n.nspname = p.schema
      where p.state <> 'building' and not has_schema_privilege(coalesce((select oid from pg_roles
        where rolname = '${readerRole}'), 0), n.oid, 'usage')
    ) as ready`;
/** While it is not so: how often it is looked at again, in ms. */
const askAgainMs = 5_000;

/** Remembers a yes for good, a no for a moment. */
function createGate(look: () => Promise<boolean>): () => Promise<boolean> {
  let known: Promise<boolean> | null = null;
  let until = 0;
  return () => {
    if (known !== null && performance.now() < until) return known;
    until = Infinity;
    known = look().then(
      (isReady) => {
        if (!isReady) until = performance.now() + askAgainMs;
        return isReady;
      },
      (error: unknown) => {
        known = null;
        throw error;
      },
    );
    return known;
  };
}

/**
 * Over a pool in pipeline mode (`createPool({ pipeline: true })`): begin, query and end leave in one write and are
 * answered together, so that the wall costs no round trip.
 */
export function createReaders(pool: pg.Pool, limits: ReadLimits = longestMs): Readers {
  const isReady = createGate(async () => (await pool.query<{ ready: boolean }>(ready)).rows[0]?.ready === true);
  return {
    async run<R>(scope: Scope, query: CompiledQuery, signal?: AbortSignal): Promise<readonly R[]> {
      const begin = beginAs(scope, limits);
      const walled = await isReady();
      signal?.throwIfAborted();
      const client = await pool.connect();
      const cancelling: Promise<unknown>[] = [];
      // Whoever asked has gone: the server need not finish. The connection stays ours until the cancel has arrived, or
      // it would hit the next one's query.
      const cancel = (): void => {
        cancelling.push(
          pool
            .query('select pg_cancel_backend($1)', [(client as pg.PoolClient & { processID: number }).processID])
            .catch(() => {}),
        );
      };
      signal?.addEventListener('abort', cancel, { once: true });
      let broken = false;
      try {
        const values = query.parameters as unknown[];
        if (!walled) return (await client.query(query.sql, values)).rows as R[];
        const { stream } = (client as unknown as pg.Client).connection;
        stream.cork();
        const sent = [client.query(begin), client.query(query.sql, values), client.query('commit')];
        stream.uncork();
        const [, answer, ended] = await Promise.allSettled(sent);
        broken = ended!.status === 'rejected';
        // A begin that failed has failed the query too: outside of its transaction it is never run.
        if (answer!.status === 'rejected') throw answer!.reason as Error;
        return answer!.value.rows as R[];
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', cancel);
        await Promise.all(cancelling);
        client.release(broken);
      }
    },
  };
}

/** The same over any Kysely, with a round trip for each step: where no pool of its own is given. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the queries name their tables themselves
export function createSlowReaders(db: Kysely<any>, limits: ReadLimits = longestMs): Readers {
  const isReady = createGate(
    async () => (await sql<{ ready: boolean }>`${sql.raw(ready)}`.execute(db)).rows[0]?.ready === true,
  );
  return {
    async run<R>(scope: Scope, query: CompiledQuery, signal?: AbortSignal): Promise<readonly R[]> {
      const begin = beginAs(scope, limits);
      const options = signal ? { signal, inflightQueryAbortStrategy: 'cancel query' as const } : {};
      if (!(await isReady())) return (await db.executeQuery<R>(query as CompiledQuery<R>, options)).rows;
      return db.connection().execute(async (connection) => {
        await sql.raw(begin).execute(connection);
        try {
          return (await connection.executeQuery<R>(query as CompiledQuery<R>, options)).rows;
        } finally {
          await sql`commit`.execute(connection);
        }
      });
    },
  };
}
