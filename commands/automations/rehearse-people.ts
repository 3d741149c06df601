import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Beside } from '../../domain/automation/facts.ts';
import { type Person, type Played, rehearse, type Stage } from '../../domain/automation/rehearse.ts';
import { runIdOf } from '../../domain/automation/run.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { isOn, Listing } from '../../domain/blocklist/listing.ts';
import type { Reachable } from '../../domain/blocklist/entry.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import type { ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';

/** Somebody who may have come in, and where it stands what happened to them. */
export interface RehearsedPerson {
  readonly contactId: ContactId;
  /** Besides their own. */
  readonly streams: readonly string[];
  readonly beside: Beside;
}
/** Reads, and nothing else: who rehearses has no way to append or to send (`rehearsal-can-not-send`). */
export interface Reads {
  readonly readMany: EventStore['readMany'];
  /** The streams that say whether somebody stands on a list of the business. */
  readonly listings: (person: Reachable) => readonly string[];
}

/** So many of somebody's earlier entries are looked at. */
const mostEntries = 4;
/** So many streams are read at once. */
const mostStreams = 2_000;
/** So many people are played before others have a turn. */
const atOnce = 25;

/** Reads what happened to some people, and plays it. */
export async function rehearsePeople(
  reads: Reads,
  stage: Stage,
  people: readonly RehearsedPerson[],
): Promise<readonly (readonly [contactId: string, Played])[]> {
  const runsOf = ({ contactId }: RehearsedPerson): readonly string[] =>
    Array.from({ length: mostEntries }, (_, nth) =>
      streams.automationRun(runIdOf(stage.automationId, contactId, nth + 1)),
    );
  const found = await readAll(reads, [
    ...new Set(people.flatMap((one) => [streams.contact(one.contactId), ...one.streams, ...runsOf(one)])),
  ]);
  const of = (name: string): readonly StoredEvent[] => found.get(name) ?? [];
  const listings = people.map(({ contactId }) => {
    const contact = stateOf(Contact, of(streams.contact(contactId)));
    if (contact.status === 'none') return [];
    return reads.listings({ phone: contact.phone, email: contact.details.email });
  });
  const listed = await readAll(reads, [...new Set(listings.flat())]);
  const played: (readonly [string, Played])[] = [];
  for (const [at, one] of people.entries()) {
    if (at > 0 && at % atOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    const person: Person = {
      contactId: one.contactId,
      own: of(streams.contact(one.contactId)),
      others: one.streams.map(of),
      runs: runsOf(one).map(of),
      beside: one.beside,
      blacklisted: listings[at]!.some((name) => isOn('black', stateOf(Listing, listed.get(name)))),
    };
    played.push([one.contactId, rehearse(stage, person)]);
  }
  return played;
}

async function readAll({ readMany }: Reads, names: readonly string[]): ReturnType<Reads['readMany']> {
  const found = new Map<string, readonly StoredEvent[]>();
  for (let at = 0; at < names.length; at += mostStreams)
    for (const [name, events] of await readMany(names.slice(at, at + mostStreams))) found.set(name, events);
  return found;
}
