import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import type { Aggregate } from '../kernel/decider.ts';
import { Payer } from '../payments/payer.ts';

/** An account, an agency or a business, chose whether its owner gets the checkpoint of each day by email. */
export const CheckpointEmailsSwitched = event(
  'CheckpointEmailsSwitched',
  1,
  z.object({ account: Payer, isOn: z.boolean() }),
);
export const checkpointEmailEvents = [CheckpointEmailsSwitched] as const;
type CheckpointEmailEvent = EventOf<(typeof checkpointEmailEvents)[number]>;

/** On until an account chooses otherwise: someone who needs a witness learns it too late. */
export const CheckpointEmails: Aggregate<{ readonly isOn: boolean }, CheckpointEmailEvent> = {
  initial: { isOn: true },
  evolve: (_, { data: { isOn } }) => ({ isOn }),
};

/** What is so already is no news. */
export const switchCheckpointEmails = (
  { account, isOn }: CheckpointEmailEvent['data'],
  before: { readonly isOn: boolean },
): readonly CheckpointEmailEvent[] =>
  before.isOn === isOn ? [] : [CheckpointEmailsSwitched.create({ account, isOn })];
