import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '../../commands/kernel/caller.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { ApiDependencies, HeardEmail } from '../dependencies.ts';
import { commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Refusals } from './refusals.ts';

/** SendGrid sends some hundred events at once, below 1 MB. */
const bodyLimit = 2 * 1024 * 1024;
/** Words that are recorded at the same time: a post of a thousand is answered within a second. */
const atOnce = 32;

const Params = z.object({
  provider: z.enum(['sendgrid', 'mailgun', 'ses']),
  owner: z.union([z.literal('platform'), z.uuid().toLowerCase()]),
});

/** What the email providers of an account (`platform`, an agency or a business) tell of emails. */
export function registerEmailWebhooks(
  app: FastifyInstance,
  deps: Pick<ApiDependencies, 'commands' | 'emailWebhooks' | 'db' | 'now' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  const { commands, db, log } = deps;
  app.removeAllContentTypeParsers();
  // Signatures cover the bytes, and SNS calls its JSON plain text.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  app.post('/webhooks/mail/:provider/:owner', async (request, reply) => {
    const named = Params.safeParse(request.params);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const account =
      named.success ? await deps.emailWebhooks?.account(named.data.provider, named.data.owner) : undefined;
    const kind = named.success ? named.data.provider : 'mail';
    const refuse = (why: string): ApiError => {
      metrics.webhooks.inc({ kind, outcome: 'refused' });
      refusals.note(kind, why);
      log.warn({ kind, requestId: request.id, why }, 'A webhook of an email provider was refused.');
      return new ApiError('signature_invalid', 'The signature is not valid.');
    };
    if (!named.success || account === undefined || account === null) throw refuse('nothing is listened to here');
    const heard = await account.hear({ headers: request.headers, body, now: deps.now() });
    if (heard.kind === 'refused') throw refuse(heard.why);
    if (heard.kind === 'confirm') {
      await account.confirm(heard.url);
      metrics.webhooks.inc({ kind, outcome: 'confirmed' });
      return reply.code(200).send();
    }
    if (heard.once !== null && !(await firstWith(`${kind} ${heard.once}`, body)))
      throw refuse('its token was used before');

    const { provider } = named.data;
    const caller: Caller = { role: 'carrier', actor: { kind: 'carrier', name: provider }, tenant: account.tenant };
    const outcomes = { recorded: 0, unknown: 0 };
    const words = [...heard.words];
    const record = async (word: HeardEmail): Promise<void> => {
      const emailId = word.mailId ?? (await emailOf(provider, word.providerMessageId));
      if (emailId === null) return void (outcomes.unknown += 1);
      const commandId = uuidV5(namespaces.command, 'mail-webhook', emailId, word.what.kind);
      const { providerMessageId, at, what } = word;
      const { result } = await commands.delivery.mail.hear(commandContext(caller, commandId, commandId), {
        id: emailId,
        provider,
        providerMessageId,
        word: { at, what },
      });
      outcomes[result.known ? 'recorded' : 'unknown'] += 1;
    };
    const next = async (): Promise<void> => {
      for (let word = words.shift(); word !== undefined; word = words.shift()) await record(word);
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    for (const [outcome, count] of Object.entries(outcomes))
      if (count > 0) metrics.webhooks.inc({ kind, outcome }, count);
    return reply.code(200).send();
  });

  /** Whether a token comes with the body that it first came with: a repeat is heard, another body is not. */
  async function firstWith(token: string, body: Buffer): Promise<boolean> {
    const digest = createHash('sha256').update(body).digest();
    await sql`insert into ops.webhook_tokens (token, body, heard_at) values (${token}, ${digest}, ${deps.now()}::timestamptz)
      on conflict (token) do nothing`.execute(db);
    const { rows } = await sql<{ body: Buffer }>`select body from ops.webhook_tokens where token = ${token}`.execute(
      db,
    );
    return rows.every((row) => row.body.equals(digest));
  }

  /** Our email by the provider's own name for it. */
  async function emailOf(provider: string, providerMessageId: string): Promise<string | null> {
    if (providerMessageId === '') return null;
    const { rows } = await sql<{ mail_id: string }>`
      select mail_id from ops.mails where provider_message_id = ${providerMessageId} and provider = ${provider} limit 2`.execute(
      db,
    );
    return rows.length === 1 ? rows[0]!.mail_id : null;
  }
}
