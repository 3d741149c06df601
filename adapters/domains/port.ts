/** What the world sees of a host name. Never throws: what could not be looked up is null, with the reason in `problem`. */
export interface DomainLook {
  /** Its CNAME or address leads to this installation. */
  readonly pointsHere: boolean | null;
  /** The TXT record `_beckon.<host>` holds the token. */
  readonly ownershipProved: boolean | null;
  /** The certificate that is served for it now (asking for it makes the edge get one): valid for the host, not expired. */
  readonly certificate: { readonly valid: boolean; readonly expiresAt: string | null } | null;
  readonly problem: string | null;
}
export interface Domains {
  look(host: string, ownershipToken: string): Promise<DomainLook>;
}
