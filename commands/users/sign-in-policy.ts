import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { FactorRequirement, type Role } from '../../domain/users/fields.ts';
import { changePolicy, needsSecondFactor, SignInPolicy } from '../../domain/users/sign-in-policy.ts';
import { streams } from '../../domain/streams.ts';
import { platform } from '../kernel/caller.ts';
import { decision, question } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';

/** Holds from the next sign-in of each person. */
export const changeSignInPolicy = decision({
  input: z.object({ secondFactorFor: FactorRequirement }),
  by: platform,
  aggregate: SignInPolicy,
  at: () => ({ stream: streams.signInPolicy(), tenant: platformTenant }),
  decide: changePolicy,
});

const policyOf = async (world: Pick<CommandServices, 'events'>): Promise<SignInPolicy> =>
  stateOf(SignInPolicy, await world.events.read(streams.signInPolicy()));

export const signInPolicy = question(policyOf);

/** Whether someone of this role has to have a second factor. */
export const isFactorRequired = async (world: Pick<CommandServices, 'events'>, role: Role): Promise<boolean> =>
  needsSecondFactor(await policyOf(world), role);

export const secondFactorRequired = question(isFactorRequired);
