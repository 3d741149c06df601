import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { request } from 'undici';
import { fileMode } from '../store/private-files.ts';
import { certificateOf } from './certificate.ts';
import type { Fate } from './delivery.ts';

export type EmailProvider = 'sendgrid' | 'mailgun' | 'ses';
/** What a provider knows of an email that it has taken. */
export interface TakenEmail {
  readonly to: string;
  /** Its own name for the email. */
  readonly providerMessageId: string;
  /** What went out with the email to be told again, by its name. */
  readonly marks: Readonly<Record<string, string>>;
}
export type EmailHappening = 'delivered' | 'bounced' | 'soft-bounced' | 'complained';

interface Kept {
  readonly sendgridKey: string;
  readonly mailgunKey: string;
  readonly snsKey: string;
  readonly urls: Partial<Record<EmailProvider, string>>;
}
/** A webhook as it goes over the wire. */
export interface SignedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type EmailEvents = Awaited<ReturnType<typeof createEmailEvents>>;
const topic = 'arn:aws:sns:us-east-1:123456789012:sandbox-mail';
const perTry = [0, 100, 500, 2_000, 5_000] as const;

/**
 * The event webhooks of the three email providers, signed the way each signs: SendGrid (ECDSA over timestamp and body),
 * Mailgun (HMAC over timestamp and token), Amazon SES by way of SNS (RSA with a certificate, and a subscription to
 * confirm). Nothing is called before an address is given.
 */
