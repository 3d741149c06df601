import type { Page, PageKind } from '../../api/contract/page-model.ts';
import type { PageContext } from '../../api/contract/page-view.ts';
import { CouponPage } from './Coupon.tsx';
import { Frame } from './Frame.tsx';
import { LoopPage } from './Loop.tsx';
import { Heading, withOffer } from './Rich.tsx';
import { t } from './texts.ts';
import { Voted } from './Vote.tsx';

/** What somebody sees who has sent the form. */
export function ThanksView<K extends PageKind>({ kind, page, context }: ThanksProps<K>) {
  const given = { kind, page, context } as AnyThanks;
  if (given.kind === 'coupon') return <CouponPage page={given.page} context={context} />;
  if (given.kind === 'popup') return null;
  if (given.kind === 'loop' && context.loop) return <LoopPage page={given.page} context={context} />;
  const { thanks } = given.page;
  const facts = context.thanks;
  return (
    <Frame kind="thanks" page={given.page} context={context}>
      <section className="pv-thanked" data-section="thanks">
        {facts?.waits === true ?
          <Waits words={t('thanks.waits')} />
        : facts?.known === true ?
          <Waits words={t('thanks.known')} />
        : <Thanked given={given} context={context} />}
        {facts?.note && <p className="pv-note">{facts.note}</p>}
        {facts?.again && (
          <form className="pv-again" method="post" action={facts.again.action}>
            <input type="hidden" name="nth" value={facts.again.nth} />
            <button type="submit" className="pv-button pv-quiet-button pv-small">
              <span>{t(facts.known === true && facts.again.first === true ? 'thanks.prove' : 'thanks.again')}</span>
            </button>
          </form>
        )}
        {facts?.coupon && (
          <a className="pv-button" href={facts.coupon}>
            <span>{t('thanks.coupon')}</span>
          </a>
        )}
        {facts?.back && (
          <a className="pv-back" href={facts.back}>
            {thanks.BackLabel}
          </a>
        )}
      </section>
    </Frame>
  );
}

function Thanked({ given, context }: { readonly given: AnyThanks; readonly context: PageContext }) {
  return (
    <>
      <svg className="pv-tick" viewBox="0 0 52 52" width="72" height="72" aria-hidden="true">
        <circle cx="26" cy="26" r="24" />
        <path d="M15 27l7.5 7.5L37.5 19" />
      </svg>
      {given.kind === 'vote' ?
        <Voted page={given.page} context={context} />
      : given.kind === 'coupon' || given.kind === 'popup' ?
        null
      : <div className="pv-thanks-words" role="status">
          <Heading text={withOffer(given.page.thanks.Content, context.offer ?? null)} className="pv-said" />
        </div>
      }
    </>
  );
}

/** Nothing is won, or shown, yet. */
const Waits = ({ words }: { readonly words: string }) => (
  <>
    <svg className="pv-tick pv-envelope" viewBox="0 0 52 52" width="72" height="72" aria-hidden="true">
      <rect x="7" y="13" width="38" height="27" rx="4" />
      <path d="M8 16l18 14 18-14" />
    </svg>
    <h1 className="pv-thanks-words" role="status">
      {words}
    </h1>
  </>
);

export interface ThanksProps<K extends PageKind> {
  readonly kind: K;
  readonly page: Page<K>;
  readonly context: PageContext;
}
type AnyThanks = { [K in PageKind]: { readonly kind: K; readonly page: Page<K> } }[PageKind];
