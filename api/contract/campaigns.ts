import { z } from 'zod';
import { campaignFields, campaignTypes } from '../../domain/campaigns/fields.ts';
import { campaignList } from '../../domain/campaigns/list.ts';
import { PageKind } from '../../domain/pages/model.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Named, Revision, Saved, Success, TestReply, wholeList } from './common.ts';
import { EvenIfUsed } from './uses.ts';
import { Email } from './fields.ts';
import { Flag, listParams } from './lists.ts';
import { maxImageBytes } from './uploads.ts';
import { UniqueIdReply } from './businesses.ts';
import { ImageReply } from './business-settings.ts';

const { offer, notifications, settings } = campaignFields;
const given = offer.shape;
export const CampaignType = z.enum(campaignTypes);
/** `waiting`: its keyword answers nobody yet. */
export const CampaignStatus = z.enum(['active', 'waiting', 'archived']);
/** 1: each coupon has a code of its own; 2: all have one (specification, section 9). */
export const CodeType = z.union([z.literal(1), z.literal(2)], 'Choose dynamic (1) or static (2).');

const Media = z.object({ url: z.string(), content_type: z.string().nullable() });
/**
 * The page's sections by name, nested as in section 3 of the specification (`loops.main` is `main` within `loops`). A
 * section that is given is given whole; fields that are left out of it are as at first.
 */
export const PageSections = z
  .record(z.string().max(40), z.unknown())
  .meta({ examples: [{ styling: { BackgroundColor: '#f3f5f9', MaxWidth: 600 } }] });

/** What it gives. */
const offerFields = {
  discount_type: given.discountType,
  /** Per cent, or the smallest unit of the business's currency; null where the kind of offer has no amount. */
  discount_amount: given.amount,
  offer_title: given.title,
  offer_terms: given.terms,
  code_type: CodeType,
  static_code: given.staticCode,
  /** How many coupons can be redeemed in all; null: as many as there are. */
  use_limit: given.useLimit,
  /** Days that a coupon is good for; null: for ever. */
  day_to_expire: given.dayToExpire,
  /** Days before its expiry at which a coupon reminds its holder. */
  reminders: given.reminders,
  reminder_message: given.reminderMessage,
};
const settingFields = {
  /** Nobody can join or vote from this instant on; null: open. */
  ends_at: settings.shape.endsAt,
  /** Nobody gets on without a number, also who does not want texts. */
  phone_always: settings.shape.phoneAlways,
  /** Texts begin when the number has answered Y. */
  double_opt_in: settings.shape.doubleOptIn,
  /** The thank-you page opens with the link in an email. */
  verify_email: settings.shape.verifyEmail,
  redeem_by: settings.shape.redeemBy,
  /** Whether a till may redeem a code that everybody has without asking whose it is. */
  anonymous_use: z.boolean(),
};
const toldFields = {
  /** The email to who has joined; the text that they get is the reply. */
  contact_notification: notifications.shape.contact,
  /** The alert to people of the business. */
  notifications: notifications.shape.owner,
};

export const CampaignRow = z.object({
  id: z.string(),
  name: z.string(),
  type: CampaignType,
  keyword: z.string(),
  /** Where the keyword answers, null while it does not. */
  phone_number: z.string().nullable(),
  status: CampaignStatus,
  /** Why it waits: the business has no number, or there the keyword is another campaign's. */
  waiting: z.enum(['number', 'keyword']).nullable(),
  members: z.number().int(),
  opt_ins: z.number().int(),
  /** In the last seven days. */
  opt_ins_week: z.number().int(),
  discount_type: given.discountType,
  offer_title: z.string(),
  day_to_expire: z.number().int().nullable(),
  page: z.object({
    kind: PageKind,
    /** The version that visitors get, null: nothing is published. */
    version: z.number().int().nullable(),
    /** There are changes that are not published. */
    edited: z.boolean(),
    changed_at: Instant.nullable(),
    /** Its public address; null: a page of its own that nobody can go to (a coupon's). */
    link: z.string().nullable(),
  }),
  ends_at: Instant.nullable(),
  created_at: Instant,
  archived_at: Instant.nullable(),
});
export type CampaignRow = z.output<typeof CampaignRow>;
export const CampaignList = list(CampaignRow);
export const CampaignListParams = listParams(campaignList);

