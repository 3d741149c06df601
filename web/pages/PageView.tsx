import type { Page, PageKind } from '../../api/contract/page-model.ts';
import type { PageContext } from '../../api/contract/page-view.ts';
import { CouponPage } from './Coupon.tsx';
import { LandingPage } from './Landing.tsx';
import { LoopPage } from './Loop.tsx';
import { VotePage } from './Vote.tsx';

export interface PageProps<K extends PageKind> {
  readonly kind: K;
  readonly page: Page<K>;
  readonly context: PageContext;
}
type AnyPage = { [K in PageKind]: { readonly kind: K; readonly page: Page<K> } }[PageKind];

/** A page as visitors see it, and as the builder previews it: one drawing for both. A popup is drawn by its widget. */
export function PageView<K extends PageKind>({ kind, page, context }: PageProps<K>) {
  const given = { kind, page } as AnyPage;
  switch (given.kind) {
    case 'landing':
      return <LandingPage page={given.page} context={context} />;
    case 'vote':
      return <VotePage page={given.page} context={context} />;
    case 'loop':
      return <LoopPage page={given.page} context={context} />;
    case 'coupon':
      return <CouponPage page={given.page} context={context} />;
    case 'popup':
      return null;
  }
}
