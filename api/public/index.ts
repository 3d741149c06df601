import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRenderer } from '../contract/page-view.ts';
import { ApiError, describeFailure } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { registerCoupons } from './coupon.ts';
import { registerLinks } from './links.ts';
import { registerOptIn } from './opt-in.ts';
import { registerPages } from './pages.ts';
import { isJsonWanted, sendNotice } from './site.ts';
import { registerThanks } from './thanks.ts';
import { registerUnsubscribe } from './unsubscribe.ts';
import { registerWidget } from './widget.ts';

/** What the server draws itself, for `npm run coverage:spec`: the web application has no routes of these. */
export const publicScreens: readonly string[] = [
  '/pages/{id}/{business}',
  '/pages/{id}/{business}/result',
  '/l/{token}',
  '/t/{token}',
  '/t/v/{token}',
  '/unsubscribe/email/{token}',
  '/unsubscribe/email/{token}/{id}',
];

/** No form of ours is larger. */
const maxBytes = 64 * 1024;

/** The fields of a multipart form as a urlencoded one; attached files are left out. Throws `malformed_request`. */
async function asUrlEncoded(contentType: string, body: Buffer): Promise<string> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    const fields = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
    return fields.toString();
  } catch {
    throw new ApiError('malformed_request', 'The form can’t be read.');
  }
}

/** What the public sees: pages by the host and the brand that they are opened on, as HTML that works without JavaScript. */
export async function registerPublic(app: FastifyInstance, parts: ApiParts, pages: PageRenderer): Promise<void> {
  const site = { parts, pages };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    );
    // RFC 8058: an email program's one-click POST should be multipart/form-data and may be urlencoded.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (request: FastifyRequest, body: Buffer) => asUrlEncoded(request.headers['content-type'] ?? '', body),
    );
    // What goes wrong is told in the brand's words, too; programs get their JSON.
    scope.setErrorHandler(async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { status, body, retryAfterSeconds } = describeFailure(error, request.id);
      if (status >= 500) parts.log.error({ err: error, requestId: request.id }, 'A public page failed.');
      if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
      if (isJsonWanted(request)) return reply.code(status).send(body);
      return sendNotice(site, request, reply, status, {
        title: 'This did not work',
        text: body.message,
        tone: 'sorry',
      });
    });
    registerOptIn(scope, site);
    const find = registerPages(scope, site);
    registerLinks(scope, site);
    registerThanks(scope, site, find);
    registerCoupons(scope, site);
    registerUnsubscribe(scope, site);
    registerWidget(scope, site, find);
  });
}
