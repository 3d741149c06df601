import { ChatTeam } from '../../domain/livechat/team/team.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import {
  answer as decideAnswer,
  AnsweredMeanwhile,
  checkAnswer,
  takeByAnswering,
} from '../../domain/livechat/decide.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { type ContactId, type MessageId, namespaces, type UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { MessageQueued } from '../../domain/messages/events.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/users/user.ts';
import type { Call } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { ownConversation } from './conversation.ts';

/** Somebody speaks for themself, also where they act as somebody else. Throws `forbidden` for anybody else. */
export function checkSelf({ context }: Call, userId: UserId): void {
  const { actor } = context.caller;
  if (actor.kind !== 'user' || (actor.userId !== userId && actor.impersonatorId !== userId))
    throw new DomainError('forbidden', 'Everybody speaks for themself.');
}

/**
 * What the business has chosen of who answers, and whose answer it is. `writerId`: of who is signed in and who acts as
 * them; left out: who is signed in.
 */
export async function answerOf(
  call: Call,
  { contactId, writerId }: { readonly contactId: ContactId; readonly writerId?: UserId | undefined },
) {
  const { businessId, userId, tenant } = businessUserOf(call.context);
  if (writerId !== undefined) checkSelf(call, writerId);
  const team = await call.world.loadState(streams.chatTeam(businessId), ChatTeam);
  return { team, tenant, by: { contactId, businessId, userId: writerId ?? userId } };
}
type Answer = Awaited<ReturnType<typeof answerOf>>;

/**
 * Throws `conflict` where the business lets only the assignee answer, and somebody else has the conversation. What has
 * been said already, by the same command, is not refused afterwards: `isRepeat`.
 */
export async function mayAnswer(
  call: Call,
  { team, by }: Answer,
  isRepeat: (conversation: Conversation) => boolean | Promise<boolean>,
): Promise<void> {
  if (!team.assigneeOnly) return;
  const conversation = stateOf(Conversation, (await ownConversation(call, by)).seen);
  if (!(await isRepeat(conversation))) checkAnswer(by, conversation);
}

/**
 * Of two who answer at the same moment the conversation decides who goes first: the other is told what was said, and may
 * still say theirs. Throws `overtaken` then. What has been said already, by the same command, is not refused afterwards.
 */
export async function goFirst(
  call: Call,
  { by }: Answer,
  { messageId, seen }: { readonly messageId: MessageId; readonly seen: bigint | null },
  isRepeat: () => Promise<boolean>,
): Promise<void> {
  const { world, context } = call;
  const commandId = uuidV5(namespaces.command, context.commandId, 'answer');
  // Of somebody else's contact nothing is said.
  const { stream, tenant, seen: stored, isOut } = await ownConversation(call, by);
  // What is refused is no answer.
  if (isOut) return;
  try {
    await startUnitOfWork(world, context, { tenant, commandId }).change({
      stream,
      ...(stored === undefined ? {} : { seen: stored }),
      aggregate: Conversation,
      decide: (conversation) => decideAnswer({ ...by, messageId, seen }, conversation),
    });
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error;
    if (await isRepeat()) return;
    const { userId, messageId: theirs } = error.by;
    const [author, said] = [streams.user(userId), streams.message(theirs)];
    const found = await world.events.readMany([author, said]);
    const user = stateOf(User, found.get(author));
    const queued = found.get(said)?.find((event) => is(event, MessageQueued));
    const name = user.status === 'none' ? '' : [user.firstName, user.lastName].filter(Boolean).join(' ');
    throw new AnsweredMeanwhile(error.by, name || 'A colleague', queued?.data.body ?? null);
  }
}

/** They have answered: where the business wants that, and nobody had the conversation, they have it. */
export async function ownByAnswering(call: Call, { team, tenant, by }: Answer) {
  const commandId = uuidV5(namespaces.command, call.context.commandId, 'answer-owns');
  const work = startUnitOfWork(call.world, call.context, { tenant, commandId });
  if (team.answerOwns)
    await work.change({
      stream: streams.conversation(by.contactId),
      aggregate: Conversation,
      decide: (conversation) => takeByAnswering(by, conversation),
    });
  return work.outcome(undefined);
}
