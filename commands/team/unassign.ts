import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import { unassign } from '../../domain/livechat/decide.ts';
import { ContactId, namespaces, NoteId, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { may } from '../../domain/team/fields.ts';
import { roleIn, Team } from '../../domain/team/team.ts';
import { User } from '../../domain/users/user.ts';
import { decision } from '../kernel/command.ts';
import { businessOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/**
 * A conversation goes back to everybody when its assignee was removed from the team or has no inbox any more. The
 * thread says so in a note. Nothing for anybody who still answers, so it may be asked as often as one likes.
 */
export const unassignRemoved = decision({
  by: ['system'],
  input: z.object({ contactId: ContactId, userId: UserId }),
  aggregate: Conversation,
  async at({ world, context }, { contactId, userId }) {
    const { businessId, tenant } = businessOf(context);
    const stream = streams.conversation(contactId);
    const contactStream = streams.contact(contactId);
    const [found, user, team] = await Promise.all([
      world.events.readMany([stream, contactStream]),
      world.loadState(streams.user(userId), User),
      world.loadState(streams.team(businessId), Team),
    ]);
    const role = roleIn(team, userId);
    const isOfBusiness = user.status !== 'none' && user.businessId === businessId;
    const name =
      user.status === 'none' ?
        ''
      : [user.firstName, user.lastName].filter((part) => part !== null && part !== '').join(' ');
    const canBeNoted = stateOf(Contact, found.get(contactStream)).status !== 'erased';
    return {
      stream,
      tenant,
      seen: found.get(stream) ?? [],
      businessId,
      hasLeft: isOfBusiness && (role === null || !may(role, 'inbox')),
      note: canBeNoted ? noteOf(name, role === null) : null,
      by: team.removed.get(userId) ?? userId,
      noteId: NoteId.parse(uuidV5(namespaces.message, contactId, 'note', context.commandId)),
    };
  },
  decide: ({ contactId, userId }, conversation, { businessId, hasLeft, note, noteId, by }) =>
    hasLeft ?
      unassign({ contactId, businessId, userId, note: note === null ? null : { noteId, text: note, by } }, conversation)
    : [],
});

const noteOf = (name: string, removed: boolean): string =>
  `${name === '' ? 'A teammate' : name} ${removed ? 'left the team' : 'no longer works in the inbox'}. This conversation has no assignee now.`;
