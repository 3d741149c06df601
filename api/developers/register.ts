import type { FastifyInstance } from 'fastify';
import type { ApiParts } from '../kernel/parts.ts';
import type { createDevelopers } from './routes.ts';

/** What makes the pages is loaded at the first request for one: a start does not pay for it. */
export function registerDevelopers(app: FastifyInstance, parts: ApiParts): void {
  let developers: Promise<ReturnType<typeof createDevelopers>> | null = null;
  const ready = () => (developers ??= import('./routes.ts').then((loaded) => loaded.createDevelopers(parts)));
  app.get('/developers', async (request, reply) => (await ready()).page(request, reply, ''));
  app.get('/developers/client.ts', async (request, reply) => (await ready()).client(request, reply));
  app.get<{ Params: { '*': string } }>('/developers/*', async (request, reply) =>
    (await ready()).page(request, reply, `/${request.params['*'].replace(/\/$/, '')}`),
  );
}
