import { exact } from '../format/date.ts';
import { useDateStyle } from '../session/profile.tsx';

/** A time as its screen writes it, with the exact instant on hover. */
export function Instant({
  at,
  children,
  className,
}: {
  readonly at: string;
  readonly children: string;
  readonly className?: string;
}) {
  const style = useDateStyle();
  return (
    <time dateTime={at} title={exact(at, style)} className={className}>
      {children}
    </time>
  );
}
