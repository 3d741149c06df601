import { outcomeOfHttpFailure } from '../outcome.ts';
import { type EmailProvider, handingOver, notHandedOver } from '../port.ts';
import { mailgunVariable } from '../webhooks/mailgun.ts';
import { emailIdOf } from '../webhooks/port.ts';

export interface MailgunConfig {
  readonly apiKey: string;
  readonly domain: string;
  readonly region: string;
  /** Null: Mailgun's own of the region. */
  readonly baseUrl: string | null;
  readonly timeoutMs?: number;
}

/** Mailgun's messages API, without tracking. */
export function createMailgunProvider({
  apiKey,
  domain,
  region,
  baseUrl,
  timeoutMs = 20_000,
}: MailgunConfig): EmailProvider {
  const opening = () =>
    import('./client.ts').then(({ createMailgunClient, withoutFalseAnswer }) => {
      const { messages } = createMailgunClient({ apiKey, region, baseUrl, timeoutMs });
      return (content: Parameters<typeof messages.create>[1]) =>
        messages.create(domain, content).catch((error: unknown) => {
          throw withoutFalseAnswer(error);
        });
    });
  let opened: ReturnType<typeof opening> | undefined;
  return {
    name: 'mailgun',
    async send(email, handOver) {
      const handing = handingOver(handOver);
      try {
        const create = await (opened ??= opening());
        await handing.begin();
        const { id } = await create({
          from:
            email.from.name === '' ?
              email.from.address
            : `"${email.from.name.replace(/["\\\r\n]/g, ' ')}" <${email.from.address}>`,
          to: [email.to],
          subject: email.subject,
          text: email.text,
          ...(email.html === null ? {} : { html: email.html }),
          ...(email.attachments === undefined ?
            {}
          : {
              // Of its own form the SDK loses the type.
              attachment: email.attachments.map(
                ({ name, type, content }) => new File([Buffer.from(content)], name, { type }),
              ),
            }),
          ...Object.fromEntries(Object.entries(email.headers).map(([name, value]) => [`h:${name}`, value])),
          ...(email.replyTo === null ? {} : { 'h:Reply-To': email.replyTo }),
          'h:Message-Id': email.messageId,
          [`v:${mailgunVariable}`]: emailIdOf(email.messageId) ?? '',
          'o:tracking': 'no',
        });
        return { kind: 'accepted', providerMessageId: id ?? email.messageId };
      } catch (error) {
        const outcome = outcomeOfHttpFailure(error);
        return handing.isOver() ? outcome : notHandedOver(outcome);
      }
    },
    close: async () => {
      opened = undefined;
    },
  };
}
