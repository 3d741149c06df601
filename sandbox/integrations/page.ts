import type { FastifyReply } from 'fastify';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page of a service where someone allows us in, or doesn't. */
export const allowPage = (reply: FastifyReply, service: string, allow: string) =>
  reply.header('content-security-policy', policy).header('cache-control', 'no-store').type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Allow access – ${escaped(service)} (sandbox)</title>
    <link rel="icon" href="/assets/icon.svg" />
    <link rel="stylesheet" href="/assets/theme.css" />
    <link rel="stylesheet" href="/assets/stripe.css" />
  </head>
  <body class="hosted">
    <main class="hosted-main">
      <h1>${escaped(service)}</h1>
      <p>An app wants to use your account. This is the sandbox: no one signs in here.</p>
      <p>
        <a class="button primary" href="${escaped(allow)}">Allow</a>
        <a class="button" href="${escaped(`${allow}&denied=1`)}">Don’t allow</a>
      </p>
    </main>
  </body>
</html>`);

/** Back to where the browser came from, with a code or with the refusal. */
export function returnTo(reply: FastifyReply, asked: URLSearchParams, code: () => string) {
  const to = URL.parse(asked.get('redirect_uri') ?? '');
  if (to === null || (to.protocol !== 'http:' && to.protocol !== 'https:'))
    return reply.code(400).send({ error: 'invalid_request' });
  to.searchParams.set('state', asked.get('state') ?? '');
  if (asked.has('denied')) to.searchParams.set('error', 'access_denied');
  else to.searchParams.set('code', code());
  return reply.redirect(to.href);
}
