import type { Route } from '../kernel/route.ts';

export const businessRoutes: readonly Route[] = [];
