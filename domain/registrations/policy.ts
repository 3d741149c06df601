import { z } from 'zod';
import type { Aggregate } from '../kernel/decider.ts';
import { event, type EventOf } from '../kernel/event.ts';

/**
 * From this day on, numbers of the installation's own carrier account text to the US only once they are registered; null:
 * businesses that have begun no registration text as before.
 */
export const RegistrationPolicyChanged = event(
  'RegistrationPolicyChanged',
  1,
  z.object({ requiredFrom: z.iso.date().nullable() }),
);
export const registrationPolicyEvents = [RegistrationPolicyChanged] as const;
type PolicyEvent = EventOf<(typeof registrationPolicyEvents)[number]>;

/** What the operator asks of numbers. */
export interface RegistrationPolicy {
  readonly requiredFrom: string | null;
}
export const RegistrationPolicy: Aggregate<RegistrationPolicy, PolicyEvent> = {
  initial: { requiredFrom: null },
  evolve: (_policy, { data }) => ({ requiredFrom: data.requiredFrom }),
};

export const changePolicy = (given: RegistrationPolicy, policy: RegistrationPolicy): readonly PolicyEvent[] =>
  given.requiredFrom === policy.requiredFrom ? [] : [RegistrationPolicyChanged.create(given)];
