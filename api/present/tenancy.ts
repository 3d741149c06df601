import type { z } from 'zod';
import type { PlatformHosts } from '../../domain/whitelabels/hosts.ts';
import type { NumberBlocked } from '../contract/common.ts';
import type { AgencyRow, Business, BusinessRow, Currency, DateFormat } from '../contract/index.ts';
import type { AgencyRowView, AgencyView } from '../../projections/agencies/queries.ts';
import type { BusinessRowView, BusinessView, ContactInfoView } from '../../projections/businesses/queries.ts';
import type { CampaignView } from '../../projections/campaigns/queries.ts';
import type { Named } from '../../projections/engine/query.ts';
import type { ProvidersView } from '../../projections/providers/queries.ts';
import type { WhitelabelView } from '../../projections/whitelabels/queries.ts';
import { presentProvider } from './providers.ts';
import { presentWhitelabel } from './whitelabels.ts';

type CurrencyName = z.output<typeof Currency>;
type DateFormatName = z.output<typeof DateFormat>;

const named = (id: string | null, name: string | null): Named | null => (id === null ? null : { id, name: name ?? '' });

/** `subscribed`: the ids of those that have a plan or a trial. */
export const presentAgencyRow = (view: AgencyRowView, subscribed: ReadonlySet<string>): AgencyRow => ({
  id: view.id,
  name: view.name,
  email: view.email,
  status: view.status,
  created_at: view.createdAt,
  archived_at: view.archivedAt,
  businesses_count: view.businessesCount,
  free_fee: view.freeFee,
  is_template: view.isTemplate,
  subscribed: subscribed.has(view.id),
  domain: view.domain,
});

export const presentAgency = (
  view: AgencyView,
  {
    brand,
    platform,
    providers,
    subscribed,
  }: {
    readonly brand: WhitelabelView | null;
    readonly platform: PlatformHosts;
    readonly providers: ProvidersView;
    readonly subscribed: ReadonlySet<string>;
  },
) => ({
  ...presentAgencyRow(view, subscribed),
  first_name: view.firstName,
  last_name: view.lastName,
  phone: view.phone,
  website: view.website,
  timezone: view.timezone,
  support_email: view.supportEmail,
  is_active_livechat: view.isActiveLivechat,
  is_active_loop: view.isActiveLoop,
  has_sample: view.hasSample,
  is_new: view.isNew,
  free_numbers: view.freeNumbers,
  free_messages: view.freeMessages,
  free_calls: view.freeCalls,
  usage_numbers: view.usageNumbers,
  usage_messages: view.usageMessages,
  usage_calls: view.usageCalls,
  whitelabel: brand === null ? null : presentWhitelabel(brand, platform),
  twilioConfig: presentProvider(providers.twilio),
  sendgridIntegration: presentProvider(providers.sendgrid),
  mailgunIntegration: presentProvider(providers.mailgun),
  sesIntegration: presentProvider(providers.ses),
  revision: view.revision,
});

export const presentBusinessRow = (view: BusinessRowView): BusinessRow => ({
  id: view.id,
  name: view.name,
  email: view.email,
  unique_id: view.uniqueId,
  agency: named(view.agencyId, view.agencyName),
  status: view.status,
  is_active: view.isActive,
  phone_number: view.phoneNumber,
  is_tollfree: view.isTollFree,
  number_status: view.numberStatus,
  is_template: view.isTemplate,
  free_fee: view.freeFee,
  no_messages: view.monthlyMessages,
  usage_messages: view.usageMessages,
  no_contacts: view.contactLimit,
  usage_contacts: view.usageContacts,
  created_at: view.createdAt,
  archived_at: view.archivedAt,
});

export const presentContactInfo = ({ postalCode, ...info }: ContactInfoView) => ({
  phone: info.phone,
  email: info.email,
  website: info.website,
  address: info.address,
  city: info.city,
  state: info.state,
  postal_code: postalCode,
  country: info.country,
});

/** `custom_fields` are none until contacts can have them. */
export const presentBusiness = (
  view: BusinessView,
  {
    unread,
    providers,
    customFields,
    blocked,
  }: {
    readonly unread: number;
    readonly providers: ProvidersView;
    readonly customFields: readonly string[];
    readonly blocked: NumberBlocked | null;
  },
): Business => ({
  ...presentBusinessRow(view),
  first_name: view.firstName,
  last_name: view.lastName,
  currency: view.currency as CurrencyName,
  timezone: view.timezone,
  date_format: view.dateFormat as DateFormatName,
  logo: view.logo,
  is_enabled_livechat: view.isEnabledLivechat,
  is_active_livechat: view.isActiveLivechat,
  is_enabled_loop: view.isEnabledLoop,
  is_active_loop: view.isActiveLoop,
  is_active_mms: view.isActiveMms,
  use_bandwidth: view.useBandwidth,
  blocked,
  template_content: view.templateContent,
  contact_info: presentContactInfo(view.contactInfo),
  broadcasters: view.broadcasters.map(({ name, phone }) => ({ name, phone })),
  unread,
  custom_fields: [...customFields],
  twilioConfig: presentProvider(providers.twilio),
  sendgridIntegration: presentProvider(providers.sendgrid),
  revision: view.revision,
});

export const presentBusinessInfo = (
  view: BusinessView,
  redemptionUrl: string | null,
  campaigns: readonly CampaignView[],
) => ({
  id: view.id,
  name: view.name,
  unique_id: view.uniqueId,
  currency: view.currency as CurrencyName,
  timezone: view.timezone,
  date_format: view.dateFormat as DateFormatName,
  logo: view.logo,
  phone_number: view.phoneNumber,
  is_active_mms: view.isActiveMms,
  contact_info: presentContactInfo(view.contactInfo),
  redemption_url: redemptionUrl,
  broadcasters: view.broadcasters.map(({ name, phone }) => ({ name, phone })),
  daily_limits: { texts: view.dailyTexts, mails: view.dailyMails },
  revision: view.revision,
  keywords: campaigns
    .filter((campaign) => campaign.status === 'active')
    .map(({ keyword, name }) => ({ keyword, name })),
});
