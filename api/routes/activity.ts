import type { Route } from '../kernel/route.ts';

export const activityRoutes: readonly Route[] = [];
