/* The exact rules and messages of section 5 of the specification. No imports: forms in the browser, the API and the
   deciders use the same ones. */

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const urlPattern = new RegExp(
  `^(?:https?://)?(?:(?:${label}\\.)+[a-z]{2,63}|(?:${octet}\\.){3}${octet})(?::\\d{1,5})?(?:/[^\\s?#]*)?(?:\\?[^\\s#]*)?(?:#\\S*)?$`,
  'i',
);
const customPattern = new RegExp(`^(?!www\\.)(?!http)(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`, 'i');
const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?$/i;

export const domainMessage = 'Domain format is invalid.';
export const subdomainMessage = 'Subdomain format is invalid.';

/** A domain or URL: http(s) or none, a top-level domain or an IPv4 address, port, path, query, hash. */
export const isUrl = (value: string): boolean => value.length <= 2048 && urlPattern.test(value);
/** A dotted domain that starts neither with `www.` nor with `http`. At most 253 characters (RFC 1035, 2.3.4). */
export const isCustomUrl = (value: string): boolean => value.length <= 253 && customPattern.test(value);
/** Under 63 characters, letters and digits at both ends, hyphens inside. */
export const isSubdomain = (value: string): boolean => value.length < 63 && subdomainPattern.test(value);
/** The `include` rule: the value contains a given word. The message is the specification's, to the letter. */
export const includeMessage = (word: string): string => `The field requied ${word}.`;
export const includes = (value: string, word: string): boolean => value.includes(word);

/**
 * Names that the platform needs or that would let an agency pass for it: its own pages, email and DNS hosts, and what
 * browsers and email programs look for by themselves (RFC 6763 and friends: autoconfig, autodiscover, wpad).
 */
export const reservedSubdomains: ReadonlySet<string> = new Set([
  'www',
  'app',
  'api',
  'admin',
  'mail',
  'smtp',
  'imap',
  'pop',
  'pop3',
  'webmail',
  'mx',
  'ns',
  'ns1',
  'ns2',
  'dns',
  'ftp',
  'autoconfig',
  'autodiscover',
  'wpad',
  'isatap',
  'localhost',
  'static',
  'assets',
  'cdn',
  'media',
  'live',
  'internal',
  'health',
  'metrics',
  'status',
  'docs',
  'help',
  'support',
  'billing',
  'account',
  'accounts',
  'login',
  'signin',
  'auth',
  'sso',
  'oauth',
  'security',
  'abuse',
  'postmaster',
  'hostmaster',
  'webmaster',
  'root',
  'system',
  'platform',
  'beckon',
  'sandbox',
]);

/**
 * Top-level names that mean nothing on the internet (RFC 6761, RFC 6762, RFC 7686, RFC 8375, ICANN's .internal):
 * nobody could prove or reach such a domain.
 */
const localNames = new Set(['localhost', 'local', 'internal', 'arpa', 'onion', 'invalid', 'lan', 'home', 'corp']);
export const isLocalName = (host: string): boolean =>
  localNames.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase());
