import type { World } from '../kernel.ts';
import type { Commands } from '../types.ts';
import { impersonation } from './impersonation.ts';
import { passwordCommands } from './password.ts';
import type { Passwords } from './passwords.ts';
import { profileCommands } from './profile.ts';
import { register } from './register.ts';
import { signing } from './sign-in.ts';

export const identity = (world: World, passwords: Passwords): Commands['identity'] => ({
  registerUser: register(world, passwords),
  ...signing(world, passwords),
  ...passwordCommands(world, passwords),
  ...profileCommands(world, passwords),
  ...impersonation(world),
});
