/**
 * The words of `number_status` (specification, section 4). The first five count as OK; of the others, `unregistered` was
 * never asked for and `rejected` was refused.
 */
export const numberStatuses = [
  'completed',
  'in-progress',
  'pending',
  'verified',
  'resolved - verified',
  'rejected',
  'unregistered',
] as const;
export type NumberStatus = (typeof numberStatuses)[number];

const ok: ReadonlySet<string> = new Set<NumberStatus>([
  'completed',
  'in-progress',
  'pending',
  'verified',
  'resolved - verified',
]);

/** The number is registered, or on the way there. */
export const isNumberOk = (status: string | null): boolean => ok.has(status ?? '');
/** Something was asked for, whatever came of it. */
export const isNumberKnown = (status: string | null): boolean => status !== null && status !== 'unregistered';

/** A number that texts through a business that may be used without one, and is missing or not registered. */
export const needsRegistration = (of: {
  readonly useBandwidth: boolean;
  readonly number: string | null;
  readonly status: string | null;
}): boolean => of.useBandwidth && (of.number === null || !isNumberOk(of.status));

/** Where a toll-free number's verification is. `requested`: the carrier has not been given it yet. */
export const tollfreeStatuses = ['requested', 'pending', 'in-review', 'approved', 'rejected'] as const;
export type TollfreeStatus = (typeof tollfreeStatuses)[number];

/** What a verification makes of its number. `attempts`: how often it was given to the carrier. */
export function statusOfTollfree({
  status,
  attempts,
}: {
  readonly status: TollfreeStatus;
  readonly attempts: number;
}): NumberStatus {
  switch (status) {
    case 'requested':
    case 'pending':
      return 'pending';
    case 'in-review':
      return 'in-progress';
    case 'approved':
      return attempts > 1 ? 'resolved - verified' : 'verified';
    case 'rejected':
      return 'rejected';
    default:
      return status satisfies never;
  }
}

/** Where an A2P registration is: of the number itself, of the newest campaign and of the newest brand. Null: there is none. */
export interface A2pFacts {
  readonly number: 'pending' | 'failed' | 'registered' | 'unregistered' | null;
  readonly campaign: A2pPartState | null;
  readonly brand: A2pPartState | null;
}
type A2pPartState = 'submitting' | 'in-review' | 'refused' | 'verified' | 'suspended' | 'canceled';

/** What an A2P registration makes of its number. Three gates: the brand, its campaign, and the number in it. */
export function statusOfA2p({ number, campaign, brand }: A2pFacts): NumberStatus {
  if (number === 'registered') return campaign === 'suspended' ? 'rejected' : 'completed';
  if (number === 'failed') return 'rejected';
  if (number === 'pending') return 'in-progress';
  switch (campaign ?? brand) {
    case 'submitting':
      return 'pending';
    case 'in-review':
      return 'in-progress';
    case 'refused':
    case 'suspended':
      return 'rejected';
    case 'verified':
      // A verified brand without a campaign waits for the business.
      return campaign === null || number === 'unregistered' ? 'unregistered' : 'in-progress';
    default:
      return 'unregistered';
  }
}

/** What is known of a number when its status is asked. Null: nothing was asked for. */
export interface NumberFacts {
  readonly number: string | null;
  readonly tollfree: { readonly status: TollfreeStatus; readonly attempts: number } | null;
  readonly a2p: A2pFacts | null;
}
/** Null: there is no number, or it is of a country where numbers need no registration. */
export const numberStatusOf = ({ number, tollfree, a2p }: NumberFacts): NumberStatus | null =>
  number?.startsWith('+1') !== true ? null
  : tollfree !== null ? statusOfTollfree(tollfree)
  : a2p !== null ? statusOfA2p(a2p)
  : 'unregistered';

export const a2pGraceDays = 7;
const dayMs = 86_400_000;

export const isA2pPaid = (status: string): boolean => status === 'active' || status === 'trialing';
/** When texts end after the subscription has. */
export const a2pTerminates = (endsAt: string): string =>
  new Date(Date.parse(endsAt) + a2pGraceDays * dayMs).toISOString();

export type A2pSubscription =
  { readonly kind: 'unknown' | 'ok' | 'inactive' } | { readonly kind: 'grace'; readonly terminates: string };

/**
 * How the A2P subscription is: fine while it is active or in trial, or where no fee is paid; within seven days of its end
 * it terminates seven days after that end; `unknown` where it was never bought and nothing asks for it.
 */
export function a2pSubscription(
  of: {
    /** In the payment provider's words; null: it was never bought. */
    readonly status: string | null;
    readonly endsAt: string | null;
    readonly freeFee: boolean;
    /** It can be bought, and whoever pays pays fees. */
    readonly isAsked: boolean;
  },
  now: Date,
): A2pSubscription {
  const { status, endsAt, freeFee, isAsked } = of;
  if (status === null) return { kind: freeFee || !isAsked ? 'unknown' : 'inactive' };
  if (isA2pPaid(status) || freeFee) return { kind: 'ok' };
  if (endsAt === null) return { kind: 'inactive' };
  const terminates = a2pTerminates(endsAt);
  return now.getTime() < Date.parse(terminates) ? { kind: 'grace', terminates } : { kind: 'inactive' };
}
