import { z } from 'zod';
import type { Aggregate } from '../kernel/decider.ts';
import { event, type EventOf } from '../kernel/event.ts';
import { sendingPolicyFields } from './fields.ts';

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
