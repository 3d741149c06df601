import { z } from 'zod';
import { event, type EventOf } from '../../kernel/event.ts';
import { A2pBrandId, A2pCampaignId, BusinessId } from '../../kernel/ids.ts';
import { personal } from '../../kernel/personal.ts';
import { Payer } from '../../payments/payer.ts';
import { E164 } from '../../sms/values.ts';
import {
  a2pLongest,
  A2pNumberState,
  A2pPart,
  A2pState,
  singleFees,
  StoredAddress,
  storedBrand,
  storedCampaign,
  storedProblem,
  StoredRepresentative,
} from './fields.ts';

const business = { businessId: BusinessId } as const;
const attempt = z.int().min(1);
/** A word as the carrier wrote it. */
const raw = z.string().max(60);
/** When the carrier last changed it; an older report never takes the place of a newer one. */
const reportedAt = z.iso.datetime();
const problems = z.array(storedProblem).max(50);

/** What a person has typed so far and not submitted yet; null: it was discarded. */
export const A2pDraftSaved = event(
  'A2pDraftSaved',
  1,
  z.object({ ...business, part: A2pPart, content: personal(z.record(z.string(), z.json()).nullable()) }),
  { subject: 'businessId' },
);
/** Texts of this business begin with this name; null: with none. */
export const A2pPrefixChanged = event(
  'A2pPrefixChanged',
  1,
  z.object({ ...business, prefix: z.string().max(a2pLongest.prefix).nullable() }),
);

/** The business asked to be registered as this brand. `attempt` 1 is the first; later ones correct it. */
export const A2pBrandSubmitted = event(
  'A2pBrandSubmitted',
  1,
  z.object({
    ...business,
    brandId: A2pBrandId,
    attempt,
    ...storedBrand,
    address: personal(StoredAddress),
    representative: personal(StoredRepresentative),
  }),
  { subject: 'businessId' },
);
/** What the brand texts. Several campaigns belong to one brand. */
export const A2pCampaignSubmitted = event(
  'A2pCampaignSubmitted',
  1,
  z.object({ ...business, brandId: A2pBrandId, campaignId: A2pCampaignId, attempt, ...storedCampaign }),
);
/** The carrier has taken one part of what was submitted. `reference`: its own id of that part. */
export const A2pStepCompleted = event(
  'A2pStepCompleted',
  1,
  z.object({
    ...business,
    part: A2pPart,
    /** Of the brand or the campaign. */
    partId: z.uuid(),
    attempt,
    step: z.string().regex(/^[a-z-]{1,30}$/),
    reference: z.string().max(60).nullable(),
  }),
);
/** The carrier said where the brand is. `externalId`: of the registry. */
export const A2pBrandReviewed = event(
  'A2pBrandReviewed',
  1,
  z.object({
    ...business,
    brandId: A2pBrandId,
    state: A2pState,
    raw,
    externalId: z.string().max(60).nullable(),
    identity: raw.nullable(),
    score: z.int().min(0).max(100).nullable(),
    problems,
    reportedAt,
  }),
);
/** `attClass`, `attPerMinute`: what AT&T takes; `tmobileTier`: how much T-Mobile takes in a day; null: not known yet. */
export const A2pCampaignReviewed = event(
  'A2pCampaignReviewed',
  1,
  z.object({
    ...business,
    campaignId: A2pCampaignId,
    state: A2pState,
    raw,
    externalId: z.string().max(60).nullable(),
    attClass: z.string().max(10).nullable(),
    attPerMinute: z.int().min(0).nullable(),
    tmobileTier: z.string().max(30).nullable(),
    problems,
    reportedAt,
  }),
);
export const A2pNumberReviewed = event(
  'A2pNumberReviewed',
  1,
  z.object({ ...business, campaignId: A2pCampaignId, number: E164, state: A2pNumberState, raw, problems, reportedAt }),
);
/** The carrier texts the code to the mobile phone of a sole proprietor once more; the first it sends with the brand. */
export const A2pCodeResent = event('A2pCodeResent', 1, z.object({ ...business, brandId: A2pBrandId, attempt }));
/** Who submitted a part for the first time agreed to its fee, in US cents. It is charged once, whatever the verdict. */
export const A2pFeeAgreed = event(
  'A2pFeeAgreed',
  1,
  z.object({
    ...business,
    feeId: z.uuid(),
    part: A2pPart,
    partId: z.uuid(),
    what: z.enum(singleFees),
    cents: z.int().min(1),
    payer: Payer,
  }),
);
/** The carrier has taken the part, and the payer's wallet has paid the fee. */
export const A2pFeeCharged = event(
  'A2pFeeCharged',
  1,
  z.object({ ...business, feeId: z.uuid(), part: A2pPart, partId: z.uuid(), cents: z.int().min(1) }),
);
const ofFunds = {
  ...business,
  feeId: z.uuid(),
  part: A2pPart,
  partId: z.uuid(),
  attempt,
  cents: z.int().min(1),
  payer: Payer,
} as const;
/** The payer's wallet lacks the fee, so the part isn't handed to the carrier. */
export const A2pFeeUnfunded = event('A2pFeeUnfunded', 1, z.object(ofFunds));
/** The wallet holds the fee that it lacked before. */
export const A2pFeeFunded = event('A2pFeeFunded', 1, z.object(ofFunds));
/**
 * The operator has set a day from which this number, local or toll-free, has to be registered. `from`: when it begins
 * for the business; null: it has not to be any more.
 */
export const RegistrationRequired = event(
  'RegistrationRequired',
  1,
  z.object({ ...business, number: E164, from: z.iso.datetime().nullable() }),
);
/** The business gave a brand or a campaign up. */
export const A2pCanceled = event('A2pCanceled', 1, z.object({ ...business, part: A2pPart, partId: z.uuid() }));

export const a2pEvents = [
  A2pDraftSaved,
  A2pPrefixChanged,
  A2pBrandSubmitted,
  A2pCampaignSubmitted,
  A2pStepCompleted,
  A2pBrandReviewed,
  A2pCampaignReviewed,
  A2pNumberReviewed,
  A2pCodeResent,
  A2pFeeAgreed,
  A2pFeeCharged,
  A2pFeeUnfunded,
  A2pFeeFunded,
  RegistrationRequired,
  A2pCanceled,
] as const;
export type A2pEvent = EventOf<(typeof a2pEvents)[number]>;
