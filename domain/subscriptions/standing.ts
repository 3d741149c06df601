import type { AgencyRecord } from '../agencies/agency.ts';
import type { BusinessRecord } from '../businesses/business.ts';
import type { PlanFeature, PlanQuantity, PlanTerms } from '../plans/fields.ts';
import { a2pSubscription, a2pTerminates, isA2pPaid } from '../registrations/number-status.ts';
import type { BlockedReason } from './fields.ts';
import { currentOf, isEntitled, lastOf, type Subscription } from './subscriptions.ts';

/** What of a tenant decides on its standing. */
export interface StandingFacts {
  /** Null: an agency of its own standing has no business in view, a standalone business no agency. */
  readonly agency:
    | (Pick<AgencyRecord, 'freeFee' | 'isTemplate' | 'isActiveLivechat' | 'isActiveLoop'> &
        Pick<AgencyRecord, 'freeMessages' | 'freeNumbers' | 'freeCalls'>)
    | null;
  readonly business:
    | (Pick<BusinessRecord, 'freeFee' | 'isTemplate' | 'useBandwidth' | 'isActiveMms'> &
        Pick<BusinessRecord, 'isEnabledLivechat' | 'isActiveLivechat' | 'isEnabledLoop' | 'isActiveLoop'> & {
          readonly hasNumber: boolean;
        })
    | null;
  /** Of whoever pays: the agency if there is one. */
  readonly subscriptions: Iterable<Subscription>;
  readonly trialEndsAt: string | null;
  /** A2P registration can be bought by whoever pays. */
  readonly isA2pForSale: boolean;
}

/** A month's quantities; null: unlimited. */
export type Allowance = Readonly<Record<PlanQuantity, number | null>>;

export interface Standing {
  /** The payer has a subscription, also one whose renewal could not be charged yet, or a trial that was granted. */
  readonly subscribed: boolean;
  /** The subscription to a plan that counts; null: none is live. */
  readonly plan: Subscription | null;
  /** In the provider's words; `trialing` while a granted trial lasts, `canceled` once the last has ended; null: there was none. */
  readonly planStatus: string | null;
  /** Until then a granted trial lasts; null: none does. */
  readonly trialEndsAt: string | null;
  readonly isBlocked: BlockedReason | null;
  /** `whitelabel`: the brand and hosts of an agency can be set; without payments they always can. */
  readonly features: Readonly<Record<PlanFeature, boolean>>;
  /** What the payer has itself, by hand or bought: an agency can give it to its businesses. */
  readonly ofPayer: Readonly<Record<'livechat' | 'loop', boolean>>;
  /** What a month includes; null: payments are off, or there is no plan. */
  readonly included: Allowance | null;
  /** The price of each one more in 1/10,000 of the smallest unit; null: none is set. */
  readonly overage: Allowance;
  readonly a2p: A2pStanding;
}
export interface A2pStanding {
  /** In the provider's words; null: it was never bought. */
  readonly status: string | null;
  readonly endsAt: string | null;
  readonly isOk: boolean;
  /** Sending ends then, unless it is bought again; null: nothing ends. */
  readonly terminatesOn: string | null;
}

const unlimited: Allowance = { messages: null, mms: null, emails: null, contacts: null, numbers: null, minutes: null };
const includedIn = ({ messages, mms, emails, contacts, numbers, minutes }: PlanTerms): Allowance => ({
  messages,
  mms,
  emails,
  contacts,
  numbers,
  minutes,
});
const overageIn = (terms: PlanTerms): Allowance => ({
  messages: terms.overageMessages,
  mms: terms.overageMms,
  emails: terms.overageEmails,
  contacts: terms.overageContacts,
  numbers: terms.overageNumbers,
  minutes: terms.overageMinutes,
});
/** Zero of an agency that is free of charge says that it has no bound. */
const bound = (given: number): number | null => (given > 0 ? given : null);

