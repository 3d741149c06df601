import type { BusinessFields } from './business.ts';
import type { Optional } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ExistingAgency } from '../agencies/agency.ts';

/**
 * An agency gives its businesses what it has: live chat and the loop while its own are on, and no more messages a month than its
 * allowance, where it is free of charge and has one. (Without an allowance, or with a subscription, nothing is there to hold a limit
 * against.) A business without a limit of its own shares in what the agency has. Decision 18.
 */
type Given = Optional<Pick<BusinessFields, 'monthlyMessages' | Feature>>;
type Feature = 'isEnabledLivechat' | 'isActiveLivechat' | 'isEnabledLoop' | 'isActiveLoop';

const livechat = ['isEnabledLivechat', 'isActiveLivechat'] as const;
const loop = ['isEnabledLoop', 'isActiveLoop'] as const;

/** What it does not have. */
const missing = (agency: ExistingAgency): readonly { readonly feature: Feature; readonly name: string }[] => [
  ...(agency.isActiveLivechat ? [] : livechat.map((feature) => ({ feature, name: 'live chat' }))),
  ...(agency.isActiveLoop ? [] : loop.map((feature) => ({ feature, name: 'the loop' }))),
];
/** Messages a month, null: no bound. */
const allowance = ({ freeFee, freeMessages }: ExistingAgency): number | null =>
  freeFee && freeMessages > 0 ? freeMessages : null;

/** Holds what an agency newly gives against what it has. Throws `validation_failed` with every field that it can't give. */
export function checkGrants(agency: ExistingAgency, given: Given): void {
  const fields: Record<string, readonly string[]> = {};
  for (const { feature, name } of missing(agency))
    if (given[feature] === true)
      fields[feature] = [`Your agency does not have ${name}, so it can’t give it. Ask the platform’s operator.`];
  const most = allowance(agency);
  const { monthlyMessages = null } = given;
  if (most !== null && monthlyMessages !== null && monthlyMessages > most)
    fields['monthlyMessages'] = [
      `Your agency has ${most.toLocaleString('en-US')} messages a month. A business can have at most that many.`,
    ];
  const first = Object.values(fields)[0]?.[0];
  if (first !== undefined) throw new DomainError('validation_failed', first, fields);
}

/** For what an agency gets made from a pattern: what it does not have is left out of it. */
export function withinGrants<G extends Given>(agency: ExistingAgency, given: G): G {
  const off = Object.fromEntries(missing(agency).map(({ feature }) => [feature, false]));
  const [most, wanted] = [allowance(agency), given.monthlyMessages ?? null];
  return { ...given, ...off, ...(most !== null && wanted !== null ? { monthlyMessages: Math.min(wanted, most) } : {}) };
}
