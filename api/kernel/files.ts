import type { FilePurpose } from '../../adapters/identifiers/port.ts';
import type { Identifiers } from '../../commands/kernel/dependencies.ts';

const hourMs = 3_600_000;

/**
 * Tokens for files: a browser that downloads has no header to sign in with. Made for whoever may see the thing; good in
 * this hour and the next.
 */
export function hourlyTokens(
  purpose: FilePurpose,
  { identifiers, now }: { readonly identifiers: Identifiers; readonly now: () => Date },
) {
  const hour = (): number => Math.floor(now().getTime() / hourMs);
  return {
    make: (id: string) => ({
      token: identifiers.token(`${purpose}-${hour()}`, id),
      expiresAt: new Date((hour() + 2) * hourMs).toISOString(),
    }),
    idOf: (token: string): string | null =>
      identifiers.idOf(`${purpose}-${hour()}`, token) ?? identifiers.idOf(`${purpose}-${hour() - 1}`, token),
  };
}

/** The headers of a file that is somebody's own: downloaded, never shown or kept on the way. */
export const privateFile = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
});

/** RFC 8187: what `encodeURIComponent` leaves and the header may not hold. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
