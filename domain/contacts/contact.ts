import { spelledOut } from './agreed.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import type { E164, Keyword } from '../sms/values.ts';
import type { EventOf } from '../kernel/event.ts';
import { type AttributeName, attributesIn, knownIn, type Said } from './attributes.ts';
import type { ContactEvent, ContactImported, ContactOptInRequested } from './events.ts';
import type { MergeField } from './fields.ts';
import type { ErasedIdentity } from './identity.ts';
import type { ContactMerged } from './merge-events.ts';
import { type Mailboxes, mailboxesAfter, noMailboxes } from './mailbox.ts';
import { noPreferences, type Preferences, preferencesAfter } from './preferences.ts';
import { type Suspected, suspectedAfter } from './suspected.ts';

/** What is known besides name and number; what nobody has said is null. */
export type ContactDetails = Readonly<Record<AttributeName, string | null>> & {
  readonly custom: Readonly<Record<string, string>> | null;
};
export type PendingOptIn = Pick<
  EventOf<typeof ContactOptInRequested>['data'],
  'campaignId' | 'keyword' | 'consent' | 'ipAddress'
>;

/** A person a business has texted with. What personal data it holds is null once the person was erased. */
interface Person {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly phone: E164 | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly tags: readonly string[];
  readonly details: ContactDetails;
  /** Campaigns it is a member of by a page, whatever it agreed to. */
  readonly joined: ReadonlySet<CampaignId>;
  /** The keyword that each of its campaigns brought, however it came in. */
  readonly broughtBy: ReadonlyMap<CampaignId, Keyword>;
  /** Agreed on a page and has yet to answer the text that asks again. */
  readonly pending: PendingOptIn | null;
  /** Whether emails may be sent: null: nobody has said. */
  readonly emails: 'subscribed' | 'unsubscribed' | null;
  readonly preferences: Preferences;
  readonly mailboxes: Mailboxes;
  /** Their text that looks like an opt-out, until someone has looked; null: there is none. */
  readonly suspected: Suspected | null;
  /** They wrote to us before we wrote to them. */
  readonly wroteFirst: boolean;
  /** A merge that has begun and not ended: with whom, and what is to be as they have it. */
  readonly merging: {
    readonly mergeId: string;
    readonly otherId: ContactId;
    readonly taken: readonly MergeField[];
  } | null;
  /** Contacts that were the same person, and are none any more. */
  readonly absorbed: readonly ContactId[];
  /** The how-manieth contact of the business they were, where they came above its limit; null: they did not. */
  readonly rank: number | null;
  /** The same among all businesses of the agency. */
  readonly agencyRank: number | null;
  /** The carrier's error code that says no text reaches this number, null when one may. */
  readonly unreachable: number | null;
}

export type Contact =
  /** There is no such contact. */
  | { readonly status: 'none' }
  /** Known, but has neither opted in nor out. */
  | (Person & { readonly status: 'unknown' })
  | (Person & {
      readonly status: 'subscribed';
      readonly campaigns: ReadonlySet<CampaignId>;
      readonly keywords: ReadonlySet<Keyword>;
    })
  /** Has said stop. Only a new opt-in of their own ends this. */
  | (Person & {
      readonly status: 'optedOut';
      /** `kept`: whoever was known by this number before had said so, and was erased. */
      readonly via: 'message' | 'screen' | 'carrier' | 'unsubscribe-page' | 'import' | 'kept';
    })
  /** Nothing is known of the person by this contact any more, and nothing more happens to it: erased, or merged. */
  | (Person & {
      readonly status: 'erased';
      readonly identities: readonly ErasedIdentity[];
      readonly completed: boolean;
      /** They are another contact now, where all that was said of them stands; null: they were erased themselves. */
      readonly mergedInto: ContactId | null;
    });

export type KnownContact = Exclude<Contact, { status: 'none' }>;

/** What an event tells, and the consents in it. */
const evolve = (contact: Contact, event: ContactEvent): Contact =>
  event.type === 'ContactImported' ? spelledOut(event).reduce(evolveOne, contact) : evolveOne(contact, event);

