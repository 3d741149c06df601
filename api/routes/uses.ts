import { useCalls } from '../contract/uses.ts';
import { route } from '../kernel/route.ts';
import { usedOf } from '../kernel/uses.ts';

export const useRoutes = [
  route(useCalls['GET /uses'], async (call) => ({
    data: (await usedOf(call)).map(({ uses, ...used }) => ({ ...used, uses: [...uses] })),
  })),
];
