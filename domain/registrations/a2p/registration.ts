import { type Aggregate, unchanged } from '../../kernel/decider.ts';
import { held } from '../../kernel/edit.ts';
import type { A2pBrandId, A2pCampaignId } from '../../kernel/ids.ts';
import type { E164 } from '../../sms/values.ts';
import type { Payer } from '../../payments/payer.ts';
import type { A2pEvent } from './events.ts';
import {
  type A2pAddress,
  type A2pCampaignContent,
  type A2pNumberState,
  type A2pPart,
  type A2pProblem,
  type A2pRepresentative,
  type A2pState,
  type SingleFee,
  storedBrand,
  storedCampaign,
  type StoredBrand,
} from './fields.ts';
import type { z } from 'zod';

/** What is being registered, as far as a brand and a campaign are alike. */
interface Submitted<Id> {
  readonly id: Id;
  readonly attempt: number;
  readonly state: A2pState;
  /** The carrier's own word; null: it has said none about this attempt. */
  readonly raw: string | null;
  readonly problems: readonly A2pProblem[];
  /** In the carrier's registry. */
  readonly externalId: string | null;
  /** Of the newest report; null: there was none. */
  readonly reportedAt: string | null;
  /** Reports up to then are about an earlier attempt. */
  readonly after: string | null;
  /** The carrier's ids of the parts that it has taken, of earlier attempts too. */
  readonly references: Readonly<Record<string, string>>;
  /** The steps of this attempt that the carrier has taken. */
  readonly done: readonly string[];
}

/** Address and representative are null once they were erased. */
export type A2pBrandContent = Readonly<z.output<typeof StoredBrand>> & {
  readonly address: A2pAddress | null;
  readonly representative: A2pRepresentative | null;
};
export interface A2pBrand extends Submitted<A2pBrandId> {
  readonly content: A2pBrandContent;
  readonly identity: string | null;
  readonly score: number | null;
}
export interface A2pCampaign extends Submitted<A2pCampaignId> {
  readonly brandId: A2pBrandId;
  readonly content: A2pCampaignContent;
  readonly attClass: string | null;
  readonly attPerMinute: number | null;
  readonly tmobileTier: string | null;
}
export interface A2pNumber {
  readonly number: E164;
  readonly campaignId: A2pCampaignId;
  readonly state: A2pNumberState;
  readonly raw: string;
  readonly problems: readonly A2pProblem[];
  readonly reportedAt: string;
}
export interface A2pFee {
  readonly feeId: string;
  readonly part: A2pPart;
  readonly partId: string;
  readonly what: SingleFee;
  readonly cents: number;
  readonly payer: Payer;
  /** Of its part: each attempt has a hold of its own. */
  readonly attempt: number;
  /** The payer's wallet lacked it when this attempt was to be handed over. */
  readonly lacksFunds: boolean;
  /** The carrier has taken its part: until then a request can be canceled for free. */
  readonly isDue: boolean;
  readonly isCharged: boolean;
}
type Draft = Readonly<Record<string, unknown>>;

/** The registration of a business. `brand`: the newest; one that was canceled can be followed by another. */
export interface A2pRegistration {
  readonly prefix: string | null;
  readonly drafts: Readonly<Partial<Record<A2pPart, Draft>>>;
  readonly brand: A2pBrand | null;
  readonly campaigns: ReadonlyMap<A2pCampaignId, A2pCampaign>;
  readonly numbers: ReadonlyMap<E164, A2pNumber>;
  /** From when a number has to be registered, begun or not; null: none has to be. */
  readonly required: { readonly number: E164; readonly from: string } | null;
  /** By their ids. */
  readonly fees: ReadonlyMap<string, A2pFee>;
}

const none = { raw: null, problems: [], externalId: null, reportedAt: null, after: null } as const;
const started = { ...none, state: 'submitting', references: {}, done: [] } as const;
/** The next attempt keeps the carrier's ids, and believes no report about the one before. */
const again = <S extends Submitted<unknown>>(before: S | undefined) =>
  before === undefined ? started : (
    { ...started, externalId: before.externalId, references: before.references, after: before.reportedAt }
  );
const without = (drafts: A2pRegistration['drafts'], part: A2pPart) => ({ ...drafts, [part]: undefined });

