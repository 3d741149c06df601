import { useMemo } from 'react';
import { useRead } from '../../../data/read.ts';
import { type FilterData, useFilterData } from '../../../components/contact-filter/useFilterData.ts';
import { t } from './hooks/texts.ts';
import type { Document, Node, EventMatcher, Trigger, TriggerOn } from './model.ts';

/** What is told in words: a whole document, or what starts it alone. */
export interface Told {
  readonly triggers: readonly Pick<Trigger, 'on'>[];
  readonly nodes?: Document['nodes'];
}

const occurrenceOf = (node: Node): EventMatcher | null =>
  node.kind === 'Goal' ? node.event
  : node.kind === 'Wait' && node.until.kind === 'event' ? node.until.event
  : null;

function namedIn(told: readonly Told[]): {
  readonly rewards: boolean;
  readonly webhooks: boolean;
  readonly people: boolean;
} {
  const nodes = told.flatMap((one) => Object.values(one.nodes ?? {}));
  const ons: readonly TriggerOn[] = [
    ...told.flatMap(({ triggers }) => triggers.map(({ on }) => on)),
    ...nodes.flatMap((node) => occurrenceOf(node) ?? []),
  ];
  return {
    rewards: ons.some((on) => on.kind === 'reward-unlocked' && on.rewardId !== null),
    webhooks: ons.some((on) => on.kind === 'webhook-received' && on.webhookId !== null),
    people: nodes.some(
      (node) =>
        (node.kind === 'Assign' && node.userId !== null) ||
        (node.kind === 'Alert' && node.textMembers.length + node.mailMembers.length > 0),
    ),
  };
}

/**
 * What conditions choose from, and the names of all that these documents speak of. Rewards, addresses that others call
 * and people are asked for only where one is named.
 */
export function useNamedData(...told: readonly (Told | null)[]): FilterData {
  const data = useFilterData();
  const asks = namedIn(told.filter((one) => one !== null));
  const { data: loops } = useRead('/coupons/loops', asks.rewards ? {} : null);
  const { data: hooks } = useRead('/automations/webhooks', asks.webhooks ? {} : null);
  const { data: team } = useRead('/livechat/team', asks.people ? {} : null);
  return useMemo(() => {
    const rewards =
      loops && new Map(loops.data.flatMap((loop) => loop.rewards.map(({ id, title }) => [id, `“${title}”`])));
    const webhooks = hooks && new Map(hooks.data.map(({ id, name }) => [id, name ?? t('au.w.unnamed')]));
    const people = team && new Map(team.data.map(({ id, name }) => [id, name]));
    return {
      ...data,
      names: { ...data.names, ...(rewards && { rewards }), ...(webhooks && { webhooks }), ...(people && { people }) },
    };
  }, [data, loops, hooks, team]);
}
