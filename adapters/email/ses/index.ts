import { outcomeOfHttpFailure } from '../outcome.ts';
import { type EmailProvider, handingOver, notHandedOver } from '../port.ts';
import { emailIdOf } from '../webhooks/port.ts';
import { sesHeader, sesTag } from '../webhooks/ses.ts';

export interface SesConfig {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Null: Amazon's own of the region. */
  readonly endpoint: string | null;
  readonly timeoutMs?: number;
}

/**
 * Amazon SES v2 SendEmail. SES gives every email a Message-ID of its own; ours travels as X-Message-Ref, so that a
 * repeat can be recognised.
 */
export function createSesProvider({
  accessKeyId,
  secretAccessKey,
  region,
  endpoint,
  timeoutMs = 20_000,
}: SesConfig): EmailProvider {
  const opening = () =>
    import('./client.ts').then(({ createSesClient }) =>
      createSesClient({ accessKeyId, secretAccessKey, region, endpoint, timeoutMs }),
    );
  let opened: ReturnType<typeof opening> | undefined;
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return {
    name: 'ses',
    async send(email, handOver) {
      const handing = handingOver(handOver);
      const emailId = emailIdOf(email.messageId);
      try {
        const { client, SendEmailCommand } = await (opened ??= opening());
        await handing.begin();
        const { MessageId } = await client.send(
          new SendEmailCommand({
            FromEmailAddress:
              email.from.name === '' ? email.from.address : `${encodedWord(email.from.name)} <${email.from.address}>`,
            Destination: { ToAddresses: [email.to] },
            ...(emailId === null ? {} : { EmailTags: [{ Name: sesTag, Value: emailId }] }),
            ...(email.replyTo === null ? {} : { ReplyToAddresses: [email.replyTo] }),
            Content: {
              Simple: {
                Subject: utf8(email.subject),
                Body: { Text: utf8(email.text), ...(email.html === null ? {} : { Html: utf8(email.html) }) },
                ...(email.attachments === undefined ?
                  {}
                : {
                    Attachments: email.attachments.map(({ name, type, content }) => ({
                      FileName: name,
                      ContentType: type,
                      ContentDisposition: 'ATTACHMENT' as const,
                      RawContent: content,
                    })),
                  }),
                Headers: Object.entries({ ...email.headers, [sesHeader]: email.messageId }).map(([Name, Value]) => ({
                  Name,
                  Value,
                })),
              },
            },
          }),
        );
        return { kind: 'accepted', providerMessageId: MessageId ?? email.messageId };
      } catch (error) {
        const outcome = outcomeOfHttpFailure(error);
        return handing.isOver() ? outcome : notHandedOver(outcome);
      }
    },
    async close() {
      (await opened?.catch(() => undefined))?.client.destroy();
      opened = undefined;
    },
  };
}

/** A display name as SES wants it: quoted, or an encoded word (RFC 2047) where it is not plain ASCII. */
const encodedWord = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) ?
    `"${name.replace(/["\\]/g, ' ')}"`
  : `=?UTF-8?B?${Buffer.from(name, 'utf8').toString('base64')}?=`;
