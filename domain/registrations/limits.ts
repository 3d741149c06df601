import { placeOf } from '../sms/area-codes.ts';
import { kindOf } from '../sms/sender-kind.ts';
import type { A2pRegistration } from './a2p/registration.ts';
import type { Tollfree } from './tollfree/tollfree.ts';

/** What of a registration is still missing before US carriers take texts of a number. */
export type ClosedGate = 'brand' | 'campaign' | 'number' | 'toll-free';

/**
 * The carrier says by a callback alone that a number was registered. So many days after its campaign was verified the
 * number may send without that word: a callback that was lost must not stop it for good.
 */
export const numberWordDays = 7;
const dayMs = 86_400_000;

/** Carriers in the United States may ask for the registration: of no number that is known to be elsewhere. */
export const mayBeUs = (number: string): boolean =>
  number.startsWith('+1') && (placeOf(number)?.region.startsWith('US-') ?? true);

interface Of {
  readonly number: string | null;
  readonly a2p: A2pRegistration;
  readonly tollfree: Tollfree;
}

/**
 * The first gate that is closed; null: all are open, or none is asked for. Only who has begun a registration is held by
 * it: who has not goes on as before.
 */
export function closedGate({ number, a2p, tollfree }: Of, now: Date): ClosedGate | null {
  if (number === null || !mayBeUs(number)) return null;
  const kind = kindOf(number);
  switch (kind) {
    case 'short-code':
      return null;
    case 'toll-free': {
      const request = [...tollfree.values()].find((one) => one.number === number);
      return request === undefined || request.status === 'approved' ? null : 'toll-free';
    }
    case 'long-code':
      return closedA2p(number, a2p, now);
    default:
      return kind satisfies never;
  }
}

function closedA2p(number: string, { brand, campaigns, numbers }: A2pRegistration, now: Date): ClosedGate | null {
  if (brand === null || brand.state === 'canceled') return null;
  const own = [...numbers.values()].find((one) => one.number === number);
  const verified = [...campaigns.values()].filter(({ state }) => state === 'verified');
  const campaign = own === undefined ? verified.at(-1) : verified.find(({ id }) => id === own.campaignId);
  if (campaign === undefined) return brand.state === 'verified' ? 'campaign' : 'brand';
  if (own?.state === 'registered') return null;
  if (own !== undefined && own.state !== 'pending') return 'number';
  const since = Date.parse(campaign.reportedAt ?? '');
  return now.getTime() - since > numberWordDays * dayMs ? null : 'number';
}

const missing: Readonly<Record<ClosedGate, string>> = {
  brand: 'The brand of this business isn’t verified by the carriers yet',
  campaign: 'No campaign of this business is verified by the carriers yet',
  number: 'The carriers haven’t registered this number yet',
  'toll-free': 'This toll-free number isn’t verified by the carriers yet',
};
/** Why a broadcast waits, in words. */
export const closedNote = (gate: ClosedGate): string =>
  `${missing[gate]}, so they would refuse its texts. It goes on when they are done. See Settings, SMS registration.`;
