import { z } from 'zod';
import { calls } from './calls.ts';
import { IdParams, Instant } from './common.ts';

export const ProviderName = z.enum(['twilio', 'bandwidth', 'sendgrid', 'mailgun', 'ses']);
export type ProviderName = z.output<typeof ProviderName>;

/**
 * A stored account of a provider. Secrets never come back: `masked` shows just enough to recognise them (`AC12…9f3e`,
 * `••••k4Xw`).
 */
export const ProviderSettings = z.object({
  provider: ProviderName,
  masked: z.record(z.string(), z.string()),
  from_email: z.string().nullable(),
  from_name: z.string().nullable(),
  verified_at: Instant,
  /** A trial account of the carrier: it does not work with this system. */
  trial: z.boolean(),
  /**
   * Of an email account: the path of this host that its event webhook is to call, and by which key it is known (masked); null:
   * nothing is listened to.
   */
  webhook: z
    .object({
      path: z.string().meta({ examples: ['/webhooks/mail/sendgrid/platform'] }),
      key: z
        .string()
        .nullable()
        .meta({ examples: ['••••k4Xw'] }),
    })
    .nullable(),
});
export type ProviderSettings = z.output<typeof ProviderSettings>;

const secret = (what: string) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .min(1, `${what} is missing.`)
    .max(500);
const sender = {
  from_email: z
    .string({ error: 'Enter the sender’s email address.' })
    .trim()
    .max(254)
    .pipe(z.email('Enter a valid email address.')),
  from_name: z.string().trim().max(100).default(''),
};
/** Takes the account away again: `{ "remove": true }`. */
const Remove = z.object({ remove: z.literal(true) });

/**
 * By what the account's event webhook is known: SendGrid's public key, Mailgun's signing key, the ARN of the SNS topic.
 * It does not come back; null: nothing is listened to any more.
 */
export const WebhookKey = z.strictObject({
  webhook_key: z
    .string({ error: 'The key is missing.' })
    .trim()
    .min(1, 'The key is missing.')
    .max(500)
    .meta({ examples: ['key-3ax6xnjp29jd6fds4gc373sgvjxteol0'] })
    .nullable(),
});

export const TwilioConfig = z.union([
  Remove,
  z.object({
    account_sid: z
      .string({ error: 'The account SID is missing.' })
      .trim()
      .regex(/^AC[0-9a-f]{32}$/i, 'The account SID is AC and 32 hexadecimal digits.'),
    auth_token: secret('The auth token'),
  }),
]);
export const BandwidthConfig = z.union([
  Remove,
  z.object({
    account_id: z
      .string({ error: 'The account ID is missing.' })
      .trim()
      .regex(/^\d{5,10}$/, 'The account ID has 5 to 10 digits.')
      .meta({ examples: ['9900000'] }),
    application_id: z
      .string({ error: 'The application ID is missing.' })
      .trim()
      .toLowerCase()
      .pipe(z.guid('The application ID looks like 93de2206-9669-4e07-948d-329f4b722ee2.'))
      .meta({ examples: ['93de2206-9669-4e07-948d-329f4b722ee2'] }),
    username: secret('The API username').meta({ examples: ['example-api'] }),
    password: secret('The API password'),
    callback_username: secret('The callback username')
      .regex(/^[^:]*$/, 'A username holds no colon.')
      .meta({ examples: ['example'] }),
    callback_password: secret('The callback password')
      .min(8, 'Choose a callback password of at least 8 characters.')
      .meta({ examples: ['a-long-callback-password'] }),
  }),
]);
export const SendgridConfig = z.union([Remove, z.object({ api_key: secret('The API key'), ...sender }), WebhookKey]);
export const MailgunConfig = z.union([
  Remove,
  z.object({
    api_key: secret('The API key'),
    domain: secret('The sending domain'),
    region: z.enum(['us', 'eu']).default('us'),
    ...sender,
  }),
  WebhookKey,
]);
export const SesConfig = z.union([
  Remove,
  z.object({
    access_key_id: secret('The access key id'),
    secret_access_key: secret('The secret access key'),
    region: z
      .string()
      .trim()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'Choose a region, such as us-east-1.'),
    ...sender,
  }),
  WebhookKey,
]);
/** What was kept; null after a removal. A trial account is kept and answered with `trial: true`; the web then shows the warning. */
export const ProviderReply = z.object({
  success: z.literal(true),
  message: z.string(),
  data: ProviderSettings.nullable(),
});

export const providerCalls = calls('Providers', {
  'PUT /twilio-config': {
    id: 'configureOwnTwilio',
    who: 'any',
    summary: "Keep your own Twilio account, after checking it; an admin's is the platform's. Or take it away.",
    body: TwilioConfig,
    reply: ProviderReply,
  },
  'PUT /bandwidth-config': {
    id: 'configureOwnBandwidth',
    who: 'any',
    summary: "Keep your own Bandwidth account, after checking it; an admin's is the platform's. Or take it away.",
    body: BandwidthConfig,
    reply: ProviderReply,
  },
  'PUT /sendgrid-config': {
    id: 'configureOwnSendgrid',
    who: 'any',
    summary: "Keep your own SendGrid account, after checking it; an admin's is the platform's. Or take it away.",
    body: SendgridConfig,
    reply: ProviderReply,
  },
  'PUT /agencies/twilio-config': {
    id: 'configureAgencyTwilio',
    who: ['Agency'],
    summary: "Keep the agency's Twilio account, after checking it. Or take it away.",
    body: TwilioConfig,
    reply: ProviderReply,
  },
  'PUT /agencies/sendgrid-config': {
    id: 'configureAgencySendgrid',
    who: ['Agency'],
    summary: "Keep the agency's SendGrid account, after checking it. Or take it away.",
    body: SendgridConfig,
    reply: ProviderReply,
  },
  'PUT /agencies/mailgun-config': {
    id: 'configureAgencyMailgun',
    who: ['Agency'],
    summary: "Keep the agency's Mailgun account, after checking it. Or take it away.",
    body: MailgunConfig,
    reply: ProviderReply,
  },
  'PUT /agencies/ses-config': {
    id: 'configureAgencySes',
    who: ['Agency'],
    summary: "Keep the agency's Amazon SES account, after checking it. Or take it away.",
    body: SesConfig,
    reply: ProviderReply,
  },
  'PUT /agencies/{id}/twilio-config': {
    id: 'configureTwilioOfAgency',
    who: ['Admin'],
    summary: "Keep an agency's Twilio account for it, after checking it. Or take it away.",
    params: IdParams,
    body: TwilioConfig,
    reply: ProviderReply,
  },
  'PUT /agencies/{id}/sendgrid-config': {
    id: 'configureSendgridOfAgency',
    who: ['Admin'],
    summary: "Keep an agency's SendGrid account for it, after checking it. Or take it away.",
    params: IdParams,
    body: SendgridConfig,
    reply: ProviderReply,
  },
});
