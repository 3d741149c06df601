import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Notice } from '../contract/page-view.ts';
import type { AppConfig } from '../contract/whitelabels.ts';
import { compress, encodingFor, varyOnEncoding } from '../kernel/compression.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { PageRenderer } from '../contract/page-view.ts';
import { documentOf, type Meta, type PublicDocument, safeHeaders } from './document.ts';

/** What the public routes work with. */
export interface Site {
  readonly parts: ApiParts;
  readonly pages: PageRenderer;
}

export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { html, policy }: PublicDocument,
): Promise<FastifyReply> {
  reply.code(status).headers({ ...safeHeaders, 'content-security-policy': policy });
  varyOnEncoding(reply);
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(html);
  return reply.header('content-encoding', encoding).send(await compress(html, encoding));
}

export const noMeta = (title: string, brand: AppConfig): Meta => ({
  title,
  description: '',
  lang: 'en',
  icon: brand.favicon,
  color: brand.color,
  canonical: null,
  image: null,
  hidden: true,
});

/** Says something in the brand of the host, or of the business that it is about. */
export async function sendNotice(
  { parts, pages }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  notice: Omit<Notice, 'brand'> & { readonly company?: string | null },
): Promise<FastifyReply> {
  const brand = await parts.brands.configOf(request.host);
  const { company, ...said } = notice;
  const drawn = pages.notice({
    ...said,
    brand: { name: company ?? brand.name, logo: company ? null : brand.logo, color: brand.color },
  });
  return sendDocument(request, reply, status, documentOf(drawn, noMeta(notice.title, brand), null, false));
}

export const isJsonWanted = (request: FastifyRequest): boolean =>
  /^\s*application\/json/.test(request.headers.accept ?? '');

/** Where a vote is told on while it goes on. */
export const livePathOf = (campaignId: string): string => `/api/v1/votes/${campaignId}/live`;
/** The websocket's origin on the host that this was asked for on; null: the header names no plain host. */
export const liveOriginOf = ({ protocol, host }: FastifyRequest): string | null =>
  /^[a-z0-9.-]+(?::\d{1,5})?$/i.test(host) ? `${protocol === 'https' ? 'wss' : 'ws'}://${host}` : null;

/** The address that this was asked for under, without a slash at the end. */
export const originOf = (request: Pick<FastifyRequest, 'host' | 'protocol'>): string =>
  `${request.protocol}://${request.host}`;

/** Why a browser asks, where it says so: ahead of its reader, or for a preview. */
export const purposeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].flat().join(' ').toLowerCase();
