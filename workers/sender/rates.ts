/**
 * How fast a number may send, in message segments per second (the unit carriers count in). Defaults as data: they
 * change, and an agency's registration (trust score, brand) sets them apart. Sources: design page "product", "Sending
 * rules in figures"; Twilio's own documentation of messages per second.
 */
export interface SenderRate {
  readonly segmentsPerSecond: number;
  /** How much may go out at once after a pause, in segments. */
  readonly burst: number;
}

export type SenderKind = 'long-code' | 'toll-free' | 'short-code';

export const defaultRates: Readonly<Record<SenderKind, SenderRate & { readonly source: string }>> = {
  'long-code': {
    segmentsPerSecond: 10,
    burst: 10,
    source: '10DLC between low volume (3.75/s) and trust score below 50 (12/s)',
  },
  'toll-free': { segmentsPerSecond: 3, burst: 3, source: 'toll-free 3/s by default' },
  'short-code': { segmentsPerSecond: 100, burst: 100, source: 'Twilio: short codes start at 100 messages/s' },
};

/** North American toll-free prefixes (NANPA: 800, 833, 844, 855, 866, 877, 888). */
const tollFree = /^\+1(?:800|833|844|855|866|877|888)\d{7}$/;

export function kindOf(sender: string): SenderKind {
  if (tollFree.test(sender)) return 'toll-free';
  return /^\d{3,6}$/.test(sender) ? 'short-code' : 'long-code';
}

export type RateFor = (sender: string) => SenderRate;
export const defaultRateFor: RateFor = (sender) => defaultRates[kindOf(sender)];
