import { useMantineColorScheme } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from './texts.ts';
import { commands } from '../api/commands.ts';
import { useApp } from '../session/context.tsx';
import { watchActivity } from '../live/activity.ts';
import { useAppConfig } from '../session/brand.ts';
import { useProfile } from '../session/profile.tsx';
import { can } from '../session/rights.ts';
import { ActingBar } from './ActingBar.tsx';
import { Alerts } from './Alerts.tsx';
import { Announcer } from './Announcer.tsx';
import { Brand } from '../plain/Brand.tsx';
import { Dialogs } from './Dialogs.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';
import { menuFlags, menuFor } from './menu.ts';
import { Navigation, TabBar } from './Navigation.tsx';
import { useShortcuts } from './shortcuts.ts';
import { OfflineBar } from './OfflineBar.tsx';
import { TopBar } from './TopBar.tsx';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);
/** When the first screen has settled, milliseconds: from then on the palette opens before the next key is pressed. */
const palettePreload = 1200;
/** The screen is there with what it asked for. */
const hasSettled = (): boolean =>
  document.querySelector('main h1') !== null && document.querySelector('main .mantine-Skeleton-root') === null;

/**
 * What stands around every screen behind the sign-in: sidebar (a bar at the bottom at phone width), top bar, alerts,
 * dialogs, shortcuts. What differs by role is in `menu.ts` and `TopBar.tsx`.
 */
export function Layout({ children }: { readonly children: ReactNode }) {
  const profile = useProfile();
  const [path, go] = useLocation();
  const entries = useMemo(() => menuFor(profile.role, menuFlags(profile)), [profile]);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const act = useMemo(
    () => ({
      palette: () => {
        setPalette((open) => !open);
      },
      help: () => {
        setHelp(true);
      },
      go,
    }),
    [go],
  );
  useShortcuts(entries, act);
  const { client } = useApp();
  useEffect(() => watchActivity({ window, document, now: Date.now, say: () => commands.sayHere(client) }), [client]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        if (hasSettled()) void loadPalette().catch(() => undefined);
        else wait();
      }, palettePreload);
    };
    wait();
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const openHelp = useCallback(() => {
    setHelp(true);
  }, []);
  const openPalette = useCallback(() => {
    setPalette(true);
  }, []);
  // The appearance chosen on one device is the one on all; acting as somebody else, one's own stays.
  const { setColorScheme } = useMantineColorScheme();
  const scheme = profile.impersonator ? null : profile.settings.color_scheme;
  useEffect(() => {
    if (scheme !== null) setColorScheme(scheme);
  }, [scheme]); // eslint-disable-line react-hooks/exhaustive-deps -- the setter is another one on each render
  const account = profile.business?.name ?? profile.agency?.name ?? t('nav.operator');

  return (
    <div className={`bk-frame${profile.impersonator ? ' acting' : ''}`}>
      <a className="bk-skip" href="#main">
        {t('app.skip')}
      </a>
      <OfflineBar />
      <ActingBar />
      <div className="bk-shell">
        <aside className="bk-side" aria-label={t('nav.workspace')}>
          <div className="head">
            <Brand />
          </div>
          <Navigation entries={entries} path={path} />
          <TabBar entries={entries} path={path} />
          <div className="foot">
            <span className="business clip" title={account} dir="auto">
              {account}
            </span>
            <LiveIndicator />
          </div>
        </aside>
        <TopBar onPalette={openPalette} onShortcuts={openHelp} />
        <main id="main" className="bk-main" tabIndex={-1}>
          <SandboxNotice />
          {can(profile, 'manage') && <Alerts />}
          {children}
        </main>
      </div>
      {profile.role === 'Business' && can(profile, 'inbox') && <Announcer />}
      <Dialogs />
      <KeyboardHelp
        opened={help}
        onClose={() => {
          setHelp(false);
        }}
        entries={entries}
        role={profile.role}
      />
      {palette && (
        <Suspense>
          <Palette
            entries={entries}
            onClose={() => {
              setPalette(false);
            }}
            onHelp={openHelp}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Where texts and emails go while no carrier account is set up. */
function SandboxNotice() {
  const sandbox = useAppConfig()?.sandbox;
  if (!sandbox) return null;
  return (
    <div className="bk-sandbox" role="note">
      <span>{t('sandbox.text')}</span>{' '}
      <a href={sandbox.phone_url} target="_blank" rel="noreferrer">
        {t('sandbox.open')}
      </a>
    </div>
  );
}
