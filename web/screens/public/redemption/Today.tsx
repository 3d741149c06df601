import type { TillCoupon } from '../../../../api/contract/redemptions.ts';
import { Undo } from './CouponCard.tsx';
import { t } from './texts.ts';

/** What was redeemed on this till today, the latest first. */
export function Today({
  coupons,
  busy,
  onUndo,
}: {
  readonly coupons: readonly TillCoupon[];
  readonly busy: boolean;
  readonly onUndo: (coupon: TillCoupon) => Promise<void>;
}) {
  return (
    <section className="today">
      <h2>
        {t('till.today')} {coupons.length > 0 && <span className="count">{coupons.length}</span>}
      </h2>
      {coupons.length === 0 ?
        <p className="soft">{t('till.none')}</p>
      : <ul>
          {coupons.map((coupon) => (
            <li key={coupon.id}>
              <span className="when">{coupon.redeemed_time}</span>
              <span className="what">
                <strong>{coupon.title}</strong>
                <span className="soft">{coupon.holder ?? t('till.noName')}</span>
              </span>
              <Undo coupon={coupon} busy={busy} onUndo={onUndo} />
            </li>
          ))}
        </ul>
      }
    </section>
  );
}
