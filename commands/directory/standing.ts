import { Agency, type ExistingAgency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import type { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { isForSale, Plans } from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import { type Standing, standing } from '../../domain/subscriptions/standing.ts';
import { Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { question } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/**
 * How a tenant stands, from the streams: of a business (through its agency, if it has one), or of an agency. What was
 * read before is kept: only what came since is read again.
 */
export const standingOf = question((world: CommandServices, tenant: Tenant) => standingFor(world, tenant));

/** An agency with what it has bought besides what it was given by hand: what it can give to its businesses. */
export async function withBought(world: CommandServices, agency: ExistingAgency): Promise<ExistingAgency> {
  const { agencyId } = agency;
  const { ofPayer } = await standingFor(world, { agencyId, businessId: null });
  return { ...agency, isActiveLivechat: ofPayer.livechat, isActiveLoop: ofPayer.loop };
}

export async function standingFor(world: CommandServices, { agencyId, businessId }: Tenant): Promise<Standing> {
  const { loadState } = world;
  const payerId = (agencyId ?? businessId) as AgencyId | BusinessId | null;
  const [agency, business, account, plans] = await Promise.all([
    agencyId === null ? null : loadState(streams.agency(agencyId as AgencyId), Agency),
    businessId === null ? null : loadState(streams.business(businessId as BusinessId), Business),
    payerId === null ? Subscriptions.initial : loadState(streams.subscriptions(payerId), Subscriptions),
    loadState(streams.plans(agencyId === null ? 'business' : 'agency'), Plans),
  ]);
  return standing(
    {
      agency: agency === null || agency.status === 'none' ? null : agency,
      business:
        business === null || business.status === 'none' ? null : { ...business, hasNumber: business.number !== null },
      subscriptions: account.all.values(),
      trialEndsAt: account.trialEndsAt,
      isA2pForSale: isForSale('a2p', plans),
    },
    world.now(),
    (world.payments ?? null) !== null,
  );
}
