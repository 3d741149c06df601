import { hostName, placeOf, type PlatformHosts, platformHosts } from '../../domain/whitelabels/hosts.ts';
import type { ReadModels } from '../../projections/read-models.ts';
import type { WhitelabelView } from '../../projections/whitelabels/queries.ts';
import type { AppConfig } from '../contract/whitelabels.ts';
import type { ApiConfig } from '../dependencies.ts';

/**
 * How long an answer about a host is given again, in ms: short, so that a changed brand shows at once, and long enough
 * for a page and its calls.
 */
const freshMs = 2_000;
/** Host headers are anybody's to invent: no more than this many are remembered. */
const maxHosts = 1_000;

export interface Brands {
  readonly platform: PlatformHosts;
  /**
   * What the application is called and looks like on a host. `host` may be anything that came in a header: it is looked
   * up and never shown. Unknown: the platform's own.
   */
  configOf(host: string | undefined): Promise<AppConfig>;
  /** Whose brand a host shows: an agency's id, null: the platform's. */
  agencyOf(host: string | undefined): Promise<string | null>;
}

interface Known {
  readonly config: AppConfig;
  readonly agencyId: string | null;
}

/** The brands by host name, for GET /config and for the page itself. */
export function createBrands({
  readModels,
  config,
  now,
}: {
  readonly readModels: Pick<ReadModels, 'whitelabelByHost'>;
  readonly config: ApiConfig;
  readonly now: () => Date;
}): Brands {
  const platform = platformHosts(config.publicUrl, config.platformDomain ?? null);
  const sandbox =
    config.sandbox === null ? null : { phone_url: config.sandbox.phoneUrl, inbox_url: config.sandbox.inboxUrl };
  const own: AppConfig = {
    name: config.name,
    logo: null,
    favicon: null,
    color: null,
    custom_domain: null,
    subdomain: null,
    support_email: null,
    whitelabel: null,
    sandbox,
  };
  const remembered = new Map<string, { readonly at: number; readonly answer: Promise<Known> }>();

  const branded = (view: WhitelabelView): AppConfig => {
    const name = view.name ?? view.agencyName;
    const favicon = view.faviconVariants['180'] ?? view.favicon;
    return {
      name,
      logo: view.logo,
      favicon,
      color: view.color,
      custom_domain: view.domain,
      subdomain: view.subdomain,
      support_email: view.supportEmail,
      whitelabel: { domain: view.domain ?? `${view.subdomain}.${platform.domain}`, favicon, name },
      sandbox,
    };
  };

  const platforms: Known = { config: own, agencyId: null };
  async function lookUp(host: string): Promise<Known> {
    const place = placeOf(host, platform);
    if (place.kind === 'platform') return platforms;
    const view = await readModels.whitelabelByHost(
      place.kind === 'subdomain' ?
        { domain: host, subdomain: place.subdomain }
      : { domain: place.domain, subdomain: null },
    );
    return view === null ? platforms : { config: branded(view), agencyId: view.id };
  }

  function known(given: string | undefined): Promise<Known> {
    const host = hostName(given);
    if (host === null) return Promise.resolve(platforms);
    const at = now().getTime();
    const found = remembered.get(host);
    if (found !== undefined && Math.abs(at - found.at) < freshMs) return found.answer;
    const answer = lookUp(host);
    remembered.delete(host);
    remembered.set(host, { at, answer });
    answer.catch(() => remembered.delete(host));
    if (remembered.size > maxHosts) remembered.delete(remembered.keys().next().value!);
    return answer;
  }

  return {
    platform,
    configOf: async (host) => (await known(host)).config,
    agencyOf: async (host) => (await known(host)).agencyId,
  };
}
