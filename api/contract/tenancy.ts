import { z } from 'zod';
import { agencyList } from '../../domain/agency/list.ts';
import { businessList } from '../../domain/business/list.ts';
import { Instant, list, listParams, Uuid } from './common.ts';
import { DashboardParams } from './dashboard.ts';
import { ProviderSettings } from './providers.ts';
import { domainMessage, isUrl, Whitelabel } from './whitelabels.ts';

/** The states of an agency's or a business's record. Archived ones can be restored. */
export const TenantStatus = z.enum(['active', 'archived']);
export const Currency = z.enum(['USD', 'EUR', 'GBP', 'ZAR']);
export const DateFormat = z.enum(['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD']);

const line = (what: string, longest: number) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .min(1, `${what} is missing.`)
    .max(longest, `${what} can have at most ${longest} characters.`);
const optionalLine = (what: string, longest: number) =>
  z.string().trim().max(longest, `${what} can have at most ${longest} characters.`).nullable().optional();
/** An address of the web that people may be led to: http(s) or none, never another scheme (specification, section 5: url). */
const webAddress = (schema: z.ZodType<string, string>) =>
  schema.refine((value) => value === '' || isUrl(value), domainMessage);
const optionalWebsite = webAddress(z.string().trim().max(200, 'The website can have at most 200 characters.'))
  .nullable()
  .optional();
export const Email = z
  .string({ error: 'Enter a valid e-mail address.' })
  .trim()
  .max(254)
  .pipe(z.email('Enter a valid e-mail address.'));
const allowance = z.number().int().min(0).max(100_000_000);

/**
 * Where a form began: the `revision` of the record it was filled from. An edit of a record that somebody else has changed in between is refused with
 * 409 `edit_conflict` and `changes`: nothing is overwritten silently. Sending the newer revision saves over it, knowingly.
 */
export const Revision = z.number().int().min(0);
/** One field that somebody else changed since the form was opened. Values as the form's fields hold them. */
export const EditChange = z.object({
  field: z.string(),
  was: z.unknown(),
  now: z.unknown(),
  by: z.string().nullable(),
  at: Instant,
});
export type EditChange = z.output<typeof EditChange>;
/** The body of that 409, besides `message`, `code` and `requestId`. `revision` is the newest one. */
export const EditConflict = z.object({ revision: Revision, changes: z.array(EditChange) });

/* ---------------------------------------------------------------- agencies */

export const AgencyRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: TenantStatus,
  created_at: Instant,
  archived_at: Instant.nullable(),
  businesses_count: z.number().int(),
  free_fee: z.boolean(),
  is_template: z.boolean(),
  subscribed: z.boolean(),
  domain: z.string().nullable(),
});
export type AgencyRow = z.output<typeof AgencyRow>;
export const AgencyList = list(AgencyRow);
export const AgencyListParams = listParams(agencyList);

export const Agency = AgencyRow.extend({
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  timezone: z.string(),
  support_email: z.string().nullable(),
  is_active_livechat: z.boolean(),
  is_active_loop: z.boolean(),
  has_sample: z.boolean(),
  is_new: z.boolean(),
  /** The free allowance a month: numbers held, segments of text, minutes of calls; and what is used of it. */
  free_numbers: z.number().int(),
  free_messages: z.number().int(),
  free_calls: z.number().int(),
  usage_numbers: z.number().int(),
  usage_messages: z.number().int(),
  usage_calls: z.number().int(),
  whitelabel: Whitelabel.nullable(),
  twilioConfig: ProviderSettings.nullable(),
  sendgridIntegration: ProviderSettings.nullable(),
  mailgunIntegration: ProviderSettings.nullable(),
  sesIntegration: ProviderSettings.nullable(),
  revision: Revision,
});
export type Agency = z.output<typeof Agency>;
export const AgencyReply = z.object({ data: Agency });

