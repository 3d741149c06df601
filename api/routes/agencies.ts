import type { Route } from '../kernel/route.ts';

export const agencyRoutes: readonly Route[] = [];
