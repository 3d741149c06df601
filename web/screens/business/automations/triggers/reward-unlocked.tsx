import { useRead } from '../../../../data/read.ts';
import { Choice, type Wrong } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import type { OnOf, TriggerEditing } from './editor.tsx';

export const RewardUnlocked = ({ on, at, wrong, put }: TriggerEditing<OnOf<'reward-unlocked'>>) => (
  <RewardFields
    on={on}
    wrong={(field) => wrong(`${at}.${field}`)}
    onChange={(campaignId, rewardId) => {
      put({ ...on, campaignId, rewardId });
    }}
  />
);

/** A reward of a loop, or any of it; of any loop. */
function RewardFields({
  on: { campaignId, rewardId },
  wrong,
  onChange,
}: {
  readonly on: OnOf<'reward-unlocked'>;
  readonly wrong: Wrong;
  readonly onChange: (campaignId: string | null, rewardId: string | null) => void;
}) {
  const { data: loops } = useRead('/coupons/loops', {});
  const loop = loops?.data.find(({ id }) => id === campaignId);
  const rewards = (loop?.rewards ?? []).map(({ id, title, active }) => ({
    id,
    name: active ? title : t('au.p.rewardOff', { title }),
  }));
  return (
    <>
      <Choice
        label={t('au.p.loop')}
        among={loops?.data ?? []}
        value={loops === undefined ? null : campaignId}
        none={t('au.p.anyLoop')}
        error={wrong('campaignId')}
        onChange={(chosen) => {
          onChange(chosen, null);
        }}
      />
      {loop !== undefined && (
        <Choice
          label={t('au.p.reward')}
          among={rewards}
          value={rewardId}
          none={t(rewards.length === 0 ? 'au.p.noRewards' : 'au.p.anyReward')}
          error={wrong('rewardId')}
          onChange={(chosen) => {
            onChange(campaignId, chosen);
          }}
        />
      )}
    </>
  );
}
