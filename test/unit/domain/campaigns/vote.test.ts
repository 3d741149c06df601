import { describe, expect, it } from 'vitest';
import { BallotId } from '../../../../domain/kernel/ids.ts';
import { VoteCast, VoteExcluded, VoteIncluded } from '../../../../domain/votes/events.ts';
import { Ballot, castVote, choicesIn, excludeVote, includeVote } from '../../../../domain/votes/vote.ts';
import { given } from '../../../support/given.ts';
import { businessId, campaignId, contactId } from '../fixtures.ts';

const ballotId = BallotId.parse('00000000-0000-4000-8000-00000000ba01');
const cause = '00000000-0000-4000-8000-00000000ca01';
const vote = { ballotId, campaignId, businessId, contactId, choices: ['red1'], via: 'page' as const, cause };
const cast = VoteCast.create(vote);
const ids = { ballotId, campaignId, businessId };

describe('a vote', () => {
  it('is cast once: another one, by whatever way, changes nothing', () => {
    given(Ballot)
      .when((ballot) => castVote(vote, ballot))
      .then([cast]);
    given(Ballot, [cast])
      .when((ballot) => castVote({ ...vote, choices: ['blue'], via: 'text' }, ballot))
      .thenNothing();
  });
  it('is taken out of the count and put back', () => {
    const out = VoteExcluded.create({ ...ids, reason: 'One device' });
    given(Ballot, [cast])
      .when((ballot) => excludeVote({ reason: 'One device' }, ballot))
      .then([out]);
    given(Ballot, [cast, out])
      .when((ballot) => excludeVote({ reason: 'Again' }, ballot))
      .thenNothing();
    given(Ballot, [cast, out])
      .when((ballot) => includeVote(null, ballot))
      .then([VoteIncluded.create(ids)]);
    given(Ballot, [cast])
      .when((ballot) => includeVote(null, ballot))
      .thenNothing();
    given(Ballot)
      .when((ballot) => excludeVote({ reason: '' }, ballot))
      .thenRefused('not_found');
  });
});

describe('a vote by text', () => {
  const option = (id: string, label: string) => ({ id, label, picture: null });
  const Options = [option('marg', 'Margherita'), option('dive', 'Diavola & friends'), option('bian', 'Bianca')];
  it.each([
    ['2', ['dive']],
    [' b. ', ['dive']],
    ['MARGHERITA!', ['marg']],
    ['diavola friends', ['dive']],
    ['4', null],
    ['z', null],
    ['', null],
    ['I like 2', null],
    ['1 3', null],
  ])('%j votes for %j', (text, choices) => {
    expect(choicesIn(text, { Options, AllowMultiple: false })).toEqual(choices);
  });
  it('names several where that is allowed', () => {
    expect(choicesIn('1, 3 and A', { Options, AllowMultiple: true })).toEqual(['marg', 'bian']);
  });
});
