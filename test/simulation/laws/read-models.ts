import { schemaOf } from '../../../projections/engine-types.ts';
import { projectors } from '../../../projections/index.ts';
import type { Law } from '../action.ts';
import { foldAtOnce } from '../read-models.ts';

/** However they came about, in whatever batches and over whatever deaths, the read models say what the same log gives in one go. */
export const readModels: Law = {
  name: 'read models equal a rebuild',
  async check(world) {
    await foldAtOnce(world);
    const { database, cleanDatabase } = world.reality;
    const statement = await compared(world.reality.database.pool);
    const [live, clean] = (
      await Promise.all(
        [database, cleanDatabase].map(({ pool }) => pool.query<{ name: string; said: string }>(statement)),
      )
    ).map(({ rows }) => new Map(rows.map(({ name, said }) => [name, said])));
    const problems: string[] = [];
    for (const [name, said] of live!) {
      if (clean!.get(name) === said) continue;
      const rows = async (pool: typeof database.pool) =>
        (await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(({ row }) => row);
      const [here, there] = [await rows(database.pool), await rows(cleanDatabase.pool)];
      problems.push(
        [
          `${name} is not what a rebuild gives`,
          ...here.filter((row) => !there.includes(row)).map((row) => `  live    ${row}`),
          ...there.filter((row) => !here.includes(row)).map((row) => `  rebuilt ${row}`),
        ]
          .slice(0, 7)
          .join('\n'),
      );
    }
    return problems;
  },
};

let statementText: string | null = null;
/** A number for what each table says, all in one statement. Rows that say no more than no row would (`Projector.empty`) do not count. */
async function compared(pool: { query: (text: string) => Promise<{ rows: unknown[] }> }): Promise<string> {
  if (statementText !== null) return statementText;
  const parts: string[] = [];
  for (const projector of projectors) {
    const schema = schemaOf(projector);
    const { rows } = await pool.query(
      `select tablename as name from pg_tables where schemaname = '${schema}' order by 1`,
    );
    for (const { name } of rows as { name: string }[]) {
      const empty = projector.empty?.[name];
      parts.push(
        `select '${schema}.${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as said from ${schema}.${name} t${empty ? ` where not (${empty})` : ''}`,
      );
    }
  }
  return (statementText = parts.join('\nunion all\n'));
}
