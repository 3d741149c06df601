import { DomainError } from '../kernel/errors.ts';
import type { AgencyId } from '../kernel/ids.ts';
import {
  BrandColorChanged,
  BrandFileChanged,
  BrandFileRemoved,
  BrandNameChanged,
  CustomDomainChanged,
  CustomDomainRemoved,
  DomainCertificateLost,
  DomainCertificateFound,
  DomainChecked,
  DomainOwnershipLost,
  DomainOwnershipVerified,
  DomainDisconnected,
  DomainConnected,
  SubdomainChanged,
  SubdomainRemoved,
  type WhitelabelEvent,
} from './events.ts';
import { hostName, isOfPlatform, type PlatformHosts } from './hosts.ts';
import {
  domainMessage,
  isCustomUrl,
  isLocalName,
  isSubdomain,
  reservedSubdomains,
  subdomainMessage,
} from '../kernel/web-address.ts';
import type { Whitelabel } from './whitelabel.ts';

const refuse = (field: string, message: string): never => {
  throw new DomainError('validation_failed', message, { [field]: [message] });
};

/**
 * A custom domain as it is kept, in lower case. Throws `validation_failed` for what breaks the rule `customurl`, lies
 * at the platform or can't be on the internet.
 */
export function chooseDomain(typed: string, platform: PlatformHosts): string {
  const given = typed.trim();
  const host = isCustomUrl(given) ? hostName(given) : null;
  if (host === null) return refuse('domain', domainMessage);
  if (isOfPlatform(host, platform))
    return refuse('domain', 'This domain belongs to the platform. Choose a domain of your own, or a subdomain.');
  if (isLocalName(host))
    return refuse('domain', 'This domain can’t be reached from the internet. Choose one that you have registered.');
  return host;
}

/** A subdomain as it is kept, in lower case. Throws `validation_failed` for what breaks the rule `subdomain` or is reserved. */
export function chooseSubdomain(typed: string, platform: PlatformHosts): string {
  const given = typed.trim().toLowerCase();
  if (!isSubdomain(given)) return refuse('subdomain', subdomainMessage);
  if (reservedSubdomains.has(given) || `${given}.${platform.domain}` === platform.host)
    return refuse('subdomain', `The subdomain ${given} is reserved. Choose another.`);
  return given;
}

/** Left out: stays as it is. Null: taken away. Domain and subdomain as `chooseDomain` and `chooseSubdomain` made them. */
export interface EditBrand {
  readonly agencyId: AgencyId;
  readonly name?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly domain?: string | null | undefined;
  readonly subdomain?: string | null | undefined;
  /** For a domain that the agency has never had: random, at least 128 bits. */
  readonly newToken: string;
}

/** Whether an edit sets something that is not so already, as against removing it. */
export const setsSomething = (
  wanted: Pick<EditBrand, 'name' | 'color' | 'domain' | 'subdomain'>,
  brand: Whitelabel,
): boolean => {
  const before = {
    name: brand.name,
    color: brand.color,
    domain: brand.domain?.host ?? null,
    subdomain: brand.subdomain,
  };
  return (Object.keys(before) as (keyof typeof before)[]).some(
    (name) => wanted[name] != null && wanted[name] !== before[name],
  );
};

