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
export interface PacketSource {
  readonly business: { readonly id: string; readonly name: string; readonly timezone: string };
  readonly contactIds: readonly string[];
  readonly isErased: boolean;
  readonly madeAt: Date;
  /** In the order of the log. */
  readonly events: readonly PacketEvent[];
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
export interface Packet {
  readonly format: 'beckon-evidence@1';
  readonly made_at: string;
  readonly business: PacketSource['business'];
  readonly contact: { readonly ids: readonly string[]; readonly phone: string | null; readonly erased: boolean };
  /** What it proves, sentence by sentence. */
  readonly proves: readonly string[];
  readonly consent: readonly PacketConsent[];
  readonly messages: readonly PacketMessage[];
  readonly imports: readonly (Told & {
    readonly upload: string;
    readonly row: number;
    readonly file: string | null;
    readonly size: number | null;
  })[];
  /** Who of the business acted, and who acted as them. */
  readonly acted: readonly { readonly user: string; readonly acted_as_by: string | null; readonly events: number }[];
}

const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const channelOf = (stream: string): Channel => (stream.startsWith('email-') ? 'email' : 'text');
const isSaid: Readonly<Record<string, true>> = { MessageQueued: true, MessageReceived: true, EmailQueued: true };
const isContact = ({ stream }: PacketEvent): boolean => stream.startsWith('contact-');

/** What the events of a contact say, in the order of the log. Pure: the same events make the same packet. */
export function packetOf({ business, contactIds, isErased, madeAt, events }: PacketSource): Packet {
  const told = ({ id, metadata }: Pick<PacketEvent, 'id' | 'metadata'>): Told => ({
    event: id,
    at: metadata.occurredAt,
    local: localTime(metadata.occurredAt, business.timezone),
  });
  const own = events.filter(isContact) as unknown as readonly (PacketEvent & RecordedContact)[];
  const steps = [...consentSteps(own)];
  const lines = grouped(steps.at(-1)?.lines ?? [], ({ id }) => id);

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
  let step = -1;
  const messages = events.flatMap((event): PacketMessage[] => {
    if (isSaid[event.type] === undefined) return [];
    while (step + 1 < steps.length && steps[step + 1]!.event.position < event.position) step += 1;
    const channel = channelOf(event.stream);
    const record = byStream.get(event.stream)!;
    const state = steps[step]?.[channel];
    return [
      {
        ...told(event),
        channel,
        direction: event.type === 'MessageReceived' ? 'in' : 'out',
        purpose: word(event.data['purpose']),
        text: word(event.data['body']) ?? word(event.data['subject']),
        provider_message_id:
          record.map(({ data }) => word(data['providerMessageId'])).find((id) => id !== null) ?? null,
        record: record
          .filter(({ id }) => id !== event.id)
          .map((later) => ({ ...told(later), what: later.type, reason: word(later.data['reason']) })),
        consent: { state: state?.state ?? 'unknown', since: state?.since ?? null, event: state?.proof?.id ?? null },
      },
    ];
  });

  const files = new Map(
    events.filter(({ type }) => type === 'UploadReceived').map(({ stream, data }) => [stream, data] as const),
  );
  const imports = events
    .filter(({ type }) => type === 'ContactImported')
    .map((event) => {
      const upload = String(event.data['uploadId']);
      const file = files.get(`upload-${upload}`);
      return {
        ...told(event),
        upload,
        row: Number(event.data['row']),
        file: word(file?.['fileName']),
        size: typeof file?.['size'] === 'number' ? file['size'] : null,
      };
    });

  const acted = new Map<string, { user: string; acted_as_by: string | null; events: number }>();
  for (const { metadata } of events) {
    if (metadata.actor.kind !== 'user') continue;
    const { userId, impersonatorId } = metadata.actor;
    const key = `${userId} ${impersonatorId}`;
    const one = acted.get(key) ?? { user: userId, acted_as_by: impersonatorId, events: 0 };
    acted.set(key, { ...one, events: one.events + 1 });
  }

  return {
    format: 'beckon-evidence@1',
    made_at: madeAt.toISOString(),
    business,
    contact: { ids: contactIds, phone: phoneIn(events), erased: isErased },
    proves: sentences(consent, messages, isErased),
    consent,
    messages,
    imports,
    acted: [...acted.values()],
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

const phoneIn = (events: readonly PacketEvent[]): string | null =>
  events
    .filter(isContact)
    .map(({ data }) => word(data['phone']))
    .findLast((phone) => phone !== null) ?? null;

const localTime = (at: string, timezone: string): string =>
  DateTime.fromISO(at, { zone: timezone }).toFormat("yyyy-MM-dd HH:mm:ss ZZ '('z')'");
const spoken = (local: string): string =>
  DateTime.fromFormat(local.slice(0, 16), 'yyyy-MM-dd HH:mm').setLocale('en-US').toFormat("MMMM d, yyyy 'at' h:mm a");

const names: Readonly<Record<Channel, { readonly what: string; readonly one: string; readonly many: string }>> = {
  text: { what: 'text messages', one: 'text', many: 'texts' },
  email: { what: 'emails', one: 'email', many: 'emails' },
};

/** The first page: who agreed when, whether they took it back, and what was sent since. */
function sentences(
  consent: readonly PacketConsent[],
  messages: readonly PacketMessage[],
  isErased: boolean,
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
    const without = out.filter((message) => message.consent.state === 'optedOut');
    said.push(
      `${out.length} ${out.length === 1 ? one : many} to this contact, the newest on ${spoken(out.at(-1)!.local)} local time. ` +
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
