import { type Aggregate, unchanged } from '../../kernel/decider.ts';
import { same } from '../../kernel/edit.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { BusinessId, UserId } from '../../kernel/ids.ts';
import {
  ChatAnsweringChanged,
  ChatAssignmentChanged,
  ChatTeammateWentAway,
  ChatTeammateReturned,
  ChatReplyTimeChanged,
  type ChatTeamEvent,
} from './events.ts';
import type { AssignmentMode, ReplyWeek } from './fields.ts';

/** How the people of a business share its live chat. */
export interface ChatTeam {
  readonly mode: AssignmentMode;
  /** Who takes conversations by turns, if they are here. */
  readonly people: readonly UserId[];
  readonly away: ReadonlySet<UserId>;
  readonly replyMinutes: number | null;
  readonly hours: ReplyWeek;
  /** Who answers a conversation that nobody has, has it from then on. */
  readonly answerOwns: boolean;
  /** Of a conversation that somebody has, only they answer. */
  readonly assigneeOnly: boolean;
}

const evolve = (team: ChatTeam, event: ChatTeamEvent): ChatTeam => {
  switch (event.type) {
    case 'ChatAssignmentChanged':
      return { ...team, mode: event.data.mode, people: event.data.people };
    case 'ChatReplyTimeChanged':
      return { ...team, replyMinutes: event.data.minutes, hours: event.data.hours };
    case 'ChatAnsweringChanged':
      return { ...team, answerOwns: event.data.answerOwns, assigneeOnly: event.data.assigneeOnly };
    case 'ChatTeammateWentAway':
      return { ...team, away: new Set(team.away).add(event.data.userId) };
    case 'ChatTeammateReturned': {
      const away = new Set(team.away);
      away.delete(event.data.userId);
      return { ...team, away };
    }
    default:
      return unchanged(team, event);
  }
};
export const ChatTeam: Aggregate<ChatTeam, ChatTeamEvent> = {
  initial: {
    mode: 'off',
    people: [],
    away: new Set(),
    replyMinutes: null,
    hours: null,
    answerOwns: false,
    assigneeOnly: false,
  },
  evolve,
};

/** What is left out of who answers stays as it is. */
type Settings = Pick<ChatTeam, 'mode' | 'people' | 'replyMinutes' | 'hours'> & {
  readonly [N in 'answerOwns' | 'assigneeOnly']?: boolean | undefined;
};

/** Throws `validation_failed` where somebody should take conversations and nobody is chosen. */
export function choose(
  { businessId, ...wanted }: Settings & { readonly businessId: BusinessId },
  team: ChatTeam,
): readonly ChatTeamEvent[] {
  const people = [...new Set(wanted.people)];
  const { mode, replyMinutes: minutes, answerOwns = team.answerOwns, assigneeOnly = team.assigneeOnly } = wanted;
  const hours = wanted.hours === null ? null : [...wanted.hours];
  if (mode !== 'off' && people.length === 0) {
    const message = 'Choose at least one person who takes conversations.';
    throw new DomainError('validation_failed', message, { people: [message] });
  }
  return [
    ...(same([mode, people], [team.mode, team.people]) ?
      []
    : [ChatAssignmentChanged.create({ businessId, mode, people })]),
    ...(same([minutes, hours], [team.replyMinutes, team.hours]) ?
      []
    : [ChatReplyTimeChanged.create({ businessId, minutes, hours })]),
    ...(same([answerOwns, assigneeOnly], [team.answerOwns, team.assigneeOnly]) ?
      []
    : [ChatAnsweringChanged.create({ businessId, answerOwns, assigneeOnly })]),
  ];
}

export function setAway(
  { away, ...who }: { readonly businessId: BusinessId; readonly userId: UserId; readonly away: boolean },
  team: ChatTeam,
): readonly ChatTeamEvent[] {
  if (team.away.has(who.userId) === away) return [];
  return [away ? ChatTeammateWentAway.create(who) : ChatTeammateReturned.create(who)];
}
