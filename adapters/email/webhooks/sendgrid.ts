import { createPublicKey, verify } from 'node:crypto';
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

/**
 * SendGrid's signed event webhook: ECDSA over timestamp and body
 * (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features).
 * `key`: the public key as its settings show it, base64 of the DER form.
 */
export function hearSendgrid({ headers, body, now }: WebhookRequest, key: string): Heard {
  const signature = headers['x-twilio-email-event-webhook-signature'];
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return refused('it is not signed');
  if (!isSigned()) return refused('the signature is wrong');
  if (!isTimely(Number(timestamp) * 1000, now)) return refused('it is too old');
  const events = parsed(body.toString('utf8'));
  return {
    kind: 'words',
    once: null,
    words: (Array.isArray(events) ? events : []).flatMap((event) => (isRecord(event) ? wordOf(event, now) : [])),
  };

  function isSigned(): boolean {
    try {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      const signed = Buffer.concat([Buffer.from(timestamp as string), body]);
      return verify(
        'sha256',
        signed,
        { key: publicKey, dsaEncoding: 'der' },
        Buffer.from(signature as string, 'base64'),
      );
    } catch {
      return false;
    }
  }
}

/** The custom argument that an email goes out with. */
export const sendgridArgument = 'beckon_mail';

/** What SendGrid's words mean (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event). */
function wordOf(event: Record<string, unknown>, now: Date): readonly EmailWord[] {
  const what = meaningOf(event);
  if (what === null) return [];
  const [providerMessageId = ''] = String(event['sg_message_id'] ?? '').split('.', 1);
  const mailId = emailIdOf(event[sendgridArgument]) ?? emailIdOf(event['smtp-id']);
  return [{ mailId, providerMessageId, at: instantOf(event['timestamp'], now), what }];
}

function meaningOf(event: Record<string, unknown>): EmailWord['what'] | null {
  switch (event['event']) {
    case 'delivered':
      return { kind: 'delivered' };
    case 'spamreport':
      return { kind: 'complained' };
    case 'bounce': {
      const reason = codeOf(event['status'], event['bounce_classification']);
      // A block is about us or the email, not about the mailbox.
      return { kind: 'bounced', bounce: bounceOf(reason, event['type'] === 'blocked' ? 'soft' : 'hard'), reason };
    }
    case 'dropped':
      return dropped(String(event['reason'] ?? ''));
    default:
      return null;
  }
}

/** SendGrid did not even try, since it remembers the address. */
function dropped(reason: string): EmailWord['what'] | null {
  if (/spam report/i.test(reason)) return { kind: 'complained' };
  if (/bounced address|invalid/i.test(reason)) return { kind: 'bounced', bounce: 'hard', reason: 'dropped' };
  return { kind: 'bounced', bounce: 'soft', reason: 'dropped' };
}
