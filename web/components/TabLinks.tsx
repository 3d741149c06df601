import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

export interface TabLink {
  readonly href: string;
  readonly label: string;
}

/**
 * Tabs that are addresses: each can be opened on its own, and Back goes to the one before. The open one is brought into
 * sight where they don't fit.
 */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly TabLink[];
  readonly current: string;
}) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row.current && open)
      row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} className="bk-tablinks" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
