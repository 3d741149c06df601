import { VoteCast, voteEvents, VoteExcluded } from '../../domain/votes/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { namingSurvivors, underSurvivors } from '../engine/merges.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { ballotTable, voteCountTable, voteIndexes, voteIndexesAtOnce, voteModel } from '../tables/votes.ts';

/** Counts move by the difference between what ballots said and say. */
const upsertBallots = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${ballotTable.from('said')}),
  before as materialized (
    select b.business_id, b.campaign_id, b.choices, b.excluded
      from incoming join ${ballotTable.in(schema)} b using (ballot_id)
  ),
  after as (
    ${ballotTable.upsert(schema, 'b', 'select * from incoming')}
    returning b.business_id, b.campaign_id, b.choices, b.excluded
  )
  ${voteCountTable.upsert(
    schema,
    'n',
    `select campaign_id, o.option, business_id, sum(w)::bigint
      from (select 1 as w, * from after union all select -1, * from before) both_sides
        cross join lateral (select '' as option union all select unnest(choices)) o
      where choices is not null and excluded is not true
      group by 1, 2, 3 having sum(w) <> 0`,
  )}`,
);

const create = createAll(ballotTable, voteCountTable);

const cast: Projector = {
  ...voteModel,
  handles: typesOf(voteEvents),
  empty: { vote_counts: 'votes = 0' },
  create: (schema) => `${create(schema)};${voteIndexesAtOnce(schema)}`,
  index: voteIndexes,
  announce: (events) =>
    [...new Set(events.flatMap(({ data }) => (data as { readonly campaignId?: string }).campaignId ?? []))].map(
      (vote) => ({ vote, event: { type: 'votes-changed' } }),
    ),
  fold: (events, schema) => {
    const ballots = ballotTable.rows();
    for (const event of events) {
      const { ballotId, businessId, campaignId } = event.data as Record<
        'ballotId' | 'businessId' | 'campaignId',
        string
      >;
      const ballot = { ballotId, businessId, campaignId, position: event.position };
      if (is(event, VoteCast)) {
        const { contactId, choices, via, cause } = event.data;
        ballots.merge({ ...ballot, contactId, choices, via, cause, at: event.metadata.occurredAt });
      } else if (is(event, VoteExcluded)) ballots.merge({ ...ballot, excluded: true, reason: event.data.reason });
      else ballots.merge({ ...ballot, excluded: false });
    }
    return ballots.toStatements(upsertBallots(schema));
  },
};

/** What was voted for, by whom, and what counts. */
export const votes: Projector = underSurvivors(cast, namingSurvivors(ballotTable));
