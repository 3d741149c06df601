import type { FastifyInstance } from 'fastify';
import type { Commands } from '../../commands/catalogue.ts';
import { hostName } from '../../domain/whitelabels/hosts.ts';

/** Names looked up in a second, and at once: handshakes with invented names cost no more than this. */
const perSecond = 50;
const atOnce = 200;
/** How long an answer is given again, in ms, and how many are remembered. */
const freshMs = 5_000;
const maxHosts = 2_000;

/**
 * GET /internal/tls-ask?domain=…: Caddy's on-demand TLS asks it before it obtains a certificate. 200 for the platform's
 * host, subdomains that are taken and
 * proved custom domains of active agencies; 404 for all else, without a word. Not for the outside: what came through a
 * proxy is answered with 404 too.
 */
export function registerTlsAsk(
  app: FastifyInstance,
  { commands, now }: { readonly commands: Commands; readonly now: () => Date },
): void {
  const known = new Map<string, { readonly at: number; readonly serves: boolean }>();
  let tokens = atOnce;
  let filledAt = now().getTime();

  async function serves(host: string): Promise<boolean | null> {
    const at = now().getTime();
    const found = known.get(host);
    if (found !== undefined && Math.abs(at - found.at) < freshMs) return found.serves;
    tokens = Math.min(atOnce, tokens + (Math.max(0, at - filledAt) / 1_000) * perSecond);
    filledAt = at;
    if (tokens < 1) return null;
    tokens -= 1;
    const answer = await commands.whitelabels.serves(host);
    known.delete(host);
    // A refusal is not remembered: the proof may be recorded the next moment, and its check asks for the certificate at once.
    if (answer) known.set(host, { at, serves: answer });
    if (known.size > maxHosts) known.delete(known.keys().next().value!);
    return answer;
  }

  app.get<{ Querystring: { domain?: unknown } }>('/internal/tls-ask', async (request, reply) => {
    const { domain } = request.query;
    const host = typeof domain === 'string' ? hostName(domain) : null;
    const forwarded =
      request.headers['x-forwarded-for'] ?? request.headers['forwarded'] ?? request.headers['x-forwarded-host'];
    reply.header('cache-control', 'no-store');
    if (host === null || forwarded !== undefined) return reply.code(404).send();
    const answer = await serves(host);
    return reply
      .code(
        answer === null ? 429
        : answer ? 200
        : 404,
      )
      .send();
  });
}
