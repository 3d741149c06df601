import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: http: https:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The three pages and what they load, and pictures to send from a phone, read once at start; plain files, without a build. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const folder = new URL('../pages/', import.meta.url);
  const routes: Readonly<Record<string, string>> = {
    'index.html': '/',
    'phone.html': '/phone',
    'inbox.html': '/inbox',
  };
  for (const name of await readdir(folder)) {
    const type = types[name.split('.').at(-1) ?? ''];
    if (type === undefined) continue;
    const content = await readFile(new URL(name, folder));
    const tag = `"${createHash('sha1').update(content).digest('base64url')}"`;
    app.get(routes[name] ?? `/assets/${name}`, (request, reply) => {
      reply
        .header('etag', tag)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer');
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.header('content-type', type).send(content);
    });
  }
}
