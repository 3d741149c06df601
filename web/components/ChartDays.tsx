import { useRef, useState } from 'react';
import { Link } from 'wouter';

interface Day {
  readonly key: string;
  /** Undefined: it leads nowhere. */
  readonly href: string | undefined;
  readonly label: string;
}

/**
 * The days of a chart for the keyboard: one stop, arrows from day to day, Enter opens the rows of one. The mouse goes
 * through to the bars.
 */
export function ChartDays({ label, days }: { readonly label: string; readonly days: readonly Day[] }) {
  const [chosen, setChosen] = useState(days.length - 1);
  const group = useRef<HTMLElement>(null);
  const current = Math.min(chosen, days.length - 1);
  const move = (key: string): number | null =>
    key === 'ArrowLeft' ? Math.max(0, current - 1)
    : key === 'ArrowRight' ? Math.min(days.length - 1, current + 1)
    : key === 'Home' ? 0
    : key === 'End' ? days.length - 1
    : null;
  return (
    <nav
      ref={group}
      className="days"
      aria-label={label}
      onKeyDown={(event) => {
        const next = move(event.key);
        if (next === null) return;
        event.preventDefault();
        setChosen(next);
        group.current?.querySelectorAll('a')[next]?.focus();
      }}
    >
      {days.map(({ key, href, label: words }, nth) => (
        <Link key={key} href={href ?? ''} aria-label={words} tabIndex={nth === current ? 0 : -1} />
      ))}
    </nav>
  );
}