export async function createEmailEvents({
  file,
  baseUrl,
  afterMs,
  now = () => Date.now(),
  log,
}: {
  /** Keeps keys and addresses across restarts; null: nothing is kept. */
  readonly file: string | null;
  readonly baseUrl: () => string;
  /** How long after an email was taken its end is told. */
  readonly afterMs: () => number;
  readonly now?: () => number;
  readonly log: Logger;
}) {
  let kept: Kept | null =
    file === null ? null : (
      await readFile(file, 'utf8').then(
        (text) => JSON.parse(text) as Kept,
        () => null,
      )
    );
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let confirmed = false;
  let count = 0;

  /** Keys are made when first needed: making them takes a moment. */
  function keys(): Kept {
    return (kept ??= {
      sendgridKey: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
      mailgunKey: randomBytes(16).toString('hex'),
      snsKey: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      urls: {},
    });
  }
  const publicOf = (key: string) => createPublicKey(createPrivateKey(key));
  const certificate = (): string => {
    const { snsKey } = keys();
    return certificateOf('sandbox.sns', publicOf(snsKey), createPrivateKey(snsKey));
  };

  /** By what an application knows the webhooks of a provider. */
  function keyOf(provider: EmailProvider): string {
    switch (provider) {
      case 'sendgrid':
        return publicOf(keys().sendgridKey).export({ type: 'spki', format: 'der' }).toString('base64');
      case 'mailgun':
        return keys().mailgunKey;
      case 'ses':
        return topic;
    }
  }

  function signed(provider: EmailProvider, event: object, at = new Date(now())): SignedPost {
    const seconds = String(Math.floor(at.getTime() / 1000));
    switch (provider) {
      case 'sendgrid': {
        const body = JSON.stringify([event].flat());
        return {
          headers: {
            'content-type': 'application/json',
            'x-twilio-email-event-webhook-timestamp': seconds,
            'x-twilio-email-event-webhook-signature': sign(
              'sha256',
              Buffer.from(seconds + body),
              createPrivateKey(keys().sendgridKey),
            ).toString('base64'),
          },
          body,
        };
      }
      case 'mailgun': {
        const token = randomBytes(25).toString('hex');
        const signature = createHmac('sha256', keys().mailgunKey)
          .update(seconds + token)
          .digest('hex');
        const body = JSON.stringify({ signature: { timestamp: seconds, token, signature }, 'event-data': event });
        return { headers: { 'content-type': 'application/json' }, body };
      }
      case 'ses':
        return notice({ Type: 'Notification', Message: JSON.stringify(event) }, at);
    }
  }

  /** A message of SNS. */
  function notice(said: Readonly<Record<string, string>>, at = new Date(now())): SignedPost {
    const message: Record<string, string> = {
      ...said,
      MessageId: `sandbox-${(count += 1)}`,
      Timestamp: at.toISOString(),
      TopicArn: topic,
    };
    const text = Object.keys(message)
      .sort()
      .map((name) => `${name}\n${message[name]}\n`)
      .join('');
    const body = JSON.stringify({
      ...message,
      SignatureVersion: '2',
      SigningCertURL: `${baseUrl()}/sns/certificate.pem`,
      Signature: sign('sha256', Buffer.from(text), createPrivateKey(keys().snsKey)).toString('base64'),
    });
    return { headers: { 'content-type': 'text/plain; charset=UTF-8' }, body };
  }

  async function post(url: string, { headers, body }: SignedPost): Promise<number | null> {
    try {
      const answer = await request(url, { method: 'POST', headers, body, headersTimeout: 10_000 });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return null;
    }
  }

  async function deliver(provider: EmailProvider, happening: EmailHappening, email: TakenEmail): Promise<void> {
    await pause(afterMs(), undefined, { signal: stopping.signal });
    const post1 = signed(provider, eventOf(provider, happening, email, new Date(now())));
    for (const wait of perTry) {
      await pause(wait, undefined, { signal: stopping.signal });
      const url = kept?.urls[provider];
      if (url === undefined) return;
      const status = await post(url, post1);
      if (status !== null && status < 500 && status !== 429) return;
    }
    log.warn({ provider, happening }, 'A webhook of an email provider was not taken');
  }

  return {
    keyOf,
    signed,
    post,
    certificate,
    confirmed: () => confirmed,
    /** From now on a provider calls this address; SNS asks first whether it is wanted. Returns the key. */
    async listen(provider: EmailProvider, url: string | null): Promise<{ readonly key: string }> {
      const { [provider]: _before, ...urls } = keys().urls;
      kept = { ...keys(), urls: url === null ? urls : { ...urls, [provider]: url } };
      if (file !== null) {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify(kept), { mode: fileMode });
      }
      return { key: keyOf(provider) };
    },
    /** Asks the address of SES whether it wants to be told, as SNS does once the subscription is made. */
    async askToConfirm(): Promise<number | null> {
      const url = kept?.urls.ses;
      if (url === undefined) return null;
      const SubscribeURL = `${baseUrl()}/sns/confirm`;
      return post(url, notice({ Type: 'SubscriptionConfirmation', Message: 'Confirm.', Token: 'token', SubscribeURL }));
    },
    confirm: () => {
      confirmed = true;
    },
    /** What becomes of an email that was taken is told after a while. */
    taken(provider: EmailProvider, fate: Fate, email: TakenEmail): void {
      if (kept?.urls[provider] === undefined) return;
      const tell = async () => {
        for (const happening of triggerEventsOf(fate)) await deliver(provider, happening, email);
      };
      const telling = tell()
        .catch(() => undefined)
        .finally(() => underWay.delete(telling));
      underWay.add(telling);
    },
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const triggerEventsOf = (fate: Fate): readonly EmailHappening[] =>
  fate === 'bounce' ? ['bounced']
  : fate === 'softbounce' ? ['soft-bounced']
  : fate === 'complain' ? ['delivered', 'complained']
  : ['delivered'];

/** What a provider says of it, in its own words. */
export function eventOf(
  provider: EmailProvider,
  happening: EmailHappening,
  { to, providerMessageId, marks }: TakenEmail,
  at = new Date(),
): object {
  const status = happening === 'bounced' ? '5.1.1' : '5.2.2';
  const seconds = at.getTime() / 1000;
  switch (provider) {
    case 'sendgrid':
      return {
        ...marks,
        email: to,
        timestamp: Math.floor(seconds),
        sg_event_id: `${providerMessageId}-${happening}`,
        sg_message_id: `${providerMessageId}.recvd-sandbox-0`,
        ...(happening === 'delivered' ? { event: 'delivered', response: '250 OK' }
        : happening === 'complained' ? { event: 'spamreport' }
        : { event: 'bounce', type: happening === 'bounced' ? 'bounce' : 'blocked', status, reason: `550 ${status}` }),
      };
    case 'mailgun':
      return {
        id: `${providerMessageId}-${happening}`,
        timestamp: seconds,
        recipient: to,
        message: { headers: { 'message-id': providerMessageId.replace(/^<|>$/g, '') } },
        'user-variables': marks,
        ...(happening === 'delivered' ? { event: 'delivered' }
        : happening === 'complained' ? { event: 'complained' }
        : {
            event: 'failed',
            severity: 'permanent',
            reason: happening === 'bounced' ? 'bounce' : 'old',
            'delivery-status': { code: 550, 'enhanced-code': status },
          }),
      };
    case 'ses': {
      const timestamp = at.toISOString();
      const tags = Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, [value]]));
      const mail = { timestamp, messageId: providerMessageId, destination: [to], tags };
      if (happening === 'delivered') return { eventType: 'Delivery', mail, delivery: { timestamp, recipients: [to] } };
      if (happening === 'complained')
        return {
          eventType: 'Complaint',
          mail,
          complaint: { timestamp, complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: to }] },
        };
      return {
        eventType: 'Bounce',
        mail,
        bounce: {
          timestamp,
          bounceType: happening === 'bounced' ? 'Permanent' : 'Transient',
          bounceSubType: happening === 'bounced' ? 'General' : 'MailboxFull',
          bouncedRecipients: [{ emailAddress: to, status }],
        },
      };
    }
  }
}

const isProvider = (name: string): name is EmailProvider => ['sendgrid', 'mailgun', 'ses'].includes(name);

/** Where the addresses are given, and what SNS answers. */
export function emailEventRoutes(app: FastifyInstance, events: EmailEvents): void {
  app.put<{ Params: { provider: string }; Body: { url?: unknown } | null }>(
    '/sandbox/mail-webhooks/:provider',
    async (request, reply) => {
      const { provider } = request.params;
      const url = request.body?.url ?? null;
      if (!isProvider(provider) || !(url === null || (typeof url === 'string' && URL.canParse(url))))
        return reply.code(400).send({ message: 'Give a provider (sendgrid, mailgun, ses) and the url it is to call.' });
      return events.listen(provider, url);
    },
  );
  app.post('/sandbox/mail-webhooks/ses/confirm', async () => ({ status: await events.askToConfirm() }));
  app.get('/sns/certificate.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').send(events.certificate()),
  );
  app.get('/sns/confirm', async (_request, reply) => {
    events.confirm();
    return reply.type('text/xml').send('<ConfirmSubscriptionResponse/>');
  });
}
