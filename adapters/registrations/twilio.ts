import type { BrandStep, CampaignStep } from '../../domain/registrations/a2p/steps.ts';
import type { createTwilioClient } from '../sms/twilio/client.ts';
import { type BrandWork, type CampaignWork, RegistrationRefused, RegistrationUnavailable } from './port.ts';
import { brandReport, businessTypes, campaignReport, companyTypes, fieldOf, industries } from './words.ts';

type Client = ReturnType<typeof createTwilioClient>;

/** Twilio's policies, the same in all accounts (TrustHub documentation). */
const policies = {
  primary: 'RN6433641899984f951173ef1738c3bdd0',
  secondary: 'RNdfbf3fae0e1107f8aded0e7cead80bf5',
  a2p: 'RNb0d4771c2c98518d916a3d4cd70a8f8b',
  /** The profile and the product of a sole proprietor. */
  starter: 'RN806dd6cd175f314e1f96a9727ee271f4',
  sole: 'RN670d5d2e282a6130ae063b234b6019c8',
} as const;
const isSole = ({ content: { kind } }: BrandWork): boolean => kind === 'sole-proprietor';
const profilePolicy = (work: BrandWork): string => (isSole(work) ? policies.starter : policies.secondary);
const productPolicy = (work: BrandWork): string => (isSole(work) ? policies.sole : policies.a2p);
const eventTypes = [
  ...[
    'brand-registered',
    'brand-verified',
    'brand-unverified',
    'brand-vetted-verified',
    'brand-secondary-vetting-failure',
    'brand-failure',
  ].map((name) => `brand-registration.${name}`),
  ...['campaign-submitted', 'campaign-approved', 'campaign-failure', 'campaign-deleted'].map(
    (name) => `campaign-registration.${name}`,
  ),
  ...['pending', 'successful', 'failed'].flatMap((name) => [
    `number-registration.${name}`,
    `number-deregistration.${name}`,
  ]),
].map((name) => ({ type: `com.twilio.messaging.compliance.${name}` }));

export interface Talk {
  readonly client: Client;
  /** Waits for its turn: the carrier answers one call a second about brands and campaigns. */
  paced<T>(work: () => Promise<T>): Promise<T>;
}

interface Assignments {
  list(): Promise<readonly { readonly objectSid: string }[]>;
  create(given: { objectSid: string }): Promise<unknown>;
}
/** What is assigned already stays as it is. */
async function assign(assignments: Assignments, wanted: readonly string[]): Promise<void> {
  const held = new Set((await assignments.list()).map(({ objectSid }) => objectSid));
  for (const objectSid of wanted) if (!held.has(objectSid)) await assignments.create({ objectSid });
}

interface Result {
  readonly passed?: boolean;
  readonly failure_reason?: string;
  readonly error_code?: unknown;
  readonly invalid?: readonly { readonly object_field?: string; readonly failure_reason?: string }[];
}
function checkEvaluation({ status, results }: { status: string; results: readonly unknown[] }): void {
  if (status === 'compliant') return;
  const failed = (results as readonly Result[]).filter(({ passed }) => passed !== true);
  const names = failed.flatMap(({ invalid = [] }) => invalid.flatMap(({ object_field: field }) => field ?? []));
  const message = failed.map(({ failure_reason: reason }) => reason ?? '').find((reason) => reason !== '');
  throw new RegistrationRefused(
    message ?? 'Something is missing.',
    null,
    names.flatMap((name) => fieldOf(name) ?? []),
  );
}

const erased = () =>
  new RegistrationRefused('The contact was erased. Enter one again.', null, ['representative.firstName']);
const need = (references: BrandWork['references'], step: string): string => {
  const found = references[step];
  if (found === undefined) throw new Error(`The step ${step} comes first.`);
  return found;
};

type Step<Work> = (talk: Talk, work: Work) => Promise<string | null>;

