import { routeOf } from '../session/guard.ts';
import { routes } from '../routes/routes.ts';

/** The application behind the sign-in. */
export const loadWorkspace = () => import('./Workspace.tsx');

/**
 * Begins to load the workspace and what a path shows in it, all at once: on a slow line each step of waiting for one
 * part before the next is asked for costs a round trip.
 */
export function foresee(path: string | null): void {
  const found = path === null ? null : routeOf(routes, path);
  const parts = [loadWorkspace, () => import('../shell/Shell.tsx'), ...(found ? [found.route.screen] : [])];
  for (const load of parts) load().catch(() => undefined);
}
