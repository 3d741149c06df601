import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostName } from '../domain/whitelabels/hosts.ts';
import type { ApiConfig } from './dependencies.ts';
import { brandPage } from './kernel/brand-page.ts';
import { compress, encodingFor, varyOnEncoding } from './kernel/compression.ts';
import { notFound } from './kernel/errors.ts';
import type { ApiParts } from './kernel/parts.ts';

/** Paths that answer in JSON, also when there is nothing there. */
const apiPath = /^\/(api|mcp|webhooks|health|internal|metrics|media)(\/|$|\?)/;

/** Bundled pictures are never changed under their name either, but people may put their own there. */
const cacheOf = (path: string): string =>
  path.includes('/assets/') ? 'public, max-age=31536000, immutable'
  : path.includes('/stock/') ? 'public, max-age=604800'
  : 'no-cache';

/** The page, read again only when the file has changed, with the hashes of its inline scripts for the policy. */
function pageReader(webRoot: string) {
  const path = join(webRoot, 'index.html');
  let page: { readonly html: string; readonly mtimeMs: number; readonly scriptHashes: readonly string[] } | null = null;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (page === null || page.mtimeMs !== mtimeMs) {
      const html = await readFile(path, 'utf8');
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
        .map((match) => match[1]!)
        .filter((code) => code.trim() !== '');
      page = {
        html,
        mtimeMs,
        scriptHashes: inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`),
      };
    }
    return page;
  };
}

/**
 * What the page is sent with (OWASP Secure Headers; the set that helmet sends). Written out, because a hook on every request of the API
 * would be too much for one page. A token lives in the browser's storage: nothing but our own scripts may run on this origin.
 */
function pageHeaders({ publicUrl, cardForm }: Pick<ApiConfig, 'publicUrl' | 'cardForm'>) {
  const { scripts, frames, calls } = cardOrigins(cardForm ?? null);
  const secure = publicUrl.startsWith('https:');
  return (scriptHashes: readonly string[], host: string | undefined): Record<string, string> => ({
    'content-security-policy': [
      "default-src 'self'",
      ["script-src 'self'", ...scriptHashes, ...scripts].join(' '),
      "script-src-attr 'none'",
      "style-src 'self' 'unsafe-inline'",
      // Nothing from elsewhere: an address that somebody sent would learn who looks.
      `img-src 'self' data: blob: ${new URL(publicUrl).origin}`,
      "font-src 'self' data:",
      [`connect-src 'self' ${liveOrigin(host, secure) ?? publicUrl.replace(/^http/, 'ws')}`, ...calls].join(' '),
      ["frame-src 'self'", ...frames].join(' '),
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(secure ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    ...(secure ?
      {
        // What lies below an agency's own domain is not ours to decide on.
        'strict-transport-security': `max-age=31536000${hostName(host) === new URL(publicUrl).hostname ? '; includeSubDomains' : ''}`,
      }
    : {}),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  });
}

/**
 * Where a card is entered: the sandbox's frame, or Stripe's script and frames (docs.stripe.com/security/guide, "Content
 * Security Policy"). Nothing where payments are off.
 */
function cardOrigins(cardForm: NonNullable<ApiConfig['cardForm']> | null) {
  if (cardForm === null) return { scripts: [], frames: [], calls: [] };
  if (cardForm.sandboxUrl !== null) return { scripts: [], frames: [new URL(cardForm.sandboxUrl).origin], calls: [] };
  return {
    scripts: ['https://js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    calls: ['https://api.stripe.com'],
  };
}

/**
 * The websocket of the host that the page was opened on: not every browser takes it for 'self'. The header is
 * anybody's: what is no plain host and port is left out.
 */
function liveOrigin(host: string | undefined, secure: boolean): string | null {
  const port = /:(\d{1,5})$/.exec(host ?? '')?.[0] ?? '';
  const name = hostName(host);
  return name === null ? null : `${secure ? 'wss' : 'ws'}://${name}${port}`;
}

/** The web application: hashed assets for ever, its one page for every address that wants HTML and is nothing else. */
export async function registerWeb(
  app: FastifyInstance,
  { config, brands, log }: Pick<ApiParts, 'config' | 'brands' | 'log'>,
): Promise<void> {
  const { webRoot } = config;
  const readPage = webRoot === null ? null : pageReader(webRoot);
  const headers = pageHeaders(config);

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let page;
    try {
      page = await readPage!();
    } catch {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The web application is not built. Run: npm run build\n');
    }
    const brand = await brands.configOf(request.host).catch((error: unknown) => {
      // The page asks GET /config itself then. It names nobody, since nobody knows whose host this is.
      log.warn({ err: error }, 'The brand of a host could not be looked up.');
      return null;
    });
    const html =
      brand === null ?
        page.html.replace(/<title>[^<]*<\/title>/, '<title>\u200b</title>')
      : brandPage(page.html, brand);
    // Asked for again each time (a brand may have changed), and sent again only when it is another.
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply
      .code(200)
      .headers({
        ...headers(page.scriptHashes, request.host),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Host',
        etag,
      });
    varyOnEncoding(reply);
    if (request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag))
      return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return reply.send(html);
    return reply.header('content-encoding', encoding).send(await compress(html, encoding));
  }

  const wantsPage = (request: FastifyRequest): boolean =>
    readPage !== null &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    !apiPath.test(request.url) &&
    (request.headers.accept ?? '*/*').split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type));

  app.setNotFoundHandler(async (request, reply) => {
    // A missing asset is missing: answering it with the page would break the browser in stranger ways.
    if (wantsPage(request) && !/^\/assets\//.test(request.url)) return sendPage(request, reply);
    throw notFound();
  });

  if (webRoot !== null && existsSync(webRoot)) {
    await app.register(async (scope) => {
      await scope.register(fastifyStatic, {
        root: webRoot,
        // The build wrote them beside each file that shrinks.
        preCompressed: true,
        prefix: '/',
        index: false,
        cacheControl: false,
        dotfiles: 'ignore',
        setHeaders: (reply, path) => {
          reply.header('x-content-type-options', 'nosniff');
          reply.header('cache-control', cacheOf(path));
        },
      });
    });
    app.get('/', async (request, reply) => sendPage(request, reply));
    app.get('/index.html', async (request, reply) => sendPage(request, reply));
  }
}
