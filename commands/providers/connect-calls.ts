import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { E164 } from '../../domain/sms/values.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { accountFor, asking } from './numbers.ts';

/**
 * Has the carrier ask here what to do with calls to a number. Only businesses that want it: until then a number rings
 * wherever its owner pointed it. Throws `provider_refused` or `provider_unavailable`.
 */
export async function connectCalls(world: CommandServices, business: ExistingBusiness, number: E164): Promise<void> {
  const { numbers, inboundSmsUrl } = world;
  if (numbers === undefined || inboundSmsUrl === undefined) return;
  const { account } = await accountFor(world, business);
  const voiceUrl = inboundSmsUrl.replace(/inbound$/, 'voice');
  if (await asking('forwardTo', () => numbers.connectCalls(account, number, voiceUrl))) return;
  const message = 'The carrier account in the settings doesn’t hold this number. Enter the account that does.';
  throw new DomainError('provider_refused', message, { forwardTo: [message] });
}
