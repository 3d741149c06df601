import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { S3Access } from '../adapters/storage/s3.ts';
import type { TracingAccess } from '../adapters/tracing/otlp.ts';
import type { TrustedProxies } from '../api/dependencies.ts';
import { tenantRates } from '../workers/delivery/text/rates.ts';
import { isCustomUrl } from '../domain/kernel/web-address.ts';
import { platformDomainOf } from '../domain/whitelabels/hosts.ts';

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(1, 'must be between 1 and 65535')
  .max(65535, 'must be between 1 and 65535');
const rate = z.coerce.number('must be a number').positive('must be more than nothing');
const onOff = z.enum(['on', 'off'], 'must be on or off');
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) =>
        value
          .split(',')
          .every((part) => URL.canParse(part.trim()) && protocols.includes(new URL(part.trim()).protocol.slice(0, -1))),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    );

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];
/** `10.0.0.0/8`, `::1`, or a name for several ranges. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return proxyNames.includes(text);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** `off`, a number of hops, or addresses. `on` is one hop, which is what it was always meant for. */
function trustedProxies(value: string, context: z.RefinementCtx): TrustedProxies {
  if (value === 'off') return null;
  if (value === 'on') return { hops: 1 };
  if (/^[1-9]$/.test(value)) return { hops: Number(value) };
  const addresses = value.split(',').map((one) => one.trim());
  if (addresses.every(isAddressRange)) return { addresses };
  context.addIssue('must be off, a number of proxies from 1 to 9, or their addresses (10.0.0.0/8,::1), by commas');
  return z.NEVER;
}
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** `name=value,other=value`, percent-encoded as baggage is. */
function keyValues(value: string, context: z.RefinementCtx): Record<string, string> {
  try {
    return Object.fromEntries(
      value.split(',').map((pair) => {
        const [name = '', ...rest] = pair.split('=');
        if (!/^[\w.-]+$/.test(name.trim()) || rest.length === 0) throw new Error(pair);
        return [name.trim(), decodeURIComponent(rest.join('=').trim())];
      }),
    );
  } catch {
    context.addIssue('must be name=value, separated by commas');
    return z.NEVER;
  }
}

const eventStoreUrl = url('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover').optional();

/** `host:port`, also `[::1]:443`. */
const hostAndPort = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):(\d{1,5})$/i;
const isDnsServer = (server: string): boolean =>
  isIP(server) !== 0 || isIP(hostAndPort.exec(server)?.[1]?.replace(/^\[|\]$/g, '') ?? '') !== 0;

