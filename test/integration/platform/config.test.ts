import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readConfig, secretKeyFrom } from '../../../main/config.ts';
import { scratchFolder } from '../../support/postgres.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function config(environment: Record<string, string>) {
  const read = readConfig(environment);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.config;
}
const problems = (environment: Record<string, string>): readonly string[] => {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
};

test('with nothing set, every default works', () => {
  expect(config({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('.data'),
    databaseUrl: null,
    eventStoreUrl: null,
    s3: null,
    natsUrl: null,
    publicUrl: 'http://127.0.0.1:3000',
    pexelsKey: null,
    checkpointEmails: true,
    timestampUrl: null,
    tracing: null,
    goto: null,
    facebook: null,
    stripe: null,
    platformDomain: 'localhost',
    edge: null,
    dnsServers: [],
    role: 'all',
    secretKey: null,
    demo: true,
    demoPast: true,
    demoPassword: null,
    sandbox: true,
    sandboxHost: '127.0.0.1',
    sandboxPort: 3001,
    logLevel: 'info',
    trustedProxies: null,
    twilio: null,
    rates: { business: 250, agency: 1_000 },
    smtpUrl: null,
    mailFrom: null,
    beams: null,
  });
});

test('an empty variable counts as not set', () => {
  expect(config({ PORT: '', DATABASE_URL: ' ', TWILIO_ACCOUNT_SID: '' })).toEqual(config({}));
});

test('each wrong variable gets one line, and no secret is repeated', () => {
  const lines = problems({
    PORT: 'http',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://root:geheim@db/x',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'geheim',
    DEMO: 'maybe',
    PUBLIC_URL: 'example.com',
    DEMO_PASSWORD: 'geheim',
  });
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
    'DATABASE_URL',
    'DEMO',
    'DEMO_PASSWORD',
    'LOG_LEVEL',
    'PORT',
    'PUBLIC_URL',
    'ROLE',
    'SECRET_KEY',
  ]);
  expect(lines.join(' ')).not.toContain('geheim');
});

