import { z } from 'zod';
import { type EventOf, event } from '../../kernel/event.ts';
import { BusinessId, UserId } from '../../kernel/ids.ts';
import { storedChatTeam } from './fields.ts';

/** Who takes conversations that nobody has, and in which order; `people` is kept while it is off. */
export const ChatAssignmentChanged = event(
  'ChatAssignmentChanged',
  1,
  z.object({ businessId: BusinessId, mode: storedChatTeam.mode, people: z.array(UserId) }),
);
/** Within how many minutes of its opening hours a business answers, whatever waits already; null: nothing is overdue. */
export const ChatReplyTimeChanged = event(
  'ChatReplyTimeChanged',
  1,
  z.object({ businessId: BusinessId, minutes: storedChatTeam.replyMinutes, hours: storedChatTeam.hours }),
);
/**
 * `answerOwns`: who answers a conversation that nobody has, has it from then on. `assigneeOnly`: of a conversation that
 * somebody has, only they answer.
 */
export const ChatAnsweringChanged = event(
  'ChatAnsweringChanged',
  1,
  z.object({ businessId: BusinessId, answerOwns: z.boolean(), assigneeOnly: z.boolean() }),
);
/** No conversation goes to them by itself until they are back. They keep those that they have. */
export const ChatTeammateWentAway = event(
  'ChatTeammateWentAway',
  1,
  z.object({ businessId: BusinessId, userId: UserId }),
);
export const ChatTeammateReturned = event(
  'ChatTeammateReturned',
  1,
  z.object({ businessId: BusinessId, userId: UserId }),
);

export const chatTeamEvents = [
  ChatAssignmentChanged,
  ChatReplyTimeChanged,
  ChatAnsweringChanged,
  ChatTeammateWentAway,
  ChatTeammateReturned,
] as const;
export type ChatTeamEvent = EventOf<(typeof chatTeamEvents)[number]>;
