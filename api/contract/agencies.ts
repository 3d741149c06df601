import { z } from 'zod';
import { agencyList } from '../../domain/agencies/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Revision, Saved, Success } from './common.ts';
import { allowance, Email, line, NewPassword, OptionalWebsite, optionalLine, TenantStatus } from './fields.ts';
import { listParams } from './lists.ts';
import { ProviderSettings } from './providers.ts';
import { Whitelabel } from './whitelabels.ts';

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
  website: OptionalWebsite,
  timezone: z.string().max(60).optional(),
  is_template: z.boolean().default(false),
  is_active_livechat: z.boolean().default(false),
  is_active_loop: z.boolean().default(false),
});
/** Without a password the owner gets an email with a link to choose one. */
export const CreateAgency = AgencyFields.extend({
  free_fee: z.boolean().default(false),
  free_numbers: allowance.default(0),
  free_messages: allowance.default(0),
  free_calls: allowance.default(0),
  password: NewPassword.optional(),
});
export const UpdateAgency = AgencyFields.extend({ revision: Revision });
export const AgencyBilling = z.object({
  free_fee: z.boolean(),
  free_numbers: allowance,
  free_messages: allowance,
  free_calls: allowance,
  revision: Revision.optional(),
});
export const UpdateAgencyPartial = z.object({ is_new: z.boolean() });
export const AgencyListParams = listParams(agencyList);

export const agencyCalls = calls('Agencies', {
  'GET /agencies': {
    id: 'listAgencies',
    who: ['Admin'],
    summary: 'The agencies; `status` is `active` (the default) or `archived`.',
    query: AgencyListParams,
    reply: AgencyList,
  },
  'POST /agencies': {
    id: 'createAgency',
    who: ['Admin'],
    summary: 'Create an agency and its owner, who is invited by email when no password is given.',
    body: CreateAgency,
    reply: Created,
  },
  'GET /agencies/{id}': {
    id: 'getAgency',
    who: ['Admin'],
    summary: 'An agency with its brand and provider accounts.',
    params: IdParams,
    reply: AgencyReply,
  },
  'PUT /agencies/{id}': {
    id: 'updateAgency',
    who: ['Admin'],
    summary: 'Edit an agency. 409 with `changes` when someone else has since `revision`.',
    params: IdParams,
    body: UpdateAgency,
    reply: Saved,
  },
  'DELETE /agencies/{id}': {
    id: 'archiveAgency',
    who: ['Admin'],
    summary: 'Archive an agency: it and its businesses send nothing until it is restored.',
    params: IdParams,
    reply: Success,
  },
  'POST /agencies/{id}/restore': {
    id: 'restoreAgency',
    who: ['Admin'],
    summary: 'Restore an archived agency.',
    params: IdParams,
    reply: Success,
  },
  'PUT /agencies/{id}/update-partial': {
    id: 'setAgencyNew',
    who: ['Admin', 'Agency'],
    summary: 'Whether the agency still has its first steps before it; an agency says it of itself.',
    params: IdParams,
    body: UpdateAgencyPartial,
    reply: Success,
  },
  'PUT /agencies/{id}/billing-config': {
    id: 'updateAgencyBilling',
    who: ['Admin'],
    summary: 'Whether an agency pays no fee, and its free allowance a month.',
    params: IdParams,
    body: AgencyBilling,
    reply: Saved,
  },
});
