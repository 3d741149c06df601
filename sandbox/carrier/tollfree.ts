import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Carrier } from './carrier.ts';
import { badRequest, notFound } from './errors.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isTollFree } from './geography.ts';
import { numberBySid } from './numbers.ts';
import type { AccountRecord, TollfreeRecord } from './records.ts';

/**
 * Toll-free verifications, `/v1/Tollfree/Verifications` of Twilio's messaging API. A verification is looked at after
 * `reviewMs` and decided after twice that. The website's host says how it ends: `refused-30475.example.com` is rejected
 * with that code, `slow.example.com` is never decided; every other is approved.
 */
const dayMs = 86_400_000;
const editWindowMs = 7 * dayMs;
const required = [
  'BusinessName',
  'BusinessWebsite',
  'NotificationEmail',
  'UseCaseCategories',
  'UseCaseSummary',
  'ProductionMessageSample',
  'OptInImageUrls',
  'OptInType',
  'MessageVolume',
] as const;
const several = new Set(['UseCaseCategories', 'OptInImageUrls', 'OptInKeywords']);
const fieldNames = [
  ...required,
  'BusinessStreetAddress',
  'BusinessStreetAddress2',
  'BusinessCity',
  'BusinessStateProvinceRegion',
  'BusinessPostalCode',
  'BusinessCountry',
  'BusinessContactFirstName',
  'BusinessContactLastName',
  'BusinessContactEmail',
  'BusinessContactPhone',
  'AdditionalInformation',
  'BusinessRegistrationNumber',
  'BusinessRegistrationAuthority',
  'BusinessRegistrationCountry',
  'BusinessType',
  'BusinessRegistrationPhoneNumber',
  'DoingBusinessAs',
  'OptInConfirmationMessage',
  'HelpMessageSample',
  'PrivacyPolicyUrl',
  'TermsAndConditionsUrl',
  'AgeGatedContent',
  'OptInKeywords',
  'VettingProvider',
  'VettingId',
] as const;

const snake = (name: string): string => name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const given = (form: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    fieldNames
      .filter((name) => form.has(name))
      .map((name) => [name, several.has(name) ? form.getAll(name) : (form.get(name) ?? '')]),
  );
const hostOf = (record: TollfreeRecord): string =>
  URL.parse(String(record.fields['BusinessWebsite'] ?? ''))?.hostname ?? '';

interface Reviewed {
  readonly status: 'PENDING_REVIEW' | 'IN_REVIEW' | 'TWILIO_APPROVED' | 'TWILIO_REJECTED';
  readonly code: number | null;
  readonly changedAt: number;
}

/** Where it stands at an instant, from when it was last submitted. */
function reviewed(record: TollfreeRecord, now: number, reviewMs: number): Reviewed {
  const { revokedAt = null } = record;
  if (revokedAt !== null) return { status: 'TWILIO_REJECTED', code: 30466, changedAt: revokedAt };
  const age = now - record.submittedAt;
  if (age < reviewMs) return { status: 'PENDING_REVIEW', code: null, changedAt: record.submittedAt };
  const host = hostOf(record);
  if (age < 2 * reviewMs || host.startsWith('slow.'))
    return { status: 'IN_REVIEW', code: null, changedAt: record.submittedAt + reviewMs };
  const code = /^refused-(\d{5})\./.exec(host)?.[1];
  const changedAt = record.submittedAt + 2 * reviewMs;
  return code === undefined ?
      { status: 'TWILIO_APPROVED', code: null, changedAt }
    : { status: 'TWILIO_REJECTED', code: Number(code), changedAt };
}

const reasons: Readonly<Record<number, string>> = {
  30466: 'Use case violates the acceptable use policy',
  30475: 'Opt-in image URL does not show consent for text messages',
  30481: 'Business name does not match the registration number',
  30544: 'Call to action does not state the purpose of the messages',
};

function resource(carrier: Carrier, record: TollfreeRecord, now: number): Record<string, unknown> {
  const { status, code, changedAt } = reviewed(record, now, carrier.behaviour().reviewMs);
  const rejected = status === 'TWILIO_REJECTED';
  const reason = code === null ? null : (reasons[code] ?? `Rejected with ${code}`);
  const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const fields = Object.fromEntries(
    fieldNames.map((name) => [snake(name), record.fields[name] ?? (several.has(name) ? [] : null)]),
  );
  return {
    ...fields,
    age_gated_content: record.fields['AgeGatedContent'] === 'true',
    sid: record.sid,
    account_sid: record.accountSid,
    customer_profile_sid: null,
    trust_product_sid: null,
    regulated_item_sid: null,
    date_created: iso(record.createdAt),
    date_updated: iso(changedAt),
    tollfree_phone_number_sid: record.numberSid,
    tollfree_phone_number: record.number,
    status,
    url: `https://messaging.twilio.com/v1/Tollfree/Verifications/${record.sid}`,
    rejection_reason: rejected ? reason : null,
    error_code: rejected ? code : null,
    rejection_reasons: rejected ? [{ code, reason }] : null,
    edit_expiration: rejected ? iso(changedAt + editWindowMs) : null,
    edit_allowed: rejected ? now < changedAt + editWindowMs : null,
    external_reference_id: record.reference,
    resource_links: {},
    vetting_id_expiration: null,
  };
}

