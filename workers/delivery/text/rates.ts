import { kindOf, type SenderKind } from '../../../domain/sms/sender-kind.ts';

/**
 * How fast a number or a tenant may send, in message segments per second (the unit carriers count in). Defaults as data: they
 * change, and an agency's registration (trust score, brand) sets them apart. Sources: design page "product", "Sending
 * rules in figures"; Twilio's own documentation of messages per second.
 */
export interface SenderRate {
  readonly segmentsPerSecond: number;
  /** How much may go out at once after a pause, in segments. */
  readonly burst: number;
}

export const defaultRates: Readonly<Record<SenderKind, SenderRate & { readonly source: string }>> = {
  'long-code': {
    segmentsPerSecond: 10,
    burst: 10,
    source: '10DLC between low volume (3.75/s) and trust score below 50 (12/s)',
  },
  'toll-free': { segmentsPerSecond: 3, burst: 3, source: 'toll-free 3/s by default' },
  'short-code': { segmentsPerSecond: 100, burst: 100, source: 'Twilio: short codes start at 100 messages/s' },
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
    const segmentsPerSecond = of === 'business' ? business : agency;
    return { segmentsPerSecond, burst: segmentsPerSecond };
  };
export const defaultRateFor = rateForWith(tenantRates);
