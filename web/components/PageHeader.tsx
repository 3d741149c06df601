import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigated } from '../app/navigated.ts';
import { useTitle } from '../app/title.ts';

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

/** The h1 alone, for screens with a header of their own. */
export function PageTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigated = useNavigated();
  useTitle(title);
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [navigated]);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {title}
    </h1>
  );
}
