import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { WhitelabelEvent } from './events.ts';

/** What was last seen of a domain; null: nobody has looked yet. */
export interface DomainState {
  readonly host: string;
  readonly ownershipToken: string;
  readonly proved: boolean;
  readonly pointsHere: boolean | null;
  readonly certificate: { readonly expiresAt: string | null } | null;
  readonly checked: { readonly problem: string | null } | null;
}

/** An agency's brand. An agency that has chosen nothing has one all the same: the initial state. */
export interface Whitelabel {
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  readonly favicon: string | null;
  readonly subdomain: string | null;
  readonly domain: DomainState | null;
  /** The ownership token of every domain that was ever chosen: coming back to a domain, its TXT record still holds. */
  readonly tokens: Readonly<Record<string, string>>;
}

const evolve = (brand: Whitelabel, event: WhitelabelEvent): Whitelabel => {
  /** News of a domain that is no longer the chosen one is no news. */
  const ofDomain = (host: string, seen: Partial<DomainState>): Whitelabel =>
    brand.domain?.host === host ? { ...brand, domain: { ...brand.domain, ...seen } } : brand;
  switch (event.type) {
    case 'BrandNameChanged':
      return { ...brand, name: event.data.name };
    case 'BrandColorChanged':
      return { ...brand, color: event.data.color };
    case 'BrandFileChanged':
      return { ...brand, [event.data.file]: event.data.url };
    case 'BrandFileRemoved':
      return { ...brand, [event.data.file]: null };
    case 'CustomDomainChanged': {
      const { domain, ownershipToken } = event.data;
      return {
        ...brand,
        tokens: { ...brand.tokens, [domain]: ownershipToken },
        domain: { host: domain, ownershipToken, proved: false, pointsHere: null, certificate: null, checked: null },
      };
    }
    case 'CustomDomainRemoved':
      return brand.domain?.host === event.data.domain ? { ...brand, domain: null } : brand;
    case 'SubdomainChanged':
      return { ...brand, subdomain: event.data.subdomain };
    case 'SubdomainRemoved':
      return brand.subdomain === event.data.subdomain ? { ...brand, subdomain: null } : brand;
    case 'DomainOwnershipVerified':
      return ofDomain(event.data.domain, { proved: true });
    case 'DomainOwnershipLost':
      return ofDomain(event.data.domain, { proved: false });
    case 'DomainConnected':
      return ofDomain(event.data.domain, { pointsHere: true });
    case 'DomainDisconnected':
      return ofDomain(event.data.domain, { pointsHere: false });
    case 'DomainCertificateFound':
      return ofDomain(event.data.domain, { certificate: { expiresAt: event.data.expiresAt } });
    case 'DomainCertificateLost':
      return ofDomain(event.data.domain, { certificate: null });
    case 'DomainChecked':
      return ofDomain(event.data.domain, { checked: { problem: event.data.problem } });
    default:
      return unchanged(brand, event);
  }
};

export const Whitelabel: Aggregate<Whitelabel, WhitelabelEvent> = {
  initial: { name: null, color: null, logo: null, favicon: null, subdomain: null, domain: null, tokens: {} },
  evolve,
};
