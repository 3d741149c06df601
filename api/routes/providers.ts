import type { Route } from '../kernel/route.ts';

export const providerRoutes: readonly Route[] = [];
