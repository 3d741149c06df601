import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { latestPayloadVersion } from '../../domain/webhooks/fields.ts';
import { context, id } from './names.ts';

/** Two programs of a shop hear of what happens: one takes it, one is down. */
export async function listenForEvents(
  { webhooks }: Pick<Commands, 'webhooks'>,
  sandboxUrl: string,
  { agencyId, businessId, email }: { readonly agencyId: string; readonly businessId: string; readonly email: string },
  since: Date,
): Promise<readonly { readonly position: bigint | null }[]> {
  const by = (purpose: string): CommandContext => ({
    ...context(purpose, email),
    caller: {
      role: 'business',
      actor: { kind: 'user', userId: id('user', email), impersonatorId: null },
      tenant: { agencyId, businessId },
    },
  });
  const endpoint = (program: string) => ({
    endpointId: id('webhook-endpoint', `${program}:${email}`),
    url: `${sandboxUrl}/programs/${program}`,
    version: latestPayloadVersion,
    held: 0,
  });
  return [
    await webhooks.create(by('webhooks-warehouse'), {
      ...endpoint('warehouse'),
      description: 'Data warehouse',
      types: ['contact.opted_in', 'contact.opted_out', 'coupon.redeemed'],
      since: since.toISOString(),
    }),
    await webhooks.create(by('webhooks-till'), {
      ...endpoint('old-till'),
      description: 'Till of the old counter',
      types: ['coupon.issued'],
      since: since.toISOString(),
    }),
  ];
}
