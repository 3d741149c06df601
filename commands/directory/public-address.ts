import type { AgencyId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { brandUrl } from '../../domain/whitelabels/redemption-url.ts';
import { Whitelabel } from '../../domain/whitelabels/whitelabel.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** The address under which the public finds an agency's businesses, without a slash at the end; null: the platform's own. */
export async function publicAddress(world: CommandServices, agencyId: string | null): Promise<string> {
  const place = {
    publicUrl: world.platform?.url ?? 'http://localhost',
    platformDomain: world.platform?.domain ?? 'localhost',
  };
  if (agencyId === null) return brandUrl(null, place);
  const { subdomain, domain } = stateOf(Whitelabel, await world.events.read(streams.whitelabel(agencyId as AgencyId)));
  return brandUrl(
    {
      domain: domain?.host ?? null,
      subdomain,
      vhostExists: domain?.proved === true && domain.pointsHere === true,
      certificateExists: domain?.certificate !== null && domain?.certificate !== undefined,
    },
    place,
  );
}
