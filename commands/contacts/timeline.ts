import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { spelledOut } from '../../domain/contacts/agreed.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { TimelineKind } from '../../domain/contacts/fields.ts';
import { type Happening, happeningOf, timelineKindOf } from '../../domain/contacts/timeline.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import { survivorOf } from '../directory/contact-directory.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** Where something stands that concerns a contact, as the read model of timelines knows it. */
export interface Pointer {
  readonly contactId: string;
  readonly kind: TimelineKind;
  readonly position: string;
  readonly stream: string;
  readonly leftOut: string | null;
  readonly at: string | null;
}
export interface TimelineEntry extends Happening {
  readonly id: string;
  readonly position: bigint;
  readonly kind: TimelineKind;
  readonly at: string;
  readonly actor: Actor;
}
export interface TimelinePage {
  readonly entries: readonly TimelineEntry[];
  /** What `before` is for the page that follows; null: this was the last. */
  readonly next: string | null;
}

/** All streams that are a contact's own, whoever else it was before (a merge). */
export const ownStreams = (contactIds: readonly string[]): readonly string[] =>
  contactIds.flatMap((id) => [streams.contact(ContactId.parse(id)), streams.conversation(ContactId.parse(id))]);

/** The contact and all that were merged into it. Null: no contact of that business; `erased`: nobody knows any more. */
export async function lifeOf(
  world: CommandServices,
  businessId: string,
  contactId: string,
): Promise<{ readonly contactIds: readonly string[]; readonly contact: Contact } | 'erased' | null> {
  const id = await survivorOf(world, ContactId.parse(contactId));
  const contact = stateOf(Contact, await world.events.read(streams.contact(id)));
  if (contact.status === 'none' || contact.businessId !== businessId) return null;
  if (contact.status === 'erased') return 'erased';
  return { contactIds: [id, ...contact.absorbed], contact };
}

/**
 * What happened to a contact, the newest first, before a place in the log. The streams of contact and conversation are
 * read whole, as every decision on them does; all else by pointers (decision 37). The events are read through the codec:
 * nobody sees what was erased. `pointers`: asks the read model.
 */
export const timeline = question(
  async (
    world,
    businessId: string,
    contactId: string,
    asked: {
      readonly kinds: readonly TimelineKind[];
      readonly before: string | null;
      readonly limit: number;
      readonly pointers: (contactIds: readonly string[], limit: number) => Promise<readonly Pointer[]>;
    },
  ): Promise<TimelinePage | 'erased' | null> => {
    const life = await lifeOf(world, businessId, contactId);
    if (life === null || life === 'erased') return life;
    const { kinds, before, limit, pointers } = asked;
    const below = before === null ? null : BigInt(before);
    const wanted = new Set<TimelineKind | null>(kinds);
    const [found, own] = await Promise.all([
      pointers(life.contactIds, limit + 1),
      world.events.readMany(ownStreams(life.contactIds)),
    ]);
    const ownEvents = [...own.values()]
      .flat()
      .flatMap((event) => spelledOut(event).toReversed())
      .filter(({ type, position }) => wanted.has(timelineKindOf(type)) && (below === null || position < below));
    const places = [
      ...ownEvents.map((event) => ({ position: event.position, event, pointer: null })),
      ...found.map((pointer) => ({ position: BigInt(pointer.position), event: null, pointer })),
    ].toSorted((a, b) => Number(b.position - a.position));
    // What one event tells is not torn apart: the next page begins behind it.
    let end = Math.min(limit, places.length);
    while (end < places.length && places[end]!.position === places[end - 1]!.position) end += 1;
    const page = places.slice(0, end);
    const read = await readPointers(
      world,
      page.flatMap(({ pointer }) => (pointer === null || pointer.leftOut !== null ? [] : [pointer.stream])),
    );
    const entries = page.flatMap(({ position, event, pointer }): TimelineEntry[] => {
      if (pointer?.leftOut != null) return [leftOut(pointer)];
      const stream = pointer === null ? (own.get(event.stream) ?? []) : (read.get(pointer.stream) ?? []);
      const recorded = event ?? stream.find((one) => one.position === position);
      return recorded === undefined ? [] : entryOf(recorded, stream);
    });
    return { entries, next: places.length > end ? page.at(-1)!.position.toString() : null };
  },
);

function entryOf(event: StoredEvent, stream: readonly StoredEvent[]): TimelineEntry[] {
  const happening = happeningOf(event, stream);
  const kind = timelineKindOf(event.type);
  if (happening === null || kind === null) return [];
  const { actor, occurredAt } = event.metadata;
  return [{ ...happening, id: event.id, position: event.position, kind, at: occurredAt, actor }];
}

/** A broadcast wrote to a thousand and left some out, in one event: that is not read for one of them. */
const leftOut = ({ stream, contactId, kind, position, at, leftOut: reason }: Pointer): TimelineEntry => ({
  id: `${stream}:${contactId}`,
  position: BigInt(position),
  kind,
  at: at!,
  what: 'left-out',
  by: 'platform',
  details: { reason },
  about: { kind: 'broadcast', id: stream.slice('broadcast-'.length) },
  actor: { kind: 'system', name: 'broadcasts' },
});

const click = /^linkClick-(\d+)-/;
/** The streams of a page of pointers: short ones, in one round trip. With the click on a link comes where it leads. */
async function readPointers(
  world: CommandServices,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
  const linkOf = (name: string): string | null => {
    const number = click.exec(name)?.[1];
    return number === undefined ? null : streams.link(Number(number));
  };
  const links = names.map(linkOf).filter((name) => name !== null);
  const found = await world.events.readMany([...new Set([...names, ...links])]);
  return new Map(
    names.map((name) => {
      const link = linkOf(name);
      return [name, [...(found.get(name) ?? []), ...(link === null ? [] : (found.get(link) ?? []))]];
    }),
  );
}
