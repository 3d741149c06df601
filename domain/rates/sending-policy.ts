import { z } from 'zod';
import type { Aggregate } from '../kernel/decider.ts';
import { event, type EventOf } from '../kernel/event.ts';

/**
 * What the operator lets go out that no one pays for. `unpriced`: what no price list covers. `withoutWallet`: what goes
 * beyond a plan that sells more, for a payer who has never had a wallet.
 */
export const sendingPolicyFields = {
  unpriced: z.enum(['send', 'hold']),
  withoutWallet: z.enum(['send', 'hold']),
} as const;

export const SendingPolicyChanged = event('SendingPolicyChanged', 1, z.object(sendingPolicyFields));
export const sendingPolicyEvents = [SendingPolicyChanged] as const;
type SendingPolicyEvent = EventOf<typeof SendingPolicyChanged>;

export type SendingPolicy = SendingPolicyEvent['data'];
export const SendingPolicy: Aggregate<SendingPolicy, SendingPolicyEvent> = {
  initial: { unpriced: 'send', withoutWallet: 'send' },
  evolve: (_policy, { data }) => data,
};

export const changeSendingPolicy = (command: SendingPolicy, policy: SendingPolicy): readonly SendingPolicyEvent[] =>
  command.unpriced === policy.unpriced && command.withoutWallet === policy.withoutWallet ?
    []
  : [SendingPolicyChanged.create(command)];