export const Campaign = CampaignRow.extend({
  reply: z.string(),
  reply_media: z.array(Media),
  discount_amount: z.number().int().nullable(),
  offer_terms: z.string(),
  code_type: CodeType,
  static_code: z.string().nullable(),
  use_limit: z.number().int().nullable(),
  reminders: z.array(z.number().int()),
  reminder_message: z.string(),
  contact_notification: z.object({ enabled: z.boolean(), subject: z.string(), body: z.string() }),
  notifications: z.object({
    enabled: z.boolean(),
    text: z.string(),
    phones: z.array(z.string()),
    emails: z.array(z.string()),
  }),
  phone_always: z.boolean(),
  double_opt_in: z.boolean(),
  verify_email: z.boolean(),
  redeem_by: settings.shape.redeemBy,
  anonymous_use: z.boolean(),
  sections: PageSections,
  revision: Revision,
  page_revision: Revision,
});
export type Campaign = z.output<typeof Campaign>;
export const CampaignReply = z.object({ data: Campaign });

export const CreateCampaign = z.object({
  name: campaignFields.name,
  type: CampaignType,
  keyword: campaignFields.keyword,
  reply: campaignFields.reply.default(''),
  /** What the page begins as. */
  template: z.string().max(60).nullable().default(null),
  sections: PageSections.default({}),
  ...z.object({ ...offerFields, ...toldFields, ...settingFields }).partial().shape,
});
/** What is left out stays as it is. */
export const UpdateCampaign = z.object({
  ...z
    .object({
      name: campaignFields.name,
      keyword: campaignFields.keyword,
      reply: campaignFields.reply,
      ...offerFields,
      ...toldFields,
      ...settingFields,
    })
    .partial().shape,
  /** Of its page or coupon: those that have changed, each whole. */
  sections: PageSections.optional(),
  /** `active` restores an archived one. */
  status: z.enum(['active', 'archived']).optional(),
  /** Archive it although automations, broadcasts or segments use it; without, that is refused (409 `in_use`). */
  even_if_used: z.boolean().optional(),
  revision: Revision.nullable().default(null),
});
export const UpdateCampaignSettings = z.object({
  ...z.object({ ...settingFields, ...toldFields }).partial().shape,
  revision: Revision.nullable().default(null),
});

export const CopyCampaign = z.object({ name: campaignFields.name, keyword: campaignFields.keyword });

/** What is to be seen of a keyword where one is chosen. */
export const CampaignKeyword = z.object({ id: z.string(), keyword: z.string(), name: z.string(), type: CampaignType });
export const CampaignKeywords = wholeList(CampaignKeyword);

export const CampaignStats = z.object({
  data: z.object({
    campaigns: z.number().int(),
    active: z.number().int(),
    members: z.number().int(),
    opt_ins: z.number().int(),
    opt_ins_week: z.number().int(),
    best: CampaignKeyword.extend({ opt_ins_week: z.number().int() }).nullable(),
  }),
});

