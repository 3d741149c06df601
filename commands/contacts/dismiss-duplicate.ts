import { z } from 'zod';
import { Pair, tellApart as decide } from '../../domain/duplicates/duplicate.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { ownContact } from './own-contact.ts';

/** Two contacts who look like one person are two people, or may be one after all (`dismissed` false). */
export const dismissDuplicate = decision({
  input: z.object({ contactId: ContactId, otherId: ContactId, dismissed: z.boolean() }),
  by: people,
  aggregate: Pair,
  at: async (call, { contactId, otherId }) => {
    if (contactId === otherId) {
      const message = 'Choose another contact: this is the same one.';
      throw new DomainError('validation_failed', message, { other_id: [message] });
    }
    const { tenant, businessId } = await ownContact(call, { contactId });
    await ownContact(call, { contactId: otherId });
    const [oneId, second] = contactId < otherId ? [contactId, otherId] : [otherId, contactId];
    const pairId = uuidV5(namespaces.event, 'pair', oneId, second);
    return { stream: streams.duplicate(pairId), tenant, pair: { pairId, businessId, oneId, otherId: second } };
  },
  decide: ({ dismissed }, state, { pair }) => decide({ ...pair, dismissed }, state),
});
