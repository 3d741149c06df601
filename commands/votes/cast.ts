import { z } from 'zod';
import {
  type BusinessId,
  BallotId,
  type CampaignId,
  type ContactId,
  namespaces,
  SubmissionId,
  uuidV5,
} from '../../domain/kernel/ids.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { awaitsEmail, Submission } from '../../domain/submissions/submission.ts';
import { streams } from '../../domain/streams.ts';
import { Ballot, castVote } from '../../domain/votes/vote.ts';
import { command } from '../kernel/command.ts';
import { listsOf } from '../directory/list-entries.ts';
import { startUnitOfWork, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';

/** One contact has one vote in a campaign. */
export const ballotIdOf = (campaignId: CampaignId, contactId: ContactId): BallotId =>
  BallotId.parse(uuidV5(namespaces.ballot, campaignId, contactId));

interface Vote {
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
  readonly choices: readonly string[];
  readonly via: 'page' | 'text';
  readonly cause: string;
}
export function cast(work: UnitOfWork, vote: Vote) {
  const ballotId = ballotIdOf(vote.campaignId, vote.contactId);
  return work.change({
    stream: streams.ballot(ballotId),
    aggregate: Ballot,
    decide: (ballot) => castVote({ ...vote, choices: [...vote.choices], ballotId }, ballot),
  });
}

/** The vote that a page's form holds; none on other pages, nor while its address has yet to be proved. */
export const castFromPage = command({
  input: z.object({ submissionId: SubmissionId }),
  by: ['system'],
  async run({ world, context }, { submissionId }) {
    const sent = await world.events.read(streams.submission(submissionId));
    const submission = stateOf(Submission, sent);
    const cause = sent[0];
    const work = startUnitOfWork(world, context, {
      tenant: cause?.metadata.tenant ?? context.caller.tenant,
      commandId: uuidV5(namespaces.command, 'cast-vote', submissionId),
      causationId: cause?.id ?? null,
    });
    if (submission.status === 'none' || submission.choices === null) return work.outcome(undefined);
    const { campaignId, businessId, contactId, choices } = submission;
    const campaign = stateOf(Campaign, await world.events.read(streams.campaign(campaignId)));
    if (campaign.status !== 'none' && awaitsEmail(submission, campaign.settings)) return work.outcome(undefined);
    if ((await listsOf(world, businessId, submission)).black) return work.outcome(undefined);
    await cast(work, { campaignId, businessId, contactId, choices, via: 'page', cause: submissionId });
    return work.outcome(undefined);
  },
});
