import { schemaOf } from '../../../projections/engine-types.ts';
import { votes as model } from '../../../projections/votes/projector.ts';
import type { Law } from '../action.ts';

/** What is told of a vote is what counting those says who voted and were not taken out. */
export const votes: Law = {
  name: 'votes are voters',
  async check(world) {
    const ballots = new Map<unknown, { readonly choices: readonly string[]; counts: boolean }>();
    for (const { type, data } of await world.events()) {
      const { ballotId } = data;
      if (type === 'VoteCast' && !ballots.has(ballotId))
        ballots.set(ballotId, { choices: data['choices'] as string[], counts: true });
      const held = ballots.get(ballotId);
      if (type === 'VoteExcluded') held!.counts = false;
      if (type === 'VoteIncluded') held!.counts = true;
    }
    const counted = new Map<string, number>();
    for (const { choices, counts } of ballots.values())
      for (const option of counts ? ['', ...choices] : []) counted.set(option, (counted.get(option) ?? 0) + 1);
    const told = new Map(
      (
        await world.query<{ option: string; votes: string }>(
          `select option, votes::text as votes from ${schemaOf(model)}.vote_counts where votes <> 0`,
        )
      ).map(({ option, votes: said }) => [option, Number(said)]),
    );
    return [...new Set([...counted.keys(), ...told.keys()])]
      .filter((option) => counted.get(option) !== told.get(option))
      .map((option) => `${option || 'voters'}: told ${told.get(option) ?? 0}, counted ${counted.get(option) ?? 0}`);
  },
};
