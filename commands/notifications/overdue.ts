import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Conversation } from '../../domain/conversation/conversation.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { User, worksFor } from '../../domain/user/user.ts';
import { command } from '../command.ts';
import { stateOf } from '../kernel.ts';
import { tell } from './notice.ts';

/**
 * Somebody has waited longer for an answer than the business's reply time allows: whoever has the conversation is told;
 * where nobody does, or who had it works elsewhere by now, everybody of the business. Once for each time that somebody
 * waits (`waitingSince`), whatever becomes of the reply time.
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
    const user = assigneeId === null ? null : await world.folded(streams.user(assigneeId), User);
    const assignee = user?.status === 'active' && worksFor(user, { businessId, agencyId }) ? user : null;
    const isOfAgency = assignee !== null && assignee.businessId === null;
    return tell(world, context, { agencyId, businessId }, [
      {
        of: ['overdue', businessId, contactId, waitingSince],
        kind: 'overdue',
        ...(assignee === null ?
          { audience: 'business' as const, targetId: businessId }
        : { audience: 'user' as const, targetId: assignee.userId }),
        title: isOfAgency ? `${name}: an answer is overdue` : 'An answer is overdue',
        content:
          assignee === null ?
            'Somebody has waited longer than your reply time, and nobody has the conversation.'
          : 'Somebody in a conversation of yours has waited longer than the reply time.',
        link: isOfAgency ? '/agency/businesses' : `/business/livechat?contact=${contactId}`,
      },
    ]);
  },
});
