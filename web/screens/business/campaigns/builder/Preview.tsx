import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageContext } from '../../../../../api/contract/page-view.ts';
import {
  askedOf,
  consentText,
  couponLook,
  type Page,
  type PageKind,
  readPage,
  type StoredSections,
  withinCoupon,
} from '../../../../../api/contract/page-model.ts';
import { pageStyles, PageView, ThanksView } from '../../../../pages/index.ts';
import { PageGhost } from '../../../../components/Ghosts.tsx';
import { date, dateStyleOf } from '../../../../format/date.ts';
import type { Picked } from './pick.ts';
import { PopupDrawing } from './PopupDrawing.tsx';

export type Device = 'phone' | 'tablet' | 'desktop';
/** px */
export const widths: Readonly<Record<Device, number>> = { phone: 390, tablet: 820, desktop: 1280 };

interface Drawn {
  readonly kind: PageKind;
  readonly page: StoredSections;
  readonly company: string;
  readonly phoneAlways?: boolean;
  /** What the campaign gives; empty: nothing yet. */
  readonly offer?: string;
  /** The section that is worked on: where it is not on the page itself, what it is on is shown. */
  readonly section?: string | null;
}

const soon = (): string => new Date(Date.now() + 14 * 86_400_000).toISOString();

/** What the renderer is told in a preview: something to look at where visitors bring what is shown. */
function contextOf({ kind, page, company, phoneAlways = false, offer = '' }: Drawn): PageContext {
  const inputs = page['inputs'] as Parameters<typeof askedOf>[0] | undefined;
  const asks = kind === 'coupon' || inputs === undefined ? [] : askedOf(inputs).map(({ field }) => field);
  const own = String(page['actionButton']?.['Disclaimer'] ?? '');
  return {
    company,
    consentText:
      asks.length === 0 ?
        null
      : consentText({ phone: asks.includes('Phone'), email: asks.includes('Email') }, own, company),
    mode: 'preview',
    locale: 'en-US',
    form: null,
    phoneAlways,
    coupon:
      kind === 'coupon' ?
        {
          code: '7K2MQ-XN4RT',
          status: 'open',
          offer: offer === '' ? '20% off' : offer,
          // In the form that guests see, not in one of the preview's own.
          expires: date(soon(), dateStyleOf(null)),
          expiresAt: soon(),
          redeemed: null,
          barcode: null,
          qr: null,
          redeemAction: null,
        }
      : null,
    offer: offer === '' ? null : offer,
    loop: null,
    share: { url: 'https://example.com', title: company },
    thanks: { back: null, coupon: null, note: null },
  };
}

const way = { done: false, href: null, form: null } as const;
const unclaimed = {
  description: '',
  unlocked: false,
  claimed: false,
  handedOut: false,
  link: null,
  claim: null,
} as const;
const loopFigures = {
  points: 120,
  referrals: 4,
  ranking: 3,
  unlocked: 1,
  link: 'https://example.com/l/ann',
  actions: [
    { ...way, id: 'friend', action: 'referral', label: 'A friend joins', points: 25, done: true },
    { ...way, id: 'share', action: 'share-text', label: 'Share your link', points: 10, href: '#' },
  ],
  rewards: [
    { ...unclaimed, id: 'one', title: 'A coffee', points: 100, unlocked: true, claim: '#' },
    { ...unclaimed, id: 'two', title: 'Breakfast for two', points: 250 },
  ],
} as const;

/** The page as visitors see it, by the same renderer. */
export function Drawing(given: Drawn) {
  const { kind, page, section = null } = given;
  const context = contextOf(given);
  const part = section === null ? null : withinCoupon(kind, section);
  if (part !== null) {
    const coupon = couponLook(kind, page);
    return (
      <>
        <style>{pageStyles(coupon)}</style>
        <PageView kind="coupon" page={coupon} context={contextOf({ ...given, kind: 'coupon' })} />
      </>
    );
  }
  if (kind === 'popup') return <PopupDrawing {...given} section={section} />;
  const whole = readPage(kind, page);
  const after = section === 'thanks' || section === 'votes.result' || section === 'votes.share';
  const member = section?.startsWith('loops.') ? { ...context, loop: loopFigures } : context;
  return (
    <>
      <style>{pageStyles(whole as Page)}</style>
      {after ?
        <ThanksView kind={kind} page={whole} context={context} />
      : <PageView kind={kind} page={whole} context={member} />}
    </>
  );
}

