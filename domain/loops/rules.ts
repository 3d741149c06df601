import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, CampaignId, RewardId } from '../kernel/ids.ts';
import { type LoopRuleEvent, LoopRuleRemoved, LoopRuleSet, LoopRulesReordered, LoopRuleToggled } from './events.ts';
import type { ActionKind, LoopRule } from './fields.ts';

export interface HeldRule {
  readonly rewardId: RewardId;
  readonly rule: LoopRule;
  readonly active: boolean;
}
/** In the order they are shown. */
export type LoopRules = readonly HeldRule[];

export const LoopRules: Aggregate<LoopRules, LoopRuleEvent> = {
  initial: [],
  evolve: (rules, event) => {
    switch (event.type) {
      case 'LoopRuleSet': {
        const { rewardId, rule } = event.data;
        return rules.some((held) => held.rewardId === rewardId) ?
            rules.map((held) => (held.rewardId === rewardId ? { ...held, rule } : held))
          : [...rules, { rewardId, rule, active: true }];
      }
      case 'LoopRuleToggled':
        return rules.map((held) =>
          held.rewardId === event.data.rewardId ? { ...held, active: event.data.active } : held,
        );
      case 'LoopRuleRemoved':
        return rules.filter(({ rewardId }) => rewardId !== event.data.rewardId);
      case 'LoopRulesReordered': {
        const place = new Map(event.data.order.map((id, index) => [id, index]));
        return [...rules].sort(
          (one, other) => (place.get(one.rewardId) ?? Infinity) - (place.get(other.rewardId) ?? Infinity),
        );
      }
      default:
        return unchanged(rules, event);
    }
  },
};

interface OfLoop {
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
}
const maxRules = 60;

export function setRule(
  command: OfLoop & { readonly rewardId: RewardId; readonly rule: LoopRule; readonly isNew: boolean },
  rules: LoopRules,
): readonly LoopRuleEvent[] {
  const { campaignId, businessId, rewardId, rule } = command;
  const held = rules.find((one) => one.rewardId === rewardId);
  if (held === undefined && !command.isNew) throw new DomainError('not_found', 'This reward does not exist.');
  if (held === undefined && rules.length >= maxRules)
    throw new DomainError('validation_failed', `A loop has at most ${maxRules} actions and rewards.`);
  const twin =
    rule.kind === 'action' && rule.action !== 'visit' ?
      rules.find((one) => one.rewardId !== rewardId && one.rule.kind === 'action' && one.rule.action === rule.action)
    : undefined;
  if (twin !== undefined)
    throw new DomainError('validation_failed', 'This action counts already. Change its points instead.', {
      action: ['This action counts already. Change its points instead.'],
    });
  if (held !== undefined && held.rule.kind !== rule.kind)
    throw new DomainError('validation_failed', 'An action does not become a reward. Make a new one.');
  return held !== undefined && same(held.rule, rule) ?
      []
    : [LoopRuleSet.create({ campaignId, businessId, rewardId, rule })];
}

const found = (rules: LoopRules, rewardId: RewardId): HeldRule => {
  const held = rules.find((one) => one.rewardId === rewardId);
  if (held === undefined) throw new DomainError('not_found', 'This reward does not exist.');
  return held;
};
export const switchRule = (
  { campaignId, businessId, rewardId, active }: OfLoop & { readonly rewardId: RewardId; readonly active: boolean },
  rules: LoopRules,
): readonly LoopRuleEvent[] =>
  found(rules, rewardId).active === active ?
    []
  : [LoopRuleToggled.create({ campaignId, businessId, rewardId, active })];

export const removeRule = (
  { campaignId, businessId, rewardId }: OfLoop & { readonly rewardId: RewardId },
  rules: LoopRules,
): readonly LoopRuleEvent[] => [
  LoopRuleRemoved.create({ campaignId, businessId, rewardId: found(rules, rewardId).rewardId }),
];

/** `order` names each of them once. */
export function orderRules(
  { campaignId, businessId, order }: OfLoop & { readonly order: readonly RewardId[] },
  rules: LoopRules,
): readonly LoopRuleEvent[] {
  const ids = rules.map(({ rewardId }) => rewardId);
  if (order.length !== ids.length || ids.some((id) => !order.includes(id)))
    throw new DomainError('validation_failed', 'These changed since you opened them. Reload, then put them in order.', {
      orders: ['These changed since you opened them. Reload, then put them in order.'],
    });
  return same(order, ids) ? [] : [LoopRulesReordered.create({ campaignId, businessId, order: [...order] })];
}

/** What a member has done: how often each thing that counts. */
export type Tally = ReadonlyMap<string, number>;
export const tallyKey = (action: ActionKind, rewardId: RewardId | null): string =>
  action === 'visit' ? `visit ${rewardId}` : action;

/** Points under the rules in force: each act by what it is worth today. */
export const pointsOf = (tally: Tally, rules: LoopRules): number =>
  rules.reduce(
    (sum, { rule, active, rewardId }) =>
      rule.kind === 'action' && active ? sum + rule.points * (tally.get(tallyKey(rule.action, rewardId)) ?? 0) : sum,
    0,
  );
