import type { Profile } from '../../api/contract/profile.ts';

type Business = NonNullable<Profile['business']>;
type Agency = NonNullable<Profile['agency']>;

const settings = { push_notifications: false, timezone: null, color_scheme: 'auto' } as const;
const person = (role: Profile['role']): Profile => ({
  id: 'u1',
  role,
  email: 'ann@shop.test',
  full_name: 'Ann Lee',
  first_name: 'Ann',
  last_name: 'Lee',
  avatar: null,
  phone: null,
  settings,
  business: null,
  agency: null,
  member: null,
  payments: true,
  subscribed: false,
  use_bandwidth: false,
  balance: null,
  stripe_plan: null,
  stripe_status: null,
  credit_status: null,
  money_alerts: null,
  default_payment_method: null,
  a2p_ok: true,
  a2p_subscription_status: null,
  a2p_subscription_end_at: null,
  a2p_confirmed_on: null,
  twilioConfig: null,
  bandwidthConfig: null,
  sendgridIntegration: null,
  impersonator: null,
  must_set_up_second_factor: false,
});

export const operator = (): Profile => person('Admin');

/** A business of an agency that works: it has a number and nothing is near its limit. */
export function business(of: Partial<Business> = {}, more: Partial<Profile> = {}): Profile {
  return {
    ...person('Business'),
    ...more,
    business: {
      id: 'b1',
      name: 'Luigi’s',
      unique_id: 'LUIGI',
      currency: 'USD',
      timezone: 'America/New_York',
      date_format: 'MM/DD/YYYY',
      status: 'active',
      logo: null,
      phone_number: '+15550100',
      number_status: null,
      is_tollfree: false,
      unread: 0,
      is_template: false,
      template_content: null,
      is_enabled_livechat: true,
      is_active_livechat: false,
      is_enabled_loop: false,
      is_active_loop: false,
      free_fee: false,
      is_active_mms: false,
      custom_fields: [],
      no_messages: 1000,
      usage_messages: 10,
      no_contacts: 500,
      usage_contacts: 5,
      redemption_url: null,
      revision: 1,
      agency: {
        id: 'a1',
        name: 'Northwind',
        email: 'help@northwind.test',
        is_active_livechat: false,
        is_active_loop: false,
        credit_status: null,
        is_unpaid: false,
      },
      ...of,
    },
  };
}

/** A business without an agency, which pays for itself. */
export const standalone = (of: Partial<Business> = {}, more: Partial<Profile> = {}): Profile =>
  business({ agency: null, ...of }, { subscribed: true, ...more });

/** An agency that works because it is subscribed. */
export function agency(of: Partial<Agency> = {}, more: Partial<Profile> = {}): Profile {
  return {
    ...person('Agency'),
    subscribed: true,
    ...more,
    agency: {
      id: 'a1',
      name: 'Northwind',
      email: 'help@northwind.test',
      status: 'active',
      timezone: 'UTC',
      free_fee: false,
      is_template: false,
      is_active_livechat: false,
      is_active_loop: false,
      free_messages: 0,
      free_calls: 0,
      free_numbers: 0,
      usage_messages: 0,
      usage_calls: 0,
      usage_numbers: 0,
      has_sample: false,
      is_new: false,
      revision: 1,
      phone: null,
      website: null,
      support_email: null,
      whitelabel: null,
      ...of,
    } as Agency,
  };
}
