import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.browser';
import { initialPage } from '../../api/contract/page-model.ts';
import type { Drawn, Notice, PageRenderer } from '../../api/contract/page-view.ts';
import { NoticeView } from './Notice.tsx';
import { PageView } from './PageView.tsx';
import { pageStyles } from './styles.ts';
import { ThanksView } from './Thanks.tsx';
import { ResultPage } from './Vote.tsx';

declare const PAGE_SCRIPT: string;
declare const WIDGET_SCRIPT: string;

const drawn = (element: ReactElement, style: string): Drawn => ({ body: renderToStaticMarkup(element), style });

/** A notice has the page's own look, in the brand's colour. */
function noticeStyles({ brand }: Notice): string {
  const page = initialPage('landing');
  const color = /^#[0-9a-f]{6}$/i.test(brand.color ?? '') ? brand.color!.toLowerCase() : null;
  if (color === null) return pageStyles(page);
  return pageStyles({
    ...page,
    actionButton: { ...page.actionButton, FontSize: 19, BackgroundColor: color },
    styling: { ...page.styling, MaxWidth: 520 },
  });
}

/** What the server draws pages with: built by main/build.mjs into one file without dependencies. */
export const renderer: PageRenderer = {
  page: (kind, page, context) => drawn(<PageView kind={kind} page={page} context={context} />, pageStyles(page)),
  thanks: (kind, page, context) => drawn(<ThanksView kind={kind} page={page} context={context} />, pageStyles(page)),
  result: (page, context) => drawn(<ResultPage page={page} context={context} />, pageStyles(page)),
  notice: (notice) => drawn(<NoticeView notice={notice} />, noticeStyles(notice)),
  script: PAGE_SCRIPT,
  widget: WIDGET_SCRIPT,
};
