import { z } from 'zod';
import { businessFields } from '../../domain/businesses/fields.ts';
import { callFields, longestTextBack } from '../../domain/calls/fields.ts';
import { calls } from './calls.ts';
import { Done, Instant, Revision, Saved, Uuid } from './common.ts';
import { Currency, DateFormat, Email, line, webAddress } from './fields.ts';
import { maxImageBytes } from './uploads.ts';

export const ContactInfo = z.object({
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  country: z.string().nullable(),
});
/**
 * How many texts and emails of automations and broadcasts may reach one person in a day of the business's calendar;
 * null: any number.
 */
export const DailyLimits = z.object({
  texts: z
    .number()
    .int()
    .nullable()
    .meta({ examples: [3] }),
  mails: z
    .number()
    .int()
    .nullable()
    .meta({ examples: [3] }),
});
export const Broadcaster = z.object({ name: z.string(), phone: z.string() });
/** `number` and `keyword`: what to text, and where; null: there is none yet. */
export const BroadcastersReply = z.object({
  data: z.object({
    number: z
      .string()
      .nullable()
      .meta({ examples: ['+14155550100'] }),
    keyword: z
      .string()
      .nullable()
      .meta({ examples: ['PIZZA'] }),
    broadcasters: z.array(
      Broadcaster.extend({
        /** `opted-out`: they texted STOP, so they can’t be answered and can’t send. */
        state: z.enum(['ready', 'opted-out']),
        /** Null: they have not sent one by text. */
        last: z.object({ broadcast_id: Uuid, name: z.string(), at: Instant }).nullable(),
      }),
    ),
  }),
});
/** Plain text; a blank line starts a new paragraph. `link` points to a page elsewhere in place of a text. */
export const LegalPage = z.object({
  content: z.string().max(50_000, 'A page can have at most 50,000 characters.'),
  link: webAddress(z.string().trim().max(500, 'A link can have at most 500 characters.')).nullable(),
});
export const LegalPages = z.object({ privacy: LegalPage, terms: LegalPage });
export const LegalPagesReply = z.object({ data: z.object({ pages: LegalPages, revision: Revision }) });

/** What a business may change of itself. */
export const BusinessSettings = z.object({
  name: line('The name', 120),
  currency: Currency,
  timezone: z.string().min(1, 'Choose a time zone.').max(60),
  date_format: DateFormat,
  logo: z.string().max(500).nullable().optional(),
  revision: Revision,
});
const written = (what: string, longest: number) =>
  z.string().trim().max(longest, `${what} can have at most ${longest} characters.`).nullable().default(null);
export const UpdateContactInfo = z.object({
  phone: written('The phone number', 40),
  email: Email.nullable().default(null),
  website: webAddress(z.string().trim().max(200, 'The website can have at most 200 characters.'))
    .nullable()
    .default(null),
  address: written('The address', 200),
  city: written('The city', 100),
  state: written('The state', 100),
  postal_code: written('The postal code', 20),
  country: written('The country', 2),
  revision: Revision,
});
export const UpdateBroadcasters = z.object({
  broadcasters: z
    .array(z.object({ name: line('The name', 100), phone: line('The phone number', 30) }))
    .max(20, 'There can be at most 20 broadcasters.'),
  revision: Revision,
});
export const UpdateDailyLimits = z.object({ ...businessFields.dailyLimits, revision: Revision });
export const UpdateLegalPages = z.object({ pages: LegalPages, revision: Revision });