export const brandStepsAt: Readonly<Record<BrandStep, Step<BrandWork>>> = {
  account: async ({ client }) => client.accountSid,
  async profile({ client: { trusthub } }, work) {
    const { id, email, references } = work;
    const { customerProfiles } = trusthub.v1;
    if (references['profile'] !== undefined) return references['profile'];
    const policySid = profilePolicy(work);
    const [known] = await customerProfiles.list({ friendlyName: id, policySid, limit: 1 });
    return (known ?? (await customerProfiles.create({ friendlyName: id, email, policySid }))).sid;
  },
  business: (talk, { id, references, content }) =>
    endUser(talk, id, 'customer_profile_business_information', references['business'], {
      business_name: content.legalName,
      business_identity: 'direct_customer',
      business_type: businessTypes[content.legalForm],
      business_industry: industries[content.vertical] ?? content.vertical,
      business_registration_identifier: 'EIN',
      business_registration_number: `${content.ein?.slice(0, 2) ?? ''}-${content.ein?.slice(2) ?? ''}`,
      business_regions_of_operation: 'USA_AND_CANADA',
      website_url: content.website,
      social_media_profile_urls: '',
    }),
  async representative(talk, work) {
    const { id, references } = work;
    const { representative } = work.content;
    if (representative === null) throw erased();
    if (isSole(work))
      return endUser(talk, id, 'starter_customer_profile_information', references['representative'], {
        first_name: representative.firstName,
        last_name: representative.lastName,
        email: representative.email,
        phone_number: representative.phone,
      });
    return endUser(talk, id, 'authorized_representative_1', references['representative'], {
      first_name: representative.firstName,
      last_name: representative.lastName,
      email: representative.email,
      phone_number: representative.phone,
      business_title: representative.title,
      job_position: representative.position,
    });
  },
  async address({ client }, { id, references, content: { address, legalName } }) {
    if (address === null) throw erased();
    const { street, city, region, postalCode, country: isoCountry } = address;
    const given = { friendlyName: id, customerName: legalName, street, city, region, postalCode };
    const known = references['address'] ?? (await client.addresses.list({ friendlyName: id, limit: 1 }))[0]?.sid;
    const made =
      known === undefined ?
        await client.addresses.create({ ...given, isoCountry })
      : await client.addresses(known).update(given);
    return made.sid;
  },
  async document({ client: { trusthub } }, { id, references }) {
    if (references['document'] !== undefined) return references['document'];
    const attributes = { address_sids: need(references, 'address') };
    const made = await trusthub.v1.supportingDocuments.create({
      friendlyName: id,
      type: 'customer_profile_address',
      attributes,
    });
    return made.sid;
  },
  async assignments({ client: { trusthub } }, work) {
    const { references } = work;
    const { customerProfiles } = trusthub.v1;
    const [primary] = await customerProfiles.list({ policySid: policies.primary, limit: 1 });
    if (primary === undefined)
      throw new RegistrationRefused(
        'The carrier account has no business profile of its own yet. Your operator adds one at Twilio.',
        null,
        [],
      );
    const steps = isSole(work) ? ['representative', 'document'] : ['business', 'representative', 'document'];
    const parts = steps.map((step) => need(references, step));
    await assign(customerProfiles(need(references, 'profile')).customerProfilesEntityAssignments, [
      ...parts,
      primary.sid,
    ]);
    return null;
  },
  async 'profile-review'({ client: { trusthub } }, work) {
    const profile = trusthub.v1.customerProfiles(need(work.references, 'profile'));
    checkEvaluation(await profile.customerProfilesEvaluations.create({ policySid: profilePolicy(work) }));
    await profile.update({ status: 'pending-review' });
    return null;
  },
  async product({ client: { trusthub } }, work) {
    const { id, email, references } = work;
    if (references['product'] !== undefined) return references['product'];
    const { trustProducts } = trusthub.v1;
    const policySid = productPolicy(work);
    const [known] = await trustProducts.list({ friendlyName: id, policySid, limit: 1 });
    return (known ?? (await trustProducts.create({ friendlyName: id, email, policySid }))).sid;
  },
  // A private company with empty fields of a stock exchange is refused.
  async 'product-info'(talk, work) {
    const { id, references, content } = work;
    const known = references['product-info'];
    if (!isSole(work))
      return endUser(talk, id, 'us_a2p_messaging_profile_information', known, {
        company_type: companyTypes[content.companyType],
        ...(content.companyType === 'public' ?
          { stock_exchange: content.stockExchange ?? '', stock_ticker: content.stockTicker ?? '' }
        : {}),
      });
    if (content.representative === null) throw erased();
    return endUser(talk, id, 'sole_proprietor_information', known, {
      brand_name: content.legalName,
      vertical: industries[content.vertical] ?? content.vertical,
      mobile_phone_number: content.representative.phone,
    });
  },
  async 'product-assignments'({ client: { trusthub } }, { references }) {
    const wanted = [need(references, 'product-info'), need(references, 'profile')];
    await assign(trusthub.v1.trustProducts(need(references, 'product')).trustProductsEntityAssignments, wanted);
    return null;
  },
  async 'product-review'({ client: { trusthub } }, work) {
    const product = trusthub.v1.trustProducts(need(work.references, 'product'));
    checkEvaluation(await product.trustProductsEvaluations.create({ policySid: productPolicy(work) }));
    await product.update({ status: 'pending-review' });
    return null;
  },
  async events({ client: { events } }, { eventsUrl }) {
    const sinks = await events.v1.sinks.list({ limit: 100 });
    const isOurs = ({ sinkConfiguration }: { sinkConfiguration: unknown }) =>
      (sinkConfiguration as { destination?: unknown } | null)?.destination === eventsUrl;
    const sink =
      sinks.find(isOurs) ??
      (await events.v1.sinks.create({
        description: 'Registrations',
        sinkType: 'webhook',
        sinkConfiguration: { destination: eventsUrl, method: 'POST', batch_events: false },
      }));
    const subscriptions = await events.v1.subscriptions.list({ limit: 100 });
    if (!subscriptions.some(({ sinkSid }) => sinkSid === sink.sid))
      await events.v1.subscriptions.create({ description: 'Registrations', sinkSid: sink.sid, types: eventTypes });
    return sink.sid;
  },
  async brand({ client: { messaging }, paced }, work) {
    const { attempt, references, content } = work;
    const { brandRegistrations } = messaging.v1;
    const profile = need(references, 'profile');
    const known =
      references['brand'] ??
      (await paced(() => brandRegistrations.list({ limit: 10_000, pageSize: 1_000 }))).find(
        ({ customerProfileBundleSid }) => customerProfileBundleSid === profile,
      )?.sid;
    if (known === undefined) {
      const given = {
        customerProfileBundleSid: profile,
        a2PProfileBundleSid: need(references, 'product'),
        brandType: isSole(work) ? 'SOLE_PROPRIETOR' : 'STANDARD',
        ...(content.kind === 'low-volume' ? { skipAutomaticSecVet: true } : {}),
      };
      return (await paced(() => brandRegistrations.create(given))).sid;
    }
    // A resubmission counts: one that was taken already is not made again.
    if (attempt > 1) {
      const { status } = await paced(() => brandRegistrations(known).fetch());
      if (String(status) === 'FAILED') await paced(() => brandRegistrations(known).update());
    }
    return known;
  },
  service: ({ client }, { id, references }) => service(client, references['service'], id),
};

