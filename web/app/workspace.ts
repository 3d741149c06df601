import { routeOf } from './guard.ts';
import { routes } from './routes.ts';

/** The application behind the sign-in. Loaded by a name, so that whoever foresees it can begin early. */
export const loadWorkspace = () => import('./Workspace.tsx');
export const loadShell = () => import('../shell/Shell.tsx');

/** Begins to load what a path needs, all at once: on a slow line each step of waiting for one part before the next is asked for costs a round trip. */
export function foresee(path: string): void {
  const found = routeOf(routes, path)?.route;
  for (const load of [loadWorkspace, loadShell, ...(found ? [found.screen] : [])]) load().catch(() => undefined);
}
