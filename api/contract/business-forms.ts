import { z } from 'zod';
import { calls } from './calls.ts';
import { Created, IdParams, Revision, Saved, Uuid } from './common.ts';
import { Currency, DateFormat, Email, line, NewPassword, planLimit } from './fields.ts';

export const uniqueIdPattern = /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/;
const UniqueId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(uniqueIdPattern, 'The unique id has 3 to 60 letters a–z, digits and hyphens.');

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
/**
 * `agency_id` is the operator's to choose (null: a standalone business); an agency's own businesses get its own.
 * Without `unique_id` one is made of the name.
 */
export const CreateBusiness = BusinessFields.extend({
  unique_id: UniqueId.optional(),
  agency_id: Uuid.nullable().optional(),
  password: NewPassword.optional(),
});
export const UpdateBusiness = BusinessFields.extend({ revision: Revision });
/** Settings and campaigns come along; contacts and numbers never do. */
export const DuplicateBusiness = z.object({
  name: line('The name', 120),
  email: Email,
  first_name: z.string().trim().max(100).optional(),
  last_name: z.string().trim().max(100).optional(),
  unique_id: UniqueId.optional(),
});
/** `free_fee` and `use_bandwidth` are the operator's: an agency that changes them is refused (403). */
export const BusinessBilling = z.object({
  no_messages: planLimit,
  no_contacts: planLimit,
  free_fee: z.boolean().optional(),
  use_bandwidth: z.boolean().optional(),
  revision: Revision.optional(),
});
/** Left out, it toggles. */
export const SetActive = z.object({ active: z.boolean() }).partial();
export const ActiveReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ is_active: z.boolean() }),
});

/** What operators write of a business. */
export const businessFormCalls = calls('Businesses', {
  'POST /businesses': {
    id: 'createBusiness',
    who: ['Admin', 'Agency'],
    summary:
      'Create a business and its owner, who is invited by email when no password is given. An operator chooses the agency, or none.',
    body: CreateBusiness,
    reply: Created,
  },
  'PUT /businesses/{id}': {
    id: 'updateBusiness',
    who: ['Admin', 'Agency'],
    summary: 'Edit a business. 409 with `changes` when someone else has since `revision`.',
    params: IdParams,
    body: UpdateBusiness,
    reply: Saved,
  },
  'POST /businesses/{id}/active': {
    id: 'setBusinessActive',
    who: ['Admin', 'Agency'],
    summary: 'Switch a business on or off; without `active` it is toggled. Off, it sends nothing.',
    params: IdParams,
    body: SetActive,
    reply: ActiveReply,
  },
  'POST /businesses/{id}/duplicate': {
    id: 'duplicateBusiness',
    who: ['Admin', 'Agency'],
    summary: 'Copy a business: its settings and campaigns, never its contacts or numbers.',
    params: IdParams,
    body: DuplicateBusiness,
    reply: Created,
  },
  'PUT /businesses/{id}/billing-config': {
    id: 'updateBusinessBilling',
    who: ['Admin', 'Agency'],
    summary:
      'The limits of a business. Whether it pays no fee or texts by the platform’s carrier is the operator’s to say.',
    params: IdParams,
    body: BusinessBilling,
    reply: Saved,
  },
});
