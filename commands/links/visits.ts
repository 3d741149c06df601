import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { LinkNumber, LinkSource, ScannerReason } from '../../domain/links/fields.ts';
import { click, countVisits, Link, Once } from '../../domain/links/link.ts';
import { streams } from '../../domain/streams.ts';
import { decision, question } from '../kernel/command.ts';

const link = { number: LinkNumber, businessId: BusinessId, source: LinkSource };
const tenantOf = ({ context }: { readonly context: { readonly caller: { readonly tenant: TenantOf } } }) =>
  context.caller.tenant;
type TenantOf = { readonly agencyId: string | null; readonly businessId: string | null };

/** Where a link leads, and whose it is; null: there is none. Asked for every visit, so what is known is kept. */
export const linkTarget = question(async (world, number: number) => {
  if (!LinkNumber.safeParse(number).success) return null;
  const known = await world.loadState(streams.link(number), Link);
  if (known.status === 'none') return null;
  const business = await world.loadState(streams.business(known.businessId), Business);
  if (business.status === 'none') return null;
  const { url, businessId, source, trap } = known;
  const { agencyId, name } = business;
  return { number, url, businessId, agencyId, source, trap, businessName: name, open: business.status === 'active' };
});

/** A person followed a link. Of the same contact and link this is said once, however often it is told. */
export const recordClick = decision({
  input: z.object({ ...link, contactId: ContactId, clickedAt: z.iso.datetime() }),
  by: ['system'],
  aggregate: Once,
  at: (call, { number, contactId }) => ({
    stream: streams.linkClick(number, contactId),
    tenant: tenantOf(call),
    // Mostly it is the first time: another is found by the conflict.
    seen: [],
  }),
  decide: click,
});

/** What was gathered of a link's visits. `countId` is the gatherer's: tried again, it is counted once. */
export const countLinkVisits = decision({
  input: z.object({
    countId: z.uuid(),
    ...link,
    people: z.number().int().min(0),
    scanners: z.array(z.object({ reason: ScannerReason, count: z.number().int().min(1) })),
  }),
  by: ['system'],
  aggregate: Once,
  at: (call, { countId }) => ({ stream: streams.linkVisits(countId), tenant: tenantOf(call), seen: [] }),
  decide: countVisits,
});
