import { z } from 'zod';
import { whitelabelList } from '../../domain/whitelabel/list.ts';
import { Instant, list, listParams } from './common.ts';

/** One DNS record that a domain needs, and whether it is there. */
export const DnsRecord = z.object({
  type: z.enum(['CNAME', 'A', 'TXT']),
  host: z.string(),
  value: z.string(),
  found: z.boolean().nullable(),
});

/** An agency's brand. Its id is the agency's. `domain` is the custom domain; `subdomain` stands before the platform's own domain. */
export const Whitelabel = z.object({
  id: z.string(),
  name: z.string().nullable(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  color: z.string().nullable(),
  domain: z.string().nullable(),
  subdomain: z.string().nullable(),
  /** Where the subdomain opens: `https://northwind.example.com`; null: none is chosen. */
  subdomain_url: z.string().nullable(),
  /** Seen in reality at `checked_at`: the domain points here and its owner has proved it; a browser gets a valid certificate for it. */
  is_vhost_exists: z.boolean(),
  is_ssl_cert_exists: z.boolean(),
  ownership_verified: z.boolean(),
  certificate_expires_at: Instant.nullable(),
  checked_at: Instant.nullable(),
  /** What is missing, in words; null: nothing. */
  problem: z.string().nullable(),
  dns: z.array(DnsRecord),
});
export type Whitelabel = z.output<typeof Whitelabel>;
export const WhitelabelRow = Whitelabel.extend({ agency: z.object({ id: z.string(), name: z.string() }) });
export type WhitelabelRow = z.output<typeof WhitelabelRow>;
export const WhitelabelList = list(WhitelabelRow);
export const WhitelabelListParams = listParams(whitelabelList);
/** POST /whitelabels/{id}/cert: what was found and done. */
export const CertificateReply = z.object({ success: z.boolean(), message: z.string(), data: WhitelabelRow });
/** POST /agencies/whitelabel-file (one file, `type` as a form field or query) and DELETE /agencies/whitelabel-file/{type}. */
export const WhitelabelFileType = z.enum(['logo', 'favicon']);
export const WhitelabelFileParams = z.object({ type: WhitelabelFileType });
/** `variants`: the same picture at other widths in px. */
export const WhitelabelFileReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ url: z.string(), variants: z.record(z.string(), z.string()) }),
});

export {
  domainMessage,
  includeMessage,
  includes,
  isCustomUrl,
  isSubdomain,
  isUrl,
  subdomainMessage,
} from '../../domain/whitelabel/rules.ts';