/** What an operator writes of an agency. `free_fee` and the free allowance are the operator's to give. */
const AgencyFields = z.object({
  name: line('The name', 120),
  email: Email,
  first_name: line('The first name', 100),
  last_name: z.string().trim().max(100).default(''),
  phone: optionalLine('The phone number', 40),
  website: optionalWebsite,
  timezone: z.string().max(60).optional(),
  is_template: z.boolean().default(false),
  is_active_livechat: z.boolean().default(false),
  is_active_loop: z.boolean().default(false),
});
/** POST /agencies. Without a password the owner gets an e-mail with a link to choose one. */
export const CreateAgency = AgencyFields.extend({
  free_fee: z.boolean().default(false),
  free_numbers: allowance.default(0),
  free_messages: allowance.default(0),
  free_calls: allowance.default(0),
  password: z.string().min(8, 'A password has at least 8 characters.').max(200).optional(),
});
export const UpdateAgency = AgencyFields.extend({ revision: Revision });
/** PUT /agencies/{id}/billing-config. */
export const AgencyBilling = z.object({
  free_fee: z.boolean(),
  free_numbers: allowance,
  free_messages: allowance,
  free_calls: allowance,
  revision: Revision.optional(),
});
/** PUT /agencies/{id}/update-partial. */
export const UpdateAgencyPartial = z.object({ is_new: z.boolean() });
/** PUT /agencies/edit-settings: what an agency may change of itself. Domain and colours are part of its white label. */
export const AgencySettings = z.object({
  name: line('The name', 120),
  phone: optionalLine('The phone number', 40),
  website: optionalWebsite,
  timezone: z.string().max(60).optional(),
  support_email: Email.nullable().optional(),
  revision: Revision,
  brand: z
    .object({
      name: optionalLine('The brand’s name', 60),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, 'Give the colour as # and six hexadecimal digits.')
        .nullable()
        .optional(),
      custom_domain: z.string().trim().max(253).nullable().optional(),
      subdomain: z.string().trim().max(63).nullable().optional(),
    })
    .optional(),
});
export const Created = z.object({ success: z.literal(true), message: z.string(), data: z.object({ id: z.string() }) });
/** A change of a record: the revision that the next edit starts from. */
export const Saved = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ revision: Revision }),
});

/** GET /agencies/analytics, of the agency's own businesses. Days of the agency's zone. */
export const AgencyAnalytics = z.object({
  data: z.object({
    businesses: z.object({ active: z.number().int(), inactive: z.number().int(), archived: z.number().int() }),
    from: z.string(),
    to: z.string(),
    daily: z.array(
      z.object({
        day: z.string(),
        sent: z.number().int(),
        received: z.number().int(),
        opt_ins: z.number().int(),
        opt_outs: z.number().int(),
      }),
    ),
    totals: z.object({
      sent: z.number().int(),
      received: z.number().int(),
      opt_ins: z.number().int(),
      opt_outs: z.number().int(),
      contacts: z.number().int(),
      numbers: z.number().int(),
    }),
    previous: z.object({
      sent: z.number().int(),
      received: z.number().int(),
      opt_ins: z.number().int(),
      opt_outs: z.number().int(),
    }),
    /** The ten that texted most in this period. */
    top: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sent: z.number().int(),
        received: z.number().int(),
        opt_ins: z.number().int(),
        contacts: z.number().int(),
      }),
    ),
  }),
});
export type AgencyAnalytics = z.output<typeof AgencyAnalytics>['data'];
/** GET /agencies/analytics: a period as on the dashboard; default: the last 30 days. */
export const AnalyticsParams = DashboardParams;

/* -------------------------------------------------------------- businesses */

const Named = z.object({ id: z.string(), name: z.string() });

