import type { TollfreeForm } from './fields.ts';

/** What is known of a business already. */
export interface KnownOfBusiness {
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly contactInfo: {
    readonly phone: string | null;
    readonly email: string | null;
    readonly website: string | null;
    readonly address: string | null;
    readonly city: string | null;
    readonly state: string | null;
    readonly postalCode: string | null;
    readonly country: string | null;
  };
  /** The public page that shows reviewers every way in. */
  readonly evidenceUrl: string;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
}

const webAddress = (typed: string | null): string =>
  typed === null || typed === '' ? ''
  : /^https?:\/\//i.test(typed) ? typed
  : `https://${typed}`;
/** Countries as people write them, by the first letters of their names. */
const countryOf = (typed: string | null): string => (/^ca(?:n|$)/i.test(typed?.trim() ?? '') ? 'CA' : 'US');

/** A form that is filled in as far as the business has said it already. What reviewers look for is in its texts. */
export function suggestTollfree(known: KnownOfBusiness): TollfreeForm {
  const { name, contactInfo: at } = known;
  const website = webAddress(at.website);
  const country = countryOf(at.country);
  return {
    businessName: name,
    doingBusinessAs: null,
    website,
    street: at.address ?? '',
    city: at.city ?? '',
    state: at.state ?? '',
    postalCode: at.postalCode ?? '',
    country,
    contactFirstName: known.firstName,
    contactLastName: known.lastName,
    contactEmail: at.email ?? known.email,
    contactPhone: at.phone ?? '',
    businessType: 'PRIVATE_PROFIT',
    registrationNumber: null,
    registrationAuthority: country === 'CA' ? 'CBN' : 'EIN',
    registrationCountry: country,
    useCaseCategories: ['MARKETING'],
    useCaseSummary:
      `${name} texts customers who opted in about offers, news and reminders. ` +
      'Every text says who it is from, and customers can reply STOP at any time.',
    messageSample: `${name}: 20% off this weekend, show this text. Reply STOP to opt out.`,
    optInType: 'WEB_FORM',
    optInImageUrls: [known.evidenceUrl],
    optInConfirmation: `${name}: you are signed up for texts. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
    messageVolume: '10,000',
    privacyUrl: known.privacyUrl,
    termsUrl: known.termsUrl,
    ageGated: false,
    additionalInformation: null,
  };
}
