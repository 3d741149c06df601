import type { z } from 'zod';
import { tollfreeReason } from '../../domain/registrations/reason.ts';
import { refusalWords } from '../../domain/registrations/tollfree/checks.ts';
import type { TollfreeForm as Form, TollfreeInput } from '../../domain/registrations/tollfree/fields.ts';
import type {
  CaseNoteView,
  TollfreeAttemptView,
  TollfreeRequestView,
} from '../../projections/registrations/desk-queries.ts';
import type { NumberBlocked } from '../contract/common.ts';
import type {
  RegistrationNote,
  SentTollfreeForm,
  TollfreeAttempt,
  TollfreeForm,
  TollfreeRequest,
  TollfreeRequestRecord,
} from '../contract/registrations-desk.ts';

const names = {
  businessName: 'business_name',
  doingBusinessAs: 'doing_business_as',
  website: 'website',
  street: 'street',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  country: 'country',
  contactFirstName: 'contact_first_name',
  contactLastName: 'contact_last_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  businessType: 'business_type',
  registrationNumber: 'registration_number',
  registrationAuthority: 'registration_authority',
  registrationCountry: 'registration_country',
  useCaseCategories: 'use_case_categories',
  useCaseSummary: 'use_case_summary',
  messageSample: 'message_sample',
  optInType: 'opt_in_type',
  optInImageUrls: 'opt_in_image_urls',
  optInConfirmation: 'opt_in_confirmation',
  messageVolume: 'message_volume',
  privacyUrl: 'privacy_url',
  termsUrl: 'terms_url',
  ageGated: 'age_gated',
  additionalInformation: 'additional_information',
} as const satisfies Record<keyof Form, keyof SentTollfreeForm>;

/** A form as the API names its fields, and back. */
export const presentTollfreeForm = (form: Form): SentTollfreeForm =>
  Object.fromEntries(Object.entries(names).map(([own, name]) => [name, form[own as keyof Form]])) as SentTollfreeForm;
export const tollfreeFormOf = (body: z.output<typeof TollfreeForm>): TollfreeInput =>
  Object.fromEntries(Object.entries(names).map(([own, name]) => [own, body[name]])) as unknown as TollfreeInput;

export const presentAttempt = (
  view: Omit<TollfreeAttemptView, 'byName'> & { readonly byName?: string | null },
): TollfreeAttempt => ({
  attempt: view.attempt,
  form: view.form === null ? null : presentTollfreeForm(view.form),
  by: view.byName ?? null,
  status: view.status ?? 'requested',
  carrier_status: view.raw,
  requested_at: view.requestedAt ?? new Date(0).toISOString(),
  submitted_at: view.submittedAt,
  reviewed_at: view.reviewedAt,
  refusals: (view.refusals ?? []).map((refusal) => {
    const { field, text } = refusalWords(refusal);
    return { ...refusal, text, field: field === null ? null : names[field] };
  }),
});

export const presentTollfreeRequest = (view: TollfreeRequestView): TollfreeRequest => ({
  id: view.id,
  number: view.number,
  status: view.status,
  carrier_status: view.raw,
  waiting_for: view.waitingFor,
  reason: tollfreeReason({ status: view.status, refusals: view.refusals ?? [] }),
  attempts: view.attempt,
  business: { id: view.businessId, name: view.businessName ?? '' },
  agency: view.agencyId === null ? null : { id: view.agencyId, name: view.agencyName ?? '' },
  assignee: view.assigneeId === null ? null : { id: view.assigneeId, name: view.assigneeName ?? '' },
  editable_until: view.editableUntil,
  created_at: view.createdAt,
  requested_at: view.requestedAt,
  changed_at: view.changedAt,
  escalated_at: view.escalatedAt,
});
export const presentNote = ({ id, text, byName, at }: CaseNoteView): z.output<typeof RegistrationNote> => ({
  id,
  text,
  by: byName,
  at,
});
export const presentTollfreeRecord = (
  view: TollfreeRequestView & {
    readonly attempts: readonly TollfreeAttemptView[];
    readonly notes: readonly CaseNoteView[];
  },
  blocked: NumberBlocked | null,
): TollfreeRequestRecord => ({
  ...presentTollfreeRequest(view),
  history: view.attempts.map(presentAttempt),
  notes: view.notes.map(presentNote),
  blocked,
});