export async function resendCode({ client: { messaging }, paced }: Talk, brandReference: string): Promise<void> {
  await paced(() => messaging.v1.brandRegistrations(brandReference).brandRegistrationOtps.create());
}

export const campaignStepsAt: Readonly<Record<CampaignStep, Step<CampaignWork>>> = {
  service: ({ client }, { id, references }) => service(client, references['service'], id),
  async campaign({ client: { messaging }, paced }, { attempt, references, content, brandReference }) {
    const { usAppToPerson } = messaging.v1.services(need(references, 'service'));
    const written = {
      description: content.description,
      messageFlow: content.flow,
      messageSamples: [...content.samples],
      hasEmbeddedLinks: content.hasLinks,
      hasEmbeddedPhone: content.hasPhone,
      ageGated: content.isAgeGated,
      directLending: content.isLending,
      privacyPolicyUrl: content.privacyUrl,
      termsAndConditionsUrl: content.termsUrl,
    };
    const [known] = await paced(() => usAppToPerson.list({ limit: 1 }));
    if (known === undefined)
      return (
        await paced(() =>
          usAppToPerson.create({
            ...written,
            brandRegistrationSid: brandReference,
            usAppToPersonUsecase: content.useCase,
            subscriberOptIn: true,
            optInKeywords: [...content.optInKeywords],
            optInMessage: content.optInMessage,
            helpMessage: content.helpMessage,
            optOutMessage: content.optOutMessage,
          }),
        )
      ).sid;
    if (attempt > 1 && known.campaignStatus === 'FAILED') await paced(() => usAppToPerson(known.sid).update(written));
    return known.sid;
  },
};