const evolveOne = (contact: Contact, event: ContactEvent): Contact => {
  if (contact.status === 'erased')
    return (
      event.type === 'ContactErasureCompleted' ? { ...contact, completed: true }
        // Of who was merged: the survivor was erased.
      : event.type === 'ContactErased' ? { ...contact, identities: event.data.identities }
      : contact
    );
  const after = evolveRest(contact, event);
  if (contact.status === 'none' || after.status === 'none') return after;
  const preferences = preferencesAfter(contact.preferences, event);
  const mailboxes = mailboxesAfter(contact.mailboxes, event);
  const suspected = suspectedAfter(contact.suspected, event);
  return preferences === contact.preferences && mailboxes === contact.mailboxes && suspected === contact.suspected ?
      after
    : { ...after, preferences, mailboxes, suspected };
};

const evolveRest = (contact: Contact, event: ContactEvent): Contact => {
  switch (event.type) {
    case 'ContactDiscovered':
      return contact.status === 'none' ?
          {
            status: 'unknown',
            ...nobody(event.data),
            phone: event.data.phone,
            details: { ...nothingKnown, email: event.data.email },
            wroteFirst: event.data.via === 'inbound-message',
          }
        : contact;
    case 'ContactOptedIn': {
      const before = contact.status === 'subscribed' ? contact : { campaigns: [], keywords: [] };
      const { campaignId, keyword, phone } = event.data;
      return {
        ...person(contact, event.data),
        broughtBy: brought(contact, campaignId, keyword),
        phone,
        unreachable: null,
        pending: null,
        status: 'subscribed',
        campaigns: new Set([...before.campaigns, ...(campaignId === null ? [] : [campaignId])]),
        keywords: new Set([...before.keywords, ...(keyword === null ? [] : [keyword])]),
      };
    }
    case 'ContactOptedOut':
      return { ...person(contact, event.data), pending: null, status: 'optedOut', via: event.data.via };
    case 'ContactNameChanged':
      return contact.status === 'none' ?
          contact
        : { ...contact, firstName: event.data.firstName, lastName: event.data.lastName };
    case 'ContactTagged':
      return contact.status === 'none' ? contact : { ...contact, tags: event.data.tags ?? [] };
    case 'ContactDetailsChanged': {
      if (contact.status === 'none') return contact;
      return { ...contact, details: withSaid(contact.details, event.data) };
    }
    case 'ContactJoinedCampaign':
      return contact.status === 'none' ?
          contact
        : {
            ...contact,
            joined: new Set([...contact.joined, event.data.campaignId]),
            broughtBy: brought(contact, event.data.campaignId, event.data.keyword),
          };
    case 'ContactLeftCampaign': {
      if (contact.status === 'none') return contact;
      const { campaignId } = event.data;
      const without = <T>(some: Iterable<T>, gone: (one: T) => boolean) => [...some].filter((one) => !gone(one));
      const left = {
        joined: new Set(without(contact.joined, (id) => id === campaignId)),
        broughtBy: new Map(without(contact.broughtBy, ([id]) => id === campaignId)),
      };
      if (contact.status !== 'subscribed') return { ...contact, ...left };
      const campaigns = new Set(without(contact.campaigns, (id) => id === campaignId));
      return { ...contact, ...left, campaigns, keywords: new Set(left.broughtBy.values()) };
    }
    case 'ContactOptInRequested': {
      if (contact.status === 'none') return contact;
      const { campaignId, keyword, consent, ipAddress, phone } = event.data;
      return { ...contact, phone: contact.phone ?? phone, pending: { campaignId, keyword, consent, ipAddress } };
    }
    case 'ContactSubscribedToEmail':
      return contact.status === 'none' ?
          contact
        : { ...contact, emails: 'subscribed', details: { ...contact.details, email: event.data.email } };
    case 'ContactUnsubscribedFromEmail':
      return contact.status === 'none' ? contact : { ...contact, emails: 'unsubscribed' };
    case 'ContactBounceCleared':
      return contact.status === 'none' || !event.data.consentAgain ? contact : { ...contact, emails: 'subscribed' };
    // Only what they prefer, and what becomes of emails: see above.
    case 'ContactPaused':
    case 'ContactResumed':
    case 'ContactFrequencyChanged':
    case 'ContactTopicsChanged':
    case 'ContactOptOutSuspected':
    case 'ContactOptOutDismissed':
    case 'ContactReached':
    case 'ContactEmailBounced':
    case 'ContactEmailComplained':
    // It says of the business, not of the person.
    case 'ContactDataExported':
    // It stays who it is.
    case 'ContactMergeDeclined':
      return contact;
    case 'ContactImported': {
      const {
        uploadId: _,
        row: __,
        agreed: ___,
        textsFrom: ____,
        emailsFrom: _____,
        joined = [],
        ...told
      } = event.data;
      const known: KnownContact =
        contact.status === 'none' ? { status: 'unknown', ...nobody(told), phone: told.phone } : contact;
      return { ...withTold(known, told), joined: new Set([...known.joined, ...joined.map((one) => one.campaignId)]) };
    }
    case 'ContactImportUndone': {
      if (contact.status === 'none') return contact;
      const { removed, texts, emails, left, uploadId: _, ...told } = event.data;
      if (removed) return { status: 'none' };
      const gone = new Set(left.map(({ campaignId }) => campaignId));
      const words = new Set(left.map(({ keyword }) => keyword));
      const rest = {
        ...withTold(contact, told),
        joined: new Set([...contact.joined].filter((id) => !gone.has(id))),
        emails: emails && contact.emails === 'subscribed' ? null : contact.emails,
      };
      if (rest.status !== 'subscribed') return rest;
      return texts ?
          { ...person(rest, told), status: 'unknown' }
        : {
            ...rest,
            campaigns: new Set([...rest.campaigns].filter((id) => !gone.has(id))),
            keywords: new Set([...rest.keywords].filter((word) => !words.has(word))),
          };
    }
    case 'ContactSuppressionKept': {
      if (contact.status === 'none') return contact;
      const { texts, emails } = event.data;
      const kept = emails ? { ...contact, emails: 'unsubscribed' as const } : contact;
      return texts ? { ...person(kept, event.data), pending: null, status: 'optedOut', via: 'kept' } : kept;
    }
    case 'ContactErased':
      return {
        ...nobody(event.data),
        absorbed: contact.status === 'none' ? [] : contact.absorbed,
        status: 'erased',
        identities: event.data.identities,
        completed: false,
        mergedInto: null,
      };
    case 'ContactMergeStarted': {
      if (contact.status === 'none') return contact;
      const { mergeId, otherId, taken } = event.data;
      return { ...contact, merging: { mergeId, otherId, taken } };
    }
    case 'ContactMergeCancelled':
      return contact.status === 'none' ? contact : { ...contact, merging: null };
    case 'ContactMergedInto': {
      const over = { status: 'erased', identities: [], completed: false, mergedInto: event.data.intoId } as const;
      return { ...nobody(event.data), ...over };
    }
    case 'ContactMerged':
      return contact.status === 'none' ? contact : merged(contact, event.data);
    // Only of who was erased: see above.
    case 'ContactErasureCompleted':
      return contact;
    case 'ContactLimitExceeded':
      return (
        contact.status === 'none' ? contact
        : event.data.of === 'agency' ? { ...contact, agencyRank: event.data.rank }
        : { ...contact, rank: event.data.rank }
      );
    case 'ContactMarkedUnreachable':
      return contact.status === 'none' ? contact : { ...contact, unreachable: event.data.errorCode };
    default:
      return unchanged(contact, event);
  }
};