/** Everything that can be set, one environment variable each. An empty variable counts as not set. */
export const Environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('The address to listen on.'),
  PORT: port.default(3000).describe('The port of the application.'),
  DATA_DIR: z.string().default('./.data').describe('Where everything is kept that is not on other servers.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('A bucket for files, instead of DATA_DIR/media.'),
  S3_REGION: z.string().default('us-east-1').describe('The region of the bucket.'),
  S3_ENDPOINT: url('http', 'https').optional().describe('A service that speaks S3. Left out: Amazon.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Left out: what the AWS SDK finds, such as the role of the machine.'),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DATABASE_URL: url('postgres', 'postgresql')
    .optional()
    .describe('A Postgres of your own. Left out: an embedded one below DATA_DIR.'),
  EVENT_STORE_URL: eventStoreUrl.describe(
    'An EventStoreDB or KurrentDB. Left out: events are kept in the same Postgres.',
  ),
  EVENTSTORE_URL: eventStoreUrl.describe(
    'The same as EVENT_STORE_URL. Not in the environment of the server itself, which reads EVENTSTORE_* as its own and stops.',
  ),
  NATS_URL: url('nats', 'tls')
    .optional()
    .describe('NATS between several processes. Left out: wake-ups and live messages stay in the process.'),
  PUBLIC_URL: url('http', 'https')
    .optional()
    .describe('How browsers and the carrier reach the application. Default: http://HOST:PORT.'),
  PLATFORM_DOMAIN: z
    .string()
    .toLowerCase()
    .refine((domain) => domain === 'localhost' || isCustomUrl(domain), 'must be a domain such as example.com')
    .optional()
    .describe(
      "What agencies' subdomains stand before. Default: the host of PUBLIC_URL, or localhost where that is an IP address.",
    ),
  EDGE_ADDRESS: z
    .string()
    .regex(hostAndPort, 'must be host:port')
    .optional()
    .describe(
      "Where TLS ends for custom domains (Caddy), as this process reaches it. Default: PUBLIC_URL's, when that is https.",
    ),
  EDGE_CA_FILE: z
    .string()
    .optional()
    .describe('Certificates (PEM) to trust at EDGE_ADDRESS in place of the public ones: for an internal CA.'),
  DNS_SERVERS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((server) => server.trim())
        .filter(Boolean),
    )
    .refine((servers) => servers.every(isDnsServer), 'must be addresses, with or without a port, separated by commas')
    .optional()
    .describe("Asked about custom domains. Left out: the system's."),
  ROLE: z
    .enum(['all', 'api', 'projections', 'workers'], 'must be all, api, projections or workers')
    .default('all')
    .describe('What this process does.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Encrypts stored secrets and personal data. Left out: made and kept in DATA_DIR.'),
  DEMO: z
    .enum(['on', 'bare', 'off'])
    .optional()
    .describe(
      'Demo data in an empty system; bare: sign-ins with nothing in them. Default: on with the embedded Postgres.',
    ),
  DEMO_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe('Of the three demo sign-ins. Left out: random, and printed.'),
  SANDBOX: onOff
    .optional()
    .describe('Stand-ins for carrier and email. Default: on where no carrier account is configured.'),
  SANDBOX_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address the sandbox listens on. It has no users: whoever reaches it may do everything.'),
  SANDBOX_PORT: port.optional().describe('Default: PORT + 1.'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform(trustedProxies)
    .describe(
      'Whose X-Forwarded-For is believed: how many proxies stand in front (1), or their addresses (10.0.0.0/8,::1).',
    ),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional()
    .describe('The carrier account of the installation.'),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  BUSINESS_RATE: rate.default(tenantRates.business).describe('Segments per second that a business may send.'),
  AGENCY_RATE: rate
    .default(tenantRates.agency)
    .describe('Segments per second that all businesses of an agency may send.'),
  SMTP_URL: url('smtp', 'smtps')
    .optional()
    .describe('The email server of the installation: smtp://user:password@host:port.'),
  MAIL_FROM: z
    .email('must be an email address')
    .optional()
    .describe(
      'The sender of mails to users, where an agency has no mail provider of its own. Default: no-reply@ the host of PUBLIC_URL.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe (sk_… or rk_…)')
    .optional()
    .describe('Payments through Stripe. Left out: the sandbox where it runs, otherwise payments are off.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe (pk_…)')
    .optional()
    .describe("Stripe's key for browsers."),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a webhook endpoint (whsec_…)')
    .optional()
    .describe('Signs what Stripe tells at PUBLIC_URL/webhooks/stripe. Left out: nothing is believed.'),
  TIMESTAMP_URL: url('http', 'https')
    .optional()
    .describe('A time-stamp authority (RFC 3161) for packets of evidence. Left out: they have no time-stamp.'),
  CHECKPOINT_EMAILS: onOff
    .default('on')
    .describe('Owners get the signed checkpoint of their log by email, at most once a day.'),
  PEXELS_API_KEY: z.string().optional().describe('Stock photos from Pexels. Left out: the pictures that we bring.'),
  GOTO_CLIENT_ID: z.string().optional().describe('The OAuth client that businesses connect GoToWebinar with.'),
  GOTO_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_APP_ID: z.string().optional().describe('The app that businesses connect Facebook lead ads with.'),
  FACEBOOK_APP_SECRET: z.string().optional(),
  BEAMS_INSTANCE_ID: z.string().optional().describe('Pusher Beams, for push notifications.'),
  BEAMS_SECRET_KEY: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https')
    .optional()
    .describe('A collector that takes OpenTelemetry traces over HTTP. Left out: no traces.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json, which collectors take at the same port as http/protobuf')
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('beckon'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .transform(keyValues)
    .default({})
    .describe('What is said of this process besides: name=value, separated by commas.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be ${samplers.slice(0, -1).join(', ')} or ${samplers.at(-1)}`)
    .default('parentbased_always_on')
    .describe('Which traces are recorded: by the trace alone, so that all processes choose the same.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1)
    .describe('The share of traces that the sampler traceidratio records.'),
});

export type Role = z.output<typeof Environment>['ROLE'];

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A bucket for files; null: they are in `dataDir`. */
  readonly s3: S3Access | null;
  readonly databaseUrl: string | null;
  readonly eventStoreUrl: string | null;
  readonly natsUrl: string | null;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** What agencies' subdomains stand before, in lower case. */
  readonly platformDomain: string;
  /** Where TLS ends; null: nowhere, this installation speaks plain HTTP. */
  readonly edge: { readonly host: string; readonly port: number; readonly caFile: string | null } | null;
  /** Empty: the system's. */
  readonly dnsServers: readonly string[];
  readonly role: Role;
  /** Null: `secretKeyFrom` makes or finds it. */
  readonly secretKey: string | null;
  readonly demo: boolean;
  /** Whether the demo has contacts and conversations. */
  readonly demoPast: boolean;
  readonly demoPassword: string | null;
  readonly sandbox: boolean;
  readonly sandboxHost: string;
  readonly sandboxPort: number;
  readonly logLevel: z.output<typeof Environment>['LOG_LEVEL'];
  /** Whose X-Forwarded headers are believed; null: nobody's. */
  readonly trustedProxies: TrustedProxies;
  readonly twilio: { readonly accountSid: string; readonly authToken: string } | null;
  /** Segments per second. */
  readonly rates: { readonly business: number; readonly agency: number };
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** How the installation is known to services that businesses sign in at; null: it isn't. */
  readonly goto: ServiceApp | null;
  readonly facebook: ServiceApp | null;
  /** Null: the bundled pictures. */
  readonly pexelsKey: string | null;
  readonly checkpointEmails: boolean;
  /** A time-stamp authority; null: none. */
  readonly timestampUrl: string | null;
  /** Null: the sandbox takes payments, or nobody. */
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string | null;
  } | null;
  readonly beams: { readonly instanceId: string; readonly secretKey: string } | null;
  /** Where spans go; null: nowhere. */
  readonly tracing: TracingAccess | null;
}

