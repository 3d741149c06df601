import { z } from 'zod';
import { emailAddress, line, text } from '../kernel/fields.ts';

const longest = { name: 120, reply: 1600, offerTitle: 120, terms: 1_000, subject: 200, alert: 500 } as const;
export const campaignTypes = ['landing', 'loop', 'vote', 'popup', 'cms', 'goto', 'api', 'fb', 'text'] as const;
const type = z.enum(campaignTypes, 'This type of campaign is not known.');
export type CampaignType = z.output<typeof type>;

/** Percentage Discount, Money Discount, Buy One Get One Free, Free Offer, No Offer - Info Only (specification, section 9). */
const discountType = z.enum(['percentage', 'money', 'bogo', 'free', 'none'], 'This kind of offer is not known.');
/** Dynamic: each coupon has a code of its own. Static: all have one. The API says 1 and 2 (specification, section 9). */
const codeType = z.enum(['dynamic', 'static']);
export const codeTypes = { dynamic: 1, static: 2 } as const;
const staticCode = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9-]{1,29}$/, 'A code is made of 2 to 30 letters, digits and hyphens.');
const days = z.number().int().min(1).max(365);

/** What a campaign gives. */
const storedOffer = z.object({
  discountType,
  /** Per cent, or the smallest unit of the business's currency; null where the kind of offer has no amount. */
  amount: z.number().int().positive().nullable(),
  title: z.string().max(longest.offerTitle),
  terms: z.string().max(longest.terms),
  codeType,
  staticCode: z.string().max(30).nullable(),
  /** How many coupons of the campaign can be redeemed in all; null: as many as there are. */
  useLimit: z.number().int().positive().nullable(),
  /** Days that a coupon is good for; null: for ever. */
  dayToExpire: days.nullable(),
  /** Days before its expiry at which a coupon reminds its holder. */
  reminders: z.array(days),
  reminderMessage: z.string().max(longest.reply),
});
export type Offer = z.output<typeof storedOffer>;

/** Specification, section 9. */
export const defaultDaysToExpire = 14;
export const defaultAlert = '[phone_number] opted into the campaign with the keyword [keyword]';

/** No offer, only words. */
export const noOffer: Offer = {
  discountType: 'none',
  amount: null,
  title: '',
  terms: '',
  codeType: 'dynamic',
  staticCode: null,
  useLimit: null,
  dayToExpire: defaultDaysToExpire,
  reminders: [],
  reminderMessage: '',
};

/** Who is told what when somebody joins. */
const storedNotifications = z.object({
  /** To who joined, by email; the text that they get is the campaign's reply. */
  contact: z.object({
    enabled: z.boolean(),
    subject: z.string().max(longest.subject),
    body: z.string().max(longest.reply),
  }),
  /** To people of the business. `[phone_number]`, `[email]`, `[name]` and `[keyword]` are filled in. */
  owner: z.object({
    enabled: z.boolean(),
    text: z.string().max(longest.alert),
    phones: z.array(z.string().max(20)).max(10),
    emails: z.array(z.string().max(254)).max(10),
  }),
});
export type CampaignNotifications = z.output<typeof storedNotifications>;
export const noNotifications: CampaignNotifications = {
  contact: { enabled: false, subject: '', body: '' },
  owner: { enabled: false, text: defaultAlert, phones: [], emails: [] },
};

const settings = z.object({
  /** Nobody can join or vote from this instant on; null: open. */
  endsAt: z.iso.datetime().nullable(),
  /** Nobody gets on without a number, also who does not want texts. The business turns this on knowingly. */
  phoneAlways: z.boolean(),
  /** Texts begin when the number has answered Y. */
  doubleOptIn: z.boolean(),
  /** The thank-you page opens with the link in an email. */
  verifyEmail: z.boolean(),
  /** Who may press Redeem: whoever holds the coupon, or staff with the till open. */
  redeemBy: z.enum(['holder', 'staff']),
  /** Whether a till may redeem a code that everybody has without asking whose it is. */
  anonymousUse: z.boolean().default(false),
});
export type CampaignSettings = z.output<typeof settings>;
export const initialSettings: CampaignSettings = {
  endsAt: null,
  phoneAlways: false,
  doubleOptIn: false,
  verifyEmail: false,
  redeemBy: 'staff',
  anonymousUse: false,
};

/** What events say of a campaign. */
export const storedCampaign = {
  name: z.string().min(1).max(longest.name),
  type,
  /** The reply's text; merge fields such as {{first_name|there}} are filled in when it is sent. */
  reply: z.string().max(longest.reply),
  offer: storedOffer,
  notifications: storedNotifications,
  settings,
} as const;

const paragraph = (what: string, most: number) =>
  text.pipe(z.string().max(most, `${what} can have at most ${most.toLocaleString('en-US')} characters.`));
const expiry = 'Give a number of days from 1 to 365.';

/** What people may enter, and what they are told otherwise. */
export const campaignFields = {
  name: line('The name', longest.name),
  type,
  /** As typed: what makes it a keyword is said by `chooseKeyword`. */
  keyword: z.string().max(200, 'A keyword needs 1 to 40 letters or digits.'),
  reply: text.pipe(z.string().max(longest.reply, 'A text can have at most 1,600 characters.')),
  /** What belongs together (an amount with its kind, a code with its kind) is checked by `checkOffer`. */
  offer: z.object({
    discountType,
    amount: z.number().int('Give a whole number.').positive('Give a number above zero.').max(100_000_000).nullable(),
    title: paragraph('The title', longest.offerTitle),
    terms: paragraph('The terms', longest.terms),
    codeType,
    staticCode: z
      .string()
      .trim()
      .toUpperCase()
      .transform((code) => (code === '' ? null : code))
      .pipe(staticCode.nullable())
      .nullable(),
    useLimit: z.number().int().positive('Leave it empty for no limit.').max(100_000_000).nullable(),
    dayToExpire: z.number(expiry).int(expiry).min(1, expiry).max(365, expiry).nullable(),
    reminders: z
      .array(z.number(expiry).int(expiry).min(1, expiry).max(365, expiry))
      .max(10, 'At most 10 reminders.')
      .transform((chosen) => [...new Set(chosen)].sort((one, other) => other - one)),
    reminderMessage: paragraph('The reminder', longest.reply),
  }),
  notifications: z.object({
    contact: z.object({
      enabled: z.boolean(),
      subject: paragraph('The subject', longest.subject),
      body: paragraph('The email', longest.reply),
    }),
    owner: z.object({
      enabled: z.boolean(),
      text: paragraph('The alert', longest.alert),
      phones: z.array(z.string().trim().max(30)).max(10, 'At most 10 numbers.'),
      emails: z.array(emailAddress).max(10, 'At most 10 addresses.'),
    }),
  }),
  settings,
} as const;
