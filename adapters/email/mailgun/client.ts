import Mailgun from 'mailgun.js';

export interface MailgunAccess { readonly apiKey: string; readonly region: string; readonly baseUrl: string | null; readonly timeoutMs: number }

/** Mailgun keeps the accounts of the two regions apart (https://documentation.mailgun.com/docs/mailgun/api-reference/api-overview#base-url). */
const regions: Readonly<Record<string, string>> = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' };

export const createMailgunClient = ({ apiKey, region, baseUrl, timeoutMs }: MailgunAccess) =>
  new Mailgun(FormData).client({ username: 'api', key: apiKey, url: baseUrl ?? regions[region] ?? regions['us']!, timeout: timeoutMs });
