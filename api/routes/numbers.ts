import type { Route } from '../kernel/route.ts';

export const numberRoutes: readonly Route[] = [];