/** With the keyword that a campaign brought. A consent for the business as a whole (START) brings none. */
const brought = (contact: Contact, campaignId: CampaignId | null, keyword: Keyword | null): Person['broughtBy'] => {
  const before = contact.status === 'none' ? new Map<CampaignId, Keyword>() : contact.broughtBy;
  return campaignId === null || keyword === null ? before : new Map(before).set(campaignId, keyword);
};

export const Contact: Aggregate<Contact, ContactEvent> = {
  initial: { status: 'none' },
  evolve,
  isOver: ({ status }) => status === 'erased',
};
/** The same for whoever completes an erasure: the one thing that still happens then. */
export const ErasedContact: Aggregate<Contact, ContactEvent> = { initial: Contact.initial, evolve };

/** Names, tags and details as far as somebody said them. What an erased person had reads as null. */
type Told = Partial<
  Pick<EventOf<typeof ContactImported>['data'], 'firstName' | 'lastName' | 'tags' | keyof ContactDetails>
>;
function withTold(contact: KnownContact, told: Told): KnownContact {
  const { firstName = contact.firstName, lastName = contact.lastName, tags = contact.tags } = told;
  return { ...contact, firstName, lastName, tags: tags ?? [], details: withSaid(contact.details, told) };
}
/** What is left out stays as it was; answers add up. */
const withSaid = (
  before: ContactDetails,
  said: Said & { readonly custom?: ContactDetails['custom'] | undefined },
): ContactDetails => ({ ...before, ...attributesIn(said), custom: answersTogether(before.custom, said.custom) });

