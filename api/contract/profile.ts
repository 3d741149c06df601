import { z } from 'zod';
import { MemberRole, memberRights } from '../../domain/team/fields.ts';
import { calls } from './calls.ts';
import { Instant, Role, Success } from './common.ts';
import { EmailAddress } from './fields.ts';
import { ProviderSettings } from './providers.ts';
import { Whitelabel } from './whitelabels.ts';

export const UserSettings = z.object({
  push_notifications: z.boolean(),
  timezone: z.string().nullable(),
  color_scheme: z.enum(['auto', 'light', 'dark']),
});
export type UserSettings = z.output<typeof UserSettings>;
/** Whatever is given changes. */
export const UpdateSettings = UserSettings.partial();
/** A new email address needs the current password. */
export const UpdateProfile = z.object({
  first_name: z.string({ error: 'The first name is missing.' }).trim().min(1, 'The first name is missing.').max(100),
  last_name: z.string().trim().max(100).default(''),
  email: EmailAddress,
  avatar: z.string().max(500).nullable().optional(),
  /** Where alerts of automations reach this person by text; '': nowhere. */
  phone: z.string().trim().max(40).optional(),
  current_password: z.string().max(200).optional(),
});

/** `archived` and `inactive` are blocked: nothing is sent, and the screens say why. */
export const AccountStatus = z.enum(['active', 'inactive', 'archived']);

export const BusinessProfile = z.object({
  id: z.string(),
  name: z.string(),
  unique_id: z.string(),
  currency: z.string(),
  timezone: z.string(),
  date_format: z.string(),
  status: AccountStatus,
  logo: z.string().nullable(),
  phone_number: z.string().nullable(),
  number_status: z.string().nullable(),
  is_tollfree: z.boolean(),
  unread: z.number().int(),
  is_template: z.boolean(),
  template_content: z.string().nullable(),
  is_enabled_livechat: z.boolean(),
  is_active_livechat: z.boolean(),
  is_enabled_loop: z.boolean(),
  is_active_loop: z.boolean(),
  free_fee: z.boolean(),
  is_active_mms: z.boolean(),
  custom_fields: z.array(z.string()),
  /** The plan's limits a month, null: none; and what is used of them. */
  no_messages: z.number().int().nullable(),
  usage_messages: z.number().int(),
  no_contacts: z.number().int().nullable(),
  usage_contacts: z.number().int(),
  /** The agency's, for who has to be asked; null for a standalone business. */
  agency: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      is_active_livechat: z.boolean(),
      is_active_loop: z.boolean(),
      credit_status: z.number().int().nullable(),
      /** Its subscription isn't in good standing, so nothing of its businesses is sent. */
      is_unpaid: z.boolean(),
    })
    .nullable(),
  /** Where the public redemption page is (specification, section 2: shell); null while there is no address for it. */
  redemption_url: z.string().nullable(),
  revision: z.number().int(),
});
export const AgencyProfile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: AccountStatus,
  timezone: z.string(),
  free_fee: z.boolean(),
  is_template: z.boolean(),
  is_active_livechat: z.boolean(),
  is_active_loop: z.boolean(),
  free_messages: z.number().int(),
  free_calls: z.number().int(),
  free_numbers: z.number().int(),
  usage_messages: z.number().int(),
  usage_calls: z.number().int(),
  usage_numbers: z.number().int(),
  has_sample: z.boolean(),
  is_new: z.boolean(),
  revision: z.number().int(),
  /** What the agency's own settings show: only an operator may read GET /agencies/{id}. */
  phone: z.string().nullable(),
  website: z.string().nullable(),
  support_email: z.string().nullable(),
  /** A broadcast of a business to more people waits for the agency’s word; null: none does. */
  approval_limit: z.number().int().nullable(),
  whitelabel: Whitelabel.nullable(),
  mailgunIntegration: ProviderSettings.nullable(),
  sesIntegration: ProviderSettings.nullable(),
});
/** What of the platform's money needs an operator. `unmatched_charges`: payments at the provider that belong to nothing. */
const MoneyAlerts = z.object({
  parked_wallets: z.number().int(),
  proof_faults: z.number().int(),
  unmatched_charges: z.number().int(),
});
export const Profile = z.object({
  id: z.string(),
  role: Role,
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  settings: UserSettings,
  business: BusinessProfile.nullable(),
  agency: AgencyProfile.nullable(),
  /** What somebody of a business may do there (docs/members.md); null for others. */
  member: z.object({ role: MemberRole, rights: z.array(z.enum(memberRights)) }).nullable(),
  /** This installation takes payments. Without them nothing is charged, limited or blocked for money. */
  payments: z.boolean(),
  /** Money and registration: null until billing and registration know them. */
  subscribed: z.boolean(),
  use_bandwidth: z.boolean(),
  balance: z.number().nullable(),
  stripe_plan: z.string().nullable(),
  stripe_status: z.string().nullable(),
  credit_status: z.number().int().nullable(),
  /** Of an operator; null: of anyone else, or payments are off. */
  money_alerts: MoneyAlerts.nullable(),
  default_payment_method: z.string().nullable(),
  /** A2P registration is paid for, or isn’t asked for. */
  a2p_ok: z.boolean(),
  a2p_subscription_status: z.string().nullable(),
  a2p_subscription_end_at: Instant.nullable(),
  /** The day (of UTC) on which this user last confirmed the A2P dialog; null: never. */
  a2p_confirmed_on: z.string().nullable(),
  twilioConfig: ProviderSettings.nullable(),
  bandwidthConfig: ProviderSettings.nullable(),
  sendgridIntegration: ProviderSettings.nullable(),
  /** Who is really at the keyboard, while impersonating; null otherwise. */
  impersonator: z.object({ id: z.string(), role: Role, full_name: z.string() }).nullable(),
  /** Nothing else is open before they have a second factor (docs/sign-in.md). */
  must_set_up_second_factor: z.boolean(),
});
export type Profile = z.output<typeof Profile>;
/** `i=1`: while impersonating. */
export const ProfileParams = z.object({ i: z.string().max(1).optional() });

export const profileCalls = calls('Profile', {
  'GET /profile': {
    id: 'getProfile',
    who: 'any',
    summary: 'The signed-in user, and the business or agency they work for. `i=1` while acting as someone else.',
    query: ProfileParams,
    reply: Profile,
  },
  'PUT /profile': {
    id: 'updateProfile',
    who: 'any',
    summary: "Change one's name, picture and email address; a new address needs the current password.",
    body: UpdateProfile,
    reply: Success,
    secret: true,
  },
  'PUT /settings': {
    id: 'updateSettings',
    who: 'any',
    summary: "Change one's own settings: whatever is given.",
    body: UpdateSettings,
    reply: Success,
  },
  'POST /send-a2p-notification': {
    id: 'confirmA2p',
    who: 'any',
    summary:
      'Confirm for today that texts without a registration may be held back; the operators see that this business asked.',
    reply: Success,
  },
});
