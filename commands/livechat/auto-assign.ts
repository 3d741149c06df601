import { z } from 'zod';
import { ChatTeam } from '../../domain/livechat/team/team.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import { giveBack, autoAssign } from '../../domain/livechat/decide.ts';
import { ConversationOpened } from '../../domain/livechat/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { PositionText } from '../../domain/kernel/fields.ts';
import { ContactId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { businessOf, onlineUsers } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { answersFor } from '../directory/answers-for.ts';
import { ownConversation } from './conversation.ts';

/**
 * A text was left to people: its conversation goes to somebody who is here, if the business wants that and nobody has
 * it. `turns`: the order in which people come up; who is chosen, here (not away, and at the
 * product) and still of the business is decided here.
 * `openedBy`: the command that reacted to the text; where it opened the conversation again, somebody who is not here
 * loses it. Answers who was given it; null: nobody.
 */
export const autoAssignConversation = command({
  input: z.object({
    contactId: ContactId,
    receivedPosition: PositionText,
    openedBy: z.string(),
    turns: z.array(UserId),
  }),
  by: ['system'],
  async run({ world, context }, { contactId, receivedPosition, openedBy, turns }) {
    const { businessId, tenant } = businessOf(context);
    const work = startUnitOfWork(world, context, { tenant });
    const team = await world.loadState(streams.chatTeam(businessId), ChatTeam);
    if (team.mode === 'off') return work.outcome<UserId | null>(null);
    const stream = streams.conversation(contactId);
    const found = await world.events.readMany([stream, streams.contact(contactId)]);
    if (stateOf(Contact, found.get(streams.contact(contactId))).status === 'erased') return work.outcome(null);

    const seen = found.get(stream) ?? [];
    const { assigneeId } = stateOf(Conversation, seen);
    const present = await onlineUsers(world, assigneeId === null ? team.people : [...team.people, assigneeId]);
    const isHere = async (userId: UserId) =>
      !team.away.has(userId) &&
      present.has(userId) &&
      answersFor(world, { businessId, agencyId: tenant.agencyId }, userId);
    const chosen = [
      ...turns.filter((id) => team.people.includes(id)),
      ...team.people.filter((id) => !turns.includes(id)),
    ];
    const here = await Promise.all(chosen.map(isHere));
    const opened = seen.findLastIndex((event) => is(event, ConversationOpened));
    const isReopened =
      seen[opened]?.metadata.commandId === openedBy && stateOf(Conversation, seen.slice(0, opened)).status === 'closed';
    const gone = assigneeId !== null && isReopened && !(await isHere(assigneeId)) ? assigneeId : null;
    const { events } = await work.change({
      stream,
      seen,
      aggregate: Conversation,
      decide: (conversation) =>
        autoAssign(
          { contactId, businessId, receivedPosition, people: chosen.filter((_, at) => here[at]), gone },
          conversation,
        ),
    });
    const [given] = events;
    return work.outcome(given?.type === 'ConversationAssigned' ? given.data.assigneeId : null);
  },
});

/** Somebody who goes away gives one of their conversations back to everybody. */
export const giveBackConversation = decision({
  by: people,
  aggregate: Conversation,
  input: z.object({ contactId: ContactId, userId: UserId }),
  at: (call, { contactId }) => ownConversation(call, { contactId }),
  decide: ({ userId }, state, { by }) => giveBack({ ...by, userId }, state),
});
