import type { Page } from '../../api/contract/page-model.ts';
import type { CouponFacts, PageContext } from '../../api/contract/page-view.ts';
import { ownAddress } from './address.ts';
import { Photo } from './Frame.tsx';
import { reachAddress } from './reach.ts';
import { Rich, Runs } from './Rich.tsx';
import { t } from './texts.ts';

/** What the preview shows. */
const example: CouponFacts = {
  code: '7K2MQ-XN4RT',
  status: 'open',
  offer: '20% off',
  expires: null,
  expiresAt: null,
  redeemed: null,
  barcode: null,
  qr: null,
  redeemAction: null,
};

/** A coupon on its holder's phone. */
export function CouponPage({ page, context }: { readonly page: Page<'coupon'>; readonly context: PageContext }) {
  const coupon = context.coupon ?? example;
  const { inputs, heroimage, logo, headline, subheading, legalFooter } = page;
  const open = coupon.status === 'open';
  const [barcode, qr] = [coupon.barcode, coupon.qr].map((url) => (url === null ? null : ownAddress(url)));
  return (
    <div className={`pv pv-coupon pv-${coupon.status}`}>
      <div className="pv-stage">
        <div className="pv-column">
          <main className="pv-sheet">
            {heroimage.Show && heroimage.Image !== null && (
              <div className="pv-hero" data-section="heroimage">
                <Photo picture={heroimage.Image} first />
              </div>
            )}
            {logo.Show && (
              <div className="pv-logo" data-section="logo">
                {logo.Image === null ?
                  <span className="pv-name">{context.company}</span>
                : <Photo picture={{ ...logo.Image, alt: logo.Image.alt || context.company }} first />}
              </div>
            )}
            <div className="pv-headline" data-section="headline">
              <h1>
                {headline.Content.length === 0 ?
                  coupon.offer
                : headline.Content.map((block, index) => <Runs key={index} runs={block.runs} />)}
              </h1>
            </div>
            <div className="pv-subheading" data-section="subheading">
              <Rich text={subheading.Content} />
            </div>
            <div className="pv-tear" aria-hidden="true" />
            <div className="pv-ticket" data-section="inputs">
              {!open && (
                <p className="pv-stamp">
                  <strong>{t(`coupon.${coupon.status as 'redeemed' | 'expired' | 'revoked'}`)}</strong>
                  {coupon.redeemed !== null && <span>{coupon.redeemed}</span>}
                </p>
              )}
              {open && inputs.ShowQrCode && qr !== null && qr !== undefined && (
                <img className="pv-qr" src={qr} alt={t('coupon.qr', { code: coupon.code })} width="200" height="200" />
              )}
              {inputs.ShowCode && (
                <p className="pv-code">
                  <span>{t('coupon.code')}</span>
                  <strong translate="no">{coupon.code}</strong>
                </p>
              )}
              {open && inputs.ShowBarcode && barcode !== null && barcode !== undefined && (
                <img
                  className="pv-barcode"
                  src={barcode}
                  alt={t('coupon.barcode', { code: coupon.code })}
                  width="260"
                  height="72"
                />
              )}
              {inputs.ShowExpiry && coupon.expires !== null && (
                <p className="pv-expiry" {...(coupon.expiresAt === null ? {} : { 'data-until': coupon.expiresAt })}>
                  {t('coupon.expires', { day: coupon.expires })}
                </p>
              )}
            </div>
            <Buttons page={page} context={context} open={open} />
            {(legalFooter.Terms !== '' || legalFooter.Content.length > 0) && (
              <footer className="pv-legal" data-section="legalFooter">
                {legalFooter.Terms !== '' && <p>{legalFooter.Terms}</p>}
                <Rich text={legalFooter.Content} />
              </footer>
            )}
          </main>
        </div>
      </div>
    </div>
  );
}

function Buttons({
  page: { mainbutton, mobilebutton, triggerButton },
  context,
  open,
}: {
  readonly page: Page<'coupon'>;
  readonly context: PageContext;
  readonly open: boolean;
}) {
  const preview = context.mode === 'preview';
  const action = context.coupon?.redeemAction ?? null;
  const link = (button: typeof mobilebutton, section: string, className: string) => {
    const href = reachAddress(button.Link) ?? (preview ? '#' : null);
    return button.Show && href !== null ?
        <a className={`pv-button ${className}`} href={href} data-section={section} rel="noopener">
          <span>{button.Label}</span>
        </a>
      : null;
  };
  return (
    <div className="pv-buttons">
      {mainbutton.Show && open && (preview || action !== null) && (
        <form method="post" {...(action === null ? {} : { action })} data-section="mainbutton">
          <button type={preview ? 'button' : 'submit'} className="pv-button pv-main-button">
            <span>{mainbutton.Label}</span>
          </button>
        </form>
      )}
      {link(mobilebutton, 'mobilebutton', 'pv-mobile-button')}
      {link(triggerButton, 'triggerButton', 'pv-trigger-button')}
    </div>
  );
}
