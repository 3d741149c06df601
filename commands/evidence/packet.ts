import { createHash } from 'node:crypto';
import type { Entry, Evidence } from '../../adapters/evidence/port.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { TimelineKind } from '../../domain/contacts/fields.ts';
import { type Packet, packetOf, type PacketSource } from '../../domain/evidence/packet.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, ContactId, UploadId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { survivorOf } from '../directory/contact-directory.ts';
import { question } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';

/** Where something stands that concerns a contact, newest first; asks the read model. */
type Pointers = (
  contactIds: readonly string[],
  asked: { readonly kinds: readonly TimelineKind[]; readonly before: string | null; readonly limit: number },
) => Promise<readonly { readonly position: string; readonly stream: string; readonly leftOut: string | null }[]>;

export interface PacketFile {
  readonly path: string;
  readonly content: Uint8Array;
}
export interface EvidencePacket {
  readonly packet: Packet;
  readonly verifierKey: string;
  readonly files: readonly PacketFile[];
  /** The list of these files with their hashes, signed: the last file of the packet, `manifest.note`. */
  manifest(files: readonly PacketFile[]): Promise<PacketFile>;
}

/** So many pointers and streams are read at once. */
const page = 1_000;
/** Texts, emails and forms; notes of the team are none of a stranger's business. */
const kinds: readonly TimelineKind[] = ['message', 'mail', 'page'];

/** Whether there is such a contact of this business, and whose packet it is: a merged one's is its survivor's. */
export const evidenceStanding = question(async (world, businessId: string, contactId: string) =>
  standing(world, businessId, contactId),
);

/** Whose contact it is or was; null: nobody's. */
export const businessOf = question(async (world, contactId: string): Promise<string | null> => {
  const [first] = await world.events.read(streams.contact(ContactId.parse(contactId)), { limit: 1 });
  return typeof first?.data['businessId'] === 'string' ? first.data['businessId'] : null;
});

async function standing(world: CommandServices, businessId: string, contactId: string) {
  const id = await survivorOf(world, ContactId.parse(contactId));
  const own = await world.events.read(streams.contact(id));
  if (own[0]?.data['businessId'] !== businessId) return null;
  const { status } = stateOf(Contact, own);
  const merged = own.findLast(({ type }) => type === 'ContactMerged')?.data['absorbed'];
  return { id, isErased: status === 'erased', ids: [id, ...((merged as readonly string[] | undefined) ?? [])] };
}

/**
 * Everything that is recorded of a contact, with what proves it to a stranger; null: no contact of this business. An
 * erased one has a packet, too: of hashes, without values.
 */
export const evidencePacket = question(
  async (
    world,
    business: PacketSource['business'],
    contactId: string,
    pointers: Pointers,
  ): Promise<EvidencePacket | null> => {
    const { evidence } = world;
    if (evidence === undefined) throw new DomainError('unavailable', 'Evidence is not available here.');
    const contact = await standing(world, business.id, contactId);
    if (contact === null) return null;
    const { ids, isErased } = contact;
    for (let attempt = 1; ; attempt += 1) {
      const names = await streamsOf(world, business.id, ids, pointers);
      const entries = await read(names, (some) => evidence.entries(some));
      // What came while it was read is in the trees and not among these: then it is read again.
      const proven = await prove(evidence, business.id, ids, entries);
      if (proven === null && attempt < 5) continue;
      if (proven === null) throw new DomainError('unavailable', 'Too much is happening with this contact. Try again.');
      const decoded = await read(names, async (some) => [...(await world.events.readMany(some)).values()].flat());
      const known = new Set(entries.map(({ event }) => event.id));
      const events = decoded
        .filter(({ id }) => known.has(id))
        .sort((one, other) => (one.position < other.position ? -1 : 1));
      const packet = packetOf({ business, contactIds: ids, isErased, madeAt: world.now(), events });
      const verifierKey = await evidence.verifierKey();
      const told = JSON.stringify({ verifier_key: verifierKey, ...packet }, null, 1);
      return {
        packet,
        verifierKey,
        files: [
          file('README.txt', readme(packet, verifierKey)),
          file('packet.json', `${told}\n`),
          ...proven,
          file('verify.mjs', evidence.verifier()),
        ],
        async manifest(files) {
          const lines = files.map(
            ({ path, content }) => `${createHash('sha256').update(content).digest('hex')}  ${path}\n`,
          );
          const name = verifierKey.slice(0, verifierKey.indexOf('+'));
          return file('manifest.note', await evidence.sign(`${name}/packet\n${lines.join('')}`));
        },
      };
    }
  },
);

