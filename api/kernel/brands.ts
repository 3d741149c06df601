import { hostName, placeOf, type PlatformHosts, platformHosts } from '../../domain/whitelabel/hosts.ts';
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
const mostHosts = 1_000;

export interface Brands {
  readonly platform: PlatformHosts;
  /**
   * What the application is called and looks like on a host. `host` may be anything that came in a header: it is looked
   * up and never shown. Unknown: the platform's own.
   */
  configOf(host: string | undefined): Promise<AppConfig>;
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
  const known = new Map<string, { readonly at: number; readonly config: Promise<AppConfig> }>();

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

  async function lookUp(host: string): Promise<AppConfig> {
    const place = placeOf(host, platform);
    if (place.kind === 'platform') return own;
    const view = await readModels.whitelabelByHost(
      place.kind === 'subdomain' ?
        { domain: host, subdomain: place.subdomain }
      : { domain: place.domain, subdomain: null },
    );
    return view === null ? own : branded(view);
  }

  return {
    platform,
    configOf(given) {
      const host = hostName(given);
      if (host === null) return Promise.resolve(own);
      const at = now().getTime();
      const found = known.get(host);
      if (found !== undefined && Math.abs(at - found.at) < freshMs) return found.config;
      const answer = lookUp(host);
      known.delete(host);
      known.set(host, { at, config: answer });
      answer.catch(() => known.delete(host));
      if (known.size > mostHosts) known.delete(known.keys().next().value!);
      return answer;
    },
  };
}
