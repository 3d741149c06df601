import { Link } from 'wouter';

export interface TabLink { readonly href: string; readonly label: string }

/** Tabs that are addresses: each can be opened on its own, and Back goes to the one before. */
export function TabLinks({ label, tabs, current }: { readonly label: string; readonly tabs: readonly TabLink[]; readonly current: string }) {
  return (
    <nav className="bk-tablinks" aria-label={label}>
      {tabs.map((tab) => <Link key={tab.href} href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>{tab.label}</Link>)}
    </nav>
  );
}
