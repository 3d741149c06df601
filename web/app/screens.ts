import { type ComponentType, lazy } from 'react';
import { within } from './late.ts';
import type { Route } from './routes.ts';

const screens = new Map<Route, ComponentType>();

/** A route's screen, loaded when it is first shown. */
export function screenOf(route: Route): ComponentType {
  let screen = screens.get(route);
  if (!screen) {
    screen = lazy(() => within(route.screen()));
    screens.set(route, screen);
  }
  return screen;
}