/** A changed domain begins unproved and without a certificate. */
export function editBrand({ agencyId, newToken, ...wanted }: EditBrand, brand: Whitelabel): readonly WhitelabelEvent[] {
  const events: WhitelabelEvent[] = [];
  if (wanted.name !== undefined && wanted.name !== brand.name)
    events.push(BrandNameChanged.create({ agencyId, name: wanted.name }));
  if (wanted.color !== undefined && wanted.color !== brand.color)
    events.push(BrandColorChanged.create({ agencyId, color: wanted.color }));
  const before = brand.domain?.host ?? null;
  if (wanted.domain !== undefined && wanted.domain !== before) {
    if (before !== null) events.push(CustomDomainRemoved.create({ agencyId, domain: before }));
    if (wanted.domain !== null)
      events.push(
        CustomDomainChanged.create({
          agencyId,
          domain: wanted.domain,
          ownershipToken: brand.tokens[wanted.domain] ?? newToken,
        }),
      );
  }
  if (wanted.subdomain !== undefined && wanted.subdomain !== brand.subdomain) {
    if (brand.subdomain !== null) events.push(SubdomainRemoved.create({ agencyId, subdomain: brand.subdomain }));
    if (wanted.subdomain !== null) events.push(SubdomainChanged.create({ agencyId, subdomain: wanted.subdomain }));
  }
  return events;
}

export function setBrandFile(
  command: {
    readonly agencyId: AgencyId;
    readonly file: 'logo' | 'favicon';
    readonly url: string | null;
    readonly variants: Readonly<Record<string, string>>;
  },
  brand: Whitelabel,
): readonly WhitelabelEvent[] {
  const { agencyId, file, url, variants } = command;
  if (url === brand[file]) return [];
  return url === null ?
      [BrandFileRemoved.create({ agencyId, file })]
    : [BrandFileChanged.create({ agencyId, file, url, variants })];
}

/** What the DNS said. Null: it could not be asked, and what was known stays. */
export interface NamesSeen {
  readonly pointsHere: boolean | null;
  readonly ownershipProved: boolean | null;
}

/**
 * Records what is new about where a domain points and whose it is. A domain that does not lead here, or is no longer
 * proved, has no certificate that a browser would get.
 */
export function recordNames(
  { agencyId, host, seen }: { readonly agencyId: AgencyId; readonly host: string; readonly seen: NamesSeen },
  brand: Whitelabel,
): readonly WhitelabelEvent[] {
  const { domain } = brand;
  if (domain?.host !== host) return [];
  const events: WhitelabelEvent[] = [];
  const of = { agencyId, domain: host };
  if (seen.ownershipProved !== null && seen.ownershipProved !== domain.proved)
    events.push((seen.ownershipProved ? DomainOwnershipVerified : DomainOwnershipLost).create(of));
  if (seen.pointsHere !== null && seen.pointsHere !== domain.pointsHere)
    events.push((seen.pointsHere ? DomainConnected : DomainDisconnected).create(of));
  if ((seen.pointsHere === false || seen.ownershipProved === false) && domain.certificate !== null)
    events.push(DomainCertificateLost.create(of));
  return events;
}

/** What was served for the domain. Null: the edge could not be asked, and what was known stays. */
export type CertificateSeen = { readonly valid: boolean; readonly expiresAt: string | null } | null;

/** Records the certificate, and that somebody looked. `routine`: nobody asked for it; without news it is kept only when `due`. */
export function recordCheck(
  {
    agencyId,
    host,
    certificate,
    problem,
    routine,
    due,
  }: {
    readonly agencyId: AgencyId;
    readonly host: string;
    readonly certificate: CertificateSeen;
    readonly problem: string | null;
    readonly routine: boolean;
    readonly due: boolean;
  },
  brand: Whitelabel,
): readonly WhitelabelEvent[] {
  const { domain } = brand;
  if (domain?.host !== host) return [];
  const events: WhitelabelEvent[] = [];
  const of = { agencyId, domain: host };
  if (
    certificate?.valid === true &&
    (domain.certificate === null || domain.certificate.expiresAt !== certificate.expiresAt)
  )
    events.push(DomainCertificateFound.create({ ...of, expiresAt: certificate.expiresAt }));
  if (certificate?.valid === false && domain.certificate !== null) events.push(DomainCertificateLost.create(of));
  const news = events.length > 0 || domain.checked === null || domain.checked.problem !== problem;
  if (news || !routine || due) events.push(DomainChecked.create({ ...of, problem }));
  return events;
}
