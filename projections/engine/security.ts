import type { Logger } from 'pino';
import type { Connection } from './connection.ts';

/**
 * The second wall between tenants: who reads for a business or an agency does so as a role that sees that one's rows
 * only (row-level security, forced on the owner too). Neither role can sign in or write.
 *
 * - `beckon_reader`: the rows of the tenant that the transaction names (`beckon.business_id`, `beckon.agency_id`),
 *   none when it names nobody.
 * - `beckon_operator`: all rows, for what operators see across tenants.
 */
export const readerRole = 'beckon_reader';
export const operatorRole = 'beckon_operator';

/** Makes the roles, once for all databases of the server. False: the user of the database may not; then there is no second wall. */
export async function ensureRoles(connection: Connection, log: Pick<Logger, 'warn'>): Promise<boolean> {
  try {
    await connection.query(`
      do $do$ declare wanted text; begin
        foreach wanted in array array['${readerRole}', '${operatorRole}'] loop
          begin
            if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
          exception when duplicate_object or unique_violation then null; -- Another database of this server was faster.
          end;
          if not pg_has_role(current_user, wanted, 'member') then execute format('grant %I to current_user', wanted); end if;
        end loop;
      end $do$`);
    return true;
  } catch (error) {
    log.warn(
      { err: error },
      'The user of the database may not make roles: the read models do without row-level security. ' +
        'Let an administrator make beckon_reader and beckon_operator (nologin) and grant both to it.',
    );
    return false;
  }
}

/**
 * SQL that puts the wall around the tables of a schema; changes nothing where it stands already, nor where the roles
 * are missing. Every table with the column `business_id` or `agency_id` is a tenant's.
 */
export const secure = (schema: string): string => `
  do $secure$ declare tab record; begin
    if (select count(*) from pg_roles where rolname in ('${readerRole}', '${operatorRole}')) < 2 then return; end if;
    if not has_schema_privilege('${readerRole}', '${schema}', 'usage') then
      grant usage on schema ${schema} to ${readerRole}, ${operatorRole}; end if;
    for tab in
      select c.oid, c.relname, has_table_privilege('${readerRole}', c.oid, 'select') as granted,
          bool_or(a.attname = 'business_id') as of_business, bool_or(a.attname = 'agency_id') as of_agency,
            exists (select from pg_policy p where p.polrelid = c.oid) as secured
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
          and a.attnum > 0 and not a.attisdropped
        where n.nspname = '${schema}' and c.relkind = 'r' group by c.oid, c.relname
    loop
      if not tab.granted then execute format('grant select on ${schema}.%I to ${readerRole}, ${operatorRole}', tab.relname); end if;
      continue when tab.secured or not (tab.of_business or tab.of_agency);
      execute format('alter table ${schema}.%I enable row level security, force row level security', tab.relname);
      execute format('create policy projector on ${schema}.%I to current_user using (true) with check (true)', tab.relname);
      execute format('create policy operator on ${schema}.%I for select to ${operatorRole} using (true)', tab.relname);
      execute format('create policy tenant on ${schema}.%I for select to ${readerRole} using (%s)', tab.relname, concat_ws(' or ',
        case when tab.of_business then 'business_id = (select nullif(current_setting(''beckon.business_id'', true), '''')::uuid)' end,
        case when tab.of_agency then 'agency_id = (select nullif(current_setting(''beckon.agency_id'', true), '''')::uuid)' end));
    end loop;
  end $secure$`;