/** One thing that was done with a page. Edits between are in the draft alone. */
export const PageAct = z.object({
  act: z.enum(['started', 'published', 'unpublished', 'restored', 'test-started', 'test-ended']),
  version: z.number().int().nullable(),
  at: Instant,
  /** Null: not a person of the business. */
  by: z.string().nullable(),
});
/** `title` is its name; `description` stands below its headline, and is what is shown where it is shared. */
export const Landing = CampaignRow.extend({
  title: z.string(),
  description: z.string(),
  template: z.string().nullable(),
  /** The draft. */
  sections: PageSections,
  /** What visitors get, null: nothing is published. */
  published: PageSections.nullable(),
  history: z.array(PageAct),
  phone_always: z.boolean(),
  revision: Revision,
});
export type Landing = z.output<typeof Landing>;
export const LandingReply = z.object({ data: Landing });
export const LandingParams = z.object({
  /** Of an earlier version, its sections in place of the draft's. */
  version: z.coerce.number<number>().int().min(1).max(1_000_000).optional(),
});
const description = z.string().trim().max(5_000, 'A description can have at most 5,000 characters.').optional();
export const CreateLanding = z.object({
  title: campaignFields.name,
  description,
  type: z.enum(['landing', 'vote', 'loop'], 'This type of page is not known.').default('landing'),
  keyword: campaignFields.keyword,
  template: z.string().max(60).nullable().default(null),
  sections: PageSections.default({}),
});
/** The sections that have changed; then, where it is asked for, what is built goes live, or what is live is taken down. */
export const UpdateLanding = z.object({
  title: campaignFields.name.optional(),
  description,
  sections: PageSections.default({}),
  publish: z.boolean().optional(),
  /** Brings an earlier version back as the draft. What is live stays. */
  restore: z.number().int().min(1).optional(),
  revision: Revision.nullable().default(null),
});
export const SavedLanding = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ revision: Revision, version: z.number().int().nullable(), edited: z.boolean() }),
});

export const KeywordRow = z.object({
  id: z.string(),
  keyword: z.string(),
  phone_number: z.string().nullable(),
  waiting: z.enum(['number', 'keyword']).nullable(),
  campaign: Named,
  type: CampaignType,
  members: z.number().int(),
  opt_ins_week: z.number().int(),
  created_at: Instant,
});
export type KeywordRow = z.output<typeof KeywordRow>;
export const KeywordList = list(KeywordRow);
export const CreateKeyword = z.object({
  keyword: campaignFields.keyword,
  name: campaignFields.name.optional(),
  reply: campaignFields.reply,
});
export const UpdateKeyword = z.object({ keyword: campaignFields.keyword });
export const KeywordsAsked = z.object({ keywords: z.array(z.string().max(200)).max(1000) });
export const HaveStaticCoupon = z.object({ static_coupon: z.boolean() });
export const HaveFeatures = z.object({ static_coupon: z.boolean(), vote_coupon: z.boolean() });

export const CampaignScript = z.object({
  data: z.object({
    script: z.string(),
    /** The page; of a popup a sample site to try it on. */
    link: z.string(),
    /** Shows a popup’s draft on any site that has the script: what its address ends with. Null: no popup. */
    preview: z
      .string()
      .meta({ examples: ['?popup-preview=bxx6UjsOTY-aZCxdHot_kJ2vQm0c5s1T'] })
      .nullable(),
  }),
});
export const EmailCampaign = z.object({ email: Email });

/** What is to be tested, as it stands on the screen: the alert, also to a number, or the email to new members. */
export const TestNotification = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('alert'),
    text: z
      .string()
      .trim()
      .min(1, 'Write the alert.')
      .max(500)
      .meta({ examples: ['[phone_number] opted into the campaign with the keyword [keyword]'] }),
    phone: z
      .string()
      .trim()
      .max(30)
      .nullable()
      .default(null)
      .meta({ examples: ['(415) 555-0100'] }),
  }),
  z.object({
    what: z.literal('welcome'),
    subject: z
      .string()
      .trim()
      .min(1, 'Write a subject.')
      .max(200)
      .meta({ examples: ['Your free slice, {{first_name|there}}'] }),
    body: z
      .string()
      .trim()
      .min(1, 'Write the email.')
      .max(1_600)
      .meta({ examples: ['Thank you for joining us. Your coupon: {{coupon_link}}'] }),
  }),
]);

