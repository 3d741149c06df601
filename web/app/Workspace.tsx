import '../theme/library.css';
import '../components/components.css';
import '../shell/shell.css';
import '../screens/public/public.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { SWRConfig } from 'swr';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { ApiError } from '../api/errors.ts';
import { isAborted } from '../api/errors.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Splash } from '../plain/Splash.tsx';
import { Toaster } from '../components/Toaster.tsx';
import { brandOf } from '../session/config.ts';
import { ProfileProvider, useSessionState } from '../session/profile.tsx';
import { useForeignNumbers } from '../format/foreignNumbers.ts';
import { cssVariables, themeFor } from '../theme/theme.ts';
import { Blocked } from '../shell/Blocked.tsx';
import { Forbidden } from '../screens/public/Forbidden.tsx';
import { NotFound } from '../screens/public/NotFound.tsx';
import { ScreenFailed } from '../screens/public/ScreenFailed.tsx';
import { useConfigOrNothing, useToken } from '../session/context.tsx';
import { guard } from '../session/guard.ts';
import { HasNavigated } from '../core/has-navigated.ts';
import { RouteParams } from '../session/params.ts';
import { routes } from '../routes/routes.ts';
import { screenOf } from '../routes/screens.ts';

const SetUpTwoStep = lazy(() => import('../screens/profile/SetUpTwoStep.tsx'));
const Shell = lazy(() => import('../shell/Shell.tsx'));

const colorSchemes = localStorageColorSchemeManager({ key: 'color_scheme' });

/** Tries of a failed read: not where the answer was a clear no. */
const retry = (error: unknown): boolean =>
  !isAborted(error) && ((error as ApiError).status === 0 || (error as ApiError).status >= 500);

/** All but a guest's own screens, dressed in the component library under the tenant's colour. */
export default function Workspace() {
  const color = brandOf(useConfigOrNothing()?.color ?? null);
  const theme = useMemo(() => themeFor(color), [color]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <Toaster />
      <Cached />
    </MantineProvider>
  );
}

/** One cache per session: nothing of the last user is left for the next, nor of the main account for the one it acts as. */
function Cached() {
  const token = useToken();
  return (
    <SWRConfig
      key={token ?? 'guest'}
      value={{
        provider: () => new Map(),
        dedupingInterval: 400,
        focusThrottleInterval: 10_000,
        errorRetryCount: 4,
        shouldRetryOnError: retry,
      }}
    >
      <Router />
    </SWRConfig>
  );
}

function Router() {
  useForeignNumbers();
  const [path] = useLocation();
  const search = useSearch();
  const state = useSessionState();
  const [first] = useState(path);
  const [navigated, setNavigated] = useState(false);
  useEffect(() => {
    if (path !== first) setNavigated(true);
  }, [path, first]);

  const profile = state.kind === 'in' ? state.profile : null;
  const decision = useMemo(() => guard(routes, { path, search }, profile), [path, search, profile]);
  if (state.kind === 'checking') return <Splash framed />;
  if (state.kind === 'unreachable')
    return (
      <main>
        <ErrorState error={state.error} onRetry={state.retry} />
      </main>
    );
  if (profile?.must_set_up_second_factor)
    return (
      <ProfileProvider profile={profile}>
        <Suspense fallback={<Splash />}>
          <SetUpTwoStep />
        </Suspense>
      </ProfileProvider>
    );
  // One redirect may lead to the next: each is a component of its own.
  if (decision.kind === 'go') return <Redirect key={decision.to} to={decision.to} replace />;
  // A wrong address within the workspace keeps what is around it: the way on is one press away.
  if (decision.kind === 'notFound' && state.kind === 'in' && /^\/(?:business|agency|admin)(?:\/|$)/.test(path))
    return (
      <ProfileProvider profile={profile}>
        <Suspense fallback={<Splash framed />}>
          <Shell token={state.token}>
            <NotFound path={path} inShell />
          </Shell>
        </Suspense>
      </ProfileProvider>
    );
  if (decision.kind === 'notFound')
    return (
      <ProfileProvider profile={profile}>
        <NotFound path={path} />
      </ProfileProvider>
    );
  if (decision.kind === 'blocked')
    return (
      <ProfileProvider profile={profile}>
        <Blocked why={decision.why} />
      </ProfileProvider>
    );

  const Screen = decision.kind === 'forbidden' ? Forbidden : screenOf(decision.route);
  const inShell =
    decision.kind === 'forbidden' || (decision.route.role !== 'public' && decision.route.role !== 'guest');
  const screen = (
    <RouteParams value={decision.kind === 'forbidden' ? {} : decision.params}>
      <Boundary key={path}>
        <Suspense fallback={<Splash inShell={inShell} />}>
          <Screen />
        </Suspense>
      </Boundary>
    </RouteParams>
  );
  return (
    <HasNavigated value={navigated}>
      <ProfileProvider profile={profile}>
        {inShell && state.kind === 'in' ?
          <Suspense fallback={<Splash framed />}>
            <Shell token={state.token}>{screen}</Shell>
          </Suspense>
        : screen}
      </ProfileProvider>
    </HasNavigated>
  );
}

/** Catches what a screen throws, or that it could not be loaded: the rest of the application goes on. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    console.error(error);
  }
  override render() {
    return this.state.failed ? <ScreenFailed /> : this.props.children;
  }
}
