/** What of an agency's brand an address needs. */
export interface BrandHosts {
  readonly domain: string | null;
  readonly subdomain: string | null;
  /** The domain points here and is proved; a browser gets a valid certificate for it. */
  readonly vhostExists: boolean;
  readonly certificateExists: boolean;
}
export interface PublicPlace {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly platformDomain: string;
}

/**
 * The address of an agency's brand, without a slash at the end: its custom domain when certificate and virtual host
 * both exist, otherwise its subdomain of the platform's domain, otherwise the platform's own (specification, section
 * 2: shell).
 */
export function brandUrl(brand: BrandHosts | null, { publicUrl, platformDomain }: PublicPlace): string {
  if (brand !== null && brand.domain !== null && brand.certificateExists && brand.vhostExists)
    return `https://${brand.domain}`;
  if (brand === null || brand.subdomain === null) return publicUrl;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${brand.subdomain}.${platformDomain}${port === '' ? '' : `:${port}`}`;
}

/** Where a business's public redemption page is: `<its agency's brand>/<unique id>/redemption`. */
export const redemptionUrl = (brand: BrandHosts | null, place: PublicPlace, uniqueId: string): string =>
  `${brandUrl(brand, place)}/${encodeURIComponent(uniqueId)}/redemption`;
