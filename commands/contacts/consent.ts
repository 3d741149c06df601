import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { ConsentAsOf, ConsentLine, RecordedContact } from '../../domain/contacts/consent.ts';
import { consentAsOf } from '../../domain/contacts/consent.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { ContactId, UploadId } from '../../domain/kernel/ids.ts';
import { is } from '../../domain/kernel/event.ts';
import { streams } from '../../domain/streams.ts';
import { ImportAttested } from '../../domain/uploads/events.ts';
import { question } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/**
 * What somebody had agreed to at a moment, with what proves it. Of who was erased as well: the proof is what stays of
 * them. Null: no contact of that business.
 */
export const consentOn = question(
  async (world, businessId: string, contactId: string, at: Date): Promise<ConsentAsOf | null> => {
    const recorded = await world.events.read(streams.contact(ContactId.parse(contactId)));
    if (recorded.length === 0 || recorded[0]!.data['businessId'] !== businessId) return null;
    const found = consentAsOf(recorded as unknown as readonly RecordedContact[], at);
    return withAttestations(world, { ...found, lines: await withAbsorbed(world, recorded, found.lines, at) });
  },
);

/** The history of whoever was merged into somebody is theirs. */
async function withAbsorbed(
  world: CommandServices,
  recorded: readonly StoredEvent[],
  own: readonly ConsentLine[],
  at: Date,
): Promise<readonly ConsentLine[]> {
  const contact = stateOf(Contact, recorded);
  if (contact.status === 'none' || contact.absorbed.length === 0) return own;
  const streamsOf = await world.events.readMany(contact.absorbed.map(streams.contact));
  const others = [...streamsOf.values()].flatMap(
    (events) => consentAsOf(events as unknown as readonly RecordedContact[], at).lines,
  );
  return [...own, ...others].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const attested = /^Attested for import ([0-9a-f-]{36})\.$/;
/** A consent that came by a file names the attestation: here are its words, which stand once for all rows. */
async function withAttestations(world: CommandServices, found: ConsentAsOf): Promise<ConsentAsOf> {
  const ids = new Set(found.lines.flatMap(({ words }) => attested.exec(words ?? '')?.[1] ?? []));
  if (ids.size === 0) return found;
  const uploads = await world.events.readMany([...ids].map((id) => streams.upload(UploadId.parse(id))));
  const words = new Map<string, string>();
  for (const event of [...uploads.values()].flat())
    if (is(event, ImportAttested)) words.set(event.data.uploadId, event.data.statement);
  const said = (line: ConsentLine): ConsentLine => ({
    ...line,
    words: words.get(attested.exec(line.words ?? '')?.[1] ?? '') ?? line.words,
  });
  const proved = <C extends ConsentAsOf['text']>(channel: C): C => ({
    ...channel,
    proof: channel.proof === null ? null : said(channel.proof),
  });
  return { text: proved(found.text), email: proved(found.email), lines: found.lines.map(said) };
}
