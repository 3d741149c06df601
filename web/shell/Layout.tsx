import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { IconAddressBook, IconBell, IconLayoutDashboard, IconMessages, type TablerIcon } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { badge } from '../format/number.ts';
import { useUnread } from '../live/unread.ts';
import { t } from '../messages/translate.ts';
import { useAppConfig, useProfile } from '../session/profile.tsx';
import { Announcer } from './Announcer.tsx';
import { Brand } from './Brand.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';
import { activeEntry, menuFor, type MenuEntry, type MenuIcon } from './menu.ts';
import { useShortcuts } from './shortcuts.ts';
import { TopBar } from './TopBar.tsx';

const Palette = lazy(() => import('./Palette.tsx'));
const icons: Readonly<Record<MenuIcon, TablerIcon>> = { dashboard: IconLayoutDashboard, message: IconMessages, contacts: IconAddressBook, notifications: IconBell };

/** What stands around every screen of a business: sidebar (a bar at the bottom at phone width), top bar, notices, shortcuts. */
export function BusinessLayout({ children }: { readonly children: ReactNode }) {
  const profile = useProfile();
  const [path, go] = useLocation();
  const entries = useMemo(() => menuFor(profile.role, {}), [profile.role]);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const act = useMemo(() => ({ palette: () => { setPalette((open) => !open); }, help: () => { setHelp(true); }, go }), [go]);
  useShortcuts(entries, act);
  const openHelp = useCallback(() => { setHelp(true); }, []);
  const openPalette = useCallback(() => { setPalette(true); }, []);
  const active = activeEntry(entries, path);

  return (
    <div className="bk-shell">
      <a className="bk-skip" href="#main">{t('app.skip')}</a>
      <aside className="bk-side" aria-label={t('nav.workspace')}>
        <div className="head"><Brand /></div>
        <Navigation entries={entries} active={active} />
        <div className="foot">
          <span className="business clip" title={profile.business?.name}>{profile.business?.name}</span>
          <LiveIndicator />
        </div>
      </aside>
      <TopBar onPalette={openPalette} onShortcuts={openHelp} />
      <main id="main" className="bk-main" tabIndex={-1}>
        <SandboxNotice />
        {children}
      </main>
      <Announcer />
      <KeyboardHelp opened={help} onClose={() => { setHelp(false); }} entries={entries} />
      {palette && <Suspense><Palette entries={entries} onClose={() => { setPalette(false); }} onHelp={openHelp} /></Suspense>}
    </div>
  );
}

function Navigation({ entries, active }: { readonly entries: readonly MenuEntry[]; readonly active: MenuEntry | null }) {
  const { unread, notifications } = useUnread();
  const counts = { unread, notifications };
  return (
    <nav className="bk-nav" aria-label={t('nav.main')}>
      {entries.map((entry) => {
        const Icon = icons[entry.icon];
        const count = entry.badge === null ? 0 : counts[entry.badge];
        return (
          <Link key={entry.name} href={entry.path} className="bk-navlink" aria-current={entry === active ? 'page' : undefined}>
            <Icon size={19} stroke={1.7} aria-hidden /><span className="label">{t(entry.label)}</span>
            {count > 0 && <span className={`bk-count${entry.badge === 'unread' ? '' : ' quiet'}`}>{badge(count)}<span className="sr-only"> {t('notifications.unread')}</span></span>}
          </Link>
        );
      })}
    </nav>
  );
}

/** Where texts go while no carrier account is set up. */
function SandboxNotice() {
  const sandbox = useAppConfig()?.sandbox;
  if (!sandbox) return null;
  return (
    <div className="bk-sandbox" role="note">
      <span>{t('sandbox.text')}</span> <a href={sandbox.phone_url} target="_blank" rel="noreferrer">{t('sandbox.open')}</a>
    </div>
  );
}
