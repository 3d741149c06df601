import type { Route } from '../kernel/route.ts';

export const whitelabelRoutes: readonly Route[] = [];