const file = (path: string, content: string | Uint8Array): PacketFile => ({ path, content: Buffer.from(content) });

async function read<T>(
  names: readonly string[],
  ask: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let from = 0; from < names.length; from += page) found.push(...(await ask(names.slice(from, from + page))));
  return found;
}

/** Streams of the contact and of what was said to them, of the files they came by, and of the registrations of the business. */
async function streamsOf(
  world: CommandServices,
  businessId: string,
  ids: readonly string[],
  pointers: Pointers,
): Promise<readonly string[]> {
  const own = ids.map((id) => streams.contact(ContactId.parse(id)));
  const names = new Set([...own, streams.registrations(BusinessId.parse(businessId))]);
  for (const events of (await world.events.readMany(own)).values())
    for (const { data } of events)
      if (typeof data['uploadId'] === 'string') names.add(streams.upload(UploadId.parse(data['uploadId'])));
  for (let before: string | null = null; ;) {
    const found = await pointers(ids, { kinds, before, limit: page });
    for (const { stream, leftOut } of found) if (leftOut === null) names.add(stream);
    if (found.length < page) return [...names];
    before = found.at(-1)!.position;
  }
}

/** The files that prove these events; null: the trees have more of this contact by now. */
async function prove(
  evidence: Evidence,
  businessId: string,
  ids: readonly string[],
  entries: readonly Entry[],
): Promise<readonly PacketFile[] | null> {
  await evidence.catchUp();
  const ownStreams = new Set(ids.map((id) => `contact-${id}`));
  const positions = (some: readonly Entry[]) => some.map(({ event }) => event.position);
  const log = await evidence.prove(businessId, 'events', positions(entries));
  const own = entries.filter(({ event }) => ownStreams.has(event.stream));
  const contacts = await evidence.prove(businessId, 'contacts', positions(own));
  if (log === null || contacts === null) return null;
  if (log.indexes.includes(null) || contacts.indexes.includes(null)) return null;
  const whole = await evidence.contactEntries(businessId, contacts.size);
  const tags = new Set(ids.map((id) => tagOf(id)));
  let there = 0;
  for (let at = 0; at < whole.length; at += 48) if (tags.has(whole.toString('hex', at, at + 16))) there += 1;
  if (there !== own.length) return null;

  const about = new Set(ids);
  const inOrder = entries
    .map((entry, n) => ({ entry, index: log.indexes[n]! }))
    .sort((one, other) => one.index - other.index);
  const lines = inOrder.map(({ entry, index }) => {
    const of = (entry.event.data['$personal'] as { readonly of: string } | undefined)?.of;
    // What is of others is proven, not shown.
    const fields = entry.fields.map(({ name, hash, salt, value }) =>
      of === undefined || !about.has(of) ? { name, hash }
      : hash === null ? { name, hash, value }
      : { name, hash, salt, value },
    );
    return `${JSON.stringify({ index, entry: entry.text, fields })}\n`;
  });
  const proof = JSON.stringify({ checkpoint: log.checkpoint, hashes: Buffer.concat(log.hashes).toString('base64') });
  return [
    file('events.jsonl', lines.join('')),
    file('proofs/events.json', `${proof}\n`),
    file('proofs/contacts.checkpoint', contacts.checkpoint),
    file('proofs/contacts.bin', whole),
    ...inOrder
      .filter(({ entry }) => ownStreams.has(entry.event.stream))
      .map(({ index }) => file(`proofs/${index}.tlog-proof`, log.proofOf(index))),
  ];
}

const tagOf = (contactId: string): string =>
  createHash('sha256').update(`contact ${contactId}`).digest().toString('hex', 0, 16);

const readme = (packet: Packet, verifierKey: string): string => `Evidence packet
${packet.business.name}, made on ${packet.made_at}

What it proves
${packet.proves.map((sentence) => `- ${sentence}`).join('\n')}

How to check it
Install Node 20 or newer, open a terminal in this folder, and run:

  node verify.mjs

It needs no network and no other software. Compare the key that it prints with the key that you were given by
another way. This packet was signed with:

  ${verifierKey}

What is in it
packet.pdf                  the same as packet.json, to read and print
packet.json                 consent with its exact words, messages with the consent then in force, imports, who acted
events.jsonl                the recorded events themselves, sealed as they are stored, with the fields that were opened
proofs/events.json          the signed checkpoint of the log, and one proof that all these events are in it
proofs/contacts.*           the log of all contacts of this business: hashes only, whole, so that a missing event shows
proofs/*.tlog-proof         single proofs of the contact's events, in the format c2sp.org/tlog-proof
manifest.note               all files with their SHA-256, signed
verify.mjs                  the check, short enough to be read
`;
