import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../kernel/refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The sandbox has no users: whoever reaches it may do everything. A page on the internet that somebody has open reaches
 * it through their browser, so it answers only under names that nobody else can own (against DNS rebinding), and
 * changes nothing for a page of another origin. Programs name no origin, and may.
 */
export function guardedBy(names: readonly string[]): (request: FastifyRequest) => void {
  const own = new Set(names.map((name) => name.toLowerCase()));
  const isOurs = (host: string): boolean => {
    const name = URL.parse(`http://${host}`)?.hostname.toLowerCase() ?? '';
    const bare = name.replace(/^\[|\]$/g, '');
    return isIP(bare) !== 0 || name === 'localhost' || name.endsWith('.localhost') || own.has(name) || own.has(bare);
  };
  return ({ method, headers }) => {
    const host = headers.host ?? '';
    if (host === '') throw new Refusal(400, 'The Host header is missing.');
    if (!isOurs(host)) throw new Refusal(421, 'The sandbox does not answer under this name.');
    if (safeMethods.has(method)) return;
    const site = headers['sec-fetch-site'];
    const { origin } = headers;
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    const foreignOrigin = origin !== undefined && URL.parse(origin)?.host !== host.toLowerCase();
    if (foreignSite || foreignOrigin) throw new Refusal(403, 'A page of another origin can not change the sandbox.');
  };
}
