import { z } from 'zod';
import type { Position, StoredEvent } from '../../adapters/event-store/port.ts';
import { Contact, type KnownContact } from '../../domain/contact/contact.ts';
import { MergeField } from '../../domain/contact/fields.ts';
import { Identity, moveIdentity } from '../../domain/contact/identity.ts';
import { ContactMergedInto } from '../../domain/contact/merge-events.ts';
import { absorb, beginMerge, mergeContacts, mergedOf, refuseMerge } from '../../domain/contact/merge.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandOutcome, people } from '../caller.ts';
import { type Call, command, question } from '../command.ts';
import { holderOf, survivorOf } from '../contact-of.ts';
import { begin, furthest, stateOf, type World } from '../kernel.ts';
import { listsOf } from '../listed.ts';
import { identitiesIn } from './erase.ts';
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
    const work = begin(world, context, { tenant });
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

/** Everything that a merge that has begun asks for. Repeated, it changes nothing. */
export async function followThrough({ world, context }: Call, contactId: ContactId): Promise<Position | null> {
  const stored = await world.events.read(streams.contact(contactId));
  const own = stateOf(Contact, stored);
  if (own.status === 'none' || own.merging === null) return null;
  const { businessId } = own;
  const { mergeId, otherId, taken } = own.merging;
  const began = stored.findLast(({ data }) => data['mergeId'] === mergeId)!;
  const step = (name: string) =>
    begin(world, context, {
      tenant: began.metadata.tenant,
      commandId: uuidV5(namespaces.command, name, mergeId),
      causationId: began.id,
      correlationId: began.metadata.correlationId,
    });
  const away = step('absorb-contact');
  const otherStream = streams.contact(otherId);
  await away.change({
    stream: otherStream,
    aggregate: Contact,
    decide: (other) => absorb({ mergeId, intoId: contactId }, other),
  });
  const given = await world.events.read(otherStream);
  // Its first word on this merge decides; none: it was erased before.
  if (!given.some(({ type, data }) => type === ContactMergedInto.type && data['mergeId'] === mergeId)) {
    const refused = step('refuse-merge');
    await refused.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      decide: (contact) => refuseMerge(mergeId, contact),
    });
    return refused.outcome(undefined).position;
  }
  const other = beforeItWent(given);
  // Whoever writes from its number, or enters its address, is the survivor from now on.
  const all = await world.events.readMany([otherId, ...other.absorbed].map(streams.contact));
  const holders = new Set<string>([otherId, ...other.absorbed]);
  for (const [identityId, channel] of identitiesIn(world, businessId, [...all.values()].flat()))
    await away.change({
      stream: streams.identity(identityId),
      aggregate: Identity,
      decide: (identity) =>
        moveIdentity(
          { identityId, channel, businessId, contactId },
          (current) => holderOf(world, identityId, current),
          holders,
          identity,
        ),
    });
  const end = step('merge-contact');
  const blocked = await losesBlock(world, own, other, taken);
  await end.change({
    stream: streams.contact(contactId),
    aggregate: Contact,
    decide: (contact) => mergeContacts({ mergeId, taken, blocked }, other, contact),
  });
  return furthest(away.outcome(undefined), end.outcome(undefined));
}

/** What a contact was when it gave itself up. */
function beforeItWent(stored: readonly StoredEvent[]): KnownContact {
  const last = stored.findIndex(({ type }) => type === ContactMergedInto.type);
  return stateOf(Contact, stored.slice(0, last)) as KnownContact;
}

/** One of them is on the blacklist, and what is left of both would not be: then it counts as a no to everything. */
async function losesBlock(
  world: World,
  own: KnownContact,
  other: KnownContact,
  taken: readonly MergeField[],
): Promise<boolean> {
  const isBlack = async ({ phone, email }: { phone: string | null; email: string | null }) =>
    (await listsOf(world, own.businessId, { phone, email })).black;
  const after = mergedOf(own, other, { taken, blocked: false });
  const [mine, theirs, left] = await Promise.all([
    isBlack({ phone: own.phone, email: own.details.email }),
    isBlack({ phone: other.phone, email: other.details.email }),
    isBlack({ phone: after.phone, email: after.email }),
  ]);
  return (mine || theirs) && !left;
}

/** The same, asked by the worker: for a merge that was cut off. */
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
