import { perSecond } from '../../../domain/registrations/limits.ts';
import { kindOf, type SenderKind } from '../../../domain/sms/sender-kind.ts';

/**
 * How fast a number or a tenant may send, in message segments per second (the unit carriers count in). Defaults as data: they
 * change, and a registration sets them apart (`domain/registrations/limits.ts`).
 */
export interface SenderRate {
  readonly segmentsPerSecond: number;
  /** How much may go out at once after a pause, in segments. */
  readonly burst: number;
}

/** As much at once as in a second. */
const even = (segmentsPerSecond: number): SenderRate => ({ segmentsPerSecond, burst: segmentsPerSecond });
/** Of a number of which no registration says more. */
export const defaultRates: Readonly<Record<SenderKind, SenderRate>> = {
  'long-code': even(perSecond['long-code'].at(-1)!.value),
  'toll-free': even(perSecond['toll-free'].at(-1)!.value),
  'short-code': even(perSecond['short-code'].at(-1)!.value),
};

/**
 * All numbers of a business together, and all businesses of an agency: more than a few numbers may send, and less than
 * would leave nothing of the installation for others. `BUSINESS_RATE` and `AGENCY_RATE` set them.
 */
export const tenantRates = { business: 250, agency: 1_000 } as const;

/** The rate of a number, or of a tenant by its id. */
export type RateFor = (id: string, of: 'number' | keyof typeof tenantRates) => SenderRate;
export const rateForWith =
  ({ business, agency }: Readonly<Record<keyof typeof tenantRates, number>>): RateFor =>
  (id, of) => {
    if (of === 'number') return defaultRates[kindOf(id)];
    return even(of === 'business' ? business : agency);
  };
export const defaultRateFor = rateForWith(tenantRates);
