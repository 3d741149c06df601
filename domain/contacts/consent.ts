import type { Actor } from '../kernel/event.ts';
import { spelledOut } from './agreed.ts';
import { Contact } from './contact.ts';
import type { ConsentProof, ContactEvent } from './events.ts';

/** A consent event as it was recorded. */
export type RecordedContact = ContactEvent & {
  readonly id: string;
  readonly metadata: { readonly actor: Actor; readonly occurredAt: string };
};
export type ConsentState = 'subscribed' | 'optedOut' | 'unknown';
type Channel = 'text' | 'email';

/** One line of what was agreed to or taken back, with what proves it. What was erased is null. */
export interface ConsentLine {
  readonly id: string;
  readonly channel: Channel;
  /** `requested`: agreed on a page that asks again; `withdrawn`: an import was undone. */
  readonly kind: 'optedIn' | 'optedOut' | 'requested' | 'withdrawn';
  readonly at: string;
  readonly how: string;
  readonly keyword: string | null;
  readonly campaignId: string | null;
  /** The exact words that were shown and agreed to; of an opt-out, those that were texted. */
  readonly words: string | null;
  /** Why somebody of the business did it. */
  readonly reason: string | null;
  readonly pageVersion: string | null;
  readonly box: boolean | null;
  readonly ipAddress: string | null;
  readonly providerMessageId: string | null;
  readonly actor: Actor;
}
/** Whether somebody might be written to by a channel, since when (null: always so), and by which line. */
export interface ChannelConsent {
  readonly state: ConsentState;
  readonly since: string | null;
  readonly proof: ConsentLine | null;
}
export interface ConsentAsOf {
  readonly text: ChannelConsent;
  readonly email: ChannelConsent;
  /** Up to then, the oldest first. */
  readonly lines: readonly ConsentLine[];
}

const nothing: ChannelConsent = { state: 'unknown', since: null, proof: null };
const textsOf = (contact: Contact): ConsentState =>
  contact.status === 'subscribed' || contact.status === 'optedOut' ? contact.status : 'unknown';
const emailsOf = (contact: Contact): ConsentState =>
  contact.status === 'none' || contact.status === 'erased' || contact.emails === null ? 'unknown'
  : contact.emails === 'subscribed' ? 'subscribed'
  : 'optedOut';

/**
 * What somebody had agreed to at a moment, by what had been recorded up to it: the very fold that decides what may be
 * sent, so that it says what was so and not what a report makes of it. Who was erased had last agreed to what they had.
 */
export function consentAsOf(recorded: readonly RecordedContact[], at: Date): ConsentAsOf {
  let now: ConsentAsOf = { text: nothing, email: nothing, lines: [] };
  for (const { event: _event, ...after } of consentSteps(
    recorded.filter(({ metadata }) => Date.parse(metadata.occurredAt) <= at.getTime()),
  ))
    now = after;
  return now;
}

/** The same after each event, `lines` growing. */
export function* consentSteps<E extends RecordedContact>(
  recorded: readonly E[],
): Generator<ConsentAsOf & { readonly event: E }> {
  let contact: Contact = Contact.initial;
  let text = nothing;
  let email = nothing;
  const lines: ConsentLine[] = [];
  for (const event of recorded) {
    contact = Contact.evolve(contact, event);
    const own = linesOf(event);
    lines.push(...own);
    if (contact.status !== 'erased') {
      text = next(text, textsOf(contact), 'text', event, own);
      email = next(email, emailsOf(contact), 'email', event, own);
    }
    yield { event, text, email, lines };
  }
}

/** A state begins with the event that changed it; what repeats it is a line of the history. */
function next(
  before: ChannelConsent,
  state: ConsentState,
  channel: Channel,
  event: RecordedContact,
  lines: readonly ConsentLine[],
): ChannelConsent {
  if (state === before.state) return before;
  return { state, since: event.metadata.occurredAt, proof: lines.find((line) => line.channel === channel) ?? null };
}

/** What an event says of consent: a line for each channel that it speaks of. */
export function linesOf(event: RecordedContact): readonly ConsentLine[] {
  const { occurredAt: at, actor } = event.metadata;
  const line = (said: Pick<ConsentLine, 'channel' | 'kind' | 'how'> & Partial<ConsentLine>): ConsentLine => ({
    id: event.id,
    at,
    actor,
    keyword: null,
    campaignId: null,
    words: null,
    reason: null,
    pageVersion: null,
    box: null,
    ipAddress: null,
    providerMessageId: null,
    ...said,
  });
  const proved = (proof: ConsentProof) => ({
    words: proof.text,
    pageVersion: proof.pageVersion,
    box: proof.checkboxTicked,
    providerMessageId: proof.providerMessageId,
  });
  switch (event.type) {
    case 'ContactImported':
      return spelledOut(event).slice(1).flatMap(linesOf);
    case 'ContactOptedIn': {
      const { source, keyword, campaignId, consent, ipAddress } = event.data;
      const by = { channel: 'text', kind: 'optedIn', how: source } as const;
      return [line({ ...by, ...proved(consent), keyword, campaignId, ipAddress })];
    }
    case 'ContactOptInRequested': {
      const { keyword, campaignId, consent, ipAddress } = event.data;
      const by = { channel: 'text', kind: 'requested', how: 'form' } as const;
      return [line({ ...by, ...proved(consent), keyword, campaignId, ipAddress })];
    }
    case 'ContactOptedOut': {
      const { via, words, reason, providerMessageId } = event.data;
      return [line({ channel: 'text', kind: 'optedOut', how: via, words, reason, providerMessageId })];
    }
    case 'ContactSubscribedToEmail': {
      const { source, campaignId, consent, ipAddress } = event.data;
      const by = { channel: 'email', kind: 'optedIn', how: source } as const;
      return [line({ ...by, ...proved(consent), campaignId, ipAddress })];
    }
    case 'ContactUnsubscribedFromEmail':
      return [line({ channel: 'email', kind: 'optedOut', how: event.data.via })];
    case 'ContactSuppressionKept':
      return [
        ...(event.data.texts ? [line({ channel: 'text', kind: 'optedOut', how: 'kept' })] : []),
        ...(event.data.emails ? [line({ channel: 'email', kind: 'optedOut', how: 'kept' })] : []),
      ];
    case 'ContactImportUndone':
      return [
        ...(event.data.texts ? [line({ channel: 'text', kind: 'withdrawn', how: 'import-undone' })] : []),
        ...(event.data.emails ? [line({ channel: 'email', kind: 'withdrawn', how: 'import-undone' })] : []),
      ];
    case 'ContactBounceCleared':
      return event.data.consentAgain ? [line({ channel: 'email', kind: 'optedIn', how: 'bounce-lifted' })] : [];
    case 'ContactMerged': {
      const { texts, emails } = event.data;
      const by = { how: 'merged' } as const;
      return [
        ...(texts === 'unknown' ?
          []
        : [line({ ...by, channel: 'text', kind: texts === 'subscribed' ? 'optedIn' : 'optedOut' })]),
        ...(emails === null ?
          []
        : [line({ ...by, channel: 'email', kind: emails === 'subscribed' ? 'optedIn' : 'optedOut' })]),
      ];
    }
    default:
      return [];
  }
}
