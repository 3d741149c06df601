import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { MergeField } from '../../domain/contacts/fields.ts';
import { beginMerge } from '../../domain/contacts/merge.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandOutcome, people } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { survivorOf } from '../directory/contact-directory.ts';
import { startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { followThrough } from '../directory/merging.ts';
import { ownContact } from './own-contact.ts';

/**
 * Two contacts of a business are one person: `otherId` becomes a part of `contactId`, for good. `taken`: what is to be as
 * the other has it. The survivor says so first, and holds still; the other gives itself up; its number and address go
 * over; then the survivor is what both were. Should this be cut off, the worker `merges` does the rest. Twice is once,
 * and of two who absorb each other at once at most one does.
 */
export const mergeContact = command({
  input: z.object({ contactId: ContactId, otherId: ContactId, taken: z.array(MergeField).max(20) }),
  by: people,
  async run(call, { contactId, otherId, taken }): Promise<CommandOutcome> {
    const { world, context } = call;
    if (contactId === otherId) {
      const message = 'Choose another contact: this is the same one.';
      throw new DomainError('validation_failed', message, { other_id: [message] });
    }
    const { stream, seen, tenant } = await ownContact(call, { contactId });
    const own = stateOf(Contact, seen);
    // Repeated: what was asked for is so already.
    if (own.status !== 'none' && own.absorbed.includes(otherId)) return { position: null, result: undefined };
    const { tenant: _ } = await ownContact(call, { contactId: otherId });
    const work = startUnitOfWork(world, context, { tenant });
    const mergeId = uuidV5(namespaces.event, work.commandId, 'merge');
    await work.change({
      stream,
      seen,
      aggregate: Contact,
      decide: (contact) => beginMerge({ mergeId, otherId, taken }, contact),
    });
    const followed = await followThrough(call, contactId);
    const after = stateOf(Contact, await world.events.read(stream));
    if (after.status === 'none' || !after.absorbed.includes(otherId))
      throw new DomainError('conflict', 'The other contact was merged or erased at the same moment. Look again.');
    return { position: furthest(work.outcome(undefined), { position: followed }), result: undefined };
  },
});

/** What is left to do of a merge that was cut off, asked by the worker. */
export const followMergeThrough = command({
  input: z.object({ contactId: ContactId }),
  by: ['system'],
  async run(call, { contactId }): Promise<CommandOutcome> {
    return { position: await followThrough(call, contactId), result: undefined };
  },
});

/** Who a contact of a business is now: another, where it was merged. */
export const survivor = question(async (world, businessId: string, contactId: string): Promise<string> => {
  const stored = await world.events.read(streams.contact(ContactId.parse(contactId)), { limit: 1 });
  return stored[0]?.data['businessId'] === businessId ? survivorOf(world, ContactId.parse(contactId)) : contactId;
});
