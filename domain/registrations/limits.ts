import { localDay, startOfDay } from '../kernel/day.ts';
import type { A2pBrandId } from '../kernel/ids.ts';
import { placeOf } from '../sms/area-codes.ts';
import { kindOf, type SenderKind } from '../sms/sender-kind.ts';
import type { A2pProblem } from './a2p/fields.ts';
import type { A2pRegistration } from './a2p/registration.ts';
import { unfundedFee } from './a2p/steps.ts';
import { carrierCode } from './codes.ts';
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
 * The first gate that is closed; null: all are open, or none is asked for. Only a business that has begun a registration
 * is held by it, until the day from which its number has to be registered: others text as before.
 */
export function closedGate({ number, a2p, tollfree }: Of, now: Date): ClosedGate | null {
  if (number === null || !mayBeUs(number)) return null;
  const kind = kindOf(number);
  switch (kind) {
    case 'short-code':
      return null;
    case 'toll-free': {
      const request = [...tollfree.values()].find((one) => one.number === number);
      if (request === undefined) return isRequired(number, a2p, now) ? 'toll-free' : null;
      return request.status === 'approved' ? null : 'toll-free';
    }
    case 'long-code':
      return closedA2p(number, a2p, now);
    default:
      return kind satisfies never;
  }
}

/** The operator's day has come for this number. */
const isRequired = (number: string, { required }: A2pRegistration, now: Date): boolean =>
  required?.number === number && Date.parse(required.from) <= now.getTime();

/** What the carriers have said of a number, and the verified campaign that it is in, or would be. */
function campaignOf(number: string, { campaigns, numbers }: A2pRegistration) {
  const own = [...numbers.values()].find((one) => one.number === number);
  const verified = [...campaigns.values()].filter(({ state }) => state === 'verified');
  return { own, campaign: own === undefined ? verified.at(-1) : verified.find(({ id }) => id === own.campaignId) };
}

