import { z } from 'zod';
import { tollfreeList, waitingFor } from '../../domain/registrations/list.ts';
import { numberStatuses, tollfreeStatuses } from '../../domain/registrations/number-status.ts';
import { tollfreeFields } from '../../domain/registrations/tollfree/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Named, NumberBlocked, Success } from './common.ts';
import { listParams } from './lists.ts';

export {
  businessTypes,
  messageVolumes,
  optInTypes,
  registrationAuthorities,
  useCaseCategories,
} from '../../domain/registrations/tollfree/fields.ts';

const f = tollfreeFields;
const web = { examples: ['https://bellas.example'] };
/** What a verification is asked with. Addresses are whole URLs; `message_volume`: texts a month, as the carrier writes them. */
export const TollfreeForm = z.object({
  business_name: f.businessName.meta({ examples: ['Bella’s Pizzeria LLC'] }),
  doing_business_as: f.doingBusinessAs.default(null).meta({ examples: ['Bella’s'] }),
  website: f.website.meta(web),
  street: f.street.meta({ examples: ['500 Market Street'] }),
  city: f.city.meta({ examples: ['San Francisco'] }),
  state: f.state.meta({ examples: ['CA'] }),
  postal_code: f.postalCode.meta({ examples: ['94105'] }),
  country: f.country.meta({ examples: ['US'] }),
  contact_first_name: f.contactFirstName.meta({ examples: ['Bella'] }),
  contact_last_name: f.contactLastName.meta({ examples: ['Russo'] }),
  contact_email: f.contactEmail.meta({ examples: ['bella@bellas.example'] }),
  contact_phone: f.contactPhone.meta({ examples: ['+14155550100'] }),
  business_type: f.businessType,
  registration_number: f.registrationNumber.default(null).meta({ examples: ['12-3456789'] }),
  registration_authority: f.registrationAuthority.default(null),
  registration_country: f.registrationCountry.default(null).meta({ examples: ['US'] }),
  use_case_categories: f.useCaseCategories.meta({ examples: [['MARKETING']] }),
  use_case_summary: f.useCaseSummary.meta({
    examples: ['Bella’s texts guests who opted in about offers and new dishes, twice a week at most.'],
  }),
  message_sample: f.messageSample.meta({ examples: ['Bella’s: 2 for 1 pizza tonight. Reply STOP to opt out.'] }),
  opt_in_type: f.optInType,
  opt_in_image_urls: f.optInImageUrls.meta({ examples: [['https://bellas.example/sign-up']] }),
  opt_in_confirmation: f.optInConfirmation
    .default(null)
    .meta({ examples: ['Bella’s: you are in. Reply STOP to opt out.'] }),
  message_volume: f.messageVolume,
  privacy_url: f.privacyUrl.default(null).meta({ examples: ['https://bellas.example/privacy'] }),
  terms_url: f.termsUrl.default(null).meta({ examples: ['https://bellas.example/terms'] }),
  age_gated: f.ageGated.default(false),
  additional_information: f.additionalInformation.default(null).meta({ examples: ['The form is on our home page.'] }),
});
export type TollfreeForm = z.output<typeof TollfreeForm>;