const business = ['Business'] as const;
const rowsOf = 'sorted, searched by name, keyword and number; `status` is `active` (the default: all not archived)';

export const campaignCalls = calls('Campaigns', {
  'GET /campaigns': {
    id: 'listCampaigns',
    who: business,
    summary: `The business’s campaigns, ${rowsOf}, \`live\`, \`waiting\` or \`archived\`.`,
    query: CampaignListParams,
    reply: CampaignList,
  },
  'POST /campaigns': {
    id: 'createCampaign',
    who: business,
    summary: 'Make a campaign of any type, with its page. Its keyword is claimed on the business’s number.',
    body: CreateCampaign,
    example: { name: 'Free slice', type: 'landing', keyword: 'SLICE', template: 'restaurant' },
    reply: Created,
  },
  'GET /campaigns/{id}': {
    id: 'getCampaign',
    who: business,
    summary: 'A campaign with its offer, settings and the draft of its page.',
    params: IdParams,
    reply: CampaignReply,
  },
  'PUT /campaigns/{id}': {
    id: 'updateCampaign',
    who: business,
    summary: 'Change what is given of a campaign; `status` archives or restores it.',
    params: IdParams,
    body: UpdateCampaign,
    example: { name: 'Free slice', day_to_expire: 14, revision: 3 },
    reply: Saved,
  },
  'DELETE /campaigns/{id}': {
    id: 'archiveCampaign',
    who: business,
    summary: 'Archive a campaign: its keyword is free at once, its page says that it has ended, its coupons stay good.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
  'GET /coupons': {
    id: 'listCoupons',
    who: business,
    summary: `Campaigns under their other name, ${rowsOf}.`,
    query: CampaignListParams,
    reply: CampaignList,
  },
  'GET /coupons/stats': {
    id: 'getCouponStats',
    who: business,
    summary: 'Members and opt-ins of all campaigns, and the one that brought most in the last seven days.',
    reply: CampaignStats,
  },
  'GET /coupons/keywords': {
    id: 'listCouponKeywords',
    who: business,
    summary: 'The keywords to choose from; with `is_sample`, ones to start with that are still free, under no id.',
    query: z.object({ is_sample: Flag.optional() }),
    reply: CampaignKeywords,
  },
  'GET /coupons/{id}': {
    id: 'getCoupon',
    who: business,
    summary: 'A campaign with its offer, settings and sections.',
    params: IdParams,
    reply: CampaignReply,
  },
  'PUT /coupons/{id}': {
    id: 'updateCoupon',
    who: business,
    summary: 'Change what is given of a campaign.',
    params: IdParams,
    body: UpdateCampaign,
    example: { offer_title: 'A free slice', discount_type: 'free', revision: 3 },
    reply: Saved,
  },
  'DELETE /coupons/{id}': {
    id: 'archiveCoupon',
    who: business,
    summary: 'Archive a campaign.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
  'GET /coupons/{id}/unique-id': {
    id: 'getCouponUniqueId',
    who: business,
    summary: 'The id by which another business can take a copy of the campaign.',
    params: IdParams,
    reply: UniqueIdReply,
  },
  'GET /coupons/{id}/script': {
    id: 'getCouponScript',
    who: business,
    summary: 'What shows the page on another site: a frame, or a popup’s script.',
    params: IdParams,
    reply: CampaignScript,
  },
  'PUT /coupons/{id}/update-setting': {
    id: 'updateCouponSettings',
    who: business,
    summary: 'Change a campaign’s settings and who is told of a new member.',
    params: IdParams,
    body: UpdateCampaignSettings,
    example: { double_opt_in: true, revision: 3 },
    reply: Saved,
  },
  'POST /coupons/{id}/duplicate': {
    id: 'duplicateCoupon',
    who: business,
    summary: 'Copy a campaign with its page and offer. Members, coupons and votes stay where they are.',
    params: IdParams,
    body: CopyCampaign,
    reply: Created,
  },
  'POST /coupons/{id}/clone': {
    id: 'cloneCoupon',
    who: business,
    summary: 'Copy another business’s campaign. `{id}` is the unique id that it was shared with.',
    params: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'This is not the unique id of a campaign.') }),
    body: CopyCampaign,
    reply: Created,
  },
  'POST /coupons/{id}/send-email': {
    id: 'emailCoupon',
    who: business,
    summary: 'Send the link of the page to an address.',
    params: IdParams,
    body: EmailCampaign,
    reply: Success,
  },
  'POST /coupons/{id}/test-notification': {
    id: 'testCouponNotification',
    who: business,
    summary: 'Send yourself what new members or your people would get, with a made-up member.',
    params: IdParams,
    body: TestNotification,
    example: { what: 'alert', text: '[phone_number] opted in with [keyword]', phone: '(415) 555-0100' },
    reply: TestReply,
  },
  'POST /coupons/upload-image': {
    id: 'uploadCouponImage',
    who: business,
    summary: 'Upload a picture for pages, as the only file of a form. It is encoded again.',
    file: { maxBytes: maxImageBytes },
    reply: ImageReply,
  },
});

