import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyHelmet from '@fastify/helmet';
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

/** The web application: hashed assets for ever, its one page for every address that wants HTML and is nothing else. */
export async function registerWeb(app: FastifyInstance, config: ApiConfig): Promise<void> {
  const { webRoot } = config;
  const secure = config.publicUrl.startsWith('https:');
  const readPage = webRoot === null ? null : pageReader(webRoot);
  const sandboxOrigin = config.sandbox === null ? [] : [new URL(config.sandbox.phoneUrl).origin];

  await app.register(fastifyHelmet, {
    global: false,
    // A token lives in the browser's storage: nothing but our own scripts may run on this origin.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"], scriptSrc: ["'self'"], scriptSrcAttr: ["'none'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...sandboxOrigin],
        fontSrc: ["'self'", 'data:'], connectSrc: ["'self'", config.publicUrl.replace(/^http/, 'ws')], objectSrc: ["'none'"], baseUri: ["'self'"], formAction: ["'self'"], frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  });

  async function sendPage(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let page;
    try {
      page = await readPage!();
    } catch {
      return reply.code(503).type('text/plain; charset=utf-8').send('The web application is not built. Run: npm run build\n');
    }
    await reply.helmet();
    if (page.scriptHashes.length > 0) {
      const policy = reply.getHeader('content-security-policy');
      if (typeof policy === 'string') reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${page.scriptHashes.join(' ')}`));
    }
    return reply.code(200).headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).send(page.html);
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
