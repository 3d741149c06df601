import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { consentAsOf, type RecordedContact } from '../../domain/contacts/consent.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { ContactDataExported } from '../../domain/contacts/events.ts';
import { ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { command, question } from '../kernel/command.ts';
import { startUnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { ownContact } from './own-contact.ts';
import { lifeOf, ownStreams, type Pointer } from './timeline.ts';

/** Somebody of the business takes the file with everything about a person: who and when is recorded before it is handed out. */
export const recordDataExport = command({
  input: z.object({ contactId: ContactId }),
  by: ['business'],
  async run(call, { contactId }) {
    const { stream, seen, tenant, businessId } = await ownContact(call, { contactId });
    const work = startUnitOfWork(call.world, call.context, { tenant });
    const fileId = uuidV5(namespaces.event, work.commandId, 'data-file');
    await work.change({
      stream,
      seen,
      aggregate: Contact,
      decide: (contact) =>
        contact.status === 'none' ? [] : [ContactDataExported.create({ contactId, businessId, fileId })],
    });
    return work.outcome(undefined);
  },
});

/** So many streams are read at once. */
const page = 200;

/**
 * Everything that is stored about a person, as JSON that people can read, piece by piece: who has ten thousand messages
 * takes no more memory than who has ten. Null: nobody, or erased. `pointers`: asks the read model, the newest first.
 */
export const personalDataFile = question(
  async (
    world,
    contactId: string,
    pointers: (
      businessId: string,
      contactIds: readonly string[],
      asked: { readonly before: string | null; readonly limit: number },
    ) => Promise<readonly Pointer[]>,
  ): Promise<AsyncIterable<string> | null> => {
    const [first] = await world.events.read(streams.contact(ContactId.parse(contactId)), { limit: 1 });
    const businessId = first?.data['businessId'];
    if (typeof businessId !== 'string') return null;
    const life = await lifeOf(world, businessId, contactId);
    if (life === null || life === 'erased') return null;
    return written(world, life.contact, life.contactIds, (asked) => pointers(businessId, life.contactIds, asked));
  },
);

async function* written(
  world: CommandServices,
  contact: Contact,
  contactIds: readonly string[],
  pointers: (asked: { before: string | null; limit: number }) => Promise<readonly Pointer[]>,
): AsyncGenerator<string> {
  const now = world.now();
  const own = await world.events.readMany(ownStreams(contactIds));
  const recorded = contactIds.flatMap((id) => own.get(streams.contact(ContactId.parse(id))) ?? []);
  yield `{\n  "written_at": ${json(now.toISOString())},\n  "person": ${indented(plain(contact))},\n`;
  yield `  "consent": ${indented(consentAsOf(recorded as unknown as readonly RecordedContact[], now))},\n  "events": [`;
  let begun = false;
  const line = (value: unknown): string => {
    const text = `${begun ? ',' : ''}\n    ${json(value)}`;
    begun = true;
    return text;
  };
  for (const event of [...own.values()].flat()) yield line(told(event));
  const seen = new Set<string>();
  for (let before: string | null = null; ;) {
    const found: readonly Pointer[] = await pointers({ before, limit: page });
    const names = [...new Set(found.flatMap(({ stream, leftOut }) => (leftOut === null ? [stream] : [])))];
    const read = await world.events.readMany(names.filter((name) => !seen.has(name)));
    for (const events of read.values()) for (const event of events) yield line(told(event));
    for (const { leftOut, at, stream } of found)
      if (leftOut !== null) yield line({ at, what: 'LeftOutOfBroadcast', where: stream, data: { reason: leftOut } });
    for (const name of names) seen.add(name);
    if (found.length < page) break;
    before = found.at(-1)!.position;
  }
  yield '\n  ]\n}\n';
}

/** An event without what is only for the machinery. */
const told = ({ type, stream, data, metadata: { occurredAt, actor } }: StoredEvent) => ({
  at: occurredAt,
  what: type,
  where: stream,
  by: actor,
  data,
});
const plain = (value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([name, one]) => [name, plain(one)]))
  : value instanceof Set ? [...value]
  : Array.isArray(value) ? value.map(plain)
  : value !== null && typeof value === 'object' ?
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
  : value;
const json = (value: unknown): string => JSON.stringify(value);
const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