test.each([
  [{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }, 'TWILIO_AUTH_TOKEN'],
  [{ BEAMS_SECRET_KEY: 'x' }, 'BEAMS_INSTANCE_ID'],
  [{ ROLE: 'api', DATABASE_URL: 'postgres://db/beckon' }, 'SECRET_KEY'],
  [{ PORT: '3000', SANDBOX_PORT: '3000' }, 'SANDBOX_PORT'],
  [{ PORT: '65535' }, 'SANDBOX_PORT'],
  [{ SANDBOX: 'on', TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x' }, 'SANDBOX'],
])('%j is refused and names %s', (environment: Record<string, string>, variable) => {
  expect(problems(environment)).toEqual([expect.stringMatching(new RegExp(`^${variable} `))]);
});

test('defaults follow from each other', () => {
  expect(config({ PORT: '8080', HOST: '0.0.0.0' })).toMatchObject({
    publicUrl: 'http://localhost:8080',
    sandboxPort: 8081,
  });
  expect(config({ PUBLIC_URL: 'https://text.example/' }).publicUrl).toBe('https://text.example');
  expect(config({ DATABASE_URL: 'postgres://db/beckon' }).demo).toBe(false);
  expect(config({ DATABASE_URL: 'postgres://db/beckon', DEMO: 'on' }).demo).toBe(true);
  expect(config({ DEMO: 'bare' })).toMatchObject({ demo: true, demoPast: false });
  expect(config({ EVENT_STORE_URL: 'esdb://db:2113' }).demo).toBe(false);
  expect(config({ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x' }).sandbox).toBe(false);
});

test.each([
  ['off', null],
  ['on', { hops: 1 }],
  ['2', { hops: 2 }],
  ['10.0.0.0/8, ::1,loopback', { addresses: ['10.0.0.0/8', '::1', 'loopback'] }],
])('TRUST_PROXY %s', (value, trusted) => {
  expect(config({ TRUST_PROXY: value }).trustedProxies).toEqual(trusted);
});
test.each(['true', '0', '12', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/'])(
  'TRUST_PROXY %s is refused',
  (value) => {
    expect(problems({ TRUST_PROXY: value })).toEqual([expect.stringMatching(/^TRUST_PROXY must be off, a number/)]);
  },
);

test("brands: the platform's domain, the edge and the DNS servers", () => {
  expect(config({ PUBLIC_URL: 'https://App.Example.com' })).toMatchObject({
    platformDomain: 'app.example.com',
    edge: { host: 'app.example.com', port: 443, caFile: null },
  });
  expect(
    config({
      PUBLIC_URL: 'https://app.example.com',
      PLATFORM_DOMAIN: 'Example.com',
      EDGE_ADDRESS: '[::1]:8443',
      EDGE_CA_FILE: '/ca.pem',
      DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53',
    }),
  ).toMatchObject({
    platformDomain: 'example.com',
    edge: { host: '::1', port: 8443, caFile: '/ca.pem' },
    dnsServers: ['9.9.9.9', '[2620:fe::fe]:53'],
  });
  expect(
    problems({ PLATFORM_DOMAIN: 'https://x', EDGE_ADDRESS: 'edge', DNS_SERVERS: 'dns.example' })
      .map((line) => line.split(' ')[0])
      .sort(),
  ).toEqual(['DNS_SERVERS', 'EDGE_ADDRESS', 'PLATFORM_DOMAIN']);
});

test('the secret key is made once, kept for its owner only, and a given one wins', () => {
  const folder = scratchFolder();
  folders.push(folder);
  const dataDir = join(folder, 'data');
  const made = secretKeyFrom({ secretKey: null, dataDir });
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(secretKeyFrom({ secretKey: null, dataDir })).toBe(made);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(made);
  expect(secretKeyFrom({ secretKey: 'given', dataDir })).toBe('given');
});

test('the process says one line per wrong variable and exits 1', () => {
  const folder = scratchFolder();
  folders.push(folder);
  mkdirSync(folder, { recursive: true });
  const { status, stderr, stdout } = spawnSync(process.execPath, ['main/start.ts'], {
    env: { PATH: process.env['PATH'], PORT: 'x', ROLE: 'y', DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^PORT must be/),
    expect.stringMatching(/^ROLE must be/),
  ]);
});

test('the event store has two names, since its server reads EVENTSTORE_* as its own', () => {
  expect(config({ EVENT_STORE_URL: 'esdb://a:2113' }).eventStoreUrl).toBe('esdb://a:2113');
  expect(config({ EVENTSTORE_URL: 'esdb://a:2113' }).eventStoreUrl).toBe('esdb://a:2113');
  expect(config({ EVENTSTORE_URL: 'esdb://a:2113', EVENT_STORE_URL: 'esdb://a:2113' }).eventStoreUrl).toBe(
    'esdb://a:2113',
  );
  expect(problems({ EVENTSTORE_URL: 'esdb://a:2113', EVENT_STORE_URL: 'esdb://b:2113' })).toEqual([
    'EVENT_STORE_URL and EVENTSTORE_URL are two names of the same setting, and differ: give one.',
  ]);
});

test('a bucket is named before anything about it, and its two keys belong together', () => {
  expect(config({ S3_BUCKET: 'beckon-files' }).s3).toEqual({
    bucket: 'beckon-files',
    region: 'us-east-1',
    endpoint: null,
    credentials: null,
  });
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const own = { S3_BUCKET: 'beckon-files', S3_REGION: 'eu-west-1', S3_ENDPOINT: 'https://minio.example', ...keys };
  expect(config(own).s3).toEqual({
    bucket: 'beckon-files',
    region: 'eu-west-1',
    endpoint: 'https://minio.example',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  expect(problems(keys)).toEqual(['S3_BUCKET is missing: without it no file goes to S3.']);
  expect(problems({ S3_BUCKET: 'Beckon files' })).toEqual(['S3_BUCKET must be the name of a bucket.']);
  expect(problems({ S3_BUCKET: 'beckon-files', S3_ACCESS_KEY_ID: 'id' })).toEqual([
    'S3_SECRET_ACCESS_KEY is missing: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.',
  ]);
});

test('traces go to the collector that is named, as the variables of OpenTelemetry say', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
  expect(config({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    ratio: 1,
    serviceName: 'beckon',
    resource: {},
  });
  expect(
    config({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_SERVICE_NAME: 'texts',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=staging, team=a%2Cb',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }).tracing,
  ).toMatchObject({ ratio: 0.1, serviceName: 'texts', resource: { 'deployment.environment': 'staging', team: 'a,b' } });
  expect(config({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' }).tracing?.ratio).toBe(0);
  expect(
    problems({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_RESOURCE_ATTRIBUTES: 'staging',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    }).map((line) => line.split(' ')[0]),
  ).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
  ]);
});
