import type { ActiveCampaign } from '../../domain/campaigns/campaign.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import type { Contact } from '../../domain/contacts/contact.ts';
import { readPage } from '../../domain/pages/model.ts';
import { liveVersion, PageState } from '../../domain/pages/page.ts';
import type { Legible, ReceivedData } from '../../domain/messages/message.ts';
import { canonicalKeyword } from '../../domain/sms/keywords.ts';
import { streams } from '../../domain/streams.ts';
import { Ballot, choicesIn } from '../../domain/votes/vote.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { ballotIdOf } from './cast.ts';

export interface TextVote {
  readonly campaign: ActiveCampaign;
  /** Empty: the vote is over, and nothing is cast. */
  readonly choices: readonly string[];
  /** What the voter is told. */
  readonly answer: string;
}
type Text = Legible<ReceivedData>;

/** Numbers and nothing else: words without a keyword are for people. */
const onlyNumbers = /^\W*\d{1,2}(?:\W+(?:and\W+)?\d{1,2})*\W*$/iu;

/**
 * The vote that a text is: “KEYWORD 2”, or “2” alone from a subscriber whose newest campaign is a vote that they have
 * not voted in. Null: none. `called`: the campaign whose keyword the text begins with; `contact`: as it was before.
 */
export async function voteIn(
  world: CommandServices,
  text: Text,
  called: ActiveCampaign | null,
  contact: Contact,
  at: string,
): Promise<TextVote | null> {
  if (called !== null)
    return called.type === 'vote' ? voteFor(world, text, called, afterKeyword(text, called), at) : null;
  if (!onlyNumbers.test(text.body) || contact.status !== 'subscribed') return null;
  const names = [...contact.campaigns].map((id) => streams.ballot(ballotIdOf(id, text.contactId)));
  const ballots = [...(await world.events.readMany(names)).values()].map((events) => stateOf(Ballot, events));
  const newest = [...contact.campaigns].at(-1);
  // Cut off after the vote, it is the vote that it was, whatever they have joined since.
  const own = ballots.find((ballot) => ballot.status !== 'none' && ballot.cause === text.messageId);
  const meant = own !== undefined && own.status !== 'none' ? own.campaignId : newest;
  if (meant === undefined) return null;
  const voted = ballots.some((ballot) => ballot.status !== 'none' && ballot.campaignId === meant);
  if (voted && own === undefined) return null;
  const campaign = stateOf(Campaign, await world.events.read(streams.campaign(meant)));
  if (campaign.status !== 'active' || campaign.type !== 'vote') return null;
  return voteFor(world, text, campaign, text.body, at);
}

async function voteFor(world: CommandServices, text: Text, campaign: ActiveCampaign, words: string, at: string) {
  const page = stateOf(PageState, await world.events.read(streams.page(campaign.campaignId)));
  const live = liveVersion(page);
  if (live === null) return null;
  const options = readPage('vote', live.sections)['votes.options'];
  const choices = choicesIn(words, options);
  if (choices === null) return null;
  const { endsAt } = campaign.settings;
  if (endsAt !== null && endsAt <= at)
    return { campaign, choices: [], answer: 'This vote is over. Thank you for taking part!' };
  const ballot = stateOf(
    Ballot,
    await world.events.read(streams.ballot(ballotIdOf(campaign.campaignId, text.contactId))),
  );
  const labels = options.Options.filter(({ id }) => choices.includes(id)).map(({ label }) => label);
  const answer =
    ballot.status === 'none' || ballot.cause === text.messageId ?
      `Thank you! Your vote for ${labels.join(' and ')} counts.`
    : 'You have voted already. Your first vote counts.';
  return { campaign, choices, answer };
}

const afterKeyword = ({ body }: Text, { keyword }: ActiveCampaign): string => {
  const [, first = '', rest = ''] = /^\s*(\S+)\s*(.*)$/su.exec(body) ?? [];
  return canonicalKeyword(first) === keyword ? rest : '';
};
