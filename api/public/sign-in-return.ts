import type { FastifyInstance } from 'fastify';
import type { ApiParts } from '../kernel/parts.ts';

/**
 * A service sends browsers back to the platform's host, the one that it knows. Who began on a brand's own host is signed in
 * there alone: they go on to it. Where to is in the state, which is sealed: no one can be sent elsewhere by it.
 */
export function registerSignInReturn(app: FastifyInstance, { commands }: Pick<ApiParts, 'commands'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const state = searchParams.get('state');
    if (request.method !== 'GET' || pathname !== '/auth/callback' || state === null) return;
    const origin = await commands.integrations.returnOrigin(state);
    if (origin === null || new URL(origin).host === request.host) return;
    await reply.header('cache-control', 'no-store').redirect(`${origin}${pathname}?${searchParams}`, 302);
  });
}
