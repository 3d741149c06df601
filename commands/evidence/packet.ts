import { createHash, type Hash } from 'node:crypto';
import type { Entry, Evidence } from '../../adapters/evidence/port.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { TimelineKind } from '../../domain/contacts/fields.ts';
import {
  type Acted,
  isSaid,
  type PacketHead,
  type PacketMessage,
  packetOf,
  type PacketSource,
  type Said,
} from '../../domain/evidence/packet.ts';
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

/** A file of a packet, made while it is read. */
export interface PacketFile {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}
export interface EvidencePacket {
  readonly head: PacketHead;
  /** The newest of its messages, and how many there are. */
  readonly newest: readonly PacketMessage[];
  readonly messages: number;
  readonly verifierKey: string;
  /** All files, to be read one after the other; behind them the signed list of their hashes, and its time-stamp. */
  files(more: readonly PacketFile[]): AsyncGenerator<PacketFile>;
}

/** So many pointers are read at once, and so many streams: of what was said to a contact no more than this is held. */
const page = 1_000;
const streamsAtOnce = 400;
/** So many messages stand in the document. */
const mostNewest = 500;
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
      const outline = await outlineOf(world, evidence, business.id, ids, pointers);
      // What came while it was read is in the trees and not among these: then it is read again.
      const proof = await prove(evidence, business.id, ids, outline);
      if (proof === null && attempt < 5) continue;
      if (proof === null) throw new DomainError('unavailable', 'Too much is happening with this contact. Try again.');
      const { last, said, acted, streams: names } = outline;
      const decoded = async (some: readonly string[]) => {
        const events = [...(await world.events.readMany(some)).values()].flat();
        return events.filter(({ stream, revision }) => revision <= last.get(stream)!).sort(byPosition);
      };
      const verifierKey = await evidence.verifierKey();
      const { head, messagesOf } = packetOf({
        business,
        contactIds: ids,
        isErased,
        madeAt: world.now(),
        events: await decoded(outline.own),
        said,
        acted,
      });
      const saying = said.map(({ stream }) => stream);

      async function* told() {
        const { format, ...rest } = head;
        const start = JSON.stringify({ format, verifier_key: verifierKey, ...rest }, null, 1).slice(0, -2);
        yield Buffer.from(`${start},\n "messages": [`);
        let before = '';
        for await (const some of readAhead(pages(saying), decoded)) {
          const lines = messagesOf(some).map((message) => `\n  ${JSON.stringify(message)}`);
          if (lines.length > 0) yield Buffer.from(before + lines.join(','));
          before = ',';
        }
        yield Buffer.from('\n ]\n}\n');
      }
      async function* events() {
        for await (const stored of readAhead(pages(names), (some) => evidence!.stored(some))) {
          const known = stored.filter(({ stream, revision }) => revision <= last.get(stream)!);
          yield Buffer.concat(linesOf(await evidence!.opened(known.sort(byPosition)), ids, proof!.indexes));
        }
      }
      return {
        head,
        newest: messagesOf(await decoded(saying.slice(-mostNewest))),
        messages: said.length,
        verifierKey,
        async *files(more) {
          const hashes: string[] = [];
          const files: readonly PacketFile[] = [
            file('README.txt', readme(head, verifierKey)),
            ...more,
            { path: 'packet.json', content: told() },
            { path: 'events.jsonl', content: events() },
            ...proof.files,
            file('verify.mjs', evidence.verifier()),
          ];
          for (const { path, content } of files) {
            const hash = createHash('sha256');
            yield { path, content: hashed(content, hash) };
            hashes.push(`${hash.digest('hex')}  ${path}\n`);
          }
          const name = verifierKey.slice(0, verifierKey.indexOf('+'));
          const list = await evidence.sign(`${name}/packet\n${hashes.join('')}`);
          yield file('manifest.note', list);
          const stamp = await evidence.timestamp(list);
          if (stamp !== null) yield file('manifest.tsr', stamp);
        },
      };
    }
  },
);

