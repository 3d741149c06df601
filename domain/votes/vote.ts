import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { VoteOption } from '../pages/field.ts';
import { plain } from '../sms/words.ts';
import { VoteCast, type VoteEvent, VoteExcluded, VoteIncluded } from './events.ts';

type Cast = EventOf<typeof VoteCast>['data'];
export type Ballot = { readonly status: 'none' } | (Cast & { readonly status: 'counted' | 'excluded' });

export const Ballot: Aggregate<Ballot, VoteEvent> = {
  initial: { status: 'none' },
  evolve: (ballot, event) => {
    if (event.type === 'VoteCast') return ballot.status === 'none' ? { ...event.data, status: 'counted' } : ballot;
    if (ballot.status === 'none') return ballot;
    switch (event.type) {
      case 'VoteExcluded':
        return { ...ballot, status: 'excluded' };
      case 'VoteIncluded':
        return { ...ballot, status: 'counted' };
      default:
        return unchanged(ballot, event);
    }
  },
};

/** The first vote is the vote: voting again, on another device or by text, changes nothing. */
export const castVote = (command: Cast, ballot: Ballot): readonly VoteEvent[] =>
  ballot.status === 'none' ? [VoteCast.create({ ...command, choices: [...command.choices] })] : [];

const existing = (ballot: Ballot): Extract<Ballot, { status: 'counted' | 'excluded' }> => {
  if (ballot.status === 'none') throw new DomainError('not_found', 'This vote does not exist.');
  return ballot;
};
export function excludeVote({ reason }: { readonly reason: string }, state: Ballot): readonly VoteEvent[] {
  const { status, ballotId, campaignId, businessId } = existing(state);
  return status === 'excluded' ? [] : [VoteExcluded.create({ ballotId, campaignId, businessId, reason })];
}
export function includeVote(_: unknown, state: Ballot): readonly VoteEvent[] {
  const { status, ballotId, campaignId, businessId } = existing(state);
  return status === 'counted' ? [] : [VoteIncluded.create({ ballotId, campaignId, businessId })];
}

/**
 * What a text votes for: the option's number from 1, its letter from A, or its words. Several (“1 3”, “A, C”) where
 * that is allowed. Null: it is no vote.
 */
export function choicesIn(
  text: string,
  { Options, AllowMultiple }: { readonly Options: readonly VoteOption[]; readonly AllowMultiple: boolean },
): readonly string[] | null {
  const said = wordsOf(text);
  if (said === '') return null;
  const byName = Options.find(({ label }) => wordsOf(label) === said);
  if (byName !== undefined) return [byName.id];
  const parts = said.split(' ').filter((part) => part !== 'and');
  const chosen = parts.map((part) => Options[indexOf(part)]?.id);
  if (parts.length === 0 || chosen.some((id) => id === undefined)) return null;
  const ids = [...new Set(chosen as string[])];
  return ids.length > 1 && !AllowMultiple ? null : ids;
}
const wordsOf = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
function indexOf(part: string): number {
  if (/^[1-9]\d?$/.test(part)) return Number(part) - 1;
  return /^[a-z]$/.test(part) ? part.charCodeAt(0) - 97 : -1;
}
