import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { ipAddress, personal } from '../kernel/personal.ts';
import { BusinessId, CampaignId, ContactId, MessageId, UploadId } from '../kernel/ids.ts';
import { E164, Keyword } from '../sms/values.ts';
import { ContactErased, ContactErasureCompleted, ContactSuppressionKept } from './erasure-events.ts';
import { Channel, Frequency, storedContact } from './fields.ts';
import { importSources } from './import-sources.ts';
import {
  ContactMergeStarted,
  ContactMergeDeclined,
  ContactMerged,
  ContactMergedInto,
  ContactMergeCancelled,
} from './merge-events.ts';

/** How a consent was given. `keyword`: texted a campaign's keyword; `start`: texted START, UNSTOP or YES. */
export const ConsentSource = z.enum(['keyword', 'start', 'form', 'import', 'manual', 'demo']);

/** What proves a consent. It outlives the erasure of the person, so nothing in it names them. */
export const ConsentProof = z.object({
  /** The exact words shown or sent that asked for consent, or null when the person wrote first (keyword opt-in). */
  text: z.string().nullable(),
  pageVersion: z.string().nullable(),
  checkboxTicked: z.boolean().nullable(),
  /** The carrier's id of the text message that opted in. */
  providerMessageId: z.string().nullable(),
});
export type ConsentProof = z.output<typeof ConsentProof>;

const contact = { contactId: ContactId, businessId: BusinessId };

/** A person wrote or was written to for the first time: from now on there is a contact. Says nothing of consent. */
export const ContactDiscovered = event(
  'ContactDiscovered',
  2,
  z.object({
    ...contact,
    /** Version 1 knew contacts with a number only. Null: an address alone. */
    phone: personal(E164.nullable()),
    email: storedContact.email.nullable().default(null),
    via: z.enum(['inbound-message', 'inbound-call', 'livechat', 'import', 'form', 'manual']),
  }),
  { subject: 'contactId' },
);

export const ContactOptedIn = event(
  'ContactOptedIn',
  1,
  z.object({
    ...contact,
    phone: personal(E164),
    keyword: Keyword.nullable(),
    campaignId: CampaignId.nullable(),
    source: ConsentSource,
    consent: ConsentProof,
    ipAddress,
  }),
  { subject: 'contactId' },
);

/** `via` says how: the word texted, a person on the screen, the carrier's own opt-out list (error 21610). */
export const ContactOptedOut = event(
  'ContactOptedOut',
  2,
  z.object({
    ...contact,
    /** `import`: a file says that they had, to whatever system they were in before. */
    via: z.enum(['message', 'screen', 'carrier', 'unsubscribe-page', 'import']),
    /** The words that were texted, kept as proof; null for other ways. Personal: free text can hold anything. */
    words: personal(z.string().nullable()),
    providerMessageId: z.string().nullable(),
    /** Why somebody of the business did it (`screen`), in their words; version 1 did not ask. */
    reason: personal(z.string().max(200).nullable().default(null)),
    /** The file that says so (`import`). */
    uploadId: UploadId.optional(),
  }),
  { subject: 'contactId' },
);

export const ContactNameChanged = event(
  'ContactNameChanged',
  1,
  z.object({ ...contact, firstName: storedContact.name, lastName: storedContact.name }),
  { subject: 'contactId' },
);

/** The carrier says that no message can reach this number (21211, 30005, 30006). */
export const ContactMarkedUnreachable = event(
  'ContactMarkedUnreachable',
  1,
  z.object({ ...contact, errorCode: z.number().int() }),
);

/** Somebody of the business chose its tags: all it has from now on. What people write of a person is personal. */
export const ContactTagged = event('ContactTagged', 1, z.object({ ...contact, tags: storedContact.tags }), {
  subject: 'contactId',
});

