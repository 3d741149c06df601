import { z } from 'zod';
import { event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { BusinessId, CampaignId, ContactId, MessageId } from '../kernel/ids.ts';
import { E164, Keyword } from '../sms/values.ts';
import { Channel, Frequency, MergeField, storedContact, storedWhole } from './fields.ts';

const contact = { contactId: ContactId, businessId: BusinessId };
const merge = { ...contact, mergeId: z.uuid(), otherId: ContactId };

/**
 * On the stream of who is to survive: another contact is the same person. From now until it is merged or refused this
 * contact can neither be merged into another nor be erased. `taken`: what is to be as the other has it.
 */
export const ContactMergeStarted = event('ContactMergeStarted', 1, z.object({ ...merge, taken: z.array(MergeField) }));
/** The other was erased meanwhile, or is in a merge of its own: nothing comes of it. */
export const ContactMergeCancelled = event('ContactMergeCancelled', 1, z.object(merge));
/**
 * On the stream of the other: it does not give itself up, since it absorbs another itself. The first word on that stream
 * decides a merge, whoever follows it through and however late.
 */
export const ContactMergeDeclined = event(
  'ContactMergeDeclined',
  1,
  z.object({ ...contact, mergeId: z.uuid(), intoId: ContactId }),
);
/** On the stream of the other: it is no contact any more, and nothing more happens to it. */
export const ContactMergedInto = event(
  'ContactMergedInto',
  1,
  z.object({ ...contact, mergeId: z.uuid(), intoId: ContactId }),
);

/**
 * On the stream of the survivor: all that it is from now on, decided by what both were (`mergedOf`). `absorbed`: everybody
 * that it ever was besides. Consent is never more than both had given.
 */
export const ContactMerged = event(
  'ContactMerged',
  1,
  z.object({
    ...merge,
    absorbed: z.array(ContactId),
    phone: personal(E164.nullable()),
    firstName: storedContact.name,
    lastName: storedContact.name,
    tags: storedContact.tags,
    ...storedWhole,
    texts: z.enum(['subscribed', 'optedOut', 'unknown']),
    emails: z.enum(['subscribed', 'unsubscribed']).nullable(),
    /** `agreed`: to its texts. `joined`: a member whatever they agree to; left out: who has not agreed is. */
    campaigns: z.array(
      z.object({
        campaignId: CampaignId,
        keyword: Keyword.nullable(),
        agreed: z.boolean(),
        joined: z.boolean().optional(),
      }),
    ),
    unreachable: z.number().int().nullable(),
    wroteFirst: z.boolean(),
    pausedUntil: z.iso.datetime().nullable(),
    frequency: Frequency,
    muted: z.array(CampaignId),
    reached: z.array(z.object({ channel: Channel, what: z.string(), at: z.iso.datetime() })),
    /** A text of either that looks like an opt-out; left out: there is none. */
    suspected: z.object({ messageId: MessageId, isBareNo: z.boolean() }).optional(),
    /** What became of emails to addresses of either. */
    mailboxes: personal(
      z.array(
        z.object({
          address: z.string().max(254),
          stopped: z.enum(['bounced', 'complained']).nullable(),
          soft: z.array(z.iso.datetime()),
        }),
      ),
    ),
  }),
  { subject: 'contactId' },
);

/** On the stream of a number or address: whoever comes by it is this contact from now on, which absorbed its holder. */
export const IdentityMoved = event(
  'IdentityMoved',
  1,
  z.object({ identityId: z.uuid(), channel: Channel, businessId: BusinessId, contactId: ContactId }),
);
