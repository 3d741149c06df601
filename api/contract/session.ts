import { z } from 'zod';
import { userList } from '../../domain/user/list.ts';
import { Instant, list, listParams, Uuid } from './common.ts';
import { ProviderSettings } from './providers.ts';
import { Whitelabel } from './whitelabels.ts';

export const Role = z.enum(['Admin', 'Agency', 'Business']);
export type Role = z.output<typeof Role>;

const EmailAddress = z.email('Enter a valid e-mail address.').max(254);
export const NewPassword = z
  .string({ error: 'Choose a password.' })
  .min(8, 'A password has at least 8 characters.')
  .max(200, 'A password can have at most 200 characters.');

export const LoginRequest = z.object({
  email: EmailAddress,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(200),
});
export const LoginReply = z.object({ access_token: z.string() });

/** POST /passwords/reset: `{ email }` asks for a link (the answer never says whether the address exists); `{ token, password }` uses one, as POST /passwords/change does. */
export const PasswordResetRequest = z.union([
  z.object({ token: z.string().min(20).max(200), password: NewPassword }),
  z.object({ email: EmailAddress }),
]);
export const PasswordChangeWithToken = z.object({
  token: z.string({ error: 'The link is not complete.' }).min(20, 'The link is not complete.').max(200),
  password: NewPassword,
});
/** POST /change-password, for oneself. Ends every other session. */
export const ChangePassword = z.object({
  current_password: z.string({ error: 'Enter your current password.' }).min(1, 'Enter your current password.').max(200),
  password: NewPassword,
});
/** POST /users/{user_id}/change-password, for somebody below: an admin for anybody but admins, an agency for the people of its businesses. */
export const ChangeUserPassword = z.object({ password: NewPassword });
export const UserIdParams = z.object({ user_id: Uuid });
/** POST /token/verify: whether a link of an e-mail can still be used. `email` is masked (`b•••@demo.test`). */
export const VerifyToken = z.object({ token: z.string().max(200) });
export const VerifyTokenReply = z.object({
  data: z.object({
    valid: z.boolean(),
    kind: z.enum(['reset', 'invitation']).nullable(),
    email: z.string().nullable(),
    expires_at: Instant.nullable(),
  }),
});
export const ValidateEmailParams = z.object({ email: z.string().max(320) });
/** GET /validate-email: about the address's form and domain only; never whether somebody has an account with it. */
export const ValidateEmailReply = z.object({
  data: z.object({
    valid: z.boolean(),
    reason: z.enum(['syntax', 'domain', 'disposable']).nullable(),
    message: z.string().nullable(),
  }),
});

/** POST /impersonate/{id}: the id of an agency, a business or one of their users. */
export const ImpersonateReply = z.object({ access_token: z.string(), role: Role });

export const UserSettings = z.object({
  push_notifications: z.boolean(),
  timezone: z.string().nullable(),
  color_scheme: z.enum(['auto', 'light', 'dark']),
});
export type UserSettings = z.output<typeof UserSettings>;
/** PUT /settings: whatever is given changes. */
export const UpdateSettings = UserSettings.partial();
/** PUT /profile. A new e-mail address needs the current password. */
export const UpdateProfile = z.object({
  first_name: z.string({ error: 'The first name is missing.' }).trim().min(1, 'The first name is missing.').max(100),
  last_name: z.string().trim().max(100).default(''),
  email: EmailAddress,
  avatar: z.string().max(500).nullable().optional(),
  current_password: z.string().max(200).optional(),
});

const Account = z.object({ id: z.string(), name: z.string() });
export const UserRow = z.object({
  id: z.string(),
  role: Role,
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  agency: Account.nullable(),
  business: Account.nullable(),
  last_sign_in_at: Instant.nullable(),
  created_at: Instant,
});
export type UserRow = z.output<typeof UserRow>;
export const UserList = list(UserRow);
/** Searched by name and e-mail. */
export const UserListParams = listParams(userList);

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
  whitelabel: Whitelabel.nullable(),
  mailgunIntegration: ProviderSettings.nullable(),
  sesIntegration: ProviderSettings.nullable(),
});
export const Profile = z.object({
  id: z.string(),
  role: Role,
  email: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  settings: UserSettings,
  business: BusinessProfile.nullable(),
  agency: AgencyProfile.nullable(),
  /** Money and registration: null until billing and registration know them. */
  subscribed: z.boolean(),
  use_bandwidth: z.boolean(),
  balance: z.number().nullable(),
  stripe_plan: z.string().nullable(),
  stripe_status: z.string().nullable(),
  credit_status: z.number().int().nullable(),
  default_payment_method: z.string().nullable(),
  a2p_subscription_status: z.string().nullable(),
  a2p_subscription_end_at: Instant.nullable(),
  /** The day (of UTC) on which this user last confirmed the A2P dialog; null: never. */
  a2p_confirmed_on: z.string().nullable(),
  twilioConfig: ProviderSettings.nullable(),
  sendgridIntegration: ProviderSettings.nullable(),
  /** Who is really at the keyboard, while impersonating; null otherwise. */
  impersonator: z.object({ id: z.string(), role: Role, full_name: z.string() }).nullable(),
});
export type Profile = z.output<typeof Profile>;

/** GET /config?domain: what the web needs before its first paint. `sandbox` is null where real providers are configured. */
export const AppConfig = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  color: z.string().nullable(),
  custom_domain: z.string().nullable(),
  subdomain: z.string().nullable(),
  /** Whom to ask, for pages that say why something is blocked; null: nobody is named. */
  support_email: z.string().nullable(),
  /** The brand whose host this is; null: the platform's own. */
  whitelabel: z.object({ domain: z.string(), favicon: z.string().nullable(), name: z.string() }).nullable(),
  sandbox: z.object({ phone_url: z.string(), inbox_url: z.string() }).nullable(),
});
export type AppConfig = z.output<typeof AppConfig>;
/** `domain` is the host name the application was opened on. */
export const ConfigParams = z.object({ domain: z.string().max(255).optional() });
/** `i=1`: while impersonating. */
export const ProfileParams = z.object({ i: z.string().max(1).optional() });