/** What is known of the person besides name and number. Only what is new is there; null: taken away. */
export const ContactDetailsChanged = event(
  'ContactDetailsChanged',
  1,
  z.object({ ...contact, ...z.object(storedContact.details).partial().shape }),
  { subject: 'contactId' },
);
/** Is a member of a campaign, whatever they agreed to: its keyword stands on the contact. Says nothing of consent. */
export const ContactJoinedCampaign = event(
  'ContactJoinedCampaign',
  1,
  z.object({ ...contact, campaignId: CampaignId, keyword: Keyword, via: z.enum(['page', 'popup', 'manual']) }),
);
/** Somebody of the business took it out of a campaign. `keywords`: all that stand on the contact from now on. */
export const ContactLeftCampaign = event(
  'ContactLeftCampaign',
  1,
  z.object({ ...contact, campaignId: CampaignId, keywords: z.array(Keyword), via: z.enum(['manual']) }),
);
/** Agreed to texts on a page that asks again by text: until the answer comes it is no consent. */
export const ContactOptInRequested = event(
  'ContactOptInRequested',
  1,
  z.object({
    ...contact,
    phone: personal(E164),
    campaignId: CampaignId,
    keyword: Keyword,
    consent: ConsentProof,
    ipAddress,
  }),
  { subject: 'contactId' },
);
export const ContactSubscribedToEmail = event(
  'ContactSubscribedToEmail',
  1,
  z.object({
    ...contact,
    email: storedContact.email,
    campaignId: CampaignId.nullable(),
    source: ConsentSource,
    consent: ConsentProof,
    ipAddress,
  }),
  { subject: 'contactId' },
);
/** `via` says how: the page of the link, the one-click header of the email program, a person on the screen, a bounce or a complaint. */
export const ContactUnsubscribedFromEmail = event(
  'ContactUnsubscribedFromEmail',
  1,
  z.object({
    ...contact,
    via: z.enum(['unsubscribe-page', 'one-click', 'screen', 'bounce', 'complaint', 'import']),
    /** The email whose link was followed; null: not known. */
    mailId: z.string().nullable(),
    /** The file that says so (`import`). */
    uploadId: UploadId.optional(),
  }),
);

/**
 * An email to this address came back, or was reported as spam. What follows for later emails is decided by `stopOf`.
 * `reason`: the provider's code.
 */
export const ContactEmailBounced = event(
  'ContactEmailBounced',
  1,
  z.object({
    ...contact,
    email: storedContact.email,
    mailId: z.string(),
    kind: z.enum(['hard', 'soft']),
    reason: z.string().max(100),
    at: z.iso.datetime(),
  }),
  { subject: 'contactId' },
);
export const ContactEmailComplained = event(
  'ContactEmailComplained',
  1,
  z.object({ ...contact, email: storedContact.email, mailId: z.string(), at: z.iso.datetime() }),
  { subject: 'contactId' },
);

/**
 * What somebody chose on the page behind the link of an email, short of not being written to at all. `mailId`: the
 * email whose link it was, null: not known. The pause ends by itself.
 */
const chosen = { ...contact, mailId: z.string().nullable() };
export const ContactPaused = event('ContactPaused', 1, z.object({ ...chosen, until: z.iso.datetime() }));
export const ContactResumed = event('ContactResumed', 1, z.object(chosen));
export const ContactFrequencyChanged = event(
  'ContactFrequencyChanged',
  1,
  z.object({ ...chosen, frequency: Frequency }),
);
/** Campaigns that they want to hear no more of: all of them. */
export const ContactTopicsChanged = event(
  'ContactTopicsChanged',
  1,
  z.object({ ...chosen, muted: z.array(CampaignId) }),
);
/** Who wants fewer gets this (the id of a text or an email), and nothing more by that channel for a while. */
export const ContactReached = event(
  'ContactReached',
  1,
  z.object({ ...contact, channel: Channel, what: z.string(), at: z.iso.datetime() }),
);

/** What a file can say of somebody. Only what is new is there; null: taken away. */
const imported = {
  firstName: storedContact.name,
  lastName: storedContact.name,
  tags: storedContact.tags,
  ...storedContact.details,
};
/**
 * A row of a file: everything that it told of somebody, who came into being by it or was there, and what they have agreed
 * to. One event in place of one for each field and consent: a file has a million rows. What it says of consent is read
 * by `spelledOut`.
 */
