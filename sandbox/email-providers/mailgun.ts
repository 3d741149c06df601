import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Digits } from '../chance.ts';
import { type Delivery, fateOf } from './delivery.ts';
import type { EmailEvents } from './events.ts';

/**
 * Mailgun's API as far as a domain is checked and an email is sent
 * (https://documentation.mailgun.com/docs/mailgun/api-reference). A key of at least eight characters that does not
 * start with `wrong` is good for every domain; `unknown.…` is none of the account's, `unverified.…` waits for its DNS
 * records.
 */
export function mailgunRoutes(app: FastifyInstance, deliver: Delivery, digits: Digits, events: EmailEvents): void {
  const signedIn = (request: FastifyRequest): boolean => {
    const [user, key = ''] = Buffer.from(/^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64')
      .toString('utf8')
      .split(':');
    return user === 'api' && key.length >= 8 && !key.startsWith('wrong');
  };
  // Mailgun answers a wrong key in plain text.
  const forbidden = (reply: FastifyReply) => reply.code(401).type('text/plain').send('Forbidden');

  app.get<{ Params: { domain: string } }>('/v4/domains/:domain', async (request, reply) => {
    if (!signedIn(request)) return forbidden(reply);
    const { domain } = request.params;
    if (domain.startsWith('unknown.')) return reply.code(404).send({ message: `Domain not found: ${domain}` });
    const state = domain.startsWith('unverified.') ? 'unverified' : 'active';
    return {
      domain: {
        id: digits('mailgun', domain).slice(0, 24),
        name: domain,
        state,
        type: 'custom',
        is_disabled: false,
        created_at: new Date(0).toUTCString(),
        smtp_login: `postmaster@${domain}`,
        spam_action: 'disabled',
        require_tls: false,
        skip_verification: false,
        wildcard: false,
        web_prefix: 'email',
        web_scheme: 'https',
        use_automatic_sender_security: false,
      },
      receiving_dns_records: [],
      sending_dns_records: [],
    };
  });

  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
      const read = new Response(new Uint8Array(body as Buffer), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      read.then(
        (form) => done(null, form),
        (error: unknown) => done(error as Error),
      );
    });
    let sent = 0;
    scope.post<{ Params: { domain: string }; Body: FormData | URLSearchParams | undefined }>(
      '/v3/:domain/messages',
      async (request, reply) => {
        if (!signedIn(request)) return forbidden(reply);
        const { domain } = request.params;
        if (domain.startsWith('unknown.')) return reply.code(404).send({ message: `Domain not found: ${domain}` });
        const fields = [...(request.body ?? new URLSearchParams()).entries()].map(
          ([name, value]) => [name, String(value)] as const,
        );
        const field = (wanted: string) =>
          fields.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? null;
        const to = fields
          .filter(([name]) => name === 'to')
          .flatMap(([, value]) => value.split(','))
          .map((one) => one.trim());
        const from = field('from');
        if (to.length === 0 || to.some((address) => !address.includes('@')))
          return reply.code(400).send({ message: 'to parameter is not a valid address. please check documentation' });
        if (from === null || !from.includes('@')) return reply.code(400).send({ message: 'from parameter is missing' });
        const [text, html] = [field('text'), field('html')];
        if (text === null && html === null)
          return reply
            .code(400)
            .send({ message: "Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified" });
        const fate = fateOf(to);
        if (fate === 'refused')
          return reply.code(400).send({ message: 'to parameter is not a valid address. please check documentation' });
        if (fate === 'busy') return reply.code(429).send({ message: 'Too many requests' });
        if (fate === 'down') return reply.code(500).send({ message: 'Internal Server Error' });
        const id = field('h:Message-Id') ?? `<${digits('mailgun', String((sent += 1)))}@${domain}>`;
        const files = [...(request.body ?? new URLSearchParams()).entries()].flatMap(([name, value]) =>
          name === 'attachment' && value instanceof File ? [value] : [],
        );
        await deliver({
          from,
          to,
          subject: field('subject') ?? '',
          text,
          html,
          messageId: id,
          attachments: await Promise.all(
            files.map(async (file) => ({
              name: file.name,
              type: file.type,
              content: Buffer.from(await file.arrayBuffer()).toString('base64'),
            })),
          ),
          user: `mailgun ${domain}`,
          headers: Object.fromEntries(
            fields
              .filter(([name]) => /^h:/i.test(name) && name.toLowerCase() !== 'h:message-id')
              .map(([name, value]) => [name.slice(2), value]),
          ),
        });
        const marks = Object.fromEntries(
          fields.filter(([name]) => name.startsWith('v:')).map(([name, value]) => [name.slice(2), value]),
        );
        events.taken('mailgun', fate, { to: to[0]!, providerMessageId: id, marks });
        if (fate === 'lost') return void reply.hijack().raw.destroy();
        return { id, message: 'Queued. Thank you.' };
      },
    );
  });
}