const said = (example: string) => z.string().meta({ examples: [example] });
/** The same as it was sent. */
export const SentTollfreeForm = z.object({
  business_name: said('Bella’s Pizzeria LLC'),
  doing_business_as: said('Bella’s').nullable(),
  website: said('https://bellas.example'),
  street: said('500 Market Street'),
  city: said('San Francisco'),
  state: said('CA'),
  postal_code: said('94105'),
  country: said('US'),
  contact_first_name: said('Bella'),
  contact_last_name: said('Russo'),
  contact_email: said('bella@bellas.example'),
  contact_phone: said('+14155550100'),
  business_type: said('PRIVATE_PROFIT'),
  registration_number: said('12-3456789').nullable(),
  registration_authority: said('EIN').nullable(),
  registration_country: said('US').nullable(),
  use_case_categories: z.array(said('MARKETING')),
  use_case_summary: said('Bella’s texts guests who opted in about offers and new dishes, twice a week at most.'),
  message_sample: said('Bella’s: 2 for 1 pizza tonight. Reply STOP to opt out.'),
  opt_in_type: said('WEB_FORM'),
  opt_in_image_urls: z.array(said('https://bellas.example/sign-up')),
  opt_in_confirmation: said('Bella’s: you are in. Reply STOP to opt out.').nullable(),
  message_volume: said('10,000'),
  privacy_url: said('https://bellas.example/privacy').nullable(),
  terms_url: said('https://bellas.example/terms').nullable(),
  age_gated: z.boolean(),
  additional_information: said('The form is on our home page.').nullable(),
});
export type SentTollfreeForm = z.output<typeof SentTollfreeForm>;

export const TollfreeStatus = z.enum(tollfreeStatuses);
export type TollfreeStatus = z.output<typeof TollfreeStatus>;
export const NumberStatus = z.enum(numberStatuses);
/** Why the carrier refused. `field`: what to change in the form; `reason`: the carrier’s words; `text`: what they mean. */
export const TollfreeRefusal = z.object({
  code: z.int().nullable(),
  reason: said('Privacy policy cannot be opened'),
  text: said('The reviewers could not open your privacy policy.'),
  field: said('privacy_url').nullable(),
});
/** One time that it was asked. `form` null: it was erased. `by`: who asked; null: a part of the system. */
export const TollfreeAttempt = z.object({
  attempt: z.int(),
  form: SentTollfreeForm.nullable(),
  by: z.string().nullable(),
  status: TollfreeStatus,
  carrier_status: said('TWILIO_REJECTED').nullable(),
  requested_at: Instant,
  submitted_at: Instant.nullable(),
  reviewed_at: Instant.nullable(),
  refusals: z.array(TollfreeRefusal),
});
export type TollfreeAttempt = z.output<typeof TollfreeAttempt>;

/**
 * The number of a business and its verification. `request` null: it was never asked for. `editable_until`: until then a
 * correction keeps its place in the carrier’s queue. `suggested`: what the form begins with.
 */
export const NumberVerification = z.object({
  number: z.string().nullable(),
  is_tollfree: z.boolean(),
  number_status: z.string().nullable(),
  request: z
    .object({
      id: z.string(),
      status: TollfreeStatus,
      editable_until: Instant.nullable(),
      changed_at: Instant,
      attempts: z.array(TollfreeAttempt),
    })
    .nullable(),
  suggested: SentTollfreeForm.nullable(),
});
export type NumberVerification = z.output<typeof NumberVerification>;
export const NumberVerificationReply = z.object({ data: NumberVerification });

/**
 * Why a request waits, or why it was refused: the first reason, and how many `more` the carrier gave. `cure`: what to do;
 * `code`: the carrier’s.
 */
export const RegistrationReason = z.object({
  text: said('The EIN doesn’t match the legal name.'),
  cure: said('Copy both from the IRS letter (CP 575 or 147C).').nullable(),
  code: said('30795').nullable(),
  more: z.int(),
});
/**
 * A request in the operator’s queue. `waiting_for`: who has to act; `reason`: why it waits or was refused; null: it
 * waits for nothing; `escalated_at`: it has waited for 21 days since; `carrier_status`: the carrier’s word.
 */
