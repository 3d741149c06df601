import type { FastifyInstance } from 'fastify';
import { looksLikeSecret } from '../../domain/api-keys/secret.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { anyScope, presentedKey } from '../kernel/present-key.ts';
import { bearerToken } from '../kernel/register.ts';

/** A request has a page of an automation at most. */
const bodyLimit = 512 * 1024;

/** The assistant's door: the Model Context Protocol over HTTP, by API key. Its package is loaded at the first request. */
export function registerAssistant(app: FastifyInstance, parts: ApiParts): void {
  const byKey = presentedKey(anyScope, parts);
  app.post(
    '/mcp',
    {
      bodyLimit,
      onRequest: (request, reply, done) => {
        reply.header('cache-control', 'no-store');
        const { origin } = request.headers;
        // A page of another host must not reach it through someone's browser (MCP, Transports, Security Warning).
        if (origin !== undefined && !isOf(origin, request.host))
          return done(new ApiError('forbidden', 'Requests from pages of other hosts are refused.'));
        const token = bearerToken(request.headers.authorization);
        if (token === null || !looksLikeSecret(token)) {
          reply.header('www-authenticate', 'Bearer');
          return done(new ApiError('unauthenticated', 'Sign in with an API key.'));
        }
        byKey(token, request, reply, done);
      },
    },
    async (request, reply) => {
      const [{ answerAssistant }, { name }] = await Promise.all([
        import('./server.ts'),
        parts.brands.configOf(request.host),
      ]);
      return answerAssistant(app, request, reply, name);
    },
  );
  // There is no stream to listen to and no session to end.
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: '/mcp',
      handler: async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send({ jsonrpc: '2.0', error: { code: -32_000, message: 'Use POST.' }, id: null }),
    });
}

const isOf = (origin: string, host: string): boolean => URL.canParse(origin) && new URL(origin).host === host;
