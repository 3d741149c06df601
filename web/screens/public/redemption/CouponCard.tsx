import { type ReactNode, useEffect, useState } from 'react';
import type { TillCoupon } from '../../../../api/contract/redemptions.ts';
import { GuestButton } from '../../../plain/fields.tsx';
import { t } from './texts.ts';

/** A coupon as staff sees it: how it stands in one look, then what it is good for and whose it is. */
export function CouponCard({
  coupon,
  done = false,
  busy,
  onUndo,
  children,
}: {
  readonly coupon: TillCoupon;
  /** It was redeemed here, just now. */
  readonly done?: boolean;
  readonly busy: boolean;
  readonly onUndo: (coupon: TillCoupon) => Promise<void>;
  readonly children?: ReactNode;
}) {
  const { status, title, code, holder, expires, redeemed, place } = coupon;
  return (
    <section className={`coupon ${done ? 'done' : status}`} aria-live="polite">
      <p className="state">{t(done ? 'till.done' : `till.${status}`)}</p>
      <h2>{title}</h2>
      <p className="code" translate="no">
        {code}
      </p>
      {holder !== null && <p className="holder">{holder}</p>}
      <p className="soft">
        {redeemed !== null && !done ?
          place === null ?
            t('till.usedWhen', { when: redeemed })
          : t('till.usedAt', { when: redeemed, where: place })
        : expires === null ?
          t('till.forEver')
        : t(status === 'expired' ? 'till.was' : 'till.until', { day: expires })}
      </p>
      {children}
      <Undo coupon={coupon} busy={busy} onUndo={onUndo} />
    </section>
  );
}

/** Takes a redemption back for as long as that is possible, with the time that is left. */
export function Undo({
  coupon,
  busy,
  onUndo,
}: {
  readonly coupon: TillCoupon;
  readonly busy: boolean;
  readonly onUndo: (coupon: TillCoupon) => Promise<void>;
}) {
  const until = coupon.undo_until === null ? 0 : Date.parse(coupon.undo_until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until <= Date.now()) return;
    const ticking = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(ticking);
    };
  }, [until]);
  const seconds = Math.ceil((until - now) / 1_000);
  if (seconds <= 0) return null;
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <GuestButton plain disabled={busy} onClick={() => void onUndo(coupon)}>
      {t('till.undoLeft', { left })}
    </GuestButton>
  );
}
