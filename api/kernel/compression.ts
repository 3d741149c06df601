import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { securityCalls } from '../contract/security.ts';
import { sessionCalls } from '../contract/session.ts';
import { fastifyPath } from './register.ts';

export type Encoding = 'br' | 'gzip';

/** What a client takes of what we have, the smaller first; null: neither, or it says nothing (RFC 9110, 12.5.3). */
export function encodingFor(accepts: string | string[] | undefined): Encoding | null {
  if (typeof accepts !== 'string') return null;
  const taken = new Map(
    accepts.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined || Number(quality.slice(2)) > 0] as const;
    }),
  );
  return (['br', 'gzip'] as const).find((name) => taken.get(name) ?? taken.get('*') ?? false) ?? null;
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Quick rather than small: what is compressed here is made for one answer. Files that never change are compressed by the build. */
export const compress = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ?
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
  : gz(text, { level: 5 });

/** Says that the answer depends on what the client takes, besides whatever else it depends on. */
export function varyOnEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
}

/** Characters. Less fits one packet anyway, and compressing it would cost more than it saves. */
const worthwhile = 1_400;
/** Answers that hold a token are sent as they are: the length of a compressed answer tells of what is in it (BREACH). */
const tokens = new Set(
  [
    ...Object.values(sessionCalls).filter(({ reply }) =>
      ('options' in reply ? reply.options : [reply]).some(({ shape }) => 'access_token' in shape),
    ),
    ...Object.values(securityCalls),
  ].map(({ path }) => fastifyPath(path)),
);

/**
 * Compresses JSON answers where it pays. BREACH needs a victim's browser to ask as the victim while the attacker chooses part
 * of the answer; here a call is made by whoever has the token, which no foreign page can add. Tokens themselves are left out all the same.
 */
export function compressAnswers(scope: FastifyInstance, base: string): void {
  scope.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < worthwhile) return payload;
    if (tokens.has(request.routeOptions.url?.slice(base.length) ?? '')) return payload;
    varyOnEncoding(reply);
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compress(payload, encoding);
  });
}
