import { z } from 'zod';

export const Role = z.enum(['Admin', 'Agency', 'Business']);
export type Role = z.output<typeof Role>;

export const LoginRequest = z.object({
  email: z.email('Enter a valid e-mail address.').max(254),
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(200),
});
export const LoginReply = z.object({ access_token: z.string() });

export const BusinessProfile = z.object({
  id: z.string(), name: z.string(), unique_id: z.string(), currency: z.string(), timezone: z.string(), date_format: z.string(),
  phone_number: z.string().nullable(), is_tollfree: z.boolean(), unread: z.number().int(),
  /** The plan's limits a month, null: none; and what is used of them. */
  no_messages: z.number().int().nullable(), usage_messages: z.number().int(), no_contacts: z.number().int().nullable(), usage_contacts: z.number().int(),
});
export const Profile = z.object({
  id: z.string(), role: Role, email: z.string(), full_name: z.string(), first_name: z.string(), last_name: z.string(),
  business: BusinessProfile.nullable(),
});
export type Profile = z.output<typeof Profile>;

/** GET /config?domain: what the web needs before its first paint. `sandbox` is null where real providers are configured. */
export const AppConfig = z.object({
  name: z.string(), logo: z.string().nullable(), favicon: z.string().nullable(), custom_domain: z.string().nullable(), subdomain: z.string().nullable(),
  whitelabel: z.object({ domain: z.string(), favicon: z.string().nullable(), name: z.string() }).nullable(),
  sandbox: z.object({ phone_url: z.string(), inbox_url: z.string() }).nullable(),
});
export type AppConfig = z.output<typeof AppConfig>;
/** `domain` is the host name the application was opened on. */
export const ConfigParams = z.object({ domain: z.string().max(255).optional() });
/** `i=1`: while impersonating. */
export const ProfileParams = z.object({ i: z.string().max(1).optional() });
