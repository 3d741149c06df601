import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import type { ContactActivity } from '../../domain/automations/runs/facts.ts';
import { type Person, type Played, rehearse, type Stage } from '../../domain/automations/rehearsal/rehearse.ts';
import { scoredBy } from '../../domain/automations/trigger-events/points.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { isOn, Listing } from '../../domain/blocklists/listing.ts';
import type { Reachable } from '../../domain/blocklists/entry.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { AutomationRunId, CampaignId, type ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';

/** Somebody who may have come in, and where it stands what happened to them. */
export interface RehearsedPerson {
  readonly contactId: ContactId;
  /** Besides their own. */
  readonly streams: readonly string[];
  /** Ids of runs: see `Person.runs`. */
  readonly runs: readonly string[];
  readonly beside: ContactActivity;
}
/** Reads, and nothing else: who rehearses has no way to append or to send (`rehearsal-can-not-send`). */
export interface Reads {
  readonly readMany: EventStore['readMany'];
  /** The streams that say whether somebody stands on a list of the business. */
  readonly listings: (person: Reachable) => readonly string[];
}

/** So many streams are read at once, and of so many people; somebody's own are read together, however many. */
const maxStreams = 2_000;
const maxPeople = 25;

type Some = readonly (readonly [contactId: string, Played])[];

/** Reads what happened to some people, and plays it: a few at a time, so that no more is held than they take. */
export async function* rehearsePeople(
  reads: Reads,
  stage: Stage,
  people: readonly RehearsedPerson[],
): AsyncGenerator<Some> {
  for (const some of fewAtATime(people)) yield await rehearseFew(reads, stage, some);
}

const streamsOf = ({ contactId, streams: others, runs }: RehearsedPerson): readonly string[] => [
  streams.contact(contactId),
  ...others,
  ...runs.map(runStream),
];
const runStream = (id: string): string => streams.automationRun(AutomationRunId.parse(id));

function* fewAtATime(people: readonly RehearsedPerson[]): Generator<readonly RehearsedPerson[]> {
  let some: RehearsedPerson[] = [];
  let count = 0;
  for (const one of people) {
    const own = streamsOf(one).length;
    if (some.length > 0 && (some.length >= maxPeople || count + own > maxStreams)) {
      yield some;
      [some, count] = [[], 0];
    }
    some.push(one);
    count += own;
  }
  if (some.length > 0) yield some;
}

async function rehearseFew(reads: Reads, stage: Stage, people: readonly RehearsedPerson[]): Promise<Some> {
  const found = await readAll(reads, [...new Set(people.flatMap(streamsOf))]);
  const of = (name: string): readonly StoredEvent[] => found.get(name) ?? [];
  const listings = people.map(({ contactId }) => {
    const contact = stateOf(Contact, of(streams.contact(contactId)));
    if (contact.status === 'none') return [];
    return reads.listings({ phone: contact.phone, email: contact.details.email });
  });
  const loops = [
    ...new Set([...found.values()].flatMap((events) => events.flatMap((one) => scoredBy(one)?.campaignId ?? []))),
  ];
  const rulesOf = (campaignId: string): string => streams.loopRules(CampaignId.parse(campaignId));
  const beside = await readAll(reads, [...new Set([...listings.flat(), ...loops.map(rulesOf)])]);
  const rules = new Map(loops.map((campaignId) => [campaignId, beside.get(rulesOf(campaignId)) ?? []]));
  return people.map((one, at) => {
    const person: Person = {
      contactId: one.contactId,
      own: of(streams.contact(one.contactId)),
      others: one.streams.map(of),
      runs: one.runs.map((id) => of(runStream(id))),
      rules,
      beside: one.beside,
      blacklisted: listings[at]!.some((name) => isOn('black', stateOf(Listing, beside.get(name)))),
    };
    return [one.contactId, rehearse(stage, person)];
  });
}

async function readAll({ readMany }: Reads, names: readonly string[]): ReturnType<Reads['readMany']> {
  const found = new Map<string, readonly StoredEvent[]>();
  for (let at = 0; at < names.length; at += maxStreams)
    for (const [name, events] of await readMany(names.slice(at, at + maxStreams))) found.set(name, events);
  return found;
}
