import { statusOf, verificationOf, within } from './failure.ts';
import type { ProviderVerifier, ProviderName, Verification } from './port.ts';

/** Where the providers are; left out: their own addresses. `timeoutMs` bounds one question, default 10,000. */
export interface VerifierOptions {
  readonly twilioBaseUrl?: string | null;
  readonly bandwidthBaseUrl?: string | null;
  readonly sendgridBaseUrl?: string | null;
  readonly mailgunBaseUrl?: string | null;
  readonly sesEndpoint?: string | null;
  readonly timeoutMs?: number;
}

type Credentials = Readonly<Record<string, string>>;
type Ask = (credentials: Credentials, options: VerifierOptions, timeoutMs: number) => Promise<Verification>;

/**
 * Asks each provider with its own SDK, loaded when first needed, for something that needs exactly what the product will use:
 * Twilio's account (active, trial or not), Bandwidth's search of messages (nothing else can be asked about an account),
 * SendGrid's scopes (`mail.send`), Mailgun's sending domain (active), SES's account (sending enabled).
 */
export function createVerifier(options: VerifierOptions = {}): ProviderVerifier {
  const timeoutMs = options.timeoutMs ?? 10_000;
  return {
    async verify(provider, credentials) {
      const { ask, name, words } = providers[provider];
      try {
        return await within(timeoutMs, ask(credentials, options, timeoutMs));
      } catch (error) {
        return verificationOf(statusOf(error), name, words);
      }
    },
  };
}

const twilio: Ask = async (
  { account_sid: accountSid = '', auth_token: authToken = '' },
  { twilioBaseUrl = null },
  timeoutMs,
) => {
  const { fetchTwilioAccount } = await import('../sms/twilio/verify.ts');
  const { status, type } = await fetchTwilioAccount({ accountSid, authToken, baseUrl: twilioBaseUrl, timeoutMs });
  if (status !== 'active')
    return { kind: 'refused', detail: `This Twilio account is ${status}. Reactivate it at Twilio, then try again.` };
  return { kind: 'verified', trial: type.toLowerCase() === 'trial' };
};

const bandwidth: Ask = async (
  { account_id: accountId = '', username = '', password = '' },
  { bandwidthBaseUrl = null },
  timeoutMs,
) => {
  const { askBandwidth } = await import('../sms/bandwidth/verify.ts');
  await askBandwidth({ accountId, username, password, baseUrl: bandwidthBaseUrl, timeoutMs });
  return { kind: 'verified', trial: false };
};

const sendgrid: Ask = async ({ api_key: apiKey = '' }, { sendgridBaseUrl }, timeoutMs) => {
  const { createSendgridClient } = await import('../email/sendgrid/client.ts');
  const [, body] = await createSendgridClient({ apiKey, baseUrl: sendgridBaseUrl ?? null, timeoutMs }).request({
    method: 'GET',
    url: '/v3/scopes',
  });
  const { scopes = [] } = body as { scopes?: readonly string[] };
  return scopes.includes('mail.send') ?
      { kind: 'verified', trial: false }
    : {
        kind: 'refused',
        detail:
          'This SendGrid API key may not send email. Give it the permission “Mail Send” at SendGrid, or use another key.',
      };
};

const mailgun: Ask = async ({ api_key: apiKey = '', domain = '', region = 'us' }, { mailgunBaseUrl }, timeoutMs) => {
  const { createMailgunClient, withoutFalseAnswer } = await import('../email/mailgun/client.ts');
  const client = createMailgunClient({ apiKey, region, baseUrl: mailgunBaseUrl ?? null, timeoutMs });
  const { state } = await client.domains.get(domain).catch((error: unknown) => {
    throw withoutFalseAnswer(error);
  });
  return state === 'active' ?
      { kind: 'verified', trial: false }
    : {
        kind: 'refused',
        detail: `Mailgun has not verified the domain ${domain} yet (${state}). Add its DNS records, then try again.`,
      };
};

const ses: Ask = async (
  { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '', region = '' },
  { sesEndpoint },
  timeoutMs,
) => {
  const { createSesClient } = await import('../email/ses/client.ts');
  const { client, GetAccountCommand } = createSesClient({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: sesEndpoint ?? null,
    timeoutMs,
  });
  try {
    const { SendingEnabled: enabled } = await client.send(new GetAccountCommand({}));
    return enabled === true ?
        { kind: 'verified', trial: false }
      : {
          kind: 'refused',
          detail: `Sending is switched off for this Amazon SES account in ${region}. Enable it at Amazon, then try again.`,
        };
  } finally {
    client.destroy();
  }
};

const providers: Readonly<
  Record<ProviderName, { readonly ask: Ask; readonly name: string; readonly words: Readonly<Record<number, string>> }>
> = {
  twilio: {
    ask: twilio,
    name: 'Twilio',
    words: {
      401: 'Twilio does not accept this account SID with this auth token. Copy both from the Twilio console.',
      404: 'Twilio knows no account with this SID.',
    },
  },
  bandwidth: {
    ask: bandwidth,
    name: 'Bandwidth',
    words: {
      401: 'Bandwidth does not accept this username and password for this account.',
      403: 'These Bandwidth credentials may not use messaging. Give them the role “HTTP Messaging” at Bandwidth.',
      404: 'Bandwidth knows no account with this ID.',
    },
  },
  sendgrid: {
    ask: sendgrid,
    name: 'SendGrid',
    words: {
      401: 'SendGrid does not accept this API key. Copy it again, or make a new one.',
      403: 'This SendGrid API key may not be used for sending.',
    },
  },
  mailgun: {
    ask: mailgun,
    name: 'Mailgun',
    words: {
      401: 'Mailgun does not accept this API key in the region you chose.',
      403: 'Mailgun does not accept this API key.',
      404: 'Mailgun has no such domain in this account and region.',
    },
  },
  ses: {
    ask: ses,
    name: 'Amazon SES',
    words: {
      400: 'Amazon does not accept this access key.',
      403: 'Amazon does not accept this access key, or it may not use SES (it needs ses:GetAccount and ses:SendEmail).',
    },
  },
};
