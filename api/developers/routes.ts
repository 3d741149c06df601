import type { FastifyReply, FastifyRequest } from 'fastify';
import { deprecations } from '../contract/deprecations.ts';
import { compress, encodingFor, varyOnEncoding } from '../kernel/compression.ts';
import { notFound } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { documentOf } from '../public/document.ts';
import { originOf, sendDocument } from '../public/site.ts';
import { routes } from '../routes/index.ts';
import { developerApi } from './calls.ts';
import { clientSource } from './client.ts';
import { guides } from './guides.ts';
import {
  changelogPage,
  type Drawing,
  type DrawnPage,
  guidePage,
  homePage,
  layout,
  referencePage,
  searchPage,
} from './page.ts';
import { developerStyle } from './style.ts';

const home = '/developers';
const plainHost = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/** The developer documentation on every host, in its brand. Made of the OpenAPI document at the first request. */
export function createDevelopers({ brands, config }: Pick<ApiParts, 'brands' | 'config'>) {
  const api = developerApi(routes);
  const client = clientSource(api);

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    draw: (drawing: Drawing) => DrawnPage | null,
    asked = '',
  ): Promise<FastifyReply> {
    const brand = await brands.configOf(request.host);
    const origin = plainHost.test(request.host) ? originOf(request) : new URL(config.publicUrl).origin;
    const drawing: Drawing = { brand, origin, api, path };
    const page = draw(drawing);
    if (page === null) throw notFound('This page does not exist.');
    const { html, policy } = documentOf(
      { body: layout(page, asked, drawing), style: developerStyle(brand.color) },
      {
        title: page.title === 'Developers' ? `Developers · ${brand.name}` : `${page.title} · ${brand.name} developers`,
        description: page.about,
        lang: 'en',
        icon: brand.favicon,
        color: brand.color,
        canonical: `${origin}${home}${path}`,
        image: null,
        hidden: path === '/search',
      },
      null,
      false,
    );
    return sendDocument(request, reply.header('vary', 'Host'), 200, { html, policy });
  }

  return {
    page: (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
      if (path === '') return send(request, reply, path, homePage);
      if (path === '/changelog') return send(request, reply, path, () => changelogPage(deprecations));
      if (path === '/search') {
        const { q } = request.query as { readonly q?: unknown };
        const asked = typeof q === 'string' ? q.slice(0, 100) : '';
        return send(request, reply, path, (drawing) => searchPage(asked, drawing), asked);
      }
      const reference = /^\/reference\/([a-z0-9-]+)$/.exec(path)?.[1];
      if (reference !== undefined) return send(request, reply, path, (drawing) => referencePage(reference, drawing));
      const guide = guides.find(({ slug }) => path === `/${slug}`);
      return send(request, reply, path, (drawing) => (guide === undefined ? null : guidePage(guide, drawing)));
    },
    client: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'inline; filename="client.ts"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      });
      varyOnEncoding(reply);
      const encoding = encodingFor(request.headers['accept-encoding']);
      if (encoding === null) return reply.send(client);
      return reply.header('content-encoding', encoding).send(await compress(client, encoding));
    },
  };
}