export const landingCalls = calls('Pages', {
  'GET /landings': {
    id: 'listLandings',
    who: business,
    summary: `Campaigns with a page of their own (landing, vote, loop), ${rowsOf}.`,
    query: CampaignListParams,
    reply: CampaignList,
  },
  'POST /landings': {
    id: 'createLanding',
    who: business,
    summary: 'Make a page, with a campaign for those who join on it.',
    body: CreateLanding,
    example: { title: 'Autumn menu', type: 'landing', keyword: 'AUTUMN', template: 'cafe' },
    reply: Created,
  },
  'GET /landings/{id}': {
    id: 'getLanding',
    who: business,
    summary: 'A page as it is built, with what is live and what happened to it.',
    params: IdParams,
    query: LandingParams,
    reply: LandingReply,
  },
  'PUT /landings/{id}': {
    id: 'updateLanding',
    who: business,
    summary: 'Save changed sections of the draft; publish it, take it down, or bring an earlier version back.',
    params: IdParams,
    body: UpdateLanding,
    example: { sections: { styling: { BackgroundColor: '#f3f5f9' } }, publish: true, revision: 3 },
    reply: SavedLanding,
  },
  'DELETE /landings/{id}': {
    id: 'archiveLanding',
    who: business,
    summary: 'Archive a page with its campaign.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
});

export const keywordCalls = calls('Keywords', {
  'GET /keywords': {
    id: 'listKeywords',
    who: business,
    summary: 'The keywords of the business, each with the campaign that answers it.',
    query: CampaignListParams,
    reply: KeywordList,
  },
  'POST /keywords': {
    id: 'createKeyword',
    who: business,
    summary: 'A keyword with a text that answers it.',
    body: CreateKeyword,
    example: { keyword: 'HOURS', reply: 'We are open from 9 to 6, Monday to Saturday.' },
    reply: Created,
  },
  'PUT /keywords/{id}': {
    id: 'changeKeyword',
    who: business,
    summary: 'Change a keyword. The former one is free at once.',
    params: IdParams,
    body: UpdateKeyword,
    reply: Success,
  },
  'DELETE /keywords/{id}': {
    id: 'deleteKeyword',
    who: business,
    summary: 'Give a keyword up: its campaign is archived.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
  'POST /keywords/has-static-coupon': {
    id: 'haveStaticCoupon',
    who: business,
    summary: 'Whether a campaign of these keywords has one shared code.',
    body: KeywordsAsked,
    reply: HaveStaticCoupon,
  },
  'POST /keywords/has-features': {
    id: 'haveFeatures',
    who: business,
    summary: 'Which features the campaigns of these keywords have.',
    body: KeywordsAsked,
    reply: HaveFeatures,
  },
});
