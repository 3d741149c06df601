import type { Position, StoredEvent } from '../../adapters/event-store/port.ts';
import { Contact, type KnownContact } from '../../domain/contacts/contact.ts';
import type { MergeField } from '../../domain/contacts/fields.ts';
import { Identity, moveIdentity } from '../../domain/contacts/identity.ts';
import { ContactMergedInto } from '../../domain/contacts/merge-events.ts';
import { absorb, mergeContacts, mergedOf, refuseMerge } from '../../domain/contacts/merge.ts';
import { type ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { identityHolder, identitiesIn } from './contact-directory.ts';
import { startUnitOfWork, furthest, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { listsOf } from './list-entries.ts';

/** Everything that a merge that has begun asks for. Repeated, it changes nothing. */
export async function followThrough({ world, context }: Call, contactId: ContactId): Promise<Position | null> {
  const stored = await world.events.read(streams.contact(contactId));
  const own = stateOf(Contact, stored);
  if (own.status === 'none' || own.merging === null) return null;
  const { businessId } = own;
  const { mergeId, otherId, taken } = own.merging;
  const began = stored.findLast(({ data }) => data['mergeId'] === mergeId)!;
  const step = (name: string) =>
    startUnitOfWork(world, context, {
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
          (current) => identityHolder(world, identityId, current),
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
  world: CommandServices,
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
