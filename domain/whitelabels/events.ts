import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId } from '../kernel/ids.ts';
import { storedBrand } from './fields.ts';

const Host = z.string().min(1).max(253);
const Instant = z.iso.datetime();

export const BrandNameChanged = event('BrandNameChanged', 1, z.object({ agencyId: AgencyId, name: storedBrand.name }));
export const BrandColorChanged = event(
  'BrandColorChanged',
  1,
  z.object({ agencyId: AgencyId, color: storedBrand.color }),
);
export const BrandFileChanged = event(
  'BrandFileChanged',
  1,
  z.object({ agencyId: AgencyId, file: storedBrand.file, url: storedBrand.url, variants: storedBrand.variants }),
);
export const BrandFileRemoved = event('BrandFileRemoved', 1, z.object({ agencyId: AgencyId, file: storedBrand.file }));

export const CustomDomainChanged = event(
  'CustomDomainChanged',
  1,
  z.object({
    agencyId: AgencyId,
    domain: Host,
    /** What the TXT record `_brand-verification.<domain>` has to say. Made once per agency and domain. */
    ownershipToken: z.string().min(20).max(100),
  }),
);
export const CustomDomainRemoved = event('CustomDomainRemoved', 1, z.object({ agencyId: AgencyId, domain: Host }));
export const SubdomainChanged = event('SubdomainChanged', 1, z.object({ agencyId: AgencyId, subdomain: Host }));
export const SubdomainRemoved = event('SubdomainRemoved', 1, z.object({ agencyId: AgencyId, subdomain: Host }));

/* What was seen of the domain in the world. */
export const DomainOwnershipVerified = event(
  'DomainOwnershipVerified',
  1,
  z.object({ agencyId: AgencyId, domain: Host }),
);
export const DomainOwnershipLost = event('DomainOwnershipLost', 1, z.object({ agencyId: AgencyId, domain: Host }));
export const DomainConnected = event('DomainConnected', 1, z.object({ agencyId: AgencyId, domain: Host }));
export const DomainDisconnected = event('DomainDisconnected', 1, z.object({ agencyId: AgencyId, domain: Host }));
export const DomainCertificateFound = event(
  'DomainCertificateFound',
  1,
  z.object({ agencyId: AgencyId, domain: Host, expiresAt: Instant.nullable() }),
);
export const DomainCertificateLost = event('DomainCertificateLost', 1, z.object({ agencyId: AgencyId, domain: Host }));
/** Somebody looked: what was missing, in words; null: nothing. Routine looks that find nothing new are kept once a day. */
export const DomainChecked = event(
  'DomainChecked',
  1,
  z.object({ agencyId: AgencyId, domain: Host, problem: z.string().max(500).nullable() }),
);

/* Claims: `domain-<host>`. */
export const DomainClaimed = event('DomainClaimed', 1, z.object({ host: Host, agencyId: AgencyId }));
export const DomainReleased = event('DomainReleased', 1, z.object({ host: Host, agencyId: AgencyId }));

export const whitelabelEvents = [
  BrandNameChanged,
  BrandColorChanged,
  BrandFileChanged,
  BrandFileRemoved,
  CustomDomainChanged,
  CustomDomainRemoved,
  SubdomainChanged,
  SubdomainRemoved,
  DomainOwnershipVerified,
  DomainOwnershipLost,
  DomainConnected,
  DomainDisconnected,
  DomainCertificateFound,
  DomainCertificateLost,
  DomainChecked,
] as const;
export const domainClaimEvents = [DomainClaimed, DomainReleased] as const;
export type WhitelabelEvent = EventOf<(typeof whitelabelEvents)[number]>;
export type DomainClaimEvent = EventOf<(typeof domainClaimEvents)[number]>;