function closedA2p(number: string, a2p: A2pRegistration, now: Date): ClosedGate | null {
  const { brand } = a2p;
  if (brand === null || brand.state === 'canceled') return isRequired(number, a2p, now) ? 'brand' : null;
  const { own, campaign } = campaignOf(number, a2p);
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
/** What to do about a part that isn't through; null: nothing was submitted yet. */
function cureOf(part: { readonly state: string; readonly problems: readonly A2pProblem[] } | null): string {
  switch (part?.state) {
    case undefined:
    case 'canceled':
      return 'Submit a campaign.';
    case 'refused':
    case 'failed':
      return carrierCode(part?.problems[0]?.code ?? null)?.cure ?? 'Correct what the carrier refused and submit again.';
    case 'suspended':
      return 'Ask your operator to appeal.';
    case 'unregistered':
      return 'Ask your operator to add the number to the campaign again.';
    default:
      return 'Wait for the carriers. You don’t need to do anything.';
  }
}

/** A toll-free verification as a part of a registration. */
function tollfreePart(number: string, tollfree: Tollfree) {
  const request = [...tollfree.values()].find((one) => one.number === number);
  const problems = (request?.refusals ?? []).map(({ code }) => ({
    code: code === null ? null : String(code),
    message: '',
    fields: [],
  }));
  return { state: request?.status === 'rejected' ? 'refused' : 'in-review', problems };
}

/** Why a number may not send, and what to do, in words; null: it may. */
export function whyClosed(
  { number, a2p, tollfree = new Map() }: Pick<Of, 'number' | 'a2p'> & Partial<Of>,
  now: Date,
): { readonly text: string; readonly cure: string } | null {
  const gate = closedGate({ number, a2p, tollfree }, now);
  if (number === null || gate === null) return null;
  const campaign = [...a2p.campaigns.values()].findLast(({ state }) => state !== 'canceled') ?? null;
  const own = [...a2p.numbers.values()].find((one) => one.number === number) ?? null;
  const part =
    gate === 'toll-free' ? tollfreePart(number, tollfree)
    : gate === 'brand' ? a2p.brand
    : gate === 'campaign' ? campaign
    : (own ?? { state: 'pending', problems: [] });
  const isLacking = (gate === 'brand' || gate === 'campaign') && unfundedFee(a2p) !== undefined;
  if (isUnbegun(gate, a2p, tollfree, number))
    return {
      text: notBegun[gate === 'toll-free' ? gate : 'brand'],
      cure: 'Register it in Settings, SMS registration.',
    };
  return { text: `${missing[gate]}.`, cure: isLacking ? 'Add funds for its fee.' : cureOf(part) };
}

/** Nothing was submitted for it. */
const isUnbegun = (gate: ClosedGate, { brand }: A2pRegistration, tollfree: Tollfree, number: string): boolean =>
  gate === 'toll-free' ?
    ![...tollfree.values()].some((one) => one.number === number)
  : brand === null || brand.state === 'canceled';
const notBegun = {
  brand: 'This number isn’t registered with the carriers.',
  'toll-free': 'This toll-free number isn’t verified by the carriers.',
} as const;

/** Why a broadcast waits, in words. */
export const closedNote = (gate: ClosedGate): string =>
  `${missing[gate]}, so they would refuse its texts. It goes on when they are done. See Settings, SMS registration.`;

/** A figure of the carriers, with the days on which it holds. `to` null: it still does. */
interface Dated {
  readonly value: number;
  readonly from: string;
  readonly to: string | null;
}
const since = (from: string, value: number): readonly Dated[] => [{ value, from, to: null }];
/** The figure that holds on a day (`2026-11-27`); of a day before all of them the first. */
export const inForce = (figures: readonly Dated[], day: string): number =>
  (figures.findLast(({ from, to }) => from <= day && (to === null || day <= to)) ?? figures[0]!).value;

/** Segments a second of a number of which no registration says more. Sources: Twilio's documentation of rates. */
export const perSecond: Readonly<Record<SenderKind, readonly Dated[]>> = {
  // Between a low-volume campaign (3.75) and the lowest trust score (12).
  'long-code': since('2021-07-01', 10),
  'toll-free': since('2021-07-01', 3),
  'short-code': since('2021-07-01', 100),
};

/** Texts a minute that AT&T takes of one campaign, by its class. Source: AT&T's classes as Telnyx lists them. */
const attPerMinute: Readonly<Record<string, readonly Dated[]>> = {
  A: since('2021-07-01', 4_500),
  B: since('2021-07-01', 4_500),
  C: since('2021-07-01', 2_400),
  D: since('2021-07-01', 2_400),
  E: since('2021-07-01', 240),
  F: since('2021-07-01', 240),
  T: since('2021-07-01', 75),
  // Sole proprietors.
  W: since('2022-10-01', 15),
};
/** Segments a day that T-Mobile takes of one brand over all its campaigns, by the brand's tier. */
const tmobileDaily: Readonly<Record<string, readonly Dated[]>> = {
  TOP: since('2021-07-01', 200_000),
  HIGH_MID: since('2021-07-01', 40_000),
  UPPER_MID: since('2021-07-01', 40_000),
  LOW_MID: since('2021-07-01', 10_000),
  LOWER_MID: since('2021-07-01', 10_000),
  LOW: since('2021-07-01', 2_000),
};
/** The same of a sole proprietor, whatever tier the carrier names. */
const tmobileDailySole = since('2022-10-01', 1_000);
/**
 * The recipient's carrier isn't known, so limits of one carrier are spread over all texts by the share that it has at
 * most: a third at AT&T, as Twilio makes its rates of AT&T's, and two fifths at T-Mobile with the brands on its network.
 */
const shares = { att: 1 / 3, tmobile: 2 / 5 } as const;
/** So much of the day broadcasts may take; the rest is kept for texts that someone waits for. */
const bulkShare = 0.95;

export const tmobileZone = 'America/Los_Angeles';
/** T-Mobile's day, `2026-11-27`. */
export const tmobileDay = (now: Date): string => localDay(tmobileZone, now);
/** When T-Mobile counts from zero again. */
export const nextTmobileDay = (now: Date): Date => new Date(startOfDay(tmobileDay(now), tmobileZone, 1));

/** How much a registered number may send. */
export interface SenderLimits {
  readonly brandId: A2pBrandId;
  readonly segmentsPerSecond: number;
  /** Segments of a day at T-Mobile, over all numbers and campaigns of the brand. */
  readonly dayMost: number;
  /** The carriers have said the class and the tier; otherwise the lowest hold. */
  readonly isKnown: boolean;
}
/** What broadcasts may take of a day. */
export const bulkMost = (dayMost: number): number => Math.floor(dayMost * bulkShare);

/** The limits that follow from its registration; null: it has none that says so. */
export function limitsOf({ number, a2p }: Pick<Of, 'number' | 'a2p'>, now: Date): SenderLimits | null {
  const { brand } = a2p;
  if (number === null || kindOf(number) !== 'long-code' || !mayBeUs(number)) return null;
  if (brand === null || brand.state === 'canceled') return null;
  const { campaign } = campaignOf(number, a2p);
  if (campaign === undefined) return null;
  const day = tmobileDay(now);
  const { attClass, attPerMinute: said, tmobileTier } = campaign;
  const isSole = brand.content.kind === 'sole-proprietor';
  const lowest = isSole ? 'W' : 'T';
  const perMinute = said ?? inForce(attPerMinute[attClass ?? lowest] ?? attPerMinute[lowest]!, day);
  const tier = tmobileDaily[tmobileTier ?? 'LOW'] ?? tmobileDaily['LOW']!;
  const daily = inForce(isSole ? tmobileDailySole : tier, day);
  return {
    brandId: brand.id,
    segmentsPerSecond: perMinute / 60 / shares.att,
    dayMost: Math.floor(daily / shares.tmobile),
    isKnown: attClass !== null && tmobileTier !== null,
  };
}
