import { z } from 'zod';
import { Contact, ErasedContact } from '../../domain/contacts/contact.ts';
import {
  completeErasure as decideCompleted,
  eraseAbsorbed,
  eraseContact as decideErased,
} from '../../domain/contacts/erase.ts';
import { eraseIdentity, Identity } from '../../domain/contacts/identity.ts';
import { channels } from '../../domain/kernel/channels.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandOutcome, peopleAndSystem } from '../kernel/caller.ts';
import { type Call, command, question } from '../kernel/command.ts';
import { identityHolder, identitiesIn, mergedAway } from '../directory/contact-directory.ts';
import { businessOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/**
 * Erases a person (GDPR, article 17): nothing personal of them can be read from now on, wherever it was written, since
 * their key is gone; what proves consent and objection stays. The word is said first, on the contact's own stream, and
 * everything else follows from it here and, should this be cut off, by the worker `erasures`. Twice is once.
 * The system does it for a business that wants many erased (`bulk`), and for nobody else.
 */
export const eraseContact = command({
  input: z.object({ contactId: ContactId }),
  by: peopleAndSystem,
  async run(call, { contactId }) {
    const { world, context } = call;
    const { businessId, tenant } = businessOf(context);
    const stream = streams.contact(contactId);
    const seen = await world.events.read(stream);
    const contact = stateOf(Contact, seen);
    if (contact.status === 'none' || contact.businessId !== businessId)
      throw new DomainError('not_found', 'This contact does not exist.');
    const work = startUnitOfWork(world, context, { tenant });
    // Of many, one that was merged meanwhile has had its turn: who it is now was not meant.
    if (contact.status === 'erased' && contact.mergedInto !== null) {
      if (context.caller.role !== 'system') throw mergedAway();
      return work.outcome(undefined);
    }
    const absorbed = await world.events.readMany(contact.absorbed.map(streams.contact));
    const before = [...absorbed.values()].flat();
    const generations = await generationsOf(world, contactId, identitiesIn(world, businessId, [...before, ...seen]));
    await work.change({
      stream,
      aggregate: Contact,
      seen,
      decide: (current, recorded) => {
        const saidNo = {
          phone: current.status === 'optedOut',
          email: current.status !== 'none' && current.emails === 'unsubscribed',
        };
        const identities = [...identitiesIn(world, businessId, [...before, ...recorded])].map(
          ([identityId, channel]) => ({
            identityId,
            channel,
            generation: generations.get(identityId) ?? null,
            suppressed: saidNo[channels[channel].identity],
          }),
        );
        return decideErased(identities, current);
      },
    });
    await followThrough(call, contactId);
    return work.outcome(undefined);
  },
});

/** Of those that name this contact: as which one. */
async function generationsOf(
  world: CommandServices,
  contactId: ContactId,
  identities: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...identities.keys()];
  const found = await world.events.readMany(ids.map(streams.identity));
  return new Map(
    ids.flatMap((id): [string, number][] => {
      const identity = stateOf(Identity, found.get(streams.identity(id)));
      return identityHolder(world, id, identity) === contactId ? [[id, identity.generation]] : [];
    }),
  );
}

/** What the word asks for: each number and address remembers what was said by it, and the key goes. Repeated, it changes nothing. */
async function followThrough({ world, context }: Call, contactId: ContactId): Promise<void> {
  const stored = await world.events.read(streams.contact(contactId));
  const contact = stateOf(ErasedContact, stored);
  if (contact.status !== 'erased') return;
  const work = startUnitOfWork(world, context, {
    tenant: stored[0]!.metadata.tenant,
    commandId: uuidV5(namespaces.command, 'follow-erasure-through', contactId),
    causationId: stored.at(-1)!.id,
    correlationId: stored.at(-1)!.metadata.correlationId,
  });
  for (const identity of contact.identities)
    await work.change({
      stream: streams.identity(identity.identityId),
      aggregate: Identity,
      decide: (current) => eraseIdentity(contact.businessId, identity, current),
    });
  for (const absorbed of contact.absorbed) {
    await work.change({ stream: streams.contact(absorbed), aggregate: ErasedContact, decide: eraseAbsorbed });
    await world.subjectKeys.destroy(absorbed);
  }
  await world.subjectKeys.destroy(contactId);
}

/** The same, asked by the worker: for an erasure that was cut off. */
export const followErasureThrough = command({
  input: z.object({ contactId: ContactId }),
  by: ['system'],
  async run(call, { contactId }): Promise<CommandOutcome> {
    await followThrough(call, contactId);
    return { position: null, result: undefined };
  },
});

/** Whether somebody was a contact of a business and was erased: to say so in place of “does not exist”. */
export const isErased = question(async (world, businessId: string, contactId: string): Promise<boolean> => {
  const contact = stateOf(Contact, await world.events.read(streams.contact(ContactId.parse(contactId))));
  return contact.status === 'erased' && contact.mergedInto === null && contact.businessId === businessId;
});

const maxRead = 500;
/** How many of these were contacts of a business and were erased. */
export const countErased = question(
  async (world, businessId: string, contactIds: readonly string[]): Promise<number> => {
    let count = 0;
    for (let from = 0; from < contactIds.length; from += maxRead) {
      const some = contactIds.slice(from, from + maxRead).map((id) => streams.contact(ContactId.parse(id)));
      for (const stored of (await world.events.readMany(some)).values()) {
        const contact = stateOf(Contact, stored);
        if (contact.status === 'erased' && contact.businessId === businessId) count += 1;
      }
    }
    return count;
  },
);

/** Pictures are gone too, and so is the key from the memory of every process. */
export const completeErasure = command({
  input: z.object({ contactId: ContactId }),
  by: ['system'],
  async run({ world, context }, { contactId }) {
    const stream = streams.contact(contactId);
    const seen = await world.events.read(stream);
    const work = startUnitOfWork(world, context, {
      tenant: context.caller.tenant,
      commandId: uuidV5(namespaces.command, 'complete-erasure', contactId),
    });
    await work.change({ stream, aggregate: ErasedContact, seen, decide: decideCompleted });
    return work.outcome(undefined);
  },
});