export const ContactImported = event(
  'ContactImported',
  2,
  z.object({
    ...contact,
    uploadId: UploadId,
    /** From 1, the header is none. */
    row: z.number().int().positive(),
    /** Of who is new, or agrees to texts; null: known by their address, or there before. */
    phone: personal(E164.nullable()),
    ...z.object(imported).partial().shape,
    /** Campaigns that it is a member of from now on. */
    joined: z.array(z.object({ campaignId: CampaignId, keyword: Keyword })).optional(),
    /** What was attested for everybody in the file (`ImportAttested`), as far as it is news of this person. */
    agreed: z
      .object({
        /** To texts, for each of these; null: the business as a whole. */
        texts: z.array(z.object({ campaignId: CampaignId.nullable(), keyword: Keyword.nullable() })).optional(),
        /** To emails, to the `email` that is said then. */
        emails: z.boolean().optional(),
        /** The days on which they had agreed, as the system before knew it. */
        textsOn: z.iso.date().optional(),
        emailsOn: z.iso.date().optional(),
        /** That system. */
        system: z.enum(importSources).optional(),
      })
      .optional(),
    /** Where they had agreed, as the system before knew it. Written by others: it can say anything. */
    textsFrom: personal(z.string().max(200).nullable()).optional(),
    emailsFrom: personal(z.string().max(200).nullable()).optional(),
  }),
  { subject: 'contactId' },
);
/**
 * An import was undone: what it said of this contact is as if it had never been said, and the consents that it brought
 * are none. What anybody said since stays. `removed`: there was nothing else, the contact is none any more.
 */
export const ContactImportUndone = event(
  'ContactImportUndone',
  1,
  z.object({
    ...contact,
    uploadId: UploadId,
    removed: z.boolean(),
    /** Whether texts, and emails, were agreed to by the import alone. */
    texts: z.boolean(),
    emails: z.boolean(),
    ...z.object(imported).partial().shape,
    /** Campaigns that it is no member of any more, with the keywords that go. */
    left: z.array(z.object({ campaignId: CampaignId, keyword: Keyword.nullable() })),
  }),
  { subject: 'contactId' },
);

/**
 * Everything that is stored about a person was handed out as a file, as they may ask for (GDPR, article 15; CCPA,
 * 1798.110). Who took it is said by the event's actor.
 */
export const ContactDataExported = event('ContactDataExported', 1, z.object({ ...contact, fileId: z.uuid() }));

/**
 * An email to this address came back by mistake, says somebody of the business: it is written to again. `consentAgain`: the
 * consent to emails that the bounce alone had ended holds as before.
 */
export const ContactBounceCleared = event(
  'ContactBounceCleared',
  1,
  z.object({ ...contact, email: storedContact.email, consentAgain: z.boolean() }),
  { subject: 'contactId' },
);

/**
 * A text of theirs looks like an opt-out, without being a sure one (domain/sms/looks-like-opt-out): no marketing text goes
 * to them until someone has looked, or they say so themselves. `isBareNo`: nothing but a no, which is an answer where
 * something was asked.
 */
export const ContactOptOutSuspected = event(
  'ContactOptOutSuspected',
  1,
  z.object({ ...contact, messageId: MessageId, isBareNo: z.boolean() }),
);
/**
 * That text was no opt-out. `via`: someone of the business looked at it (`screen`), the contact opted in again by START or
 * a keyword, or an automation had asked what their no answers.
 */
export const ContactOptOutDismissed = event(
  'ContactOptOutDismissed',
  1,
  z.object({ ...contact, messageId: MessageId, via: z.enum(['screen', 'start', 'keyword', 'answer']) }),
);

/**
 * They came as the business's `rank`-th contact when it might have `limit`: recorded and answered, but no marketing goes to
 * them until the limit is that high. `of`: the limit is that of all businesses of its agency together, and so is the rank.
 */
export const ContactLimitExceeded = event(
  'ContactLimitExceeded',
  1,
  z.object({
    ...contact,
    rank: z.number().int().positive(),
    limit: z.number().int().min(0),
    of: z.literal('agency').optional(),
  }),
);

export const contactEvents = [
  ContactDiscovered,
  ContactOptedIn,
  ContactOptedOut,
  ContactNameChanged,
  ContactMarkedUnreachable,
  ContactTagged,
  ContactDetailsChanged,
  ContactJoinedCampaign,
  ContactLeftCampaign,
  ContactOptInRequested,
  ContactSubscribedToEmail,
  ContactUnsubscribedFromEmail,
  ContactEmailBounced,
  ContactEmailComplained,
  ContactPaused,
  ContactResumed,
  ContactFrequencyChanged,
  ContactTopicsChanged,
  ContactReached,
  ContactImported,
  ContactImportUndone,
  ContactDataExported,
  ContactBounceCleared,
  ContactOptOutSuspected,
  ContactOptOutDismissed,
  ContactLimitExceeded,
  ContactMergeStarted,
  ContactMergeCancelled,
  ContactMergeDeclined,
  ContactMergedInto,
  ContactMerged,
  ContactSuppressionKept,
  ContactErased,
  ContactErasureCompleted,
] as const;
export type ContactEvent = EventOf<(typeof contactEvents)[number]>;
