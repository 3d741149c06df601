import { Skeleton } from '@mantine/core';
import { useRead } from '../../data/read.ts';
import { RedemptionWhen } from '../RedemptionState.tsx';
import { RowMenu } from '../RowMenu.tsx';
import { RedemptionBadge } from '../StatusBadge.tsx';
import { t } from './texts.ts';
import { useRedemptionActions } from '../useRedemptionActions.tsx';

/** The coupons that a contact holds, the newest first, and what can be done with each. */
export function ContactCoupons({ contactId }: { readonly contactId: string }) {
  const { data, error } = useRead('/redemptions', {
    query: { contact_id: contactId, per_page: 50, sort_by: 'id', sort_desc: true },
  });
  const { actionsOf, dialogs } = useRedemptionActions();
  if (error) return <p className="muted bk-none">{t('held.notRead')}</p>;
  if (data === undefined) return <Skeleton height={44} />;
  if (data.data.length === 0) return <p className="muted bk-none">{t('held.none')}</p>;
  return (
    <>
      <ul className="bk-coupons">
        {data.data.map((coupon) => (
          <li key={coupon.id}>
            <span className="bk-two">
              <span title={coupon.title} dir="auto">
                {coupon.title}
              </span>
              <span className="sub">
                <span className="code">{coupon.code}</span> · <RedemptionWhen coupon={coupon} />
              </span>
            </span>
            <RedemptionBadge status={coupon.status} />
            <RowMenu name={coupon.title} actions={actionsOf(coupon)} />
          </li>
        ))}
      </ul>
      {dialogs}
    </>
  );
}
