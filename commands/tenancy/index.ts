import type { World } from '../kernel.ts';
import type { Commands } from '../types.ts';
import { agencyCommands } from './agencies.ts';
import { businessCommands } from './businesses.ts';
import { businessMakers } from './create-business.ts';

/** What operators do with agencies and businesses, and what those change of themselves. */
export const tenancy = (world: World, identity: Commands['identity']): Commands['tenancy'] => ({
  ...agencyCommands(world, identity),
  ...businessCommands(world, identity),
  ...businessMakers(world, identity),
});
