import { limitsOf } from '../../domain/limits/contacts.ts';
import { type MemberRole, rightsOf } from '../../domain/team/fields.ts';
import type { PlatformHosts } from '../../domain/whitelabels/hosts.ts';
import type { Standing } from '../../domain/subscriptions/standing.ts';
import type { AgencyView } from '../../projections/agencies/queries.ts';
import type { BusinessView } from '../../projections/businesses/queries.ts';
import type { ProvidersView } from '../../projections/providers/queries.ts';
import type { UserRowView, UserView } from '../../projections/users/queries.ts';
import type { WhitelabelView } from '../../projections/whitelabels/queries.ts';
import type { Profile, UserRow } from '../contract/index.ts';
import { presentProvider } from './providers.ts';
import { presentWhitelabel } from './whitelabels.ts';

export const fullName = ({ firstName, lastName }: Pick<UserView, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const businessProfile = (
  view: BusinessView,
  {
    agency,
    status,
    unread,
    redemptionUrl,
    customFields,
    standing,
  }: {
    readonly agency: AgencyView | null;
    readonly status: 'active' | 'inactive' | 'archived';
    readonly unread: number;
    readonly redemptionUrl: string | null;
    /** The keys of its custom fields. */
    readonly customFields: readonly string[];
    /** Null: payments are off. */
    readonly standing: Standing | null;
  },
): NonNullable<Profile['business']> => {
  const limits = limitsOf(view, standing);
  return {
    id: view.id,
    name: view.name,
    unique_id: view.uniqueId,
    currency: view.currency,
    timezone: view.timezone,
    date_format: view.dateFormat,
    status,
    logo: view.logo,
    phone_number: view.phoneNumber,
    number_status: view.numberStatus,
    is_tollfree: view.isTollFree,
    unread,
    is_template: view.isTemplate,
    template_content: view.templateContent,
    is_enabled_livechat: view.isEnabledLivechat,
    is_active_livechat: view.isActiveLivechat || (agency === null && standing?.ofPayer.livechat === true),
    is_enabled_loop: view.isEnabledLoop,
    is_active_loop: view.isActiveLoop || (agency === null && standing?.ofPayer.loop === true),
    free_fee: view.freeFee,
    is_active_mms: standing?.features.mms ?? view.isActiveMms,
    custom_fields: [...customFields],
    no_messages: limits.messages,
    usage_messages: view.usageMessages,
    no_contacts: limits.contacts,
    usage_contacts: view.usageContacts,
    agency:
      agency === null ? null : (
        {
          id: agency.id,
          name: agency.name,
          email: agency.email,
          is_active_livechat: standing?.ofPayer.livechat ?? agency.isActiveLivechat,
          is_active_loop: standing?.ofPayer.loop ?? agency.isActiveLoop,
          credit_status: null,
          is_unpaid: standing?.isBlocked === 'agency-not-subscribed',
        }
      ),
    redemption_url: redemptionUrl,
    revision: view.revision,
  };
};

export const agencyProfile = (
  view: AgencyView,
  {
    status,
    brand,
    platform,
    providers,
    standing,
  }: {
    readonly status: 'active' | 'inactive' | 'archived';
    readonly brand: WhitelabelView | null;
    readonly platform: PlatformHosts;
    readonly providers: ProvidersView;
    readonly standing: Standing | null;
  },
): NonNullable<Profile['agency']> => ({
  id: view.id,
  name: view.name,
  email: view.email,
  status,
  phone: view.phone,
  website: view.website,
  support_email: view.supportEmail,
  timezone: view.timezone,
  free_fee: view.freeFee,
  is_template: view.isTemplate,
  is_active_livechat: standing?.ofPayer.livechat ?? view.isActiveLivechat,
  is_active_loop: standing?.ofPayer.loop ?? view.isActiveLoop,
  free_messages: view.freeMessages,
  free_calls: view.freeCalls,
  free_numbers: view.freeNumbers,
  usage_messages: view.usageMessages,
  usage_calls: view.usageCalls,
  usage_numbers: view.usageNumbers,
  has_sample: view.hasSample,
  is_new: view.isNew,
  approval_limit: view.approvalLimit,
  whitelabel: brand === null ? null : presentWhitelabel(brand, platform),
  mailgunIntegration: presentProvider(providers.mailgun),
  sesIntegration: presentProvider(providers.ses),
  revision: view.revision,
});

/** What money and registration will tell is null until they exist. */
export const profile = (
  user: UserView,
  {
    business,
    agency,
    providers,
    standing,
    useBandwidth,
    memberRole,
    impersonator,
    mustSetUp,
    payments,
    creditStatus,
    moneyAlerts,
  }: {
    readonly business: Profile['business'];
    readonly agency: Profile['agency'];
    readonly providers: ProvidersView;
    /** Null: payments are off. */
    readonly standing: Standing | null;
    readonly useBandwidth: boolean;
    readonly memberRole: MemberRole | null;
    readonly impersonator: UserView | null;
    readonly mustSetUp: boolean;
    readonly payments: boolean;
    /** Null: payments are off, or someone else pays. */
    readonly creditStatus: number | null;
    readonly moneyAlerts: Profile['money_alerts'];
  },
): Profile => ({
  id: user.id,
  role: user.role,
  email: user.email,
  full_name: fullName(user),
  first_name: user.firstName,
  last_name: user.lastName,
  avatar: user.avatar,
  phone: user.phone,
  settings: {
    push_notifications: user.settings.pushNotifications,
    timezone: user.settings.timezone,
    color_scheme: user.settings.colorScheme,
  },
  business,
  agency,
  member: memberRole === null ? null : { role: memberRole, rights: [...rightsOf[memberRole]] },
  payments,
  subscribed: standing?.subscribed ?? false,
  use_bandwidth: useBandwidth,
  balance: null,
  stripe_plan: standing?.plan?.terms.name ?? null,
  stripe_status: standing?.planStatus ?? null,
  credit_status: creditStatus,
  money_alerts: moneyAlerts,
  default_payment_method: null,
  a2p_ok: standing?.a2p.isOk ?? true,
  a2p_subscription_status: standing?.a2p.status ?? null,
  a2p_subscription_end_at: standing?.a2p.endsAt ?? null,
  a2p_confirmed_on: user.a2pConfirmedOn,
  twilioConfig: presentProvider(providers.twilio),
  bandwidthConfig: presentProvider(providers.bandwidth),
  sendgridIntegration: presentProvider(providers.sendgrid),
  impersonator:
    impersonator === null ? null : { id: impersonator.id, role: impersonator.role, full_name: fullName(impersonator) },
  must_set_up_second_factor: mustSetUp,
});

export const userRow = (view: UserRowView): UserRow => ({
  id: view.id,
  role: view.role,
  email: view.email,
  full_name: fullName(view),
  first_name: view.firstName,
  last_name: view.lastName,
  avatar: view.avatar,
  agency: view.agencyId === null ? null : { id: view.agencyId, name: view.agencyName ?? '' },
  business: view.businessId === null ? null : { id: view.businessId, name: view.businessName ?? '' },
  second_factor: view.hasSecondFactor ?? false,
  last_sign_in_at: view.lastSignInAt,
  created_at: view.createdAt,
});
