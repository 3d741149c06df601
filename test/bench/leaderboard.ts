/**
 * The leaderboard of one loop with a million members: any page, and any member's own rank. The read model's tables are
 * filled by hand, as its projector leaves them; what is measured is what is asked.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import {
  loopMemberTable,
  loopModel,
  loopPointsTable,
  loopRankTable,
  loopScoreTable,
  pieceLength,
} from '../../projections/tables/loops.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { openComposition } from '../support/composition.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';

const perPage = 10;
const maxMs = 20;

export async function run({ members = 1_000_000 }: { readonly members?: number } = {}): Promise<BenchResult[]> {
  const postgres = await benchPostgres();
  const composed = await openComposition(postgres.connectionString, { max: 4 });
  const { runner, db, readModels } = composed;
  try {
    await runner.start();
    const [businessId, campaignId] = [randomUUID(), randomUUID()];
    const schema = schemaOf(loopModel);
    const table = (of: { readonly name: string }) => sql.table(`${schema}.${of.name}`);
    // Few have many points, most have some, and many have the same.
    await sql`insert into ${table(loopMemberTable)} (member_id, campaign_id, business_id, contact_id, joined_at, position)
      select gen_random_uuid(), ${campaignId}::uuid, ${businessId}::uuid, gen_random_uuid(), now(), g * 3
      from generate_series(1, ${members}::int) g`.execute(db);
    await sql`insert into ${table(loopScoreTable)} (member_id, campaign_id, business_id, minus, position)
      select member_id, campaign_id, business_id, -floor(power(random(), 4) * 500)::int * 5, position
      from ${table(loopMemberTable)}`.execute(db);
    await sql`insert into ${table(loopRankTable)} (campaign_id, minus, piece, business_id, members)
      select campaign_id, minus, position / ${pieceLength}, business_id, count(*) from ${table(loopScoreTable)}
      group by 1, 2, 3, 4`.execute(db);
    await sql`insert into ${table(loopPointsTable)} (campaign_id, minus, business_id, members)
      select campaign_id, minus, business_id, count(*) from ${table(loopScoreTable)} group by 1, 2, 3`.execute(db);
    for (const one of [loopMemberTable, loopScoreTable, loopPointsTable, loopRankTable])
      await sql`vacuum analyze ${table(one)}`.execute(db);
    const { rows } = await sql<{ id: string }>`
      select member_id as id from ${table(loopScoreTable)} tablesample bernoulli (0.05)`.execute(db);

    const pages = Array.from({ length: 200 }, (_, index) => 1 + Math.floor((index / 200) * (members / perPage)));
    const board = (page: number) => readModels.leaderboard(businessId, { campaignId, page, perPage });
    const own = (id: string) => readModels.loopMember(businessId, id);
    const last = await board(members / perPage);
    if (last.data.length !== perPage || last.total !== members) throw new Error('The last page is not there.');
    return [
      result('any page of a leaderboard, p99', members, await timed(pages, board)),
      result(
        'any own rank, p99',
        members,
        await timed(
          rows.slice(0, 200).map(({ id }) => id),
          own,
        ),
      ),
    ];
  } finally {
    await composed.close();
    await postgres.remove();
  }
}

/** ms, p99 of one after another. */
async function timed<T>(asked: readonly T[], ask: (one: T) => Promise<unknown>): Promise<number> {
  for (const one of asked.slice(0, 20)) await ask(one);
  const times: number[] = [];
  for (const one of asked) {
    const began = performance.now();
    await ask(one);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

const result = (name: string, members: number, measured: number): BenchResult => ({
  name: `${name}, ${members.toLocaleString('en-US')} members`,
  ratio: measured / maxMs,
  target: { atMost: 1 },
  unit: 'ms',
  measured,
  baseline: maxMs,
  pass: measured <= maxMs,
  detail: 'Baseline: the limit. Behind row-level security, as the API asks.',
});
