import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** The variable that an email goes out with. */
export const mailgunVariable = 'beckon_mail';

/**
 * Mailgun's webhooks (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks). The
 * signature covers timestamp and token, not the body: who answers for a token is remembered by the caller (`once`).
 * `key`: the HTTP webhook signing key.
 */
export function hearMailgun({ body, now }: WebhookRequest, key: string): Heard {
  const told = parsed(body.toString('utf8'));
  if (!isRecord(told)) return refused('it is no JSON');
  const signed = told['signature'];
  const event = told['event-data'];
  if (!isRecord(signed)) return refused('it is not signed');
  const { timestamp, token, signature } = signed;
  if (typeof token !== 'string' || token.length > 200 || typeof signature !== 'string')
    return refused('it is not signed');
  const wanted = createHmac('sha256', key)
    .update(`${String(timestamp)}${token}`)
    .digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return refused('the signature is wrong');
  if (!isTimely(Number(timestamp) * 1000, now)) return refused('it is too old');
  return { kind: 'words', once: token, words: isRecord(event) ? wordOf(event, now) : [] };
}

function wordOf(event: Record<string, unknown>, now: Date): readonly EmailWord[] {
  const what = meaningOf(event);
  if (what === null) return [];
  const message = isRecord(event['message']) ? event['message'] : {};
  const headers = isRecord(message['headers']) ? message['headers'] : {};
  const variables = isRecord(event['user-variables']) ? event['user-variables'] : {};
  const name = headers['message-id'];
  return [
    {
      mailId: emailIdOf(variables[mailgunVariable]) ?? emailIdOf(name),
      providerMessageId: typeof name === 'string' ? `<${name}>` : '',
      at: instantOf(event['timestamp'], now),
      what,
    },
  ];
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure */
function meaningOf(event: Record<string, unknown>): EmailWord['what'] | null {
  switch (event['event']) {
    case 'delivered':
      return { kind: 'delivered' };
    case 'complained':
      return { kind: 'complained' };
    case 'failed':
      // A temporary failure is tried again, by Mailgun.
      return event['severity'] === 'permanent' ? failed(event) : null;
    default:
      return null;
  }
}

function failed(event: Record<string, unknown>): EmailWord['what'] | null {
  const status = isRecord(event['delivery-status']) ? event['delivery-status'] : {};
  const reason = String(event['reason'] ?? '');
  if (reason === 'suppress-complaint') return { kind: 'complained' };
  if (reason === 'suppress-unsubscribe') return { kind: 'bounced', bounce: 'soft', reason };
  // `old`: tried for long enough; `espblock`: refused for what we are.
  const soft = reason === 'old' || reason === 'espblock' || reason === 'greylisted';
  const code = codeOf(status['enhanced-code'], reason, status['code']);
  return { kind: 'bounced', bounce: bounceOf(code, soft ? 'soft' : 'hard'), reason: code };
}
