import Mailgun from 'mailgun.js';

export interface MailgunAccess {
  readonly apiKey: string;
  readonly region: string;
  readonly baseUrl: string | null;
  readonly timeoutMs: number;
}

/**
 * Mailgun keeps the accounts of the two regions apart
 * (https://documentation.mailgun.com/docs/mailgun/api-reference/api-overview#base-url).
 */
const regions: Readonly<Record<string, string>> = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' };

export const createMailgunClient = ({ apiKey, region, baseUrl, timeoutMs }: MailgunAccess) =>
  new Mailgun(FormData).client({
    username: 'api',
    key: apiKey,
    url: baseUrl ?? regions[region] ?? regions['us']!,
    timeout: timeoutMs,
  });

/**
 * mailgun.js reports a connection that failed as an answer of 400 with the code in its message: as what it is,
 * everything else as it came.
 */
export function withoutFalseAnswer(error: unknown): unknown {
  const { type, status, message } = error as { type?: unknown; status?: unknown; message?: unknown };
  if (type !== 'MailgunAPIError' || status !== 400 || typeof message !== 'string' || !/^E[A-Z_0-9]+$/.test(message))
    return error;
  return Object.assign(new Error(message), { code: message });
}
