import { DomainError } from '../kernel/errors.ts';

/**
 * Public addresses begin with it (`/<unique id>/redemption`): words that lead elsewhere on a host, or that pass for
 * somebody in charge, belong to nobody.
 */
const reserved = new Set([
  'admin',
  'agency',
  'agencies',
  'api',
  'app',
  'assets',
  'auth',
  'business',
  'businesses',
  'cdn',
  'config',
  'demo',
  'docs',
  'favicon',
  'goto',
  'health',
  'help',
  'home',
  'image',
  'images',
  'inbox',
  'index',
  'login',
  'logout',
  'mail',
  'media',
  'metrics',
  'null',
  'order',
  'page',
  'pages',
  'password',
  'passwords',
  'phone',
  'platform',
  'profile',
  'public',
  'redemption',
  'root',
  'sandbox',
  'security',
  'settings',
  'signin',
  'signup',
  'static',
  'status',
  'support',
  'system',
  'undefined',
  'unsubscribe',
  'uploads',
  'webhook',
  'webhooks',
  'well-known',
  'whitelabel',
  'www',
]);
export const isReservedUniqueId = (uniqueId: string): boolean => reserved.has(uniqueId);

const pattern = /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/;

/** Somebody's choice. Throws `validation_failed` for what is no unique id, `unique_id_taken` for a reserved word. */
export function chooseUniqueId(typed: string): string {
  const uniqueId = typed.trim().toLowerCase();
  if (!pattern.test(uniqueId))
    refuse('validation_failed', 'The unique id has 3 to 60 letters a–z, digits and hyphens.');
  if (isReservedUniqueId(uniqueId)) refuse('unique_id_taken', `“${uniqueId}” is reserved. Choose another unique id.`);
  return uniqueId;
}

function refuse(code: 'validation_failed' | 'unique_id_taken', message: string): never {
  throw new DomainError(code, message, { unique_id: [message] });
}

/**
 * What to try for a name, best first: the name itself, then with 2, 3 … behind it, and at last with `unlike`, which
 * nobody else has. Always at least one; each is a unique id that is not reserved.
 */
export function uniqueIdsFor(name: string, unlike: string): readonly string[] {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  const base =
    letters.length >= 3 ? letters
    : letters === '' ? 'business'
    : `${letters}-business`;
  const last = `${base}-${unlike.replace(/[^a-z0-9]/g, '').slice(0, 12)}`;
  return [base, ...Array.from({ length: 8 }, (_, index) => `${base}-${index + 2}`), last].filter(
    (candidate) => pattern.test(candidate) && !isReservedUniqueId(candidate),
  );
}