export const A2pRegistration: Aggregate<A2pRegistration, A2pEvent> = {
  initial: {
    prefix: null,
    drafts: {},
    brand: null,
    campaigns: new Map(),
    numbers: new Map(),
    required: null,
    fees: new Map(),
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'A2pDraftSaved': {
        const { part, content } = event.data;
        return { ...state, drafts: { ...state.drafts, [part]: content ?? undefined } };
      }
      case 'A2pPrefixChanged':
        return { ...state, prefix: event.data.prefix };
      case 'A2pBrandSubmitted': {
        const { brandId, attempt, address, representative } = event.data;
        const before = state.brand?.id === brandId ? state.brand : undefined;
        const content = { ...held(event.data, storedBrand), address, representative };
        const brand = { ...again(before), id: brandId, attempt, content, identity: null, score: null };
        return { ...state, brand, fees: atAttempt(state, brandId, attempt), drafts: without(state.drafts, 'brand') };
      }
      case 'A2pCampaignSubmitted': {
        const { brandId, campaignId, attempt } = event.data;
        const campaign = {
          ...again(state.campaigns.get(campaignId)),
          id: campaignId,
          brandId,
          attempt,
          content: held(event.data, storedCampaign),
          attClass: null,
          attPerMinute: null,
          tmobileTier: null,
        };
        const campaigns = new Map(state.campaigns).set(campaignId, campaign);
        return {
          ...state,
          campaigns,
          fees: atAttempt(state, campaignId, attempt),
          drafts: without(state.drafts, 'campaign'),
        };
      }
      case 'A2pStepCompleted': {
        const { part, partId, attempt, step, reference } = event.data;
        return onPart(withDue(state, part, partId, step), part, partId, (one) =>
          one.attempt !== attempt ?
            one
          : {
              ...one,
              done: [...one.done, step],
              references: reference === null ? one.references : { ...one.references, [step]: reference },
            },
        );
      }
      case 'A2pBrandReviewed': {
        const { brandId, state: next, raw, externalId, identity, score, problems, reportedAt } = event.data;
        if (state.brand?.id !== brandId) return state;
        const said = { state: next, raw, externalId, identity, score, problems, reportedAt };
        return { ...state, brand: { ...state.brand, ...said } };
      }
      case 'A2pCampaignReviewed': {
        const { businessId: _, campaignId, state: next, ...said } = event.data;
        const before = state.campaigns.get(campaignId);
        if (before === undefined) return state;
        return { ...state, campaigns: new Map(state.campaigns).set(campaignId, { ...before, ...said, state: next }) };
      }
      case 'A2pNumberReviewed': {
        const { businessId: _, number, ...said } = event.data;
        return { ...state, numbers: new Map(state.numbers).set(number, { number, ...said }) };
      }
      // The code is the carrier's: nothing here depends on it.
      case 'A2pCodeResent':
        return state;
      case 'A2pFeeAgreed': {
        const { businessId: _, ...fee } = event.data;
        return withFee(state, { ...fee, attempt: 1, lacksFunds: false, isDue: false, isCharged: false });
      }
      case 'A2pFeeCharged': {
        const fee = state.fees.get(event.data.feeId);
        return fee === undefined ? state : withFee(state, { ...fee, isCharged: true });
      }
      case 'A2pFeeUnfunded':
      case 'A2pFeeFunded': {
        const fee = state.fees.get(event.data.feeId);
        return fee === undefined ? state : withFee(state, { ...fee, lacksFunds: event.type === 'A2pFeeUnfunded' });
      }
      case 'RegistrationRequired': {
        const { number, from } = event.data;
        return { ...state, required: from === null ? null : { number, from } };
      }
      case 'A2pCanceled':
        return onPart(state, event.data.part, event.data.partId, (one) => ({ ...one, state: 'canceled' }));
      default:
        return unchanged(state, event);
    }
  },
};

const withFee = (state: A2pRegistration, fee: A2pFee): A2pRegistration => ({
  ...state,
  fees: new Map(state.fees).set(fee.feeId, fee),
});
const atAttempt = ({ fees }: A2pRegistration, of: string, attempt: number): A2pRegistration['fees'] =>
  new Map([...fees].map(([id, fee]) => [id, fee.partId === of ? { ...fee, attempt, lacksFunds: false } : fee]));
/** The step that a part is named by is the one that the carrier takes its fee for. */
function withDue(state: A2pRegistration, part: A2pPart, partId: string, step: string): A2pRegistration {
  const fee = step === part ? [...state.fees.values()].findLast((one) => one.partId === partId) : undefined;
  return fee === undefined ? state : withFee(state, { ...fee, isDue: true });
}

function onPart(
  state: A2pRegistration,
  part: A2pPart,
  partId: string,
  change: <S extends Submitted<unknown>>(one: S) => S,
): A2pRegistration {
  if (part === 'brand') return state.brand?.id === partId ? { ...state, brand: change(state.brand) } : state;
  const campaign = state.campaigns.get(partId as A2pCampaignId);
  if (campaign === undefined) return state;
  return { ...state, campaigns: new Map(state.campaigns).set(campaign.id, change(campaign)) };
}

/** Where the whole registration is: the furthest part that isn't done yet. */
export type A2pStage = 'brand' | 'campaign' | 'numbers' | 'done';
export function stageOf({ brand, campaigns, numbers }: A2pRegistration): A2pStage {
  if (brand?.state !== 'verified') return 'brand';
  const verified = [...campaigns.values()].filter(({ state }) => state === 'verified');
  if (verified.length === 0) return 'campaign';
  return [...numbers.values()].some(({ state }) => state === 'registered') ? 'done' : 'numbers';
}
