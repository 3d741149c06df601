import { lazy, Suspense, useMemo } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { Splash } from '../plain/Splash.tsx';
import { ApplicationProvider, useConfigOrNothing, useToken } from '../session/context.tsx';
import { guard, routeOf } from '../session/guard.ts';
import { RouteParams } from '../session/params.ts';
import { routes } from '../routes/routes.ts';
import { screenOf } from '../routes/screens.ts';
import { Prefetch } from '../core/prefetch.ts';
import { foresee, loadWorkspace } from './workspace.ts';

/** Everything that is not a guest's, with the component library: loaded when it is needed. */
const Workspace = lazy(loadWorkspace);

const foreseeSignIn = () => {
  foresee(null);
};

export function App() {
  return (
    <ApplicationProvider>
      <Branded />
    </ApplicationProvider>
  );
}

/**
 * Nothing is painted before it is known under whose brand: no tenant's customer sees the platform's for a moment. A
 * guest's own screens (sign-in and passwords) stand here by themselves, light, without the component library; all
 * others stand in the workspace, but for public ones that say so of themselves (`alone`).
 */
function Branded() {
  const config = useConfigOrNothing();
  const token = useToken();
  const [path] = useLocation();
  const search = useSearch();
  const decision = useMemo(
    () => (token === null ? guard(routes, { path, search }, null) : null),
    [token, path, search],
  );
  const alone = useMemo(() => {
    const found = routeOf(routes, path.length > 1 ? path.replace(/\/+$/, '') : path);
    return found?.route.alone === true ? found : null;
  }, [path]);
  if (config === null) return null;
  if (alone !== null) {
    const Screen = screenOf(alone.route);
    return (
      <Prefetch value={foreseeSignIn}>
        <RouteParams value={alone.params}>
          <Suspense fallback={<Splash />}>
            <Screen />
          </Suspense>
        </RouteParams>
      </Prefetch>
    );
  }
  if (decision?.kind === 'go') return <Redirect to={decision.to} replace />;
  if (decision?.kind === 'show' && decision.route.role === 'guest') {
    const Screen = screenOf(decision.route);
    return (
      <Prefetch value={foreseeSignIn}>
        <RouteParams value={decision.params}>
          <Suspense fallback={<Splash />}>
            <Screen />
          </Suspense>
        </RouteParams>
      </Prefetch>
    );
  }
  return (
    <Suspense fallback={<Splash framed={token !== null} />}>
      <Workspace />
    </Suspense>
  );
}