export const BusinessRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  unique_id: z.string(),
  agency: Named.nullable(),
  status: TenantStatus,
  is_active: z.boolean(),
  phone_number: z.string().nullable(),
  is_tollfree: z.boolean(),
  number_status: z.string().nullable(),
  is_template: z.boolean(),
  free_fee: z.boolean(),
  no_messages: z.number().int().nullable(),
  usage_messages: z.number().int(),
  no_contacts: z.number().int().nullable(),
  usage_contacts: z.number().int(),
  created_at: Instant,
  archived_at: Instant.nullable(),
});
export type BusinessRow = z.output<typeof BusinessRow>;
export const BusinessList = list(BusinessRow);
/** GET /businesses. To choose from, all are fetched at once: up to 9999 (specification, section 9). `agency_id`: one agency's, for an operator. */
export const BusinessListParams = listParams(businessList).extend({
  per_page: z.coerce.number().int().min(1).max(9999).default(10),
  agency_id: Uuid.optional(),
});

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
export const Broadcaster = z.object({ name: z.string(), phone: z.string() });
/** Plain text; a blank line starts a new paragraph. `link` points to a page elsewhere in place of a text. */
export const LegalPage = z.object({
  content: z.string().max(50_000, 'A page can have at most 50,000 characters.'),
  link: webAddress(z.string().trim().max(500, 'A link can have at most 500 characters.')).nullable(),
});
export const LegalPages = z.object({ privacy: LegalPage, terms: LegalPage });
export const LegalPagesReply = z.object({ data: z.object({ pages: LegalPages, revision: Revision }) });

export const Business = BusinessRow.extend({
  first_name: z.string(),
  last_name: z.string(),
  currency: Currency,
  timezone: z.string(),
  date_format: DateFormat,
  logo: z.string().nullable(),
  is_enabled_livechat: z.boolean(),
  is_active_livechat: z.boolean(),
  is_enabled_loop: z.boolean(),
  is_active_loop: z.boolean(),
  is_active_mms: z.boolean(),
  use_bandwidth: z.boolean(),
  template_content: z.string().nullable(),
  contact_info: ContactInfo,
  broadcasters: z.array(Broadcaster),
  unread: z.number().int(),
  custom_fields: z.array(z.string()),
  twilioConfig: ProviderSettings.nullable(),
  sendgridIntegration: ProviderSettings.nullable(),
  revision: Revision,
});
export type Business = z.output<typeof Business>;
export const BusinessReply = z.object({ data: Business });

export const uniqueIdPattern = /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/;
const UniqueId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(uniqueIdPattern, 'The unique id has 3 to 60 letters a–z, digits and hyphens.');
const planLimit = z
  .number()
  .int()
  .positive('A limit is more than nothing; leave it empty for no limit.')
  .max(100_000_000)
  .nullable();

const BusinessFields = z.object({
  name: line('The name', 120),
  email: Email,
  first_name: line('The first name', 100),
  last_name: z.string().trim().max(100).default(''),
  currency: Currency.default('USD'),
  timezone: z.string({ error: 'Choose a time zone.' }).min(1, 'Choose a time zone.').max(60),
  date_format: DateFormat.default('MM/DD/YYYY'),
  is_enabled_livechat: z.boolean().default(false),
  is_active_livechat: z.boolean().default(false),
  is_enabled_loop: z.boolean().default(false),
  is_active_loop: z.boolean().default(false),
  is_active_mms: z.boolean().default(false),
  is_template: z.boolean().default(false),
  template_content: z.string().max(20_000, 'The resources can have at most 20,000 characters.').nullable().optional(),
  no_messages: planLimit.optional(),
  no_contacts: planLimit.optional(),
});
/** POST /businesses. `agency_id` is the operator's to choose (null: a standalone business); an agency's own businesses get its own. Without `unique_id` one is made of the name. */
export const CreateBusiness = BusinessFields.extend({
  unique_id: UniqueId.optional(),
  agency_id: Uuid.nullable().optional(),
  password: z.string().min(8, 'A password has at least 8 characters.').max(200).optional(),
});
export const UpdateBusiness = BusinessFields.extend({ revision: Revision });
/** POST /businesses/{id}/duplicate: settings and campaigns come along; contacts and numbers never do. */
export const DuplicateBusiness = z.object({
  name: line('The name', 120),
  email: Email,
  first_name: z.string().trim().max(100).optional(),
  last_name: z.string().trim().max(100).optional(),
  unique_id: UniqueId.optional(),
});
/** PUT /businesses/{id}/billing-config. `free_fee` and `use_bandwidth` are the operator's: an agency that changes them is refused (403). */
export const BusinessBilling = z.object({
  no_messages: planLimit,
  no_contacts: planLimit,
  free_fee: z.boolean().optional(),
  use_bandwidth: z.boolean().optional(),
  revision: Revision.optional(),
});
/** POST /businesses/{id}/active: left out, it toggles. */
export const SetActive = z.object({ active: z.boolean() }).partial();
export const ActiveReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ is_active: z.boolean() }),
});
/** PUT /businesses/edit-settings: what a business may change of itself. */
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
export const UpdateLegalPages = z.object({ pages: LegalPages, revision: Revision });