/** What was pressed, in terms of the page: a field that asks for something, a picture, or words. */
function pickedAt(target: Element, section: string): Picked {
  const part = target.closest('button, a, label, legend, h1, h2, h3, li, p, dt, dd, strong, img, small') ?? target;
  return {
    section,
    words: part.hasAttribute('data-section') ? '' : (part.textContent ?? ''),
    answer: target.closest('[data-field]')?.getAttribute('data-field') ?? null,
    picture: part.tagName === 'IMG',
  };
}

/** A document of its own, so that the page's styles and ours do not meet. Nothing in it can be followed or sent. */
export function Sheet({
  title,
  width,
  fit,
  children,
  onPick,
  selected = null,
  still = false,
}: {
  readonly title: string;
  /** px: of the window that the page believes to be in. */
  readonly width: number;
  /** px: what there is room for. */
  readonly fit: { readonly width: number; readonly height: number };
  readonly children: ReactNode;
  readonly onPick?: (picked: Picked) => void;
  readonly selected?: string | null;
  /** A picture of it: out of the keyboard's way. */
  readonly still?: boolean;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (!document) return undefined;
    document.documentElement.lang = 'en';
    document.body.style.margin = '0';
    document.title = title;
    document.body.inert = still;
    setBody(document.body);
    const hold = (event: Event) => {
      // What a popup draws is in a tree of its own: from outside it is one element.
      const target = event.composedPath()[0] as Element | null;
      const section = target?.closest('[data-section]')?.getAttribute('data-section');
      if (event.type === 'click' && target && section) pick.current?.(pickedAt(target, section));
      if (event.type === 'submit' || target?.closest('a, button, label')) event.preventDefault();
    };
    // Keys that the builder knows are for it, wherever the focus is.
    const pass = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const { key, ctrlKey, metaKey, shiftKey } = event;
      const copy = new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true });
      if (!window.document.dispatchEvent(copy)) event.preventDefault();
    };
    // It is looked at, not filled in: Tab goes past it. Its sections are reached by their list.
    const pastTab = () => {
      for (const one of document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary, iframe'))
        one.tabIndex = -1;
    };
    const watch = new MutationObserver(pastTab);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('click', hold);
    document.addEventListener('submit', hold);
    document.addEventListener('keydown', pass);
    return () => {
      watch.disconnect();
      document.removeEventListener('click', hold);
      document.removeEventListener('submit', hold);
      document.removeEventListener('keydown', pass);
    };
  }, [title, still]);
  useEffect(() => {
    if (body === null || selected === null) return;
    const part = body.querySelector(`[data-section="${CSS.escape(selected)}"]`);
    part?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [body, selected]);
  const scale = Math.min(1, fit.width / width);
  return (
    <div className="bld-sheet" style={{ width: width * scale, height: fit.height }}>
      {body === null && <PageGhost />}
      <iframe
        ref={frame}
        title={title}
        tabIndex={-1}
        {...(still ? { 'aria-hidden': true } : {})}
        style={{ width, height: fit.height / scale, transform: `scale(${scale})` }}
      />
      {body !== null &&
        createPortal(
          <>
            {selected !== null && (
              <style>{`[data-section="${CSS.escape(selected)}"]{outline:2px solid #4648d4;outline-offset:1px;border-radius:4px}`}</style>
            )}
            {!still && <style>{'[data-section]{cursor:pointer}'}</style>}
            {still && <style>{'html{overflow:hidden}.pv{pointer-events:none}'}</style>}
            {children}
          </>,
          body,
        )}
    </div>
  );
}