export const TollfreeRequest = z.object({
  id: z.string(),
  number: z.string(),
  status: TollfreeStatus,
  carrier_status: said('TWILIO_REJECTED').nullable(),
  waiting_for: z.enum(waitingFor),
  reason: RegistrationReason.nullable(),
  attempts: z.int(),
  business: Named,
  agency: Named.nullable(),
  assignee: Named.nullable(),
  editable_until: Instant.nullable(),
  created_at: Instant,
  requested_at: Instant,
  changed_at: Instant,
  escalated_at: Instant.nullable(),
});
export type TollfreeRequest = z.output<typeof TollfreeRequest>;
export const RegistrationNote = z.object({ id: z.string(), text: z.string(), by: z.string().nullable(), at: Instant });
export const TollfreeRequestRecord = TollfreeRequest.extend({
  history: z.array(TollfreeAttempt),
  notes: z.array(RegistrationNote),
  /** Null: the carriers take texts of the number, or the business has another one now. */
  blocked: NumberBlocked.nullable(),
});
export type TollfreeRequestRecord = z.output<typeof TollfreeRequestRecord>;
export const TollfreeRequestList = list(TollfreeRequest);
export const TollfreeRequestReply = z.object({ data: TollfreeRequestRecord });

/**
 * What an operator does about a request, any of these at once: give it to an operator (`assignee_id`; null: to no one),
 * write a `note`, submit it again with a corrected `form` on behalf of the business, and ask the carrier now (`check`).
 */
export const UpdateTollfreeRequest = z.object({
  assignee_id: z.uuid('Choose an operator.').nullable().optional(),
  note: z
    .string()
    .max(2000, 'A note can have at most 2,000 characters.')
    .optional()
    .meta({ examples: ['Waiting for the owner to send the EIN letter.'] }),
  form: TollfreeForm.optional(),
  check: z.literal(true).optional(),
});

const example = {
  business_name: 'Bella’s Pizzeria LLC',
  website: 'https://bellas.example',
  street: '500 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  country: 'US',
  contact_first_name: 'Bella',
  contact_last_name: 'Russo',
  contact_email: 'bella@bellas.example',
  contact_phone: '+14155550100',
  business_type: 'PRIVATE_PROFIT',
  registration_number: '12-3456789',
  registration_authority: 'EIN',
  registration_country: 'US',
  use_case_categories: ['MARKETING'],
  use_case_summary: 'Bella’s texts guests who opted in about offers and new dishes, twice a week at most.',
  message_sample: 'Bella’s: 2 for 1 pizza tonight. Reply STOP to opt out.',
  opt_in_type: 'WEB_FORM',
  opt_in_image_urls: ['https://bellas.example/sign-up'],
  message_volume: '10,000',
  privacy_url: 'https://bellas.example/privacy',
  terms_url: 'https://bellas.example/terms',
} as const;

export const registrationDeskCalls = calls('Registrations', {
  'GET /businesses/number-verification': {
    id: 'getNumberVerification',
    who: ['Business'],
    summary: 'The verification of your toll-free number, with every attempt and what the reviewers said.',
    reply: NumberVerificationReply,
  },
  'POST /businesses/verify-number': {
    id: 'verifyNumber',
    who: ['Business'],
    summary:
      'Ask the carrier to verify your toll-free number, or correct what was refused. What reviewers refuse is refused first.',
    body: TollfreeForm,
    example,
    reply: Created,
  },
  'GET /admin/tollfree': {
    id: 'listTollfreeRequests',
    who: ['Admin'],
    summary: 'Requests for the verification of toll-free numbers. The one that has waited longest comes first.',
    query: listParams(tollfreeList),
    reply: TollfreeRequestList,
  },
  'GET /admin/tollfree/{id}': {
    id: 'getTollfreeRequest',
    who: ['Admin'],
    summary: 'A request with every attempt, what the reviewers said, and the operators’ notes.',
    params: IdParams,
    reply: TollfreeRequestReply,
  },
  'PUT /admin/tollfree/{id}': {
    id: 'updateTollfreeRequest',
    who: ['Admin'],
    summary: 'Assign a request, add a note, submit it again on behalf of the business, or ask the carrier now.',
    params: IdParams,
    body: UpdateTollfreeRequest,
    example: { note: 'Waiting for the owner to send the EIN letter.' },
    reply: Success,
  },
});
