import { useMemo } from 'react';
import { useRead } from '../../../../api/read.ts';
import { type FilterData, useFilterData } from '../../../../components/contact-filter/useFilterData.ts';
import type { Document, Occurrence, TriggerOn } from '../model.ts';

const isOfReward = (on: TriggerOn | Occurrence): boolean => on.kind === 'reward-unlocked' && on.rewardId !== null;
const namesReward = ({ triggers, nodes }: Document): boolean =>
  triggers.some(({ on }) => isOfReward(on)) ||
  Object.values(nodes).some(
    (node) =>
      (node.kind === 'Goal' && isOfReward(node.event)) ||
      (node.kind === 'Wait' && node.until.kind === 'event' && isOfReward(node.until.event)),
  );

/** What conditions choose from, and the names of the rewards that a document speaks of. */
export function useNamedData(document: Document): FilterData {
  const data = useFilterData();
  const asks = useMemo(() => namesReward(document), [document]);
  const { data: loops } = useRead('/coupons/loops', asks ? {} : null);
  return useMemo(() => {
    if (loops === undefined) return data;
    const rewards = new Map(loops.data.flatMap((loop) => loop.rewards.map(({ id, title }) => [id, `“${title}”`])));
    return { ...data, names: { ...data.names, rewards } };
  }, [data, loops]);
}
