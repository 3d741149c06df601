import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactDiscovered, type ContactEvent } from '../../../domain/contacts/events.ts';
import { absorb, beginMerge, mergeContacts, refuseMerge } from '../../../domain/contacts/merge.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { ContactId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { businessId } from './fixtures.ts';

/**
 * Merges of a few contacts at the same time, each in the steps that it is carried out in, by two processes at once: every
 * step reads one stream and appends to one, and any other may come in between.
 */
const ids = ['1', '2', '3'].map((one) => ContactId.parse(`00000000-0000-4000-8000-0000000000c${one}`));
const discovered = (contactId: ContactId) =>
  ContactDiscovered.create({ contactId, businessId, phone: null, email: null, via: 'manual' }) as ContactEvent;
type Streams = Map<ContactId, ContactEvent[]>;
const now = (streams: Streams, id: ContactId): Contact => fold(Contact, streams.get(id)!);
const change = (streams: Streams, id: ContactId, decide: (contact: Contact) => readonly ContactEvent[]): void => {
  const contact = now(streams, id);
  if (Contact.isOver?.(contact) !== true) streams.get(id)!.push(...decide(contact));
};
const saidOf = (mergeId: string) => (event: ContactEvent) => 'mergeId' in event.data && event.data.mergeId === mergeId;

function* merging(streams: Streams, mergeId: string, into: ContactId, otherId: ContactId) {
  try {
    change(streams, into, (contact) => beginMerge({ mergeId, otherId, taken: [] }, contact));
  } catch {
    return; // It is busy with another.
  }
  yield;
  yield* followThrough(streams, into);
}

/** What is asked for is read once; then much may happen before each of its steps. */
function* followThrough(streams: Streams, into: ContactId) {
  const own = now(streams, into);
  if (own.status === 'none' || own.merging === null) return;
  const { mergeId, otherId } = own.merging;
  yield;
  // A command recognises its own events: it is said once.
  if (!streams.get(otherId)!.some((event) => saidOf(mergeId)(event) && event.type !== 'ContactMergeStarted'))
    change(streams, otherId, (contact) => absorb({ mergeId, intoId: into }, contact));
  yield;
  const given = streams.get(otherId)!;
  const went = given.findIndex((event) => event.type === 'ContactMergedInto' && saidOf(mergeId)(event));
  yield;
  if (went === -1) return change(streams, into, (contact) => refuseMerge(mergeId, contact));
  const other = fold(Contact, given.slice(0, went));
  if (other.status !== 'none')
    change(streams, into, (contact) => mergeContacts({ mergeId, taken: [], blocked: false }, other, contact));
}

it('nobody is a part of themself, in whatever order contacts are merged at once', () => {
  const pair = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 2 }));
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 2, maxLength: 6 }),
      fc.array(fc.nat(11), { maxLength: 60 }),
      (pairs, turns) => {
        const streams: Streams = new Map(ids.map((id) => [id, [discovered(id)]]));
        const work = pairs.flatMap(([one, further], nth) => {
          const [into, other] = [ids[one]!, ids[(one + further) % ids.length]!];
          return [
            merging(streams, uuidV5(namespaces.event, 'merge', String(nth)), into, other),
            followThrough(streams, into),
          ];
        });
        for (const turn of turns) work[turn % work.length]!.next();
        for (const one of work) while (one.next().done !== true);
        for (const id of ids) for (const _ of followThrough(streams, id));
        for (const id of ids) {
          const met: ContactId[] = [];
          for (let at: ContactId | null = id; at !== null;) {
            expect(met).not.toContain(at);
            met.push(at);
            const contact: Contact = now(streams, at);
            at = contact.status === 'erased' ? contact.mergedInto : null;
          }
          const last = now(streams, met.at(-1)!);
          expect(last.status).not.toBe('erased');
          if (last.status !== 'none') expect(last.merging).toBeNull();
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
