import { verify, X509Certificate } from 'node:crypto';
import {
  bounceOf,
  codeOf,
  type Heard,
  instantOf,
  isRecord,
  isTimely,
  emailIdOf,
  type EmailWord,
  parsed,
  refused,
  type WebhookRequest,
} from './port.ts';

/** The message tag and the header that an email goes out with. */
export const sesTag = 'beckon_mail';
export const sesHeader = 'X-Message-Ref';

export interface SnsAccess {
  /** The PEM of a certificate. Throws when it cannot be had. */
  readonly certificate: (url: string) => Promise<string>;
  /** Beside Amazon's own: where the sandbox answers, which signs like Amazon. Null: nowhere. */
  readonly sandboxUrl: string | null;
}

/** Amazon's own servers of SNS, and nobody else's: a certificate of another would sign anything. */
const amazon = /^sns\.[a-z]{2}(-[a-z]+)+-\d\.amazonaws\.com(\.cn)?$/;
export function isSnsAddress(address: unknown, sandboxUrl: string | null): address is string {
  if (typeof address !== 'string') return false;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (sandboxUrl !== null && url.origin === new URL(sandboxUrl).origin) return true;
  return url.protocol === 'https:' && url.port === '' && amazon.test(url.hostname);
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/**
 * Amazon SES by way of an SNS topic
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html).
 * `topic`: the topic's ARN: what comes by another is refused, its subscription not confirmed.
 */
export async function hearSes({ body, now }: WebhookRequest, topic: string, sns: SnsAccess): Promise<Heard> {
  const told = parsed(body.toString('utf8'));
  if (!isRecord(told)) return refused('it is no JSON');
  const type = String(told['Type']);
  const fields = Object.hasOwn(fieldsOf, type) ? fieldsOf[type]! : null;
  const signature = told['Signature'];
  if (fields === null || typeof signature !== 'string') return refused('it is not signed');
  if (told['TopicArn'] !== topic) return refused('it is of another topic');
  const address = told['SigningCertURL'];
  if (!isSnsAddress(address, sns.sandboxUrl)) return refused('its certificate is not Amazon’s');
  const text = fields
    .filter((name) => told[name] !== undefined && told[name] !== null)
    .map((name) => `${name}\n${String(told[name])}\n`)
    .join('');
  const algorithm = told['SignatureVersion'] === '2' ? 'sha256' : 'sha1';
  const certificate = new X509Certificate(await sns.certificate(address));
  if (Date.parse(certificate.validTo) < now.getTime()) return refused('its certificate is over');
  if (!verify(algorithm, Buffer.from(text), certificate.publicKey, Buffer.from(signature, 'base64')))
    return refused('the signature is wrong');
  if (!isTimely(Date.parse(String(told['Timestamp'])), now)) return refused('it is too old');
  if (type === 'SubscriptionConfirmation') {
    const url = told['SubscribeURL'];
    return isSnsAddress(url, sns.sandboxUrl) ? { kind: 'confirm', url } : refused('it leads elsewhere');
  }
  const event = type === 'Notification' ? parsed(String(told['Message'])) : null;
  return { kind: 'words', once: null, words: isRecord(event) ? wordOf(event, now) : [] };
}

function wordOf(event: Record<string, unknown>, now: Date): readonly EmailWord[] {
  const email = isRecord(event['mail']) ? event['mail'] : {};
  const tags = isRecord(email['tags']) ? email['tags'] : {};
  const tag = tags[sesTag];
  const headers = Array.isArray(email['headers']) ? email['headers'].filter(isRecord) : [];
  const header = headers.find(({ name }) => String(name).toLowerCase() === sesHeader.toLowerCase());
  const found = meaningOf(event);
  if (found === null) return [];
  return [
    {
      mailId: emailIdOf(Array.isArray(tag) ? tag[0] : tag) ?? emailIdOf(header?.['value']),
      providerMessageId: typeof email['messageId'] === 'string' ? email['messageId'] : '',
      at: instantOf(found.at, now),
      what: found.what,
    },
  ];
}

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html; `eventType` where a configuration set publishes. */
function meaningOf(event: Record<string, unknown>): { what: EmailWord['what']; at: unknown } | null {
  const part = (name: string): Record<string, unknown> => {
    const found = event[name];
    return isRecord(found) ? found : {};
  };
  switch (event['eventType'] ?? event['notificationType']) {
    case 'Delivery':
      return { what: { kind: 'delivered' }, at: part('delivery')['timestamp'] };
    case 'Complaint': {
      const { complaintFeedbackType: kind, timestamp: at } = part('complaint');
      return kind === 'not-spam' ? null : { what: { kind: 'complained' }, at };
    }
    case 'Bounce': {
      const { bounceType, bounceSubType, bouncedRecipients, timestamp: at } = part('bounce');
      const [first] = Array.isArray(bouncedRecipients) ? bouncedRecipients.filter(isRecord) : [];
      const reason = codeOf(first?.['status'], bounceSubType);
      const bounce = bounceOf(reason, bounceType === 'Permanent' ? 'hard' : 'soft');
      return { what: { kind: 'bounced', bounce, reason }, at };
    }
    default:
      return null;
  }
}
