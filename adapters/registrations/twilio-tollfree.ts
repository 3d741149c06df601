import type { TollfreeForm } from '../../domain/registrations/tollfree/fields.ts';
import type { TwilioAccount } from '../providers/port.ts';
import { createTwilioClient } from '../sms/twilio/client.ts';
import { twilioNumbers } from '../sms/twilio/numbers.ts';
import { type TollfreeRecord, TollfreeRefused } from './tollfree-port.ts';

type Verifications = ReturnType<typeof createTwilioClient>['messaging']['v1']['tollfreeVerifications'];
type Instance = Awaited<ReturnType<Verifications['create']>>;
type Create = Parameters<Verifications['create']>[0];

/** The calls about toll-free verifications (SDK 6.2, `messaging.v1.tollfreeVerifications`). They throw what the SDK throws. */
export function twilioTollfree(
  access: TwilioAccount & { readonly baseUrl: string | null; readonly timeoutMs: number },
) {
  const client = createTwilioClient(access);
  const all = client.messaging.v1.tollfreeVerifications;
  return {
    async find(reference: string): Promise<TollfreeRecord | null> {
      const found = await all.list({ externalReferenceId: reference, limit: 20 });
      const own = found.find((one) => one.externalReferenceId === reference);
      return own === undefined ? null : recordOf(own);
    },
    async create({ reference, number, form }: { reference: string; number: string; form: TollfreeForm }) {
      const held = await twilioNumbers(access).held(number);
      if (held === null) throw new TollfreeRefused('The carrier account doesn’t hold this number.', 30879);
      return recordOf(
        await all.create({ ...fieldsOf(form), tollfreePhoneNumberSid: held.sid, externalReferenceId: reference }),
      );
    },
    update: async (providerId: string, { reason, form }: { reason: string; form: TollfreeForm }) =>
      recordOf(
        await all(providerId).update({ ...fieldsOf(form), editReason: reason } as Parameters<
          ReturnType<Verifications>['update']
        >[0]),
      ),
    fetch: async (providerId: string) => recordOf(await all(providerId).fetch()),
  };
}

/** What is null is left out: Twilio refuses empty values. */
function fieldsOf(form: TollfreeForm): Omit<Create, 'tollfreePhoneNumberSid'> {
  const given = {
    businessName: form.businessName,
    doingBusinessAs: form.doingBusinessAs,
    businessWebsite: form.website,
    businessStreetAddress: form.street,
    businessCity: form.city,
    businessStateProvinceRegion: form.state,
    businessPostalCode: form.postalCode,
    businessCountry: form.country,
    businessContactFirstName: form.contactFirstName,
    businessContactLastName: form.contactLastName,
    businessContactEmail: form.contactEmail,
    businessContactPhone: form.contactPhone,
    notificationEmail: form.contactEmail,
    businessType: form.businessType,
    businessRegistrationNumber: form.registrationNumber,
    businessRegistrationAuthority: form.registrationAuthority,
    businessRegistrationCountry: form.registrationCountry,
    useCaseCategories: form.useCaseCategories,
    useCaseSummary: form.useCaseSummary,
    productionMessageSample: form.messageSample,
    optInType: form.optInType,
    optInImageUrls: form.optInImageUrls,
    optInConfirmationMessage: form.optInConfirmation,
    messageVolume: form.messageVolume,
    privacyPolicyUrl: form.privacyUrl,
    termsAndConditionsUrl: form.termsUrl,
    ageGatedContent: form.ageGated,
    additionalInformation: form.additionalInformation,
  };
  const said = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(said) as unknown as Omit<Create, 'tollfreePhoneNumberSid'>;
}

const instant = (date: Date | null | undefined): string | null =>
  date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
const reasonsOf = (given: unknown): readonly { code: number | null; reason: string }[] =>
  (Array.isArray(given) ? given : []).flatMap((one: unknown) => {
    const { code, reason } = (one ?? {}) as { code?: unknown; reason?: unknown };
    return typeof reason === 'string' ? [{ code: typeof code === 'number' ? code : null, reason }] : [];
  });

function recordOf(one: Instance): TollfreeRecord {
  const several = reasonsOf(one.rejectionReasons);
  const single =
    one.rejectionReason ?
      [{ code: Number.isInteger(one.errorCode) ? one.errorCode : null, reason: one.rejectionReason }]
    : [];
  return {
    providerId: one.sid,
    status: one.status,
    refusals: several.length > 0 ? several : single,
    // The SDK's type has no null here; the carrier says null of what was never refused.
    editableUntil: (one.editAllowed as boolean | null) === true ? instant(one.editExpiration) : null,
    updatedAt: instant(one.dateUpdated),
  };
}
