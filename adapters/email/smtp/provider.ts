import { Transform } from 'node:stream';
import {
  type EmailOutcome,
  type EmailProvider,
  type HandOver,
  handingOver,
  noMailbox,
  notHandedOver,
} from '../port.ts';

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (port 465). Otherwise STARTTLS is used where the server offers it. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** For the sandbox, which speaks no TLS. Default false. */
  readonly ignoreTls?: boolean;
  /** Milliseconds without a word from the server after which the outcome is unknown. Default 20,000. */
  readonly timeoutMs?: number;
  readonly maxConnections?: number;
}

type Transport = Awaited<ReturnType<typeof open>>;

/** Sends through any SMTP server with nodemailer, over a pool of connections. The library is loaded when first needed. */
export function createSmtpProvider(config: SmtpConfig): EmailProvider {
  let opening: Promise<Transport> | undefined;
  return {
    name: 'smtp',
    async send(email, handOver): Promise<EmailOutcome> {
      const handing = handingOver(handOver);
      try {
        const transport = await (opening ??= open(config));
        const message = {
          [handedOver]: handing.begin,
          from: email.from,
          to: email.to,
          ...(email.replyTo === null ? {} : { replyTo: email.replyTo }),
          subject: email.subject,
          text: email.text,
          ...(email.html === null ? {} : { html: email.html }),
          headers: { ...email.headers },
          messageId: email.messageId,
          ...(email.attachments === undefined ?
            {}
          : {
              attachments: email.attachments.map(({ name, type, content }) => ({
                filename: name,
                contentType: type,
                content: Buffer.from(content),
              })),
            }),
          disableFileAccess: true,
          disableUrlAccess: true,
        };
        const { messageId } = await transport.sendMail(message);
        return { kind: 'accepted', providerMessageId: messageId };
      } catch (error) {
        const outcome = outcomeOfSmtpFailure(error);
        return handing.isOver() ? outcome : notHandedOver(outcome);
      }
    },
    async close() {
      const transport = await opening?.catch(() => undefined);
      transport?.close();
      opening = undefined;
    },
  };
}

async function open(config: SmtpConfig) {
  const { createTransport } = await import('nodemailer');
  const timeout = config.timeoutMs ?? 20_000;
  const transport = createTransport({
    pool: true,
    maxConnections: config.maxConnections ?? 5,
    host: config.host,
    port: config.port,
    secure: config.secure,
    ignoreTLS: config.ignoreTls ?? false,
    ...(config.auth === null ? {} : { auth: { ...config.auth } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  });
  transport.use('stream', (email, done) => {
    const begin = (email.data as { readonly [handedOver]?: HandOver })[handedOver];
    if (begin !== undefined) email.message.transform(() => heldBackUntil(begin));
    done();
  });
  return transport;
}

/** Under it a message's options say what is called before its last dot. */
const handedOver = 'handedOver';
/** Passes everything on, and ends when that was said: the dot that ends the message comes after it. */
const heldBackUntil = (begin: HandOver): Transform =>
  new Transform({
    transform(chunk, _, done) {
      done(null, chunk);
    },
    flush(done) {
      begin().then(() => done(), done);
    },
  });

/** Errors that nodemailer raises before the message's content has gone out. */
const beforeContent = new Set([
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EENVELOPE',
  'ECONFIG',
  'EPROXY',
]);

interface Failure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  readonly syscall?: string;
  readonly message?: string;
}
/** RFC 3463. Nothing else of what a server says is passed on: it may name the person. */
const enhancedCode = ({ response }: Failure): string | null =>
  /\b[245]\.\d{1,3}\.\d{1,3}\b/u.exec(response ?? '')?.[0] ?? null;

/**
 * Whether the server refused the recipient for good since there is no such mailbox: by its code (RFC 3463, 5.1.x and
 * 5.2.1), or, without one, by 550, 551 or 553 where it speaks of no policy. A refused sender or message says nothing of
 * the mailbox.
 */
function hasNoMailbox(failure: Failure): boolean {
  if (failure.code !== 'EENVELOPE' || failure.command !== 'RCPT TO') return false;
  const code = enhancedCode(failure);
  if (code !== null) return /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/u.test(code);
  const isPolicy = /spam|reputation|block|blacklist|policy|relay|denied|authenticat/iu.test(failure.response ?? '');
  return [550, 551, 553].includes(failure.responseCode ?? 0) && !isPolicy;
}

/**
 * What a failure means. An answer of 4xx or 5xx is a refusal (RFC 5321, 4.2.1: 5xx is permanent, 4xx is not); a connection that never stood
 * is one that can be repeated; a connection lost at any later point is unknown, since the server may have taken the message.
 */
export function outcomeOfSmtpFailure(error: unknown): EmailOutcome {
  const failure = error as Failure;
  if (typeof failure.responseCode === 'number' && failure.responseCode >= 400) {
    return {
      kind: 'rejected',
      permanent: failure.responseCode >= 500 && failure.code !== 'EAUTH',
      detail: [
        hasNoMailbox(failure) ? noMailbox : (failure.code ?? 'SMTP'),
        failure.responseCode,
        enhancedCode(failure),
      ]
        .filter((part) => part !== null)
        .join(' '),
    };
  }
  if (
    failure.syscall === 'connect' ||
    failure.syscall === 'getaddrinfo' ||
    (failure.code !== undefined && beforeContent.has(failure.code))
  ) {
    return { kind: 'rejected', permanent: false, detail: failure.code ?? 'no connection' };
  }
  return { kind: 'unknown', detail: failure.code ?? 'unknown failure' };
}
