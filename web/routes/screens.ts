import { type ComponentType, lazy } from 'react';
import { withTimeout } from '../core/with-timeout.ts';
import type { Route } from './routes.ts';

const screens = new Map<Route, ComponentType>();

/** A route's screen, loaded when it is first shown. */
export function screenOf(route: Route): ComponentType {
  let screen = screens.get(route);
  if (!screen) {
    screen = lazy(() => withTimeout(route.screen()));
    screens.set(route, screen);
  }
  return screen;
}

/** Loads a screen before anything is drawn: where it is there already, nothing else is shown in its place first. */
export async function prepare(route: Route): Promise<void> {
  screens.set(route, (await route.screen()).default);
}