/** The configuration, or a line for each variable that is wrong. Values that may be secret are never repeated. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const set = Object.fromEntries(
    Object.keys(Environment.shape).flatMap((name) =>
      environment[name]?.trim() ? [[name, environment[name].trim()]] : [],
    ),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const first = new Map(
      parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const).reverse(),
    );
    return { problems: [...first].reverse().map(([name, message]) => `${name} ${message}.`) };
  }
  const env = parsed.data;
  const problems: string[] = [];
  const pair = (a: keyof typeof env, b: keyof typeof env): void => {
    if ((env[a] === undefined) !== (env[b] === undefined))
      problems.push(`${env[a] === undefined ? a : b} is missing: ${a} and ${b} belong together.`);
  };
  pair('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN');
  pair('BEAMS_INSTANCE_ID', 'BEAMS_SECRET_KEY');
  pair('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY');
  pair('GOTO_CLIENT_ID', 'GOTO_CLIENT_SECRET');
  pair('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET');
  pair('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  if (env.S3_BUCKET === undefined && (env.S3_ENDPOINT ?? env.S3_ACCESS_KEY_ID) !== undefined)
    problems.push('S3_BUCKET is missing: without it no file goes to S3.');
  if (env.ROLE !== 'all' && env.DATABASE_URL !== undefined && env.SECRET_KEY === undefined) {
    problems.push('SECRET_KEY is missing: processes that share a DATABASE_URL need the same one.');
  }
  const storeUrl = env.EVENT_STORE_URL ?? env.EVENTSTORE_URL ?? null;
  if (env.EVENTSTORE_URL !== undefined && env.EVENTSTORE_URL !== storeUrl)
    problems.push('EVENT_STORE_URL and EVENTSTORE_URL are two names of the same setting, and differ: give one.');
  const sandboxPort = env.SANDBOX_PORT ?? env.PORT + 1;
  if (sandboxPort > 65535 || sandboxPort === env.PORT)
    problems.push('SANDBOX_PORT must be another port than PORT, at most 65535.');
  const twilio =
    env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN ?
      { accountSid: env.TWILIO_ACCOUNT_SID, authToken: env.TWILIO_AUTH_TOKEN }
    : null;
  if (env.SANDBOX === 'on' && twilio)
    problems.push('SANDBOX can not be on where TWILIO_ACCOUNT_SID names a real account.');
  if (problems.length > 0) return { problems };
  const publicUrl = (env.PUBLIC_URL ?? `http://${reachable(env.HOST)}:${env.PORT}`).replace(/\/+$/, '');
  return {
    config: {
      host: env.HOST,
      port: env.PORT,
      dataDir: resolve(env.DATA_DIR),
      s3:
        env.S3_BUCKET === undefined ?
          null
        : {
            bucket: env.S3_BUCKET,
            region: env.S3_REGION,
            endpoint: env.S3_ENDPOINT ?? null,
            credentials:
              env.S3_ACCESS_KEY_ID !== undefined && env.S3_SECRET_ACCESS_KEY !== undefined ?
                { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
              : null,
          },
      databaseUrl: env.DATABASE_URL ?? null,
      eventStoreUrl: storeUrl,
      natsUrl: env.NATS_URL ?? null,
      publicUrl,
      platformDomain: env.PLATFORM_DOMAIN ?? platformDomainOf(publicUrl),
      edge: edgeOf(env.EDGE_ADDRESS, env.EDGE_CA_FILE, publicUrl),
      dnsServers: env.DNS_SERVERS ?? [],
      role: env.ROLE,
      secretKey: env.SECRET_KEY ?? null,
      demo: env.DEMO === undefined ? env.DATABASE_URL === undefined && storeUrl === null : env.DEMO !== 'off',
      demoPast: env.DEMO !== 'bare',
      demoPassword: env.DEMO_PASSWORD ?? null,
      sandbox: env.SANDBOX === undefined ? twilio === null : env.SANDBOX === 'on',
      sandboxHost: env.SANDBOX_HOST,
      sandboxPort,
      logLevel: env.LOG_LEVEL,
      trustedProxies: env.TRUST_PROXY,
      twilio,
      rates: { business: env.BUSINESS_RATE, agency: env.AGENCY_RATE },
      smtpUrl: env.SMTP_URL ?? null,
      mailFrom: env.MAIL_FROM ?? null,
      pexelsKey: env.PEXELS_API_KEY ?? null,
      checkpointEmails: env.CHECKPOINT_EMAILS === 'on',
      timestampUrl: env.TIMESTAMP_URL ?? null,
      goto: appOf(env.GOTO_CLIENT_ID, env.GOTO_CLIENT_SECRET),
      facebook: appOf(env.FACEBOOK_APP_ID, env.FACEBOOK_APP_SECRET),
      stripe:
        env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY ?
          {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
          }
        : null,
      beams:
        env.BEAMS_INSTANCE_ID && env.BEAMS_SECRET_KEY ?
          { instanceId: env.BEAMS_INSTANCE_ID, secretKey: env.BEAMS_SECRET_KEY }
        : null,
      tracing:
        env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ?
          null
        : {
            url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
            ratio: ratioOf(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
            serviceName: env.OTEL_SERVICE_NAME,
            resource: env.OTEL_RESOURCE_ATTRIBUTES,
          },
    },
  };
}

const ratioOf = (sampler: (typeof samplers)[number], share: number): number =>
  sampler.endsWith('always_on') ? 1
  : sampler.endsWith('always_off') ? 0
  : share;

export interface ServiceApp {
  readonly id: string;
  readonly secret: string;
}
const appOf = (id: string | undefined, secret: string | undefined): ServiceApp | null =>
  id === undefined || secret === undefined ? null : { id, secret };

function edgeOf(address: string | undefined, caFile: string | undefined, publicUrl: string): Config['edge'] {
  const url = new URL(publicUrl);
  const given = hostAndPort.exec(address ?? (url.protocol === 'https:' ? `${url.hostname}:${url.port || 443}` : ''));
  return given === null ? null : (
      { host: given[1]!.replace(/^\[|\]$/g, ''), port: Number(given[2]), caFile: caFile ?? null }
    );
}

/** How this machine reaches something that listens on `host`, for addresses that people and programs open. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The given key, or the one in `DATA_DIR/secret-key`, made at the first start. Losing it loses every secret and all
 * personal data. Throws when the
 * folder can't be used by this user.
 */
export function secretKeyFrom({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey !== null) return secretKey;
  const file = join(dataDir, 'secret-key');
  if (!existsSync(file)) {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true });
      chmodSync(dataDir, 0o711);
    }
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Another start was faster.
    }
  }
  return readFileSync(file, 'utf8').trim();
}
