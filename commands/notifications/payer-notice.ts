import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { billRecipients } from '../directory/billing-contact.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { type Notice, tell } from './notice.ts';
import { emailPeople } from './owner-email.ts';

export const tenantOf = ({ kind, id }: Payer): Tenant => ({
  agencyId: kind === 'agency' ? id : null,
  businessId: kind === 'business' ? id : null,
});

/** Tells the people of a payer in the product, and by email who gets its bills: it can't wait for a sign-in. */
export async function tellPayer(
  world: CommandServices,
  context: CommandContext,
  payer: Payer,
  { of, kind, title, content, link }: Pick<Notice, 'of' | 'kind' | 'title' | 'content' | 'link'>,
): Promise<CommandOutcome<undefined>> {
  const tenant = tenantOf(payer);
  const told = await tell(world, context, tenant, [
    { of, kind, title, content, link, audience: payer.kind, targetId: payer.id },
  ]);
  const [agencyId, found] =
    payer.kind === 'agency' ?
      [AgencyId.parse(payer.id), await world.loadState(streams.agency(AgencyId.parse(payer.id)), Agency)]
    : [null, await world.loadState(streams.business(BusinessId.parse(payer.id)), Business)];
  const ownerId = found.status === 'none' ? null : found.ownerId;
  const email = { of, kind: 'billing' as const, title, content, link };
  const recipients = await billRecipients(world, payer.id, ownerId);
  return (await emailPeople(world, context, { tenant, agencyId }, recipients, email)) ?? told;
}