const sidOf = (request: FastifyRequest): string => (request.params as { readonly sid: string }).sid;

export function tollfreeRoutes(
  app: FastifyInstance,
  carrier: Carrier,
  parts: {
    signIn(request: FastifyRequest): AccountRecord;
    now(): number;
    reset(request: FastifyRequest, reply: FastifyReply): void;
  },
): void {
  const { state } = carrier;
  const { signIn, now } = parts;
  const base = '/v1/Tollfree/Verifications';
  const form = (request: FastifyRequest) =>
    request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const ownOf = (request: FastifyRequest): TollfreeRecord => {
    const account = signIn(request);
    const found = state.tollfree.get(sidOf(request));
    if (found === undefined || found.accountSid !== account.sid) throw notFound(request.url);
    return found;
  };
  const statusOf = (record: TollfreeRecord) => reviewed(record, now(), carrier.behaviour().reviewMs).status;

  app.post(base, async (request: FastifyRequest, reply) => {
    const account = signIn(request);
    const asked = form(request);
    for (const name of [...required, 'TollfreePhoneNumberSid'])
      if ((asked.get(name) ?? '') === '') throw badRequest(20001, `Missing required parameter ${name}`);
    const number = numberBySid(state, account, asked.get('TollfreePhoneNumberSid') ?? '');
    if (number === null || !isTollFree(number.number))
      throw badRequest(30879, 'The phone number is not a toll-free number of this account');
    const open = [...state.tollfree.values()].find(
      (one) => one.number === number.number && statusOf(one) !== 'TWILIO_REJECTED',
    );
    if (open !== undefined) throw badRequest(30817, 'A verification for this phone number exists already');
    const at = now();
    const record: TollfreeRecord = {
      sid: `HH${randomBytes(16).toString('hex')}`,
      accountSid: account.sid,
      number: number.number,
      numberSid: number.sid,
      reference: asked.get('ExternalReferenceId'),
      fields: given(asked),
      createdAt: at,
      submittedAt: at,
    };
    carrier.saveTollfree(record);
    await carrier.flush();
    // The first answer to a business of this name is lost on the way.
    if (hostOf(record).startsWith('cut-off.')) return void parts.reset(request, reply);
    return reply.code(201).send(resource(carrier, record, at));
  });

  app.get(base, async (request: FastifyRequest) => {
    const account = signIn(request);
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const wanted = (name: string, value: string | null) => {
      const asked = query.get(name);
      return asked === null || asked === value;
    };
    const found = [...state.tollfree.values()].filter(
      (one) =>
        one.accountSid === account.sid &&
        wanted('ExternalReferenceId', one.reference) &&
        wanted('TollfreePhoneNumberSid', one.numberSid) &&
        wanted('Status', statusOf(one)),
    );
    const size = Math.min(1_000, Math.max(1, Number(query.get('PageSize') ?? 50)));
    const page = Math.max(0, Number(query.get('Page') ?? 0));
    const url = (n: number) => `https://messaging.twilio.com${base}?PageSize=${size}&Page=${n}`;
    return {
      verifications: found.slice(page * size, (page + 1) * size).map((one) => resource(carrier, one, now())),
      meta: {
        page,
        page_size: size,
        first_page_url: url(0),
        previous_page_url: page > 0 ? url(page - 1) : null,
        url: url(page),
        next_page_url: found.length > (page + 1) * size ? url(page + 1) : null,
        key: 'verifications',
      },
    };
  });

  app.get(`${base}/:sid`, async (request: FastifyRequest) => resource(carrier, ownOf(request), now()));

  app.post(`${base}/:sid`, async (request: FastifyRequest, reply) => {
    const record = ownOf(request);
    const { status, changedAt } = reviewed(record, now(), carrier.behaviour().reviewMs);
    if (status !== 'TWILIO_REJECTED') throw badRequest(30823, 'This verification cannot be edited');
    if (now() >= changedAt + editWindowMs) throw badRequest(30824, 'The edit window of this verification has expired');
    const fields = { ...record.fields, ...given(form(request)) };
    const next = { ...record, fields, submittedAt: now(), revokedAt: null };
    carrier.saveTollfree(next);
    await carrier.flush();
    return reply.code(200).send(resource(carrier, next, now()));
  });

  // The sandbox's own: a person takes an approval back.
  app.post('/sandbox/tollfree/:sid/revoke', async (request: FastifyRequest) => {
    const record = state.tollfree.get(sidOf(request));
    if (record === undefined) throw new Refusal(404, 'There is no such verification.');
    carrier.saveTollfree({ ...record, revokedAt: now() });
    await carrier.flush();
    return { success: true };
  });
}
