import type { Route } from '../kernel/route.ts';

export const identityRoutes: readonly Route[] = [];
