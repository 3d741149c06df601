import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BallotId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { Ballot, excludeVote, includeVote } from '../../domain/votes/vote.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

async function ownBallot({ world, context }: Call, { ballotId }: { readonly ballotId: BallotId }) {
  const desk = businessUserOf(context);
  const stream = streams.ballot(ballotId);
  const seen = await world.events.read(stream);
  const ballot = stateOf(Ballot, seen);
  if (ballot.status === 'none' || ballot.businessId !== desk.businessId)
    throw new DomainError('not_found', 'This vote does not exist.');
  return { ...desk, stream, seen };
}

export const excludeVoteOf = decision({
  input: z.object({ ballotId: BallotId, reason: z.string().trim().max(200) }),
  by: people,
  aggregate: Ballot,
  at: ownBallot,
  decide: excludeVote,
});
export const includeVoteOf = decision({
  input: z.object({ ballotId: BallotId }),
  by: people,
  aggregate: Ballot,
  at: ownBallot,
  decide: includeVote,
});
