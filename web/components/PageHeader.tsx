import { type ReactNode, useEffect, useRef } from 'react';
import { useHasNavigated } from '../core/has-navigated.ts';
import { useTitle } from '../session/title.ts';

/** A screen's title (its only h1), a line beside it, and its actions. The title takes the focus after navigation. */
export function PageHeader({
  title,
  meta,
  children,
}: {
  readonly title: string;
  readonly meta?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="bk-pagehead">
      <PageTitle title={title} />
      {meta !== undefined && <span className="meta">{meta}</span>}
      {children !== undefined && <div className="actions">{children}</div>}
    </div>
  );
}

/** After so long a dialog that led to this screen is gone, ms. */
const dialogGoneMs = 400;
/** A dialog that opened over a screen that comes late keeps the focus (the palette, say), and so does a form's first field. */
function focusUnlessTaken(heading: HTMLElement | null): boolean {
  const focused = document.activeElement;
  if (focused?.closest('[role="dialog"]') != null) return false;
  if (focused?.closest('main form') == null) heading?.focus({ preventScroll: true });
  return true;
}

/** The h1 alone, for screens with a header of their own. */
export function PageTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigated = useHasNavigated();
  useTitle(title);
  useEffect(() => {
    if (!navigated) return undefined;
    if (focusUnlessTaken(heading.current)) return undefined;
    const timer = setTimeout(() => {
      focusUnlessTaken(heading.current);
    }, dialogGoneMs);
    return () => {
      clearTimeout(timer);
    };
  }, [navigated]);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {title}
    </h1>
  );
}