/** GET /businesses/{id}/info: what whoever works with a business may know of it. */
export const BusinessInfo = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    unique_id: z.string(),
    currency: Currency,
    timezone: z.string(),
    date_format: DateFormat,
    logo: z.string().nullable(),
    phone_number: z.string().nullable(),
    is_active_mms: z.boolean(),
    contact_info: ContactInfo,
    redemption_url: z.string().nullable(),
    /** For the business's own settings: whose phones may send by text, and where its forms begin. */
    broadcasters: z.array(Broadcaster),
    revision: Revision,
    /** What can be texted to its number now, for handing the business over. */
    keywords: z.array(z.object({ keyword: z.string(), name: z.string() })),
  }),
});
export const UniqueIdReply = z.object({ data: z.object({ unique_id: z.string() }) });
/** GET /businesses/templates: businesses to start from: the agency's own and the platform's. */
export const TemplateList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      agency: Named.nullable(),
      campaigns: z.number().int(),
      description: z.string().nullable(),
    }),
  ),
});
/** POST /businesses/upload-image: one picture as the file of a form. `url` is a path on whatever host the application is opened on; `variants`: the same at other widths in px. */
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

/* ------------------------------------------------------------------ numbers */

/** POST /businesses/search-numbers: what the carrier has on offer. */
export const SearchNumbers = z.object({
  country: z.enum(['US', 'CA']).default('US'),
  type: z.enum(['local', 'tollfree']).default('local'),
  area_code: z
    .string()
    .regex(/^\d{3}$/, 'An area code has three digits.')
    .optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a state or province.')
    .optional(),
  contains: z.string().trim().max(10).optional(),
});
export const NumberOffers = z.object({
  data: z.array(
    z.object({
      number: z.string(),
      locality: z.string().nullable(),
      region: z.string().nullable(),
      sms: z.boolean(),
      mms: z.boolean(),
      voice: z.boolean(),
      is_tollfree: z.boolean(),
    }),
  ),
});
/** POST /businesses/assign-number buys a number of the offers; POST /businesses/assign-custom-number takes one that the carrier account holds already. */
export const AssignNumber = z.object({ number: line('The number', 30) });
export const NumberReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ number: z.string() }),
});

/* ----------------------------------------------------------------- activity */

/** GET /activity: what people did, newest first; every line says who, and for whom they acted. Not in the specification's list of calls. */
export const ActivityParams = z.object({
  agency_id: Uuid.optional(),
  business_id: Uuid.optional(),
  user_id: Uuid.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
});
export const Activity = z.object({
  id: z.string(),
  at: Instant,
  type: z.string(),
  /** The person who did it; null: a part of the system. */
  actor: Named.nullable(),
  /** Who was really at the keyboard, while somebody acted as the actor. */
  impersonator: Named.nullable(),
  agency: Named.nullable(),
  business: Named.nullable(),
  /** What the words need: `{ field: 'name', was: 'A', now: 'B' }`, `{ ip: '…' }` … */
  details: z.record(z.string(), z.unknown()),
});
export type Activity = z.output<typeof Activity>;
export const ActivityList = list(Activity);
