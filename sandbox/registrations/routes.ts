import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Behaviour } from '../behaviour.ts';
import { badRequest, CarrierError, notFound, tooManyRequests, unauthenticated } from '../carrier/errors.ts';
import type { CarrierState } from '../carrier/state.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Kind, policies, type Resource } from './records.ts';
import type { Registrar } from './registrar.ts';

type Params = { sid: string; part: string; account: string };
type Request = FastifyRequest<{ Params: Params }>;
const digest = (text: string) => createHash('sha256').update(text).digest();
const iso = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');

const useCases = [
  ['LOW_VOLUME', 'Low Volume Mixed', false],
  ['MIXED', 'Mixed', false],
  ['MARKETING', 'Marketing', false],
  ['CUSTOMER_CARE', 'Customer Care', false],
  ['ACCOUNT_NOTIFICATION', 'Account Notification', false],
  ['DELIVERY_NOTIFICATION', 'Delivery Notification', false],
  ['PUBLIC_SERVICE_ANNOUNCEMENT', 'Public Service Announcement', false],
  ['2FA', 'Two-Factor Authentication', false],
  ['CHARITY', 'Charity', true],
] as const;

const soleUseCases = [['SOLE_PROPRIETOR', 'Sole Proprietor', false]] as const;
const useCasesOf = (brand: Resource | undefined): readonly (readonly [string, string, boolean])[] =>
  brand?.fields['brand_type'] === 'SOLE_PROPRIETOR' ? soleUseCases : useCases;

