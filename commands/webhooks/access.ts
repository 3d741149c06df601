import { DomainError } from '../../domain/kernel/errors.ts';
import type { WebhookEndpointId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import type { Call } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** The stream of an endpoint of the business that someone is at. A program can't look after endpoints. */
export function ownEndpoint({ world, context }: Call, { endpointId }: { readonly endpointId: WebhookEndpointId }) {
  const { actor } = context.caller;
  if (actor.kind === 'user' && actor.apiKeyId !== undefined)
    throw new DomainError('forbidden', 'An API key can’t look after webhook endpoints.');
  return { ...businessUserOf(context), now: world.now(), stream: streams.webhookEndpoint(endpointId) };
}

/** What is sent to an endpoint is signed with this: 32 bytes, kept nowhere, made of the installation's secret each time. */
export const signingSecretOf = (
  { identifiers }: Pick<CommandServices, 'identifiers'>,
  endpointId: string,
  generation: number,
): string => {
  const half = (nth: string) => identifiers.digest('webhook-endpoint', endpointId, String(generation), nth);
  return `whsec_${Buffer.from(half('0') + half('1'), 'hex').toString('base64')}`;
};
