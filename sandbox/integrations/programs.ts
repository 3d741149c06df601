import type { FastifyInstance } from 'fastify';

/** Programs of a business that webhooks are sent to: one takes everything, one is down. */
export function programRoutes(app: FastifyInstance): void {
  app.post('/programs/warehouse', () => ({ received: true }));
  app.post('/programs/old-till', (_, reply) => reply.code(503).send({ message: 'The till is off.' }));
}
