import { z } from 'zod';
import { businessList } from '../../domain/businesses/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Named, NumberBlocked, Revision, Success, Uuid, wholeList } from './common.ts';
import { Broadcaster, ContactInfo, DailyLimits } from './business-settings.ts';
import { Currency, DateFormat, TenantStatus } from './fields.ts';
import { listParams } from './lists.ts';
import { ProviderSettings } from './providers.ts';

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
/** To choose from, all are fetched at once: up to 9999 (specification, section 9). `agency_id`: one agency's, for an operator. */
export const BusinessListParams = listParams(businessList, { maxPerPage: 9999 }).extend({ agency_id: Uuid.optional() });

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
  /** Null: the carriers take texts of the number, or there is none. */
  blocked: NumberBlocked.nullable(),
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

/** What everyone who works with a business may see of it. */
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
    daily_limits: DailyLimits,
    revision: Revision,
    /** What can be texted to its number now, for handing the business over. */
    keywords: z.array(z.object({ keyword: z.string(), name: z.string() })),
  }),
});
export const UniqueIdReply = z.object({ data: z.object({ unique_id: z.string() }) });
/** Businesses to start from: the agency's own and the platform's. */
export const TemplateList = wholeList(
  z.object({
    id: z.string(),
    name: z.string(),
    agency: Named.nullable(),
    campaigns: z.number().int(),
    description: z.string().nullable(),
  }),
);

export const businessCalls = calls('Businesses', {
  'GET /businesses': {
    id: 'listBusinesses',
    who: ['Admin', 'Agency'],
    summary: 'The businesses, an agency’s own ones for an agency; `status` is `active` (the default) or `archived`.',
    query: BusinessListParams,
    reply: BusinessList,
  },
  'GET /businesses/templates': {
    id: 'listBusinessTemplates',
    who: ['Admin', 'Agency'],
    summary: 'Businesses to start from: the agency’s own and the platform’s.',
    reply: TemplateList,
  },
  'GET /businesses/{id}': {
    id: 'getBusiness',
    who: ['Admin', 'Agency'],
    summary: 'A business with all its settings.',
    params: IdParams,
    reply: BusinessReply,
  },
  'GET /businesses/{id}/unique-id': {
    id: 'getBusinessUniqueId',
    who: ['Admin', 'Agency'],
    summary: 'The id that stands in the addresses of a business’s public pages.',
    params: IdParams,
    reply: UniqueIdReply,
  },
  'GET /businesses/{id}/info': {
    id: 'getBusinessInfo',
    who: 'any',
    summary: 'What everyone who works with a business may see of it.',
    params: IdParams,
    reply: BusinessInfo,
  },
  'DELETE /businesses/{id}': {
    id: 'archiveBusiness',
    who: ['Admin', 'Agency'],
    summary: 'Archive a business: it sends nothing until it is restored.',
    params: IdParams,
    reply: Success,
  },
  'POST /businesses/{id}/restore': {
    id: 'restoreBusiness',
    who: ['Admin', 'Agency'],
    summary: 'Restore an archived business.',
    params: IdParams,
    reply: Success,
  },
});
