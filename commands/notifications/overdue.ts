import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { ChatTeam } from '../../domain/livechat/team/team.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/users/user.ts';
import { command } from '../kernel/command.ts';
import { onlineUsers } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { answersFor } from '../directory/answers-for.ts';
import { tell } from './notice.ts';

/**
 * Somebody has waited longer for an answer than the business's reply time allows: whoever has the conversation is told;
 * where nobody does, who had it works elsewhere by now or is not here, everybody of the business. Once for each time that
 * somebody waits (`waitingSince`), whatever becomes of the reply time.
 */
export const overdueConversation = command({
  input: z.object({ businessId: BusinessId, contactId: ContactId, waitingSince: z.iso.datetime() }),
  by: ['system'],
  async run({ world, context }, { businessId, contactId, waitingSince }) {
    const names = { business: streams.business(businessId), conversation: streams.conversation(contactId) };
    const found = await world.events.readMany(Object.values(names));
    const business = stateOf(Business, found.get(names.business));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const { agencyId, name } = business;
    const conversation = stateOf(Conversation, found.get(names.conversation));
    if (conversation.status === 'closed') return tell(world, context, { agencyId, businessId }, []);
    const { assigneeId } = conversation;
    const user = assigneeId === null ? null : await world.loadState(streams.user(assigneeId), User);
    const assignee =
      user?.status === 'active' && (await answersFor(world, { businessId, agencyId }, user.userId)) ? user : null;
    const team = await world.loadState(streams.chatTeam(businessId), ChatTeam);
    const isHere =
      assignee !== null &&
      !team.away.has(assignee.userId) &&
      (await onlineUsers(world, [assignee.userId])).has(assignee.userId);
    const isOfAgency = assignee !== null && assignee.businessId === null;
    const of = ['overdue', businessId, contactId, waitingSince];
    const notice = { of, kind: 'overdue' as const, title: 'An answer is overdue' };
    const conversationPath = `/business/livechat?contact=${contactId}`;
    return tell(world, context, { agencyId, businessId }, [
      ...(assignee !== null && (isHere || isOfAgency) ?
        [
          {
            ...notice,
            audience: 'user' as const,
            targetId: assignee.userId,
            content: 'A conversation of yours has waited too long.',
            ...(isOfAgency ?
              {
                title: `${name}: an answer is overdue`,
                link: `/agency/businesses/${businessId}/act?to=${encodeURIComponent(conversationPath)}`,
              }
            : { link: conversationPath }),
          },
        ]
      : []),
      ...(isHere ?
        []
      : [
          {
            ...notice,
            ...(isOfAgency ? { of: [...of, 'everybody'] } : {}),
            audience: 'business' as const,
            targetId: businessId,
            content: assignee === null ? 'No one has the conversation yet.' : 'The teammate who has it is away.',
            link: conversationPath,
          },
        ]),
    ]);
  },
});
