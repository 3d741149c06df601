import { z } from 'zod';
import { brandFields } from '../../domain/whitelabels/fields.ts';
import { whitelabelList } from '../../domain/whitelabels/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Named, Success } from './common.ts';
import { listParams } from './lists.ts';

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
export const WhitelabelRow = Whitelabel.extend({ agency: Named });
export type WhitelabelRow = z.output<typeof WhitelabelRow>;
export const WhitelabelList = list(WhitelabelRow);
/** What was found and done. */
export const CertificateReply = z.object({ success: z.boolean(), message: z.string(), data: WhitelabelRow });
export const WhitelabelFileType = z.enum(['logo', 'favicon']);
export const WhitelabelFileParams = z.object({ type: WhitelabelFileType });
/** `type` may be a field of the form instead. */
export const WhitelabelFileQuery = z.object({ type: WhitelabelFileType.optional() });
export const maxBrandFileBytes = 2 * 1024 * 1024;
/** `variants`: the same picture at other widths in px. */
export const WhitelabelFileReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ url: z.string(), variants: z.record(z.string(), z.string()) }),
});
/** What is left out stays as it is; null takes it away. */
export const UpdateWhitelabel = z.object({
  name: brandFields.name.optional(),
  color: brandFields.color.optional(),
  custom_domain: brandFields.domain.optional(),
  subdomain: brandFields.subdomain.optional(),
});
export const WhitelabelSaved = z.object({ success: z.literal(true), message: z.string(), data: WhitelabelRow });
const WhitelabelFileOf = IdParams.extend({ type: WhitelabelFileType });
export const WhitelabelListParams = listParams(whitelabelList);

/** What the web needs before its first paint. `sandbox` is null where real providers are configured. */
export const AppConfig = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  color: z.string().nullable(),
  custom_domain: z.string().nullable(),
  subdomain: z.string().nullable(),
  /** Whom to ask, for pages that say why something is blocked; null: nobody is named. */
  support_email: z.string().nullable(),
  /** The brand whose host this is; null: the platform's own. */
  whitelabel: z.object({ domain: z.string(), favicon: z.string().nullable(), name: z.string() }).nullable(),
  sandbox: z.object({ phone_url: z.string(), inbox_url: z.string() }).nullable(),
});
export type AppConfig = z.output<typeof AppConfig>;
/** `domain` is the host name the application was opened on. */
export const ConfigParams = z.object({ domain: z.string().max(255).optional() });

export const whitelabelCalls = calls('White label', {
  'GET /config': {
    id: 'getConfig',
    who: 'public',
    summary: 'What the application shows on a host name before anybody is signed in.',
    query: ConfigParams,
    reply: AppConfig,
  },
  'GET /whitelabels': {
    id: 'listWhitelabels',
    who: ['Admin'],
    summary: 'The brands of all agencies, with what their domains still need.',
    query: WhitelabelListParams,
    reply: WhitelabelList,
  },
  'PUT /whitelabels/{id}': {
    id: 'updateWhitelabel',
    who: ['Admin'],
    summary: 'Set up the brand of an agency for it: name, color, subdomain and domain.',
    params: IdParams,
    body: UpdateWhitelabel,
    example: { name: 'Northwind', color: '#0a5c36', subdomain: 'northwind' },
    reply: WhitelabelSaved,
  },
  'POST /whitelabels/{id}/files': {
    id: 'uploadFileOfWhitelabel',
    who: ['Admin'],
    summary: 'Upload the logo or favicon of an agency for it: one file, and `type` as a field or in the query.',
    params: IdParams,
    query: WhitelabelFileQuery,
    file: { maxBytes: maxBrandFileBytes },
    reply: WhitelabelFileReply,
  },
  'DELETE /whitelabels/{id}/files/{type}': {
    id: 'removeFileOfWhitelabel',
    who: ['Admin'],
    summary: 'Remove the logo or favicon of an agency.',
    params: WhitelabelFileOf,
    reply: Success,
  },
  'POST /whitelabels/{id}/cert': {
    id: 'obtainCertificate',
    who: ['Admin'],
    summary: "Look at the domain's DNS records and obtain its certificate.",
    params: IdParams,
    reply: CertificateReply,
  },
  'POST /agencies/whitelabel-file': {
    id: 'uploadWhitelabelFile',
    who: ['Agency'],
    summary:
      'Upload the logo or favicon (gif, jpeg, png, webp, avif, svg; at most 2 MB): one file, and `type` as a field or in the query.',
    query: WhitelabelFileQuery,
    file: { maxBytes: maxBrandFileBytes },
    reply: WhitelabelFileReply,
  },
  'DELETE /agencies/whitelabel-file/{type}': {
    id: 'removeWhitelabelFile',
    who: ['Agency'],
    summary: 'Take the logo or favicon away.',
    params: WhitelabelFileParams,
    reply: Success,
  },
});

export {
  domainMessage,
  includeMessage,
  includes,
  isCustomUrl,
  isSubdomain,
  isUrl,
  subdomainMessage,
} from '../../domain/kernel/web-address.ts';
