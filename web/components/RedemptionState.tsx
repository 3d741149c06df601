import type { Redemption } from '../../api/contract/redemptions.ts';
import { date, listTime } from '../format/date.ts';
import { useDateStyle } from '../session/profile.tsx';
import { Instant } from './Instant.tsx';
import { t } from './texts.ts';

/** The instant that says most of how a coupon stands: used when and where, good until, over since. */
export function RedemptionWhen({ coupon }: { readonly coupon: Redemption }) {
  const style = useDateStyle();
  const { status, redeemed_at: redeemedAt, expires_at: expiresAt, issued_at: issuedAt } = coupon;
  if (status === 'redeemed' && redeemedAt !== null)
    return (
      <span>
        <Instant at={redeemedAt}>{listTime(redeemedAt, style, new Date())}</Instant> · {placeOf(coupon)}
      </span>
    );
  if (status === 'revoked')
    return (
      <span>
        {t('held.issued')} <Instant at={issuedAt}>{date(issuedAt, style)}</Instant>
      </span>
    );
  if (expiresAt === null) return <span>{t('held.forEver')}</span>;
  return (
    <span>
      {t(status === 'expired' ? 'held.expired' : 'held.goodUntil')}{' '}
      <Instant at={expiresAt}>{date(expiresAt, { ...style, timezone: coupon.timezone ?? style.timezone })}</Instant>
    </span>
  );
}

/** Where it was redeemed, in words. */
const placeOf = ({ redeemed_by: by, till }: Redemption): string =>
  by === 'holder' ? t('held.byHolder')
  : by === 'screen' ? t('held.onScreen')
  : (till ?? t('held.atTill'));
