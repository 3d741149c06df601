import { Amount } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import { CampaignChoice, type OnOf, type TriggerEditing } from './editor.tsx';

export function CouponExpiring({ on, at, data, wrong, put }: TriggerEditing<OnOf<'coupon-expiring'>>) {
  return (
    <>
      <CampaignChoice {...{ on, at, data, wrong, put }} needed />
      <Amount
        label={t('au.p.daysBefore')}
        value={on.days}
        to={365}
        onChange={(days) => {
          put({ ...on, days });
        }}
      />
    </>
  );
}
