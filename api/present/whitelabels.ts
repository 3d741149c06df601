import { isIP } from 'node:net';
import type { PlatformHosts } from '../../domain/whitelabels/hosts.ts';
import { brandUrl } from '../../domain/whitelabels/redemption-url.ts';
import type { WhitelabelView } from '../../projections/whitelabels/queries.ts';
import type { Whitelabel, WhitelabelRow } from '../contract/whitelabels.ts';

/** A brand as the API shows it, with the DNS records that its domain needs. `platform`: `parts.brands.platform`. */
export function presentWhitelabel(view: WhitelabelView, platform: PlatformHosts): Whitelabel {
  const { domain, ownershipToken } = view;
  const target = platform.host.replace(/^\[|\]$/g, '');
  return {
    id: view.id,
    name: view.name,
    logo: view.logo,
    favicon: view.favicon,
    color: view.color,
    domain,
    subdomain: view.subdomain,
    subdomain_url:
      view.subdomain === null || platform.url === undefined ?
        null
      : brandUrl({ ...view, domain: null }, { publicUrl: platform.url, platformDomain: platform.domain }),
    is_vhost_exists: view.vhostExists,
    is_ssl_cert_exists: view.certificateExists,
    ownership_verified: view.ownershipVerified,
    certificate_expires_at: view.certificateExpiresAt,
    checked_at: view.checkedAt,
    problem: view.problem,
    dns:
      domain === null || ownershipToken === null ?
        []
      : [
          { type: isIP(target) === 0 ? 'CNAME' : 'A', host: domain, value: target, found: view.pointsHere },
          {
            type: 'TXT',
            host: `_brand-verification.${domain}`,
            value: ownershipToken,
            found: view.checkedAt === null ? null : view.ownershipVerified,
          },
        ],
  };
}

export const whitelabelRow = (view: WhitelabelView, platform: PlatformHosts): WhitelabelRow => ({
  ...presentWhitelabel(view, platform),
  agency: { id: view.id, name: view.agencyName },
});
