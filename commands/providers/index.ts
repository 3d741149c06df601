import type { Commands } from '../types.ts';
import type { World } from '../kernel.ts';
import { acquireNumber, searchNumbers } from './numbers.ts';
import { configureProvider } from './configure.ts';

export const providers = (world: World): Commands['providers'] => ({
  configure: configureProvider(world),
  searchNumbers: searchNumbers(world),
  acquireNumber: acquireNumber(world),
});
