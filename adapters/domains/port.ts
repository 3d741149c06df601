/** What the DNS says of a host name. What could not be asked is null, with the reason in `problem`. */
export interface DomainNames {
  /** Its CNAME or addresses lead to this installation. */
  readonly pointsHere: boolean | null;
  /** The TXT record `_brand-verification.<host>` holds the token. */
  readonly ownershipProved: boolean | null;
  /** What is missing, in words for the domain's owner; null: nothing. */
  readonly problem: string | null;
}

/** The certificate that a browser would get for a host name now: asking for it makes the edge obtain one. */
export interface DomainCertificate {
  /** Whether it is valid for the host and not expired; null: the edge could not be asked. */
  readonly valid: boolean | null;
  readonly expiresAt: string | null;
  readonly problem: string | null;
}

/**
 * What the world sees of a host name. Never throws. Only the DNS servers and the installation's own edge are ever
 * talked to, never an address that an answer names.
 */
export interface Domains {
  names(host: string, ownershipToken: string): Promise<DomainNames>;
  certificate(host: string): Promise<DomainCertificate>;
}
