import type { Route } from '../kernel/route.ts';

export const userRoutes: readonly Route[] = [];