/** How a tenant stands. `isOn`: payments are configured; without them nothing is blocked and nothing counted. */
export function standing(facts: StandingFacts, now: Date, isOn: boolean): Standing {
  const { agency, business } = facts;
  const all = [...facts.subscriptions];
  const payer = agency ?? business;
  const plan = currentOf(all, 'plan');
  const isTrial = facts.trialEndsAt !== null && now.getTime() < Date.parse(facts.trialEndsAt);
  const hasPlan = plan !== null && isEntitled(plan);
  const subscribed = hasPlan || isTrial;
  const isFree = payer === null || payer.freeFee || payer.isTemplate;
  const unpaid: BlockedReason | null =
    isFree || isTrial || (hasPlan && plan.status !== 'past_due') ? null
    : plan !== null ? (reasonOf[plan.status] ?? 'not-subscribed')
    : facts.trialEndsAt !== null && lastOf(all, 'plan') === null ? 'trial-ended'
    : 'not-subscribed';
  const needsNumber = business !== null && !business.useBandwidth && !business.hasNumber && !business.isTemplate;
  const isBlocked =
    unpaid !== null ?
      agency !== null && business !== null ?
        'agency-not-subscribed'
      : unpaid
    : needsNumber ? 'no-number'
    : null;
  const bought = (feature: PlanFeature): boolean =>
    (hasPlan && plan.terms.features.includes(feature)) ||
    ((feature === 'livechat' || feature === 'loop') && isBought(all, feature));
  const texting = isBought(all, 'unlimited') ? { messages: null } : {};
  return {
    subscribed,
    plan,
    planStatus:
      hasPlan ? plan.status
      : isTrial ? 'trialing'
      : ((plan ?? lastOf(all, 'plan'))?.status ?? null),
    trialEndsAt: isTrial && !hasPlan ? facts.trialEndsAt : null,
    isBlocked: isOn ? isBlocked : null,
    features: { ...featuresOf(facts, bought), whitelabel: !isOn || isFree || isTrial || bought('whitelabel') },
    ofPayer: {
      livechat: bought('livechat') || (payer?.isActiveLivechat ?? false),
      loop: bought('loop') || (payer?.isActiveLoop ?? false),
    },
    included:
      !isOn ? null
      : hasPlan ? { ...includedIn(plan.terms), ...texting }
      : agency?.freeFee === true ?
        {
          ...unlimited,
          messages: bound(agency.freeMessages),
          numbers: bound(agency.freeNumbers),
          minutes: bound(agency.freeCalls),
        }
      : isFree || isTrial ? unlimited
      : null,
    overage: hasPlan ? overageIn(plan.terms) : unlimited,
    a2p: a2pOf(facts, all, now, !isOn || (payer?.freeFee ?? true)),
  };
}

const reasonOf: Readonly<Partial<Record<string, BlockedReason>>> = {
  incomplete: 'payment-incomplete',
  past_due: 'payment-failed',
  unpaid: 'payment-failed',
  paused: 'paused',
};

function isBought(all: readonly Subscription[], section: 'livechat' | 'loop' | 'unlimited'): boolean {
  const current = currentOf(all, section);
  return current !== null && isEntitled(current);
}

/** By hand, or bought. A business of an agency has what it was given, or what its agency has and it keeps on. */
function featuresOf({ agency, business }: StandingFacts, bought: (feature: PlanFeature) => boolean) {
  const livechat = bought('livechat');
  const loop = bought('loop');
  if (business === null)
    return {
      livechat: livechat || (agency?.isActiveLivechat ?? false),
      loop: loop || (agency?.isActiveLoop ?? false),
      mms: bought('mms'),
    };
  if (agency === null)
    return {
      livechat: livechat || business.isEnabledLivechat || business.isActiveLivechat,
      loop: loop || business.isEnabledLoop || business.isActiveLoop,
      mms: business.isActiveMms || bought('mms'),
    };
  return {
    livechat: business.isEnabledLivechat || ((livechat || agency.isActiveLivechat) && business.isActiveLivechat),
    loop: business.isEnabledLoop || ((loop || agency.isActiveLoop) && business.isActiveLoop),
    mms: business.isActiveMms,
  };
}

/** Registration is kept for a grace period after its subscription has ended. */
function a2pOf({ isA2pForSale }: StandingFacts, all: readonly Subscription[], now: Date, isFree: boolean): A2pStanding {
  const found = currentOf(all, 'a2p') ?? lastOf(all, 'a2p');
  if (found === null) return { status: null, endsAt: null, isOk: isFree || !isA2pForSale, terminatesOn: null };
  const isPaid = isA2pPaid(found.status);
  const endsAt = found.endedAt ?? found.cancelAt ?? (isPaid ? null : found.periodStart);
  const { kind } = a2pSubscription({ status: found.status, endsAt, freeFee: isFree, isAsked: true }, now);
  const terminatesOn = isPaid || endsAt === null ? null : a2pTerminates(endsAt);
  return { status: found.status, endsAt, isOk: kind !== 'inactive', terminatesOn };
}