const file = (path: string, content: string | Uint8Array): PacketFile => ({ path, content: [Buffer.from(content)] });

async function* hashed(content: PacketFile['content'], hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
}

function* pages<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += streamsAtOnce) yield all.slice(from, from + streamsAtOnce);
}

/** What is read for each, the next while one is used. */
async function* readAhead<T, R>(all: Iterable<T>, read: (one: T) => Promise<R>): AsyncGenerator<R> {
  let coming: Promise<R> | null = null;
  for (const one of all) {
    const now = coming;
    coming = read(one);
    // It is told of when its turn comes.
    coming.catch(() => {});
    if (now !== null) yield await now;
  }
  if (coming !== null) yield await coming;
}

const byPosition = (one: { readonly position: bigint }, other: { readonly position: bigint }): number =>
  one.position < other.position ? -1 : 1;

/** Where everything is that concerns a contact; what was said to them without its words. */
interface Outline {
  /** The contact's own streams, and those of the files they came by. */
  readonly own: readonly string[];
  /** All streams, as they begin in the log. */
  readonly streams: readonly string[];
  /** The newest revision of each that is in the packet. */
  readonly last: ReadonlyMap<string, number>;
  readonly positions: readonly bigint[];
  readonly ofContact: readonly bigint[];
  readonly said: readonly Said[];
  readonly acted: readonly Acted[];
}

async function outlineOf(
  world: CommandServices,
  evidence: Evidence,
  businessId: string,
  ids: readonly string[],
  pointers: Pointers,
): Promise<Outline> {
  const { own, names } = await streamsOf(world, businessId, ids, pointers);
  const contacts = new Set(ids.map((id) => `contact-${id}`));
  const [first, last] = [new Map<string, bigint>(), new Map<string, number>()];
  const [positions, ofContact, said]: [bigint[], bigint[], Said[]] = [[], [], []];
  const acted = new Map<string, Acted>();
  for await (const some of readAhead(pages(names), (asked) => evidence.stored(asked)))
    for (const { type, stream, revision, position, metadata } of some) {
      if (!first.has(stream)) first.set(stream, position);
      last.set(stream, revision);
      positions.push(position);
      if (contacts.has(stream)) ofContact.push(position);
      if (isSaid(type)) said.push({ type, stream, position, at: metadata.occurredAt });
      if (metadata.actor.kind !== 'user') continue;
      const { userId: user, impersonatorId } = metadata.actor;
      const key = `${user} ${impersonatorId}`;
      acted.set(key, { user, acted_as_by: impersonatorId, events: (acted.get(key)?.events ?? 0) + 1 });
    }
  return {
    own,
    streams: names
      .filter((name) => first.has(name))
      .sort((one, other) => (first.get(one)! < first.get(other)! ? -1 : 1)),
    last,
    positions,
    ofContact,
    said: said.sort(byPosition),
    acted: [...acted.values()],
  };
}

/** Streams of the contact, of the files they came by and of the registrations of the business (`own`), and of what was said. */
async function streamsOf(
  world: CommandServices,
  businessId: string,
  ids: readonly string[],
  pointers: Pointers,
): Promise<{ readonly own: readonly string[]; readonly names: readonly string[] }> {
  const contacts = ids.map((id) => streams.contact(ContactId.parse(id)));
  const names = new Set([...contacts, streams.registrations(BusinessId.parse(businessId))]);
  for (const events of (await world.events.readMany(contacts)).values())
    for (const { data } of events)
      if (typeof data['uploadId'] === 'string') names.add(streams.upload(UploadId.parse(data['uploadId'])));
  const own = [...names];
  for (let before: string | null = null; ;) {
    const found = await pointers(ids, { kinds, before, limit: page });
    for (const { stream, leftOut } of found) if (leftOut === null) names.add(stream);
    if (found.length < page) return { own, names: [...names] };
    before = found.at(-1)!.position;
  }
}

