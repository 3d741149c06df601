import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { TollfreeInput } from '../../domain/registrations/tollfree/fields.ts';
import { context } from './names.ts';

/** What a neighbour asks its toll-free number to be verified with. The host says how the sandbox decides. */
const formOf = (name: string, owner: string, host: string): TollfreeInput => {
  const [first = '', ...last] = owner.split(' ');
  const website = `https://${host}`;
  return {
    businessName: `${name} LLC`,
    doingBusinessAs: name,
    website,
    street: '12 Harbor Street',
    city: 'Boston',
    state: 'MA',
    postalCode: '02210',
    country: 'US',
    contactFirstName: first,
    contactLastName: last.join(' '),
    contactEmail: `office@${host}`,
    contactPhone: '+16175550190',
    businessType: 'PRIVATE_PROFIT',
    registrationNumber: '12-3456789',
    registrationAuthority: 'EIN',
    registrationCountry: 'US',
    useCaseCategories: ['MARKETING', 'CUSTOMER_CARE'],
    useCaseSummary: `${name} texts customers who opted in about appointments and offers, twice a month at most.`,
    messageSample: `${name}: 15% off this week. Reply STOP to opt out.`,
    optInType: 'WEB_FORM',
    optInImageUrls: [`${website}/sign-up`],
    optInConfirmation: `${name}: you are signed up. Reply HELP for help, STOP to opt out.`,
    messageVolume: '1,000',
    privacyUrl: `${website}/privacy`,
    termsUrl: `${website}/terms`,
    ageGated: false,
    additionalInformation: null,
  };
};

/** Asks once. Where no carrier can be asked there is nothing to show. */
export async function askForVerification(
  { registrations }: Pick<Commands, 'registrations'>,
  { businessId, name, owner, host }: { businessId: string; name: string; owner: string; host: string },
): Promise<void> {
  await registrations
    .verifyTollfree(context('verification', businessId), { businessId, form: formOf(name, owner, host) })
    .catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'provider_unavailable') throw error;
    });
}
