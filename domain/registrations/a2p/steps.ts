import { partOf } from './decide.ts';
import type { A2pBrand, A2pCampaign, A2pFee, A2pRegistration } from './registration.ts';

/** What a carrier is told of a brand, one request or a few at a time, in this order. Names stay as they were stored. */
export const brandSteps = [
  'account',
  'profile',
  'business',
  'representative',
  'address',
  'document',
  'assignments',
  'profile-review',
  'product',
  'product-info',
  'product-assignments',
  'product-review',
  'events',
  'brand',
  'service',
] as const;
export type BrandStep = (typeof brandSteps)[number];
/** The steps of a kind of brand: a sole proprietor has no company to tell of. */
export const brandStepsOf = ({ content: { kind } }: Pick<A2pBrand, 'content'>): readonly BrandStep[] =>
  kind === 'sole-proprietor' ? brandSteps.filter((step) => step !== 'business') : brandSteps;
/** The same of a campaign. */
export const campaignSteps = ['service', 'campaign'] as const;
export type CampaignStep = (typeof campaignSteps)[number];

/** What is to be done next for a registration; null: nothing, until something happens. */
export type A2pWork =
  | { readonly kind: 'brand-step'; readonly brand: A2pBrand; readonly step: BrandStep }
  | {
      readonly kind: 'campaign-step';
      readonly brand: A2pBrand;
      readonly campaign: A2pCampaign;
      readonly step: CampaignStep;
    }
  | { readonly kind: 'look-at-brand'; readonly brand: A2pBrand; readonly reference: string }
  | {
      readonly kind: 'look-at-campaign';
      readonly campaign: A2pCampaign;
      readonly service: string;
      readonly reference: string;
    }
  | { readonly kind: 'charge'; readonly fee: A2pFee }
  | { readonly kind: 'join'; readonly campaign: A2pCampaign; readonly service: string };

/** The carrier still has to decide: a review, or an appeal of what it suspended. A lost callback must not hide its word. */
const isUndecided = ({ state }: A2pBrand | A2pCampaign): boolean =>
  state === 'submitting' || state === 'in-review' || state === 'suspended';

/** The carrier has decided, and may change its mind: it suspends what it verified, or lets an appeal through. */
const isSettled = ({ state }: A2pBrand | A2pCampaign): boolean => state === 'verified' || state === 'refused';

/** `number`: of the business; null: it has none. `settled`: what the carrier has decided is asked about as well. */
export const workOf = (
  registration: A2pRegistration,
  number: string | null,
  { settled = false }: { readonly settled?: boolean } = {},
): readonly A2pWork[] => [
  ...[...registration.fees.values()]
    .filter(({ isDue, isCharged }) => isDue && !isCharged)
    .map((fee) => ({ kind: 'charge', fee }) as const),
  ...workAtCarrier(registration, number, (part) => isUndecided(part) || (settled && isSettled(part))),
];

/** A campaign may take its number before it is verified. */
function workAtCarrier(
  { brand, campaigns, numbers }: A2pRegistration,
  number: string | null,
  isAsked: (part: A2pBrand | A2pCampaign) => boolean,
): readonly A2pWork[] {
  if (brand === null || brand.state === 'canceled') return [];
  if (brand.state === 'submitting') {
    const step = brandStepsOf(brand).find((one) => !brand.done.includes(one));
    if (step !== undefined) return [{ kind: 'brand-step', brand, step }];
  }
  // What was submitted whole is looked at, to learn what the carrier says of it.
  const { brand: atCarrier } = brand.references;
  const lookAtBrand: readonly A2pWork[] =
    atCarrier === undefined || !isAsked(brand) ? [] : [{ kind: 'look-at-brand', brand, reference: atCarrier }];
  if (brand.state !== 'verified') return lookAtBrand;
  const ofCampaigns = [...campaigns.values()].flatMap((campaign): readonly A2pWork[] => {
    const { service, campaign: reference } = campaign.references;
    if (campaign.state === 'submitting') {
      const step = campaignSteps.find((one) => !campaign.done.includes(one));
      if (step !== undefined) return [{ kind: 'campaign-step', brand, campaign, step }];
    }
    if (service === undefined || reference === undefined) return [];
    const held = [...numbers.values()];
    // The carriers give the campaign of a sole proprietor one number.
    const isFull =
      brand.content.kind === 'sole-proprietor' &&
      held.some((one) => one.number !== number && one.state !== 'unregistered' && one.state !== 'failed');
    const isJoined = number === null || isFull || held.some((one) => one.number === number);
    const join: readonly A2pWork[] =
      isJoined || !['in-review', 'verified'].includes(campaign.state) ? [] : [{ kind: 'join', campaign, service }];
    // What told of the verdict did not say how much the carriers take.
    const lacksTier = campaign.state === 'verified' && campaign.attClass === null;
    const look: readonly A2pWork[] =
      isAsked(campaign) || lacksTier ? [{ kind: 'look-at-campaign', campaign, service, reference }] : [];
    return [...join, ...look];
  });
  return [...lookAtBrand, ...ofCampaigns];
}

/** Fees that were agreed to and aren't due. `isHeld`: their part is being handed over, so the money is kept for them. */
export const openFees = (
  registration: A2pRegistration,
): readonly { readonly fee: A2pFee; readonly isHeld: boolean }[] =>
  [...registration.fees.values()]
    .filter(({ isDue, isCharged }) => !isDue && !isCharged)
    .map((fee) => ({ fee, isHeld: partOf(registration, fee.part, fee.partId)?.state === 'submitting' }));

/** The fee that keeps a part from being handed over until the payer adds funds; undefined: there is none. */
export const unfundedFee = (registration: A2pRegistration, partId?: string): A2pFee | undefined =>
  openFees(registration).find(
    ({ fee, isHeld }) => isHeld && fee.lacksFunds && (partId === undefined || fee.partId === partId),
  )?.fee;