/** Where these events are in the log, and the files that prove it; null: the trees have more of this contact by now. */
async function prove(
  evidence: Evidence,
  businessId: string,
  ids: readonly string[],
  { positions, ofContact }: Outline,
): Promise<{ readonly indexes: ReadonlyMap<bigint, number>; readonly files: readonly PacketFile[] } | null> {
  await evidence.catchUp();
  const log = await evidence.prove(businessId, 'events', positions);
  const contacts = await evidence.prove(businessId, 'contacts', ofContact);
  if (log === null || contacts === null) return null;
  if (log.indexes.includes(null) || contacts.indexes.includes(null)) return null;
  const whole = await evidence.contactEntries(businessId, contacts.size);
  const tags = new Set(ids.map((id) => tagOf(id)));
  let there = 0;
  for (let at = 0; at < whole.length; at += 48) if (tags.has(whole.toString('hex', at, at + 16))) there += 1;
  if (there !== ofContact.length) return null;

  const indexes = new Map(positions.map((position, n) => [position, log.indexes[n]!]));
  const proof = JSON.stringify({ checkpoint: log.checkpoint, hashes: Buffer.concat(log.hashes).toString('base64') });
  return {
    indexes,
    files: [
      file('proofs/events.json', `${proof}\n`),
      file('proofs/contacts.checkpoint', contacts.checkpoint),
      file('proofs/contacts.bin', whole),
      ...ofContact
        .map((position) => indexes.get(position)!)
        .map((index) => file(`proofs/${index}.tlog-proof`, log.proofOf(index))),
    ],
  };
}

/** An event a line. The entry stands in it byte for byte as its leaf is the hash of it, `length` bytes. */
function linesOf(
  entries: readonly Entry[],
  ids: readonly string[],
  indexes: ReadonlyMap<bigint, number>,
): readonly Buffer[] {
  return entries.map(({ event, text, fields }) => {
    const of = (event.data['$personal'] as { readonly of: string } | undefined)?.of;
    // What is of others is proven, not shown.
    const shown = fields.map(({ name, hash, salt, value }) =>
      of === undefined || !ids.includes(of) ? { name, hash }
      : hash === null ? { name, hash, value }
      : { name, hash, salt, value },
    );
    const length = Buffer.byteLength(text);
    return Buffer.from(
      `{"index":${indexes.get(event.position)!},"length":${length},"entry":${text},"fields":${JSON.stringify(shown)}}\n`,
    );
  });
}

const tagOf = (contactId: string): string =>
  createHash('sha256').update(`contact ${contactId}`).digest().toString('hex', 0, 16);

const readme = (packet: PacketHead, verifierKey: string): string => `Evidence packet
${packet.business.name}, made on ${packet.made_at}

What it proves
${packet.proves.map((sentence) => `- ${sentence}`).join('\n')}

How to check it
Install Node 20 or newer, open a terminal in this folder, and run:

  node verify.mjs

It needs no network and no other software. Compare the key that it prints with the key that you were given by
another way. A file that contacts were imported from is the same if its SHA-256 is that in packet.json. This packet
was signed with:

  ${verifierKey}

What is in it
packet.pdf                  the same as packet.json, to read and print
packet.json                 consent with its exact words, messages with the consent then in force, imports, who acted
events.jsonl                the recorded events themselves, sealed as they are stored, with the fields that were opened
proofs/events.json          the signed checkpoint of the log, and one proof that all these events are in it
proofs/contacts.*           the log of all contacts of this business: hashes only, whole, so that a missing event shows
proofs/*.tlog-proof         single proofs of the contact's events, in the format c2sp.org/tlog-proof
manifest.note               all files with their SHA-256, signed
manifest.tsr                where there is one: a time-stamp authority saw manifest.note at that time (RFC 3161). Check it
                            with: openssl ts -verify -data manifest.note -in manifest.tsr -CAfile <its certificates>
verify.mjs                  the check, short enough to be read
`;
