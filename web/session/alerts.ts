import { type A2pSubscription, a2pSubscription, needsRegistration } from '../../api/contract/number-status.ts';
import type { Profile } from '../../api/contract/profile.ts';
import { isOwing } from './account-status.ts';
import { usageLevel } from '../format/number.ts';

/** What a line above every screen says, the gravest first. Instants are ISO 8601. */
export type Alert =
  | { readonly kind: 'noNumber' }
  | { readonly kind: 'numberRegistration' }
  /** The A2P subscription ended; texts go out until `terminates`. */
  | { readonly kind: 'registrationEnding'; readonly terminates: string }
  | { readonly kind: 'registrationInactive' }
  /** The agency of the business has to pay first. */
  | { readonly kind: 'agencyUnpaid' }
  | {
      readonly kind: 'messages' | 'contacts';
      readonly level: 'warning' | 'full';
      readonly used: number;
      readonly limit: number;
    }
  | { readonly kind: 'credit' }
  /** Of the platform's money, to operators. */
  | { readonly kind: MoneyAlert; readonly count: number };

export type MoneyAlert = 'proofFaults' | 'unmatchedCharges' | 'parkedWallets';

/** What has to be answered before anything else. */
export type Dialog = 'paymentFailed' | 'smsRegistration';

type Of<K extends keyof Profile> = Pick<Profile, K>;

/** A bandwidth-based business whose number is missing or not registered. */
export const needsNumberRegistration = (profile: Of<'role' | 'use_bandwidth' | 'business'>): boolean =>
  profile.role === 'Business' &&
  profile.business !== null &&
  needsRegistration({
    useBandwidth: profile.use_bandwidth,
    number: profile.business.phone_number,
    status: profile.business.number_status,
  });

/** A business that can send no texts yet, since it has no number; bandwidth-based ones are told to register instead. */
export const lacksNumber = ({
  role,
  use_bandwidth: viaBandwidth,
  business,
}: Of<'role' | 'use_bandwidth' | 'business'>) =>
  role === 'Business' && business?.phone_number === null && !viaBandwidth && !business.is_template;

/** How the A2P subscription of the account's business is; `unknown` for all others. */
export function a2pOf(
  profile: Of<'role' | 'business' | 'a2p_ok' | 'a2p_subscription_status' | 'a2p_subscription_end_at'>,
  now: Date,
): A2pSubscription {
  const { a2p_subscription_status: status, a2p_subscription_end_at: end, business } = profile;
  if (profile.role !== 'Business' || business === null) return { kind: 'unknown' };
  return a2pSubscription({ status, endsAt: end, freeFee: business.free_fee, isAsked: !profile.a2p_ok }, now);
}

/** Something does not work any more, as against: will not soon. */
export const isGrave = (alert: Alert): boolean =>
  alert.kind === 'registrationInactive' ||
  alert.kind === 'agencyUnpaid' ||
  alert.kind === 'proofFaults' ||
  alert.kind === 'unmatchedCharges' ||
  alert.kind === 'parkedWallets' ||
  ((alert.kind === 'messages' || alert.kind === 'contacts') && alert.level === 'full');

/** What stands above the screens of this account (specification, sections 4 and 8). */
export function alertsOf(profile: Profile, now: Date): readonly Alert[] {
  const a2p = a2pOf(profile, now);
  const usage: Alert[] = [];
  if (profile.role === 'Business' && profile.business) {
    const { usage_messages, no_messages, usage_contacts, no_contacts } = profile.business;
    for (const [kind, used, limit] of [
      ['messages', usage_messages, no_messages],
      ['contacts', usage_contacts, no_contacts],
    ] as const) {
      const level = usageLevel(used, limit);
      if (limit !== null && (level === 'warning' || level === 'full')) usage.push({ kind, level, used, limit });
    }
  }
  const {
    parked_wallets: parked = 0,
    proof_faults: faults = 0,
    unmatched_charges: unmatched = 0,
  } = profile.money_alerts ?? {};
  const alerts: readonly (Alert | false)[] = [
    faults > 0 && { kind: 'proofFaults', count: faults },
    unmatched > 0 && { kind: 'unmatchedCharges', count: unmatched },
    parked > 0 && { kind: 'parkedWallets', count: parked },
    profile.role === 'Business' && profile.business?.agency?.is_unpaid === true && { kind: 'agencyUnpaid' },
    a2p.kind === 'inactive' && { kind: 'registrationInactive' },
    ...usage.filter((alert) => isGrave(alert)),
    lacksNumber(profile) && { kind: 'noNumber' },
    needsNumberRegistration(profile) && { kind: 'numberRegistration' },
    profile.role === 'Agency' &&
      profile.credit_status === 2 &&
      profile.stripe_status === 'active' && { kind: 'credit' },
    a2p.kind === 'grace' && { kind: 'registrationEnding', terminates: a2p.terminates },
    ...usage.filter((alert) => !isGrave(alert)),
  ];
  return alerts.filter((alert) => alert !== false);
}

/** Those who pay here: agencies, and businesses without one. */
const pays = ({ role, business }: Of<'role' | 'business'>): boolean =>
  role === 'Agency' || (role === 'Business' && business !== null && business.agency === null);

/** The dialog that this account has to see now, if any. `paymentFailed` cannot be closed: nothing works until it is settled. */
export function dialogOf(profile: Profile, now: Date): Dialog | null {
  const isFree = (profile.business ?? profile.agency)?.free_fee === true;
  if (pays(profile) && !isFree && isOwing(profile)) return 'paymentFailed';
  return a2pOf(profile, now).kind === 'inactive' ? 'smsRegistration' : null;
}

/** The broadcast that is written at an address; null: it is another screen. */
export const broadcastAt = (path: string): string | null =>
  /^\/business\/broadcasts\/([^/]+)\/edit$/.exec(path)?.[1] ?? null;
/** Where texts are written: in the live chat, and once a broadcast is known to go out as SMS or MMS. */
const writesTexts = (path: string, type: string | null): boolean =>
  path === '/business/livechat' || (broadcastAt(path) !== null && type !== null && type !== 'email');

/** Somebody has seen the A2P confirmation in this browser: that day (of UTC) it does not come back. */
export const a2pSeen = {
  note: (userId: string, now: Date, storage: Pick<Storage, 'setItem'> = localStorage): void => {
    storage.setItem(a2pSeenKey(userId), dayOf(now));
  },
  today: (userId: string, now: Date, storage: Pick<Storage, 'getItem'> = localStorage): boolean =>
    storage.getItem(a2pSeenKey(userId)) === dayOf(now),
} as const;
const a2pSeenKey = (userId: string): string => `a2p-seen-${userId}`;
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * Whether the A2P confirmation is due on this screen: at most once a day (of UTC) and user, and only where there is something to confirm:
 * the registration is known and not in order, or the number is not registered.
 */
export function confirmsA2p(
  profile: Profile,
  /** `type`: of the broadcast that is written here; null: none is, or it is not known yet. */
  visit: { readonly path: string; readonly type: string | null },
  now: Date,
): boolean {
  if (!writesTexts(visit.path, visit.type)) return false;
  if (profile.a2p_confirmed_on === dayOf(now)) return false;
  const { kind } = a2pOf(profile, now);
  return kind === 'inactive' || kind === 'grace' || needsNumberRegistration(profile);
}
