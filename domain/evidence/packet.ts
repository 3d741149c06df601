import { DateTime } from 'luxon';
import { type ConsentLine, consentSteps, type RecordedContact } from '../contacts/consent.ts';
import type { Actor, EventData } from '../kernel/event.ts';

/** An event as it reads today; what was erased is null. */
export interface PacketEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly position: bigint;
  readonly data: EventData;
  readonly metadata: { readonly actor: Actor; readonly occurredAt: string };
}
/** That something was said to or by the contact, without its words. */
export interface Said {
  readonly type: string;
  readonly stream: string;
  readonly position: bigint;
  readonly at: string;
}
export interface PacketSource {
  readonly business: { readonly id: string; readonly name: string; readonly timezone: string };
  readonly contactIds: readonly string[];
  readonly isErased: boolean;
  readonly madeAt: Date;
  /** On the streams of the contact and of the files they came by, in the order of the log. */
  readonly events: readonly PacketEvent[];
  /** In the order of the log: all of it is counted, and none of it is held with its words. */
  readonly said: readonly Said[];
  readonly acted: readonly Acted[];
}
/** A user of the business, and who acted as them. */
export interface Acted {
  readonly user: string;
  readonly acted_as_by: string | null;
  readonly events: number;
}

type Channel = 'text' | 'email';
/** An instant in UTC, and as the clocks of the business showed it. */
interface Told {
  readonly event: string;
  readonly at: string;
  readonly local: string;
}
export interface PacketConsent extends Told {
  readonly channel: Channel;
  readonly kind: ConsentLine['kind'];
  readonly how: string;
  /** The exact words that were shown and agreed to, or those of an opt-out. */
  readonly words: string | null;
  readonly page_version: string | null;
  readonly box_ticked: boolean | null;
  readonly ip_address: string | null;
  readonly provider_message_id: string | null;
  readonly by: Actor;
}
export interface PacketMessage extends Told {
  readonly channel: Channel;
  readonly direction: 'in' | 'out';
  readonly purpose: string | null;
  readonly text: string | null;
  readonly provider_message_id: string | null;
  /** What became of it, in order: the last is the newest. */
  readonly record: readonly (Told & { readonly what: string; readonly reason: string | null })[];
  /** The consent that was in force where it stands in the log. */
  readonly consent: { readonly state: string; readonly since: string | null; readonly event: string | null };
}
/** A packet without its messages, of which there may be any number. */
export interface PacketHead {
  readonly format: 'beckon-evidence@2';
  readonly made_at: string;
  readonly business: PacketSource['business'];
  readonly contact: { readonly ids: readonly string[]; readonly phone: string | null; readonly erased: boolean };
  /** What it proves, sentence by sentence. */
  readonly proves: readonly string[];
  readonly consent: readonly PacketConsent[];
  readonly imports: readonly (Told & {
    readonly upload: string;
    /** Among those below the names of the columns, from 1. */
    readonly row: number;
    /** The event by which the file was received, and what it says of it: name, bytes, SHA-256. Null: it is not known. */
    readonly received: Told | null;
    readonly file: string | null;
    readonly size: number | null;
    readonly sha256: string | null;
    /** Who vouched for the consent of the people in the file, in these words. */
    readonly attested: (Told & { readonly statement: string | null; readonly by: Actor }) | null;
  })[];
  readonly acted: readonly Acted[];
}
/** As `packet.json` has it. */
export interface Packet extends PacketHead {
  readonly messages: readonly PacketMessage[];
}

const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const channelOf = (stream: string): Channel => (stream.startsWith('email-') ? 'email' : 'text');
const saying: Readonly<Record<string, true>> = { MessageQueued: true, MessageReceived: true, EmailQueued: true };
export const isSaid = (type: string): boolean => saying[type] === true;
const directionOf = (type: string): 'in' | 'out' => (type === 'MessageReceived' ? 'in' : 'out');
const isContact = ({ stream }: PacketEvent): boolean => stream.startsWith('contact-');

/**
 * What the events of a contact say. Pure: the same events make the same packet. `messagesOf` tells messages from the whole
 * streams of some of them, in the order of the events given.
 */
