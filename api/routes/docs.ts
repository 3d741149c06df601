import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Brands } from '../kernel/brands.ts';
import { notFound } from '../kernel/errors.ts';
import { openApiDocument } from '../kernel/openapi/document.ts';
import { routes } from './index.ts';

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>API</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"><link rel="icon" href="data:,"></head>
<body><div id="docs"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>
`;
const options = {
  url: '/api/docs/json',
  dom_id: '#docs',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
};
const start = `SwaggerUIBundle(${JSON.stringify(options)});\n`;
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/**
 * /api/docs: the document and a page to try it, under the name of the brand whose host it is. Made at the first request, so
 * that starting costs nothing.
 */
export function registerDocs(app: FastifyInstance, brands: Brands): void {
  let document: object | null = null;

  app.get('/api/docs/json', async (request, reply) => {
    const { name } = await brands.configOf(request.host);
    document ??= openApiDocument(routes, { title: 'API', version: '1' });
    const named = { ...document, info: { ...(document as { readonly info: object }).info, title: `${name} API` } };
    return reply.type('application/json; charset=utf-8').header('vary', 'Host').send(JSON.stringify(named));
  });
  app.get('/api/docs', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  app.get<{ Params: { file: string } }>('/api/docs/:file', async (request, reply) => {
    const { file } = request.params;
    if (!Object.hasOwn(files, file)) throw notFound();
    const folder = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type(files[file]!)
      .send(await readFile(join(folder, file)));
  });
}
