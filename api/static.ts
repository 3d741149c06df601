import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from './dependencies.ts';
import { notFound } from './kernel/errors.ts';

/** Paths that answer in JSON, also when there is nothing there. */
const apiPath = /^\/(api|webhooks|health|metrics|media)(\/|$|\?)/;

/** The page, read again only when the file has changed, with the hashes of its inline scripts for the policy. */
function pageReader(webRoot: string) {
  const path = join(webRoot, 'index.html');
  let page: { readonly html: Buffer; readonly mtimeMs: number; readonly scriptHashes: readonly string[] } | null = null;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (page === null || page.mtimeMs !== mtimeMs) {
      const html = await readFile(path);
      const inline = [...html.toString('utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]!).filter((code) => code.trim() !== '');
      page = { html, mtimeMs, scriptHashes: inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`) };
    }
    return page;
  };
}

/**
 * What the page is sent with (OWASP Secure Headers; the set that helmet sends). Written out, because a hook on every request of the API
 * would be too much for one page. A token lives in the browser's storage: nothing but our own scripts may run on this origin.
 */
function pageHeaders({ publicUrl, sandbox }: ApiConfig) {
  const secure = publicUrl.startsWith('https:');
  const sandboxOrigin = sandbox === null ? '' : ` ${new URL(sandbox.phoneUrl).origin}`;
  return (scriptHashes: readonly string[]): Record<string, string> => ({
    'content-security-policy': [
      "default-src 'self'", ["script-src 'self'", ...scriptHashes].join(' '), "script-src-attr 'none'", "style-src 'self' 'unsafe-inline'", `img-src 'self' data: blob: https:${sandboxOrigin}`,
      "font-src 'self' data:", `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`, "object-src 'none'", "base-uri 'self'", "form-action 'self'", "frame-ancestors 'none'",
      ...(secure ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin', 'origin-agent-cluster': '?1', 'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff', 'x-dns-prefetch-control': 'off', 'x-frame-options': 'DENY', 'x-permitted-cross-domain-policies': 'none',
  });
}

/** The web application: hashed assets for ever, its one page for every address that wants HTML and is nothing else. */
export async function registerWeb(app: FastifyInstance, config: ApiConfig): Promise<void> {
  const { webRoot } = config;
  const readPage = webRoot === null ? null : pageReader(webRoot);
  const headers = pageHeaders(config);

  async function sendPage(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let page;
    try {
      page = await readPage!();
    } catch {
      return reply.code(503).type('text/plain; charset=utf-8').send('The web application is not built. Run: npm run build\n');
    }
    return reply.code(200).headers({ ...headers(page.scriptHashes), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).send(page.html);
  }

  const wantsPage = (request: FastifyRequest): boolean =>
    readPage !== null && (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(request.url) && (request.headers.accept ?? '*/*').split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type));

  app.setNotFoundHandler(async (request, reply) => {
    // A missing asset is missing: answering it with the page would break the browser in stranger ways.
    if (wantsPage(request) && !/^\/assets\//.test(request.url)) return sendPage(request, reply);
    throw notFound();
  });

  if (webRoot !== null && existsSync(webRoot)) {
    await app.register(async (scope) => {
      await scope.register(fastifyStatic, {
        root: webRoot, prefix: '/', index: false, cacheControl: false, dotfiles: 'ignore',
        setHeaders: (reply, path) => {
          reply.header('x-content-type-options', 'nosniff');
          reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
    });
    app.get('/', async (request, reply) => sendPage(request, reply));
    app.get('/index.html', async (request, reply) => sendPage(request, reply));
  }
}