/** What happens with calls to the business’s number. `forward_to` null: they are not forwarded; `text_back` null: no text. */
export const UpdateCallSettings = z.object({
  forward_to: z
    .string()
    .max(40, 'Enter a phone number.')
    .nullable()
    .meta({ examples: ['+14155550142'] }),
  /** What the phone shows: the caller’s number, or the business’s own. */
  caller_id: callFields.callerId,
  /** The person who answers hears whose call it is and presses 1, so a voicemail doesn’t count as an answer. */
  whisper: callFields.whisper,
  ring_seconds: callFields.ringSeconds,
  /** What a caller who was missed is texted. */
  text_back: z
    .string()
    .max(longestTextBack, `The text can have at most ${longestTextBack} characters.`)
    .nullable()
    .meta({ examples: ['Sorry we missed your call. How can we help?'] }),
  /** As it was read; null: whatever others have changed is overwritten. */
  revision: z.number().int().nullable().default(null),
});
/** The same as they are. `revision`: pass it back, so that what others change meanwhile is not lost. */
export const CallSettingsReply = z.object({
  data: z.object({
    forward_to: z
      .string()
      .nullable()
      .meta({ examples: ['+14155550142'] }),
    caller_id: callFields.callerId,
    whisper: z.boolean(),
    ring_seconds: z.number().int(),
    text_back: z
      .string()
      .nullable()
      .meta({ examples: ['Sorry we missed your call. How can we help?'] }),
    revision: z.number().int(),
  }),
});

/** `url` is a path on whatever host the application is opened on; `variants`: the same at other widths in px. */
export const ImageReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    url: z.string(),
    content_type: z.string(),
    size: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
    variants: z.record(z.string(), z.string()),
  }),
});
export const DeleteImage = z.object({ url: z.string().min(1).max(500) });

/** What a business asks of and says about itself. */
export const businessSettingsCalls = calls('Businesses', {
  'PUT /businesses/edit-settings': {
    id: 'updateBusinessSettings',
    who: ['Business'],
    summary: 'What a business may change of itself.',
    body: BusinessSettings,
    reply: Saved,
  },
  'POST /businesses/update-contact-info': {
    id: 'updateContactInfo',
    who: ['Business'],
    summary: 'How customers reach the business.',
    body: UpdateContactInfo,
    reply: Saved,
  },
  'POST /businesses/update-broadcasters': {
    id: 'updateBroadcasters',
    who: ['Business'],
    summary: 'Choose whose phones may send a broadcast by text. Each one is confirmed with a code first.',
    body: UpdateBroadcasters,
    reply: Saved,
  },
  'GET /businesses/broadcasters': {
    id: 'listBroadcasters',
    who: ['Business'],
    summary: 'Whose phones may send a broadcast by text, and what each sent last.',
    reply: BroadcastersReply,
  },
  'PUT /businesses/daily-limits': {
    id: 'updateDailyLimits',
    who: ['Business'],
    summary:
      'How many texts and emails of automations and broadcasts may reach one person in a day. Beyond that they are ' +
      'held back, and say so.',
    body: UpdateDailyLimits,
    reply: Saved,
  },
  'GET /businesses/calls': {
    id: 'getCallSettings',
    who: ['Business'],
    summary: 'Where calls to the business’s number go, and what callers who were missed are texted.',
    reply: CallSettingsReply,
  },
  'PUT /businesses/calls': {
    id: 'updateCallSettings',
    who: ['Business'],
    summary: 'Choose where calls go and what callers who were missed are texted. The carrier is told.',
    body: UpdateCallSettings,
    reply: Saved,
  },
  'GET /businesses/legal-pages': {
    id: 'getLegalPages',
    who: ['Business'],
    summary: 'The privacy policy and the terms.',
    reply: LegalPagesReply,
  },
  'PUT /businesses/legal-pages': {
    id: 'updateLegalPages',
    who: ['Business'],
    summary: 'Write the privacy policy and the terms, or link to them.',
    body: UpdateLegalPages,
    reply: Saved,
  },
  'POST /businesses/upload-image': {
    id: 'uploadBusinessImage',
    who: ['Business'],
    summary:
      'Upload a picture for logo or pages (gif, jpeg, png, webp, avif, svg; at most 5 MB) as the one file of a form.',
    file: { maxBytes: maxImageBytes },
    reply: ImageReply,
  },
  'POST /businesses/delete-image': {
    id: 'deleteBusinessImage',
    who: ['Business'],
    summary: 'Delete a picture that the business uploaded.',
    body: DeleteImage,
    reply: Done,
  },
});
