import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { DomainCertificate } from './port.ts';

export interface EdgeOptions {
  /** Where TLS ends for this installation: the only address that is ever connected to. */
  readonly host: string;
  readonly port: number;
  /** Certificates (PEM) to trust besides nobody else's; left out: the public ones. */
  readonly ca?: string | undefined;
  /** How long a handshake may take, in ms: the edge may obtain a certificate meanwhile. Default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Shakes hands with the edge in the name of a host (SNI) and looks at the certificate as a browser would: trusted
 * chain, right name, not expired. Nothing is sent after the handshake. Never throws.
 */
export function certificateAt(
  host: string,
  { host: edge, port, ca, timeoutMs = 30_000 }: EdgeOptions,
  now: () => Date = () => new Date(),
): Promise<DomainCertificate> {
  return new Promise((resolve) => {
    const end = (certificate: DomainCertificate): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(certificate);
    };
    const unknown = (problem: string): void => end({ valid: null, expiresAt: null, problem });
    const refused = (problem: string, expiresAt: string | null = null): void =>
      end({ valid: false, expiresAt, problem });
    let reached = false;
    const timer = setTimeout(
      () => unknown('The certificate is still being obtained. It will be looked at again.'),
      timeoutMs,
    );
    // Not rejected by the library, so that what is wrong can be said; nothing is sent to a host that is not authorised.
    const socket = connect({
      host: edge,
      port,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: false,
      ...(ca === undefined ? {} : { ca }),
      ALPNProtocols: ['http/1.1'],
    });
    socket.once('connect', () => {
      reached = true;
    });
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const expires = validTo === undefined ? null : new Date(validTo);
      const expiresAt = expires === null || Number.isNaN(expires.getTime()) ? null : expires.toISOString();
      if (socket.authorized && (expires === null || expires > now())) end({ valid: true, expiresAt, problem: null });
      else
        refused(
          `The certificate that is served for ${host} is not valid${expires !== null && expires <= now() ? ': it has expired' : ''}.`,
          expiresAt,
        );
    });
    socket.once('error', () => {
      if (reached) refused(`There is no certificate for ${host} yet. Getting one is tried again by itself.`);
      else unknown('The server that keeps the certificates could not be reached. It will be asked again.');
    });
  });
}
