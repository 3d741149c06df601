import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { UniqueIdClaim } from '../../domain/businesses/claims.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { tidyCode } from '../../domain/coupons/code.ts';
import { is } from '../../domain/kernel/event.ts';
import { BusinessId, CampaignId, TillId } from '../../domain/kernel/ids.ts';
import { TillOpened, TillPaired } from '../../domain/tills/events.ts';
import { tillFields } from '../../domain/tills/fields.ts';
import {
  closeTill as decideClosed,
  openTill as decideOpened,
  pairTill as decidePaired,
  Tills,
} from '../../domain/tills/till.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandOutcome, people } from '../kernel/caller.ts';
import { type Call, command, decision, question } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { publicAddress } from '../directory/public-address.ts';

const ownTills = ({ context }: Call) => {
  const desk = businessUserOf(context);
  return { ...desk, stream: streams.tills(desk.businessId) };
};

/** Makes a link that makes a device a till; the API answers its token. */
export const openTill = decision({
  input: z.object({ tillId: TillId, name: tillFields.name }),
  by: people,
  aggregate: Tills,
  at: ownTills,
  decide: ({ tillId, name }, tills, { businessId }) => decideOpened({ businessId, tillId, name }, tills),
});

/** From now on the link is good for nothing, on whatever device it is. */
export const closeTill = decision({
  input: z.object({ tillId: TillId }),
  by: people,
  aggregate: Tills,
  at: ownTills,
  decide: ({ tillId }, tills, { businessId }) => decideClosed({ businessId, tillId }, tills),
});

/** The till that a token makes of a device; null for one that is forged, another business's, or was taken back. */
export async function tillOf(
  world: CommandServices,
  businessId: BusinessId,
  token: string,
): Promise<{ readonly tillId: TillId; readonly name: string } | null> {
  const id = world.identifiers.idOf('till', token);
  if (id === null) return null;
  const tillId = TillId.parse(id);
  const till = stateOf(Tills, await world.events.read(streams.tills(businessId))).get(tillId);
  return till?.open === true ? { tillId, name: till.name } : null;
}
export const findTill = question(tillOf);

/** The tills of a business that are open, the newest first; with the token and the code that make a device one. */
export const listTills = question(async (world: CommandServices, businessId: BusinessId) => {
  const events = await world.events.read(streams.tills(businessId));
  const tills = stateOf(Tills, events);
  return events
    .filter((event) => is(event, TillOpened))
    .map(({ data: { tillId, name }, metadata }) => ({
      tillId,
      name,
      openedAt: metadata.occurredAt,
      token: world.identifiers.token('till', tillId),
      code: world.identifiers.tillCode(tillId, tills.get(tillId)?.paired ?? 0),
    }))
    .filter(({ tillId }) => tills.get(tillId)?.open === true)
    .reverse();
});

/** Makes a device a till by a code, which is used up by it; its token, null: no till that is open has this code. */
export const pairTill = command({
  input: z.object({ businessId: BusinessId, code: z.string().max(40) }),
  by: ['public'],
  async run({ world, context }, { businessId, code: typed }): Promise<CommandOutcome<string | null>> {
    const code = tidyCode(typed);
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    const agencyId = business.status === 'none' ? null : business.agencyId;
    const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId } });
    const { events } = await work.change({
      stream: streams.tills(businessId),
      aggregate: Tills,
      decide: (tills) =>
        decidePaired(
          { businessId, isCode: (tillId, paired) => tidyCode(world.identifiers.tillCode(tillId, paired)) === code },
          tills,
        ),
    });
    const paired = events.find((event) => is(event, TillPaired));
    return work.outcome(paired === undefined ? null : world.identifiers.token('till', paired.data.tillId));
  },
});

/** What a public page needs to know of a business. `url`: its brand's address, without a slash at the end. */
export async function shopOf(world: CommandServices, businessId: BusinessId) {
  const business = stateOf(Business, await world.events.read(streams.business(businessId)));
  if (business.status === 'none') return null;
  const { name, uniqueId, timezone, dateFormat, currency } = business;
  return {
    businessId,
    name,
    uniqueId,
    timezone,
    dateFormat,
    currency,
    works: business.status === 'active' && business.isActive,
    url: await publicAddress(world, business.agencyId),
  };
}
export const shop = question(shopOf);

/** The business of a public address; null: nobody's, or one that is closed. */
export const findShop = question(async (world: CommandServices, uniqueId: string) => {
  const claim = stateOf(UniqueIdClaim, await world.events.read(streams.uniqueIdClaim(uniqueId)));
  const found = claim.status === 'claimed' ? await shopOf(world, claim.businessId) : null;
  return found?.works === true ? found : null;
});

/** What a campaign lets people do with its coupons. */
export const terms = question(async (world: CommandServices, campaignId: string) => {
  const campaign = stateOf(Campaign, await world.events.read(streams.campaign(CampaignId.parse(campaignId))));
  return campaign.status === 'none' ? null : campaign.settings;
});
