import { outcomeOfHttpFailure } from '../outcome.ts';
import { type EmailProvider, handingOver, notHandedOver } from '../port.ts';
import { emailIdOf } from '../webhooks/port.ts';
import { sendgridArgument } from '../webhooks/sendgrid.ts';

export interface SendgridConfig {
  readonly apiKey: string;
  /** Null: SendGrid's own. */
  readonly baseUrl: string | null;
  /** Past it the outcome is unknown. Default 20,000. */
  readonly timeoutMs?: number;
}

/** SendGrid's v3 mail/send. Click and open tracking are off: the links of account emails must stay what they are. */
export function createSendgridProvider({ apiKey, baseUrl, timeoutMs = 20_000 }: SendgridConfig): EmailProvider {
  const opening = () =>
    import('./client.ts').then(({ createSendgridClient }) => createSendgridClient({ apiKey, baseUrl, timeoutMs }));
  let client: ReturnType<typeof opening> | undefined;
  return {
    name: 'sendgrid',
    async send(email, handOver) {
      const handing = handingOver(handOver);
      try {
        const opened = await (client ??= opening());
        await handing.begin();
        const [response] = await opened.request({
          method: 'POST',
          url: '/v3/mail/send',
          body: {
            personalizations: [{ to: [{ email: email.to }] }],
            from: { email: email.from.address, ...(email.from.name === '' ? {} : { name: email.from.name }) },
            ...(email.replyTo === null ? {} : { reply_to: { email: email.replyTo } }),
            subject: email.subject,
            content: [
              { type: 'text/plain', value: email.text },
              ...(email.html === null ? [] : [{ type: 'text/html', value: email.html }]),
            ],
            ...(email.attachments === undefined ?
              {}
            : {
                attachments: email.attachments.map(({ name, type, content }) => ({
                  filename: name,
                  type,
                  disposition: 'attachment',
                  content: Buffer.from(content).toString('base64'),
                })),
              }),
            headers: { ...email.headers, 'Message-ID': email.messageId },
            custom_args: { [sendgridArgument]: emailIdOf(email.messageId) ?? '' },
            tracking_settings: {
              click_tracking: { enable: false, enable_text: false },
              open_tracking: { enable: false },
            },
          },
        });
        const id = (response.headers as Record<string, unknown>)['x-message-id'];
        return { kind: 'accepted', providerMessageId: typeof id === 'string' && id !== '' ? id : email.messageId };
      } catch (error) {
        const outcome = outcomeOfHttpFailure(error);
        return handing.isOver() ? outcome : notHandedOver(outcome);
      }
    },
    close: async () => {
      client = undefined;
    },
  };
}
