import type { RegistrationEvent } from '../../adapters/registrations/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { BusinessId } from '../../domain/kernel/ids.ts';
import { composeCampaign } from '../../domain/registrations/a2p/compose.ts';
import { brandFee, feeOn } from '../../domain/registrations/a2p/fees.ts';
import { E164 } from '../../domain/sms/values.ts';
import { context, id } from './names.ts';

export interface Registered {
  readonly businessId: BusinessId;
  readonly uniqueId: string;
  readonly name: string;
  readonly owner: string;
  readonly number: string;
}
/**
 * How the registration of a local number went. `age`: days since it was submitted; the end of the EIN decides in
 * the sandbox; null: there is none.
 */
export const registered: Readonly<
  Record<string, { readonly age: number; readonly ein: string | null; readonly isVerified: boolean }>
> = {
  '+14155550103': { age: 60, ein: '843350103', isVerified: true },
  // Its agency pays: the fees are in the agency's wallet and statement.
  '+13125550106': { age: 33, ein: '843350106', isVerified: true },
  '+16175550105': { age: 23, ein: '843350002', isVerified: false },
  // A sole proprietor whose first code never arrives: the mobile phone ends in 0000.
  '+16175550104': { age: 0.2, ein: null, isVerified: false },
  '+14155550102': { age: 2, ein: '843350001', isVerified: false },
};

/** Asks for it once; `daysAgo` sets the clock. False: no carrier can be asked, so there is nothing to show. */
export async function registerNumber(
  { registrations }: Pick<Commands, 'registrations'>,
  { businessId, uniqueId, name, owner, number }: Registered,
  daysAgo: (days: number) => Date,
): Promise<boolean> {
  const { age, ein, isVerified } = registered[number]!;
  const kind = ein === null ? 'sole-proprietor' : 'low-volume';
  const website = `https://${uniqueId}.example.com`;
  const [firstName = '', ...last] = owner.split(' ');
  const day = daysAgo(age).toISOString().slice(0, 10);
  const submitted = await registrations
    .submitBrand(context('a2p-brand', uniqueId), {
      businessId,
      // Counts where its payer has a wallet.
      agreedFee: feeOn(brandFee(kind), day),
      kind,
      legalName: ein === null ? name : `${name} LLC`,
      legalForm: ein === null ? 'sole-proprietorship' : 'llc',
      companyType: 'private',
      vertical: 'RETAIL',
      ein,
      website,
      stockExchange: null,
      stockTicker: null,
      address: { street: '18 Market Street', city: 'San Francisco', region: 'CA', postalCode: '94105', country: 'US' },
      representative: {
        firstName,
        lastName: last.join(' '),
        email: `office@${uniqueId}.example.com`,
        phone: ein === null ? '+16175550000' : number,
        title: 'Owner',
        position: 'CEO',
      },
    })
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'provider_unavailable') return null;
      throw error;
    });
  if (submitted === null) return false;
  if (!isVerified) return true;

  const { brandId } = submitted.result;
  const reference = (prefix: string, what: string) => `${prefix}${id('a2p', uniqueId, what).replaceAll('-', '')}`;
  const [brand, service, campaign] = [
    reference('BN', 'brand'),
    reference('MG', 'service'),
    reference('QE', 'campaign'),
  ];
  const took = (part: 'brand' | 'campaign', partId: string, step: string, taken: string) =>
    registrations.completeA2pStep(context(`a2p-${part}-${step}`, uniqueId), {
      businessId,
      part,
      partId,
      attempt: 1,
      step,
      reference: taken,
    });
  const heard = (event: RegistrationEvent) =>
    registrations.hearA2p(context(`a2p-${event.kind}-heard`, uniqueId), { businessId, event });
  const said = (days: number) => ({ problems: [], reportedAt: daysAgo(days).toISOString(), externalId: null });

  await took('brand', brandId, 'brand', brand);
  await took('brand', brandId, 'service', service);
  await heard({
    kind: 'brand',
    reference: brand,
    report: { ...said(age - 2), state: 'verified', raw: 'APPROVED', identity: 'VERIFIED', score: 61 },
  });
  daysAgo(age - 3);
  const content = composeCampaign({
    name,
    number,
    contact: `office@${uniqueId}.example.com`,
    prefix: null,
    evidenceUrl: `${website}/texts`,
    privacyUrl: `${website}/privacy`,
    termsUrl: `${website}/terms`,
    ways: [{ keyword: 'TEXTS', pageUrl: null, isPopup: false, consent: null }],
  });
  const { result } = await registrations.submitCampaign(context('a2p-campaign', uniqueId), {
    businessId,
    campaignId: null,
    agreedFee: feeOn('campaign-vetting', day),
    useCase: 'MARKETING',
    ...content,
    samples: [...content.samples],
    optInKeywords: [...content.optInKeywords],
  });
  await took('campaign', result.campaignId, 'service', service);
  await took('campaign', result.campaignId, 'campaign', campaign);
  const tiers = { attClass: 'D', attPerMinute: 2400, tmobileTier: 'UPPER_MID' };
  await heard({
    kind: 'campaign',
    reference: service,
    report: { ...said(age - 14), ...tiers, state: 'verified', raw: 'VERIFIED' },
  });
  const { externalId: _, ...ofNumber } = said(age - 15);
  await heard({
    kind: 'number',
    reference: E164.parse(number),
    report: { ...ofNumber, state: 'registered', raw: 'registered' },
  });
  // The carrier has all of it: what is left is to charge what was agreed.
  await registrations.advanceA2p(context('a2p-charge', uniqueId), { businessId });
  return true;
}