export function packetOf({ business, contactIds, isErased, madeAt, events, said, acted }: PacketSource): {
  readonly head: PacketHead;
  messagesOf(events: readonly PacketEvent[]): readonly PacketMessage[];
} {
  const local = localTimes(business.timezone);
  const told = ({ id, metadata }: Pick<PacketEvent, 'id' | 'metadata'>): Told => ({
    event: id,
    at: metadata.occurredAt,
    local: local(metadata.occurredAt),
  });
  const own = events.filter(isContact) as unknown as readonly (PacketEvent & RecordedContact)[];
  const steps = [...consentSteps(own)];
  const lines = grouped(steps.at(-1)?.lines ?? [], ({ id }) => id);
  const stepAt = (position: bigint) => steps.findLast(({ event }) => event.position < position);

  const consent = own.flatMap((event) =>
    (lines.get(event.id) ?? []).map((line) => ({
      ...told(event),
      channel: line.channel,
      kind: line.kind,
      how: line.how,
      words: line.words,
      page_version: line.pageVersion,
      box_ticked: line.box,
      ip_address: line.ipAddress,
      provider_message_id: line.providerMessageId,
      by: line.actor,
    })),
  );

  const byStream = grouped(events, ({ stream }) => stream);
  const imports = events
    .filter(({ type }) => type === 'ContactImported')
    .map((event) => {
      const upload = String(event.data['uploadId']);
      const ofFile = byStream.get(`upload-${upload}`) ?? [];
      const received = ofFile.find(({ type }) => type === 'UploadReceived');
      const attested = ofFile.findLast(({ type, position }) => type === 'ImportAttested' && position < event.position);
      return {
        ...told(event),
        upload,
        row: Number(event.data['row']),
        received: received === undefined ? null : told(received),
        file: word(received?.data['fileName']),
        size: typeof received?.data['size'] === 'number' ? received.data['size'] : null,
        // A file is kept under the SHA-256 of its content.
        sha256: word(received?.data['storageKey']),
        attested:
          attested === undefined ? null : (
            { ...told(attested), statement: word(attested.data['statement']), by: attested.metadata.actor }
          ),
      };
    });

  const counted = said.map(({ type, stream, position, at }) => {
    const channel = channelOf(stream);
    return { channel, direction: directionOf(type), at, state: stepAt(position)?.[channel].state ?? 'unknown' };
  });
  return {
    head: {
      format: 'beckon-evidence@2',
      made_at: madeAt.toISOString(),
      business,
      contact: { ids: contactIds, phone: phoneIn(own), erased: isErased },
      proves: sentences(consent, counted, isErased, local),
      consent,
      imports,
      acted,
    },
    messagesOf(some) {
      const streams = grouped(some, ({ stream }) => stream);
      return some
        .filter(({ type }) => isSaid(type))
        .map((event) => {
          const channel = channelOf(event.stream);
          const record = streams.get(event.stream)!;
          const state = stepAt(event.position)?.[channel];
          return {
            ...told(event),
            channel,
            direction: directionOf(event.type),
            purpose: word(event.data['purpose']),
            text: word(event.data['body']) ?? word(event.data['subject']),
            provider_message_id:
              record.map(({ data }) => word(data['providerMessageId'])).find((id) => id !== null) ?? null,
            record: record
              .filter(({ id }) => id !== event.id)
              .map((later) => ({ ...told(later), what: later.type, reason: word(later.data['reason']) })),
            consent: { state: state?.state ?? 'unknown', since: state?.since ?? null, event: state?.proof?.id ?? null },
          };
        });
    },
  };
}

function grouped<T>(all: readonly T[], by: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(by(one));
    if (group === undefined) groups.set(by(one), [one]);
    else group.push(one);
  }
  return groups;
}

const phoneIn = (own: readonly PacketEvent[]): string | null =>
  own.map(({ data }) => word(data['phone'])).findLast((phone) => phone !== null) ?? null;

/** Instants as the clocks of a zone show them. Clocks change on a quarter of an hour, so one look at the zone does for each. */
function localTimes(timezone: string): (at: string) => string {
  const offsets = new Map<number, number>();
  return (at) => {
    const ms = Date.parse(at);
    const quarter = Math.floor(ms / 900_000);
    const offset = offsets.get(quarter) ?? DateTime.fromMillis(ms, { zone: timezone }).offset;
    offsets.set(quarter, offset);
    const local = new Date(ms + offset * 60_000).toISOString();
    const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
    const two = (n: number) => String(n).padStart(2, '0');
    return `${local.slice(0, 10)} ${local.slice(11, 19)} ${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)} (${timezone})`;
  };
}
const spoken = (local: string): string =>
  DateTime.fromFormat(local.slice(0, 16), 'yyyy-MM-dd HH:mm').setLocale('en-US').toFormat("MMMM d, yyyy 'at' h:mm a");

const names: Readonly<Record<Channel, { readonly what: string; readonly one: string; readonly many: string }>> = {
  text: { what: 'text messages', one: 'text', many: 'texts' },
  email: { what: 'emails', one: 'email', many: 'emails' },
};

/** The first page: who agreed when, whether they took it back, and what was sent since. */
function sentences(
  consent: readonly PacketConsent[],
  messages: readonly {
    readonly channel: Channel;
    readonly direction: 'in' | 'out';
    readonly at: string;
    readonly state: string;
  }[],
  isErased: boolean,
  local: (at: string) => string,
): readonly string[] {
  const said: string[] = [];
  if (isErased)
    said.push(
      'This contact was erased. Their personal data is destroyed for good: the events are proven by their hashes, without values.',
    );
  for (const channel of ['text', 'email'] as const) {
    const { what, one, many } = names[channel];
    const own = consent.filter((line) => line.channel === channel);
    const given = own.find(({ kind }) => kind === 'optedIn');
    const out = messages.filter((message) => message.channel === channel && message.direction === 'out');
    if (given === undefined) {
      if (out.length > 0 || own.length > 0) said.push(`No consent to ${what} was recorded.`);
    } else {
      const page = given.page_version === null ? '' : `, from page version ${given.page_version}`;
      said.push(`Consent to ${what} was given on ${spoken(given.local)} local time (${given.how})${page}.`);
      const after = own.filter((line) => line !== given && line.kind !== 'requested').map(changed);
      said.push(
        ...after,
        ...(own.some(({ kind }) => kind === 'optedOut' || kind === 'withdrawn') ? [] : ['It was never revoked.']),
      );
    }
    if (out.length === 0) continue;
    const without = out.filter((message) => message.state === 'optedOut');
    said.push(
      `${out.length} ${out.length === 1 ? one : many} to this contact, the newest on ${spoken(local(out.at(-1)!.at))} local time. ` +
        (without.length === 0 ?
          'None was queued while they were opted out.'
        : `${without.length} of them ${without.length === 1 ? 'was' : 'were'} queued while they were opted out: each says its purpose and what became of it.`),
    );
  }
  return said.length === 0 ? ['Nothing was sent to this contact, and no consent was recorded.'] : said;
}

const changed = ({ kind, local, how }: PacketConsent): string =>
  kind === 'optedIn' ?
    `Consent was given again on ${spoken(local)} local time (${how}).`
  : `It was revoked on ${spoken(local)} local time (${how}).`;
