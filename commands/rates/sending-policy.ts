import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { sendingPolicyFields } from '../../domain/rates/fields.ts';
import { changeSendingPolicy as change, SendingPolicy } from '../../domain/rates/sending-policy.ts';
import { streams } from '../../domain/streams.ts';
import { platform } from '../kernel/caller.ts';
import { decision, question } from '../kernel/command.ts';

/** Holds for what goes out from a minute later on. */
export const changeSendingPolicy = decision({
  input: z.object(sendingPolicyFields),
  by: platform,
  aggregate: SendingPolicy,
  at: () => ({ stream: streams.sendingPolicy(), tenant: platformTenant }),
  decide: change,
});
export const sendingPolicy = question((world) => world.loadState(streams.sendingPolicy(), SendingPolicy));
