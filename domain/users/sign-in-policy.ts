import type { Aggregate } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { SignInPolicyChanged } from './events.ts';
import type { FactorRequirement, Role } from './fields.ts';

type SignInPolicyEvent = EventOf<typeof SignInPolicyChanged>;
/** What the operator asks of those who sign in. */
export interface SignInPolicy {
  readonly secondFactorFor: FactorRequirement;
}
export const SignInPolicy: Aggregate<SignInPolicy, SignInPolicyEvent> = {
  initial: { secondFactorFor: 'none' },
  evolve: (_policy, { data }) => ({ secondFactorFor: data.secondFactorFor }),
};

export const changePolicy = (command: SignInPolicy, policy: SignInPolicy): readonly SignInPolicyEvent[] =>
  command.secondFactorFor === policy.secondFactorFor ? [] : [SignInPolicyChanged.create(command)];

const asked: Readonly<Record<FactorRequirement, readonly Role[]>> = {
  none: [],
  admins: ['Admin'],
  operators: ['Admin', 'Agency'],
  all: ['Admin', 'Agency', 'Business'],
};
export const needsSecondFactor = ({ secondFactorFor }: SignInPolicy, role: Role): boolean =>
  asked[secondFactorFor].includes(role);
