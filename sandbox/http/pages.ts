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

/** A shop on a site of its own, with somebody's popup on it: where its script comes from, and which it is. */
export interface Shop {
  readonly script: string;
  readonly popup: string;
}

/** The pages and what they load, and pictures to send from a phone, read once at start; plain files, without a build. */
export async function pageRoutes(app: FastifyInstance, shop: Shop | null): Promise<void> {
  const folder = new URL('../pages/', import.meta.url);
  const routes: Readonly<Record<string, string>> = {
    'index.html': '/',
    'phone.html': '/phone',
    'inbox.html': '/inbox',
    'stripe.html': '/stripe',
  };
  for (const name of await readdir(folder)) {
    const type = types[name.split('.').at(-1) ?? ''];
    if (type === undefined) continue;
    const content = await readFile(new URL(name, folder));
    if (name === 'shop.html') {
      if (shop !== null) shopRoute(app, content.toString('utf8'), shop);
      continue;
    }
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

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** As a shop of somebody's would be: another site to the browser, with a policy that lets the popup's host in and no other. */
function shopRoute(app: FastifyInstance, page: string, { script, popup }: Shop): void {
  const host = new URL(script).origin;
  const html = page.replace('%SCRIPT%', escaped(script)).replace('%POPUP%', escaped(popup));
  app.get('/shop', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src ${host}; connect-src ${host}; img-src 'self' data: ${host}; ` +
          "style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(html),
  );
}