async function endUser(
  { client: { trusthub } }: Talk,
  id: string,
  type: string,
  known: string | undefined,
  attributes: object,
): Promise<string> {
  const { endUsers } = trusthub.v1;
  if (known !== undefined) return (await endUsers(known).update({ attributes })).sid;
  return (await endUsers.create({ friendlyName: id, type, attributes })).sid;
}

async function service({ messaging }: Client, known: string | undefined, id: string): Promise<string> {
  if (known !== undefined) return known;
  const { services } = messaging.v1;
  const found = (await services.list({ limit: 10_000, pageSize: 1_000 })).find(
    ({ friendlyName }) => friendlyName === id,
  );
  // Texts that come in go on to where the number sends them.
  return (found ?? (await services.create({ friendlyName: id, useInboundWebhookOnNumber: true }))).sid;
}

export const questions = {
  async brand({ client: { messaging }, paced }: Talk, reference: string) {
    const found = await paced(() => messaging.v1.brandRegistrations(reference).fetch());
    return brandReport({
      word: String(found.status),
      identity: (found.identityStatus as string | null) ?? null,
      externalId: found.tcrId,
      score: found.brandScore,
      errors: (found as unknown as { errors?: unknown }).errors,
      at: found.dateUpdated,
    });
  },
  async campaign({ client: { messaging }, paced }: Talk, serviceSid: string, reference: string) {
    const found = await paced(() => messaging.v1.services(serviceSid).usAppToPerson(reference).fetch());
    return campaignReport({
      word: found.campaignStatus,
      externalId: found.campaignId,
      limits: found.rateLimits,
      errors: (found as unknown as { errors?: unknown }).errors,
      at: found.dateUpdated,
    });
  },
  async join({ client }: Talk, serviceSid: string, number: string) {
    const held = await client.incomingPhoneNumbers.list({ phoneNumber: number, limit: 20 });
    const exact = held.find(({ phoneNumber }) => phoneNumber === number);
    if (exact === undefined) return null;
    const { phoneNumbers } = client.messaging.v1.services(serviceSid);
    const inside = await phoneNumbers.list({ limit: 1_000 });
    if (!inside.some(({ sid }) => sid === exact.sid)) await phoneNumbers.create({ phoneNumberSid: exact.sid });
    return exact.sid;
  },
  async useCases({ client: { messaging }, paced }: Talk, serviceSid: string, brandReference: string) {
    const asked = { brandRegistrationSid: brandReference };
    const found = await paced(() => messaging.v1.services(serviceSid).usAppToPersonUsecases.fetch(asked));
    const all = found.usAppToPersonUsecases as readonly {
      code: string;
      name: string;
      description: string;
      post_approval_required: boolean;
    }[];
    return all.map(({ code, name, description, post_approval_required: needsMore }) => ({
      code,
      name,
      description,
      needsMore,
    }));
  },
};

/** What Twilio said of a request, as the port throws it. */
export function refusalOf(error: unknown): Error {
  if (error instanceof RegistrationRefused) return error;
  const { status, code, message, details } = error as {
    status?: unknown;
    code?: unknown;
    message?: string;
    details?: unknown;
  };
  if (status === 401 || status === 403)
    return new RegistrationUnavailable(
      'The carrier does not accept the stored account any more. Enter it again in the settings.',
    );
  if (
    typeof status === 'number' &&
    status >= 400 &&
    status < 500 &&
    status !== 408 &&
    status !== 429 &&
    status !== 404
  ) {
    const names = Object.keys((details ?? {}) as object);
    return new RegistrationRefused(
      message ?? 'The carrier refused.',
      code === undefined ? null : String(code as number),
      names.flatMap((name) => fieldOf(name) ?? []),
    );
  }
  return new RegistrationUnavailable('The carrier could not be asked just now. Try again in a minute.', {
    cause: error,
  });
}