/** All that one person is who was two contacts: as it was decided when they were merged. */
function merged(contact: KnownContact, data: EventOf<typeof ContactMerged>['data']): Contact {
  const { phone, firstName, lastName, tags, absorbed, texts, emails, campaigns, unreachable, wroteFirst } = data;
  const brought = campaigns.flatMap(({ campaignId, keyword }) =>
    keyword === null ? [] : [[campaignId, keyword] as const],
  );
  const agreed = campaigns.filter((one) => one.agreed);
  const person: Person = {
    ...contact,
    phone,
    firstName,
    lastName,
    absorbed,
    emails,
    unreachable,
    wroteFirst,
    tags: tags ?? [],
    details: { ...knownIn(data), custom: data.custom },
    joined: new Set(campaigns.flatMap((one) => ((one.joined ?? !one.agreed) ? [one.campaignId] : []))),
    broughtBy: new Map(brought),
    pending: null,
    merging: null,
  };
  switch (texts) {
    case 'subscribed':
      return {
        ...person,
        status: 'subscribed',
        campaigns: new Set(agreed.map(({ campaignId }) => campaignId)),
        keywords: new Set(brought.map(([, keyword]) => keyword)),
      };
    case 'optedOut':
      return { ...person, status: 'optedOut', via: 'kept' };
    case 'unknown':
      return { ...person, status: 'unknown' };
  }
}

const nothingKnown: ContactDetails = { ...knownIn({}), custom: null };
/** Answers to questions add up; what is not answered this time stays, and an empty answer takes away. */
const answersTogether = (
  before: ContactDetails['custom'],
  said: ContactDetails['custom'] | undefined,
): ContactDetails['custom'] =>
  said === undefined || said === null ?
    before
  : Object.fromEntries(Object.entries({ ...before, ...said }).filter(([, value]) => value !== ''));

const nobody = (ids: { contactId: ContactId; businessId: BusinessId }): Person => ({
  contactId: ids.contactId,
  businessId: ids.businessId,
  phone: null,
  firstName: null,
  lastName: null,
  tags: [],
  details: nothingKnown,
  joined: new Set(),
  broughtBy: new Map(),
  pending: null,
  emails: null,
  preferences: noPreferences,
  mailboxes: noMailboxes,
  suspected: null,
  wroteFirst: false,
  merging: null,
  absorbed: [],
  rank: null,
  agencyRank: null,
  unreachable: null,
});

const person = (contact: Contact, ids: { contactId: ContactId; businessId: BusinessId }): Person => {
  if (contact.status === 'none') return nobody(ids);
  const { contactId, businessId, phone, firstName, lastName, tags, wroteFirst, rank, agencyRank, unreachable } =
    contact;
  const { details, joined, broughtBy, pending, emails, preferences, mailboxes, suspected, merging, absorbed } = contact;
  return {
    contactId,
    businessId,
    phone,
    firstName,
    lastName,
    tags,
    details,
    joined,
    broughtBy,
    pending,
    emails,
    preferences,
    mailboxes,
    suspected,
    wroteFirst,
    merging,
    absorbed,
    rank,
    agencyRank,
    unreachable,
  };
};

/** Where somebody says that they live; null for what they don't. */
export const homeOf = (contact: Contact): Pick<ContactDetails, 'state' | 'zip'> =>
  contact.status === 'none' ? { state: null, zip: null } : { state: contact.details.state, zip: contact.details.zip };