/** Twilio's TrustHub, Messaging compliance, and Event Streams, as far as A2P 10DLC goes. */
export function registrationRoutes(
  app: FastifyInstance,
  registrar: Registrar,
  carrier: CarrierState,
  behaviour: () => Behaviour,
): void {
  const lastCall = new Map<string, number>();
  const form = (request: FastifyRequest) =>
    request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const query = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '');
  const path = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? request.url;

  function signIn(request: FastifyRequest): string {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const account = carrier.accounts.get(text.slice(0, colon));
    if (scheme?.toLowerCase() !== 'basic' || colon < 0 || account === undefined) throw unauthenticated();
    if (!timingSafeEqual(digest(text.slice(colon + 1)), digest(account.authToken))) throw unauthenticated();
    return account.sid;
  }
  /** Calls about brands and campaigns: one a second and account. */
  function compliance(request: FastifyRequest): string {
    const account = signIn(request);
    const { everyMs } = behaviour().registration;
    const at = Date.now();
    if (at - (lastCall.get(account) ?? -Infinity) < everyMs) throw tooManyRequests(1);
    lastCall.set(account, at);
    return account;
  }
  const one = (request: Request, account: string, kind: Kind, sid = request.params.sid): Resource => {
    const found = registrar.all.get(sid);
    if (found?.kind !== kind || found.accountSid !== account) throw notFound(path(request));
    return found;
  };
  const required = (fields: URLSearchParams, name: string): string => {
    const value = fields.get(name) ?? '';
    if (value === '') throw badRequest(20001, `Missing required parameter ${name} in the post body`);
    return value;
  };
  const show = (resource: Resource): Record<string, unknown> => ({
    sid: resource.sid,
    account_sid: resource.accountSid,
    ...resource.fields,
    date_created: iso(resource.createdAt),
    date_updated: iso(resource.updatedAt),
    url: `https://twilio.example/${resource.sid}`,
  });
  const page = (request: FastifyRequest, key: string, rows: readonly Resource[]) => ({
    [key]: rows.map(show),
    meta: {
      page: 0,
      page_size: 1000,
      first_page_url: path(request),
      previous_page_url: null,
      url: path(request),
      next_page_url: null,
      key,
    },
  });
  const created = async (reply: FastifyReply, resource: Resource) => {
    await registrar.flush();
    return reply.code(201).send(show(resource));
  };
  const attributes = (fields: URLSearchParams): Record<string, unknown> => {
    try {
      return JSON.parse(required(fields, 'Attributes')) as Record<string, unknown>;
    } catch {
      throw badRequest(20001, 'Attributes is not valid JSON');
    }
  };

  // Bundles: customer profiles and trust products work alike.
  for (const [kind, at] of [
    ['profile', '/v1/CustomerProfiles'],
    ['product', '/v1/TrustProducts'],
  ] as const) {
    app.get(at, async (request) => {
      const account = signIn(request);
      registrar.primary(account);
      const asked = query(request);
      const rows = registrar
        .list(kind, account)
        .filter(({ fields }) => [null, fields['friendly_name']].includes(asked.get('FriendlyName')))
        .filter(({ fields }) => [null, fields['policy_sid']].includes(asked.get('PolicySid')))
        .filter(({ fields }) => [null, fields['status']].includes(asked.get('Status')));
      return page(request, 'results', rows);
    });
    app.post(at, async (request, reply) => {
      const account = signIn(request);
      const given = form(request);
      const policy = required(given, 'PolicySid');
      if (
        !(kind === 'profile' ? [policies.secondary, policies.starter] : [policies.a2p, policies.sole]).some(
          isPolicy(policy),
        )
      )
        throw badRequest(22230, `The policy ${policy} does not exist`);
      const fields = {
        friendly_name: required(given, 'FriendlyName'),
        email: required(given, 'Email'),
        policy_sid: policy,
      };
      return created(
        reply,
        registrar.create(kind, account, null, {
          ...fields,
          status: 'draft',
          status_callback: given.get('StatusCallback'),
        }),
      );
    });
    app.get<{ Params: Params }>(`${at}/:sid`, async (request) => show(one(request, signIn(request), kind)));
    app.post<{ Params: Params }>(`${at}/:sid`, async (request) => {
      const bundle = one(request, signIn(request), kind);
      const status = form(request).get('Status');
      if (status !== null && status !== 'pending-review' && status !== 'draft')
        throw badRequest(22214, `The status can not become ${status}`);
      const next = registrar.change(bundle, status === null ? {} : { status });
      await registrar.flush();
      return show(next);
    });
    app.get<{ Params: Params }>(`${at}/:sid/EntityAssignments`, async (request) => {
      const bundle = one(request, signIn(request), kind);
      return page(request, 'results', registrar.list('assignment', null, bundle.sid));
    });
    app.post<{ Params: Params }>(`${at}/:sid/EntityAssignments`, async (request, reply) => {
      const account = signIn(request);
      const bundle = one(request, account, kind);
      const object = required(form(request), 'ObjectSid');
      if (registrar.all.get(object)?.accountSid !== account) throw badRequest(22233, `${object} does not exist`);
      if (registrar.list('assignment', null, bundle.sid).some(({ fields }) => fields['object_sid'] === object))
        throw badRequest(22220, `${object} is already assigned`);
      return created(reply, registrar.create('assignment', account, bundle.sid, { object_sid: object }));
    });
    app.post<{ Params: Params }>(`${at}/:sid/Evaluations`, async (request, reply) => {
      const account = signIn(request);
      const bundle = one(request, account, kind);
      const results = evaluate(bundle, kind);
      const status = results.some(({ passed }) => !passed) ? 'noncompliant' : 'compliant';
      return created(
        reply,
        registrar.create('evaluation', account, bundle.sid, {
          status,
          results,
          policy_sid: bundle.fields['policy_sid'],
        }),
      );
    });
  }

  function isPolicy(policy: string) {
    return (one: string): boolean => one === policy;
  }
  /** What the policy asks for: who it is, who stands for it, and where; of a product what kind of company. */
  function evaluate(bundle: Resource, kind: 'profile' | 'product') {
    const isSole = [policies.starter, policies.sole].some(isPolicy(String(bundle.fields['policy_sid'])));
    const needs: readonly (readonly [string, readonly string[]])[] =
      isSole && kind === 'profile' ?
        [
          ['starter_customer_profile_information', ['first_name', 'last_name', 'email', 'phone_number']],
          ['customer_profile_address', ['address_sids']],
        ]
      : isSole ? [['sole_proprietor_information', ['brand_name', 'vertical', 'mobile_phone_number']]]
      : kind === 'profile' ?
        [
          [
            'customer_profile_business_information',
            ['business_name', 'business_type', 'business_industry', 'business_registration_number', 'website_url'],
          ],
          ['authorized_representative_1', ['first_name', 'last_name', 'email', 'phone_number', 'job_position']],
          ['customer_profile_address', ['address_sids']],
        ]
      : [['us_a2p_messaging_profile_information', ['company_type']]];
    return needs.map(([type, names]) => {
      const held = registrar.attributesOf(registrar.assigned(bundle.sid, type));
      const missing = names.filter((name) => String(held[name] ?? '') === '');
      if (held['company_type'] === 'public' && !held['stock_ticker']) missing.push('stock_ticker');
      if (
        held['company_type'] === 'private' &&
        (held['stock_ticker'] !== undefined || held['stock_exchange'] !== undefined)
      )
        missing.push('stock_ticker');
      return {
        friendly_name: type,
        object_type: type,
        passed: missing.length === 0,
        failure_reason: missing.length === 0 ? '' : `Missing or wrong: ${missing.join(', ')}`,
        error_code: missing.length === 0 ? null : 22217,
        valid: [],
        invalid: missing.map((name) => ({
          friendly_name: name,
          object_field: name,
          failure_reason: 'Missing or wrong',
          error_code: 22217,
        })),
        requirement_friendly_name: type,
        requirement_name: type,
      };
    });
  }

  for (const [kind, at] of [
    ['end-user', '/v1/EndUsers'],
    ['document', '/v1/SupportingDocuments'],
  ] as const) {
    app.get(at, async (request) => page(request, 'results', registrar.list(kind, signIn(request))));
    app.post(at, async (request, reply) => {
      const account = signIn(request);
      const given = form(request);
      const fields = { friendly_name: required(given, 'FriendlyName'), type: required(given, 'Type') };
      return created(reply, registrar.create(kind, account, null, { ...fields, attributes: attributes(given) }));
    });
    app.get<{ Params: Params }>(`${at}/:sid`, async (request) => show(one(request, signIn(request), kind)));
    app.post<{ Params: Params }>(`${at}/:sid`, async (request) => {
      const next = registrar.change(one(request, signIn(request), kind), { attributes: attributes(form(request)) });
      await registrar.flush();
      return show(next);
    });
  }

  const addresses = '/2010-04-01/Accounts/:account/Addresses';
  const addressParts = [
    'FriendlyName',
    'CustomerName',
    'Street',
    'City',
    'Region',
    'PostalCode',
    'IsoCountry',
  ] as const;
  const snake = (name: string) => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  const addressOf = (given: URLSearchParams) =>
    Object.fromEntries(addressParts.flatMap((name) => (given.has(name) ? [[snake(name), given.get(name)]] : [])));
  app.get<{ Params: Params }>(`${addresses}.json`, async (request) => {
    const name = query(request).get('FriendlyName');
    const rows = registrar
      .list('address', signIn(request))
      .filter(({ fields }) => name === null || fields['friendly_name'] === name);
    return {
      addresses: rows.map(show),
      page: 0,
      page_size: 50,
      uri: path(request),
      next_page_uri: null,
      start: 0,
      end: rows.length,
    };
  });
  app.post<{ Params: Params }>(`${addresses}.json`, async (request, reply) => {
    const given = form(request);
    for (const name of addressParts.slice(1)) required(given, name);
    return created(reply, registrar.create('address', signIn(request), null, addressOf(given)));
  });
  app.post<{ Params: Params }>(`${addresses}/:sid.json`, async (request) => {
    const given = form(request);
    const next = registrar.change(one(request, signIn(request), 'address'), { ...addressOf(given) });
    await registrar.flush();
    return show(next);
  });

  const brands = '/v1/a2p/BrandRegistrations';
  app.get(brands, async (request) => page(request, 'data', registrar.list('brand', compliance(request))));
  app.post(brands, async (request, reply) => {
    const account = compliance(request);
    const given = form(request);
    const profile = one(request as Request, account, 'profile', required(given, 'CustomerProfileBundleSid'));
    const product = one(request as Request, account, 'product', required(given, 'A2PProfileBundleSid'));
    if (profile.fields['status'] === 'draft' || product.fields['status'] === 'draft')
      throw badRequest(21718, 'The bundles have to be submitted before the brand');
    if (registrar.list('brand', account).some(({ fields }) => fields['customer_profile_bundle_sid'] === profile.sid))
      throw badRequest(21712, 'This customer profile has a brand already');
    const brandType = given.get('BrandType') ?? 'STANDARD';
    const isSole = brandType === 'SOLE_PROPRIETOR';
    if (isSole !== (product.fields['policy_sid'] === policies.sole))
      throw badRequest(21719, 'The brand type does not fit the bundle');
    const fields = {
      customer_profile_bundle_sid: profile.sid,
      a2p_profile_bundle_sid: product.sid,
      brand_type: brandType,
      ...(isSole ? { codes_sent: 1 } : {}),
      status: 'PENDING',
      tcr_id: null,
      failure_reason: null,
      brand_score: null,
      brand_feedback: [],
      identity_status: 'SELF_DECLARED',
      russell_3000: false,
      government_entity: false,
      tax_exempt_status: null,
      skip_automatic_sec_vet: given.get('SkipAutomaticSecVet') === 'true',
      mock: given.get('Mock') === 'true',
      errors: [],
      submissions: 1,
    };
    return created(reply, registrar.create('brand', account, null, fields, { dueAt: registrar.dueBrand() }));
  });
  app.get<{ Params: Params }>(`${brands}/:sid`, async (request) => show(one(request, compliance(request), 'brand')));
  app.post<{ Params: Params }>(`${brands}/:sid`, async (request) => {
    const brand = one(request, compliance(request), 'brand');
    if (brand.fields['status'] !== 'FAILED') throw badRequest(21723, 'Only a failed brand can be submitted again');
    const submissions = Number(brand.fields['submissions']) + 1;
    if (submissions > 4) throw badRequest(21724, 'This brand was submitted too often');
    const next = registrar.change(brand, { status: 'PENDING', errors: [], submissions }, registrar.dueBrand());
    await registrar.flush();
    return show(next);
  });

  app.post<{ Params: Params }>(`${brands}/:sid/SmsOtp`, async (request, reply) => {
    const brand = one(request, compliance(request), 'brand');
    if (brand.fields['brand_type'] !== 'SOLE_PROPRIETOR' || brand.fields['status'] !== 'PENDING')
      throw badRequest(21726, 'This brand does not wait for an answer to a code');
    registrar.change(brand, { codes_sent: Number(brand.fields['codes_sent']) + 1 }, registrar.dueBrand());
    await registrar.flush();
    return reply.code(201).send({ account_sid: brand.accountSid, brand_registration_sid: brand.sid });
  });

  app.get('/v1/Services', async (request) => page(request, 'services', registrar.list('service', signIn(request))));
  app.post('/v1/Services', async (request, reply) => {
    const given = form(request);
    return created(
      reply,
      registrar.create('service', signIn(request), null, {
        friendly_name: required(given, 'FriendlyName'),
        use_inbound_webhook_on_number: given.get('UseInboundWebhookOnNumber') === 'true',
        inbound_request_url: given.get('InboundRequestUrl'),
        us_app_to_person_registered: false,
      }),
    );
  });
  app.get<{ Params: Params }>('/v1/Services/:sid/PhoneNumbers', async (request) => {
    const service = one(request, signIn(request), 'service');
    return page(request, 'phone_numbers', registrar.list('sender', null, service.sid));
  });
  app.post<{ Params: Params }>('/v1/Services/:sid/PhoneNumbers', async (request, reply) => {
    const account = signIn(request);
    const service = one(request, account, 'service');
    const sid = required(form(request), 'PhoneNumberSid');
    const number = [...carrier.numbers.values()].find((held) => held.sid === sid && held.accountSid === account);
    if (number === undefined) throw notFound(path(request));
    const [campaign] = registrar.list('campaign', account, service.sid);
    if (
      campaign?.fields['us_app_to_person_usecase'] === 'SOLE_PROPRIETOR' &&
      registrar.list('sender', account, service.sid).length > 0
    )
      throw badRequest(21717, 'A sole proprietor has one phone number');
    const known = registrar.all.get(sid);
    if (known !== undefined)
      throw badRequest(
        known.parent === service.sid ? 21710 : 21712,
        'Phone Number or Short Code is already in a Messaging Service.',
      );
    const sender = registrar.create(
      'sender',
      account,
      service.sid,
      { phone_number: number.number, service_sid: service.sid, country_code: 'US', capabilities: ['SMS', 'MMS'] },
      { sid },
    );
    registrar.expect(sender);
    return created(reply, sender);
  });
  app.delete<{ Params: Params }>('/v1/Services/:sid/PhoneNumbers/:part', async (request, reply) => {
    const account = signIn(request);
    one(request, account, 'service');
    registrar.remove(one(request, account, 'sender', request.params.part).sid);
    await registrar.flush();
    return reply.code(204).send();
  });

  const campaigns = '/v1/Services/:sid/Compliance/Usa2p';
  app.get<{ Params: Params }>(`${campaigns}/Usecases`, async (request) => {
    const account = compliance(request);
    one(request, account, 'service');
    const brand = registrar.all.get(query(request).get('BrandRegistrationSid') ?? '');
    const named = useCasesOf(brand).map(([code, name, post]) => ({
      code,
      name,
      description: name,
      post_approval_required: post,
    }));
    return { us_app_to_person_usecases: named };
  });
  app.get<{ Params: Params }>(campaigns, async (request) => {
    const service = one(request, compliance(request), 'service');
    return page(request, 'compliance', registrar.list('campaign', null, service.sid));
  });
  const contentOf = (given: URLSearchParams) => {
    const samples = given.getAll('MessageSamples');
    const long = (name: string, from: number, to: number) => {
      const text = required(given, name);
      if (text.length < from || text.length > to) throw badRequest(21713, `${name} has ${from} to ${to} characters`);
      return text;
    };
    if (
      samples.length < 2 ||
      samples.length > 5 ||
      samples.some((sample) => sample.length < 20 || sample.length > 1024)
    )
      throw badRequest(21714, 'MessageSamples are 2 to 5 of 20 to 1024 characters');
    return {
      description: long('Description', 40, 4096),
      message_flow: long('MessageFlow', 40, 2048),
      message_samples: samples,
      has_embedded_links: required(given, 'HasEmbeddedLinks') === 'true',
      has_embedded_phone: required(given, 'HasEmbeddedPhone') === 'true',
      age_gated: given.get('AgeGated') === 'true',
      direct_lending: given.get('DirectLending') === 'true',
      privacy_policy_url: given.get('PrivacyPolicyUrl'),
      terms_and_conditions_url: given.get('TermsAndConditionsUrl'),
    };
  };
  app.post<{ Params: Params }>(campaigns, async (request, reply) => {
    const account = compliance(request);
    const service = one(request, account, 'service');
    const given = form(request);
    const brand = one(request, account, 'brand', required(given, 'BrandRegistrationSid'));
    if (brand.fields['status'] !== 'APPROVED') throw badRequest(21720, 'The brand is not approved');
    if (registrar.list('campaign', null, service.sid).length > 0)
      throw new CarrierError(409, 21711, 'This Messaging Service has a campaign already');
    const useCase = required(given, 'UsAppToPersonUsecase');
    if (!useCasesOf(brand).some(([code]) => code === useCase))
      throw badRequest(21715, `The use case ${useCase} does not exist`);
    const isSole = brand.fields['brand_type'] === 'SOLE_PROPRIETOR';
    if (
      isSole &&
      registrar.list('campaign', account).some((held) => held.fields['brand_registration_sid'] === brand.sid)
    )
      throw badRequest(21716, 'A sole proprietor has one campaign');
    const fields = {
      ...contentOf(given),
      brand_registration_sid: brand.sid,
      messaging_service_sid: service.sid,
      us_app_to_person_usecase: useCase,
      subscriber_opt_in: given.get('SubscriberOptIn') === 'true',
      opt_in_message: given.get('OptInMessage') ?? '',
      opt_out_message: given.get('OptOutMessage') ?? '',
      help_message: given.get('HelpMessage') ?? '',
      opt_in_keywords: given.getAll('OptInKeywords'),
      opt_out_keywords: given.getAll('OptOutKeywords'),
      help_keywords: given.getAll('HelpKeywords'),
      campaign_status: 'IN_PROGRESS',
      campaign_id: null,
      is_externally_registered: false,
      rate_limits: null,
      errors: [],
      mock: brand.fields['mock'],
    };
    return created(
      reply,
      registrar.create('campaign', account, service.sid, fields, { dueAt: registrar.dueCampaign() }),
    );
  });
  app.get<{ Params: Params }>(`${campaigns}/:part`, async (request) =>
    show(one(request, compliance(request), 'campaign', request.params.part)),
  );
  app.post<{ Params: Params }>(`${campaigns}/:part`, async (request) => {
    const campaign = one(request, compliance(request), 'campaign', request.params.part);
    if (campaign.fields['campaign_status'] !== 'FAILED')
      throw badRequest(21725, 'Only a failed campaign can be edited');
    const given = form(request);
    for (const name of ['AgeGated', 'DirectLending']) required(given, name);
    const next = registrar.change(
      campaign,
      { ...contentOf(given), campaign_status: 'IN_PROGRESS', errors: [] },
      registrar.dueCampaign(),
    );
    await registrar.flush();
    return show(next);
  });

  app.get('/v1/Sinks', async (request) => page(request, 'sinks', registrar.list('sink', signIn(request))));
  app.post('/v1/Sinks', async (request, reply) => {
    const given = form(request);
    const configuration = JSON.parse(required(given, 'SinkConfiguration')) as unknown;
    const fields = {
      description: required(given, 'Description'),
      sink_type: required(given, 'SinkType'),
      sink_configuration: configuration,
    };
    return created(reply, registrar.create('sink', signIn(request), null, { ...fields, status: 'active' }));
  });
  app.get('/v1/Subscriptions', async (request) =>
    page(request, 'subscriptions', registrar.list('subscription', signIn(request))),
  );
  app.post('/v1/Subscriptions', async (request, reply) => {
    const account = signIn(request);
    const given = form(request);
    const sink = one(request as Request, account, 'sink', required(given, 'SinkSid'));
    const types = given.getAll('Types').map((text) => (JSON.parse(text) as { type: string }).type);
    const fields = { description: required(given, 'Description'), sink_sid: sink.sid, types };
    return created(reply, registrar.create('subscription', account, null, fields));
  });

  // The sandbox's own: what it holds, and a person who decides.
  const Decision = z.strictObject({
    outcome: z.enum(['approve', 'refuse', 'lose', 'suspend']),
    code: z.int().min(10_000).max(99_999).default(30909),
  });
  app.get('/sandbox/registrations', async () => {
    registrar.look();
    return {
      data: (['brand', 'campaign', 'sender'] as const).flatMap((kind) =>
        registrar.list(kind, null).map((resource) => ({ kind, waits: resource.dueAt !== null, ...show(resource) })),
      ),
    };
  });
  app.post<{ Params: Params }>('/sandbox/registrations/:sid', async (request) => {
    const { outcome, code } = Decision.parse(request.body);
    const { sid } = request.params;
    const isKnown =
      outcome === 'lose' ? registrar.lose(sid)
      : outcome === 'suspend' ? registrar.suspend(sid)
      : registrar.decide(sid, outcome === 'approve' ? null : code);
    if (!isKnown) throw new Refusal(404, 'There is no such request.');
    await registrar.flush();
    return { success: true };
  });
}
