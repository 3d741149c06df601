import { Amount } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import { CampaignChoice, type OnOf, type TriggerEditing } from './editor.tsx';

export function PointsReached({ on, at, data, wrong, put }: TriggerEditing<OnOf<'points-reached'>>) {
  return (
    <>
      <CampaignChoice {...{ on, at, data, wrong, put }} needed />
      <Amount
        label={t('au.p.points')}
        value={on.points}
        to={1_000_000}
        onChange={(points) => {
          put({ ...on, points });
        }}
      />
    </>
  );
}
