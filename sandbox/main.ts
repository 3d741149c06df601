import pino from 'pino';
import { startSandbox } from './index.ts';

/**
 * The sandbox alone: `node sandbox/main.ts`. Environment: SANDBOX_HOST (127.0.0.1), SANDBOX_PORT (3001),
 * SANDBOX_SMTP_PORT (3025), SANDBOX_DIR (nothing is kept without it), SANDBOX_ACCOUNT_SID, SANDBOX_AUTH_TOKEN,
 * SANDBOX_NUMBERS (E.164, comma-separated), SANDBOX_SMS_URL (where texts to them are posted to), SANDBOX_PUBLIC_URL,
 * SANDBOX_SEED, SANDBOX_BEHAVIOUR (JSON), LOG_LEVEL.
 */
const env = process.env;
const port = (name: string, otherwise: number): number => {
  const value = Number(env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new Error(`${name} must be a port, 0 to 65535`);
  return value;
};
const accountSid = env['SANDBOX_ACCOUNT_SID'] ?? 'AC00000000000000000000000000005a4d';
const authToken = env['SANDBOX_AUTH_TOKEN'] ?? '00000000000000000000000000005a4d';

const sandbox = await startSandbox({
  host: env['SANDBOX_HOST'] ?? '127.0.0.1',
  port: port('SANDBOX_PORT', 3001),
  smtpPort: port('SANDBOX_SMTP_PORT', 3025),
  folder: env['SANDBOX_DIR'] ?? null,
  accounts: [{ sid: accountSid, authToken }],
  numbers: (env['SANDBOX_NUMBERS'] ?? '+14155550100')
    .split(',')
    .map((number) => ({ number: number.trim(), accountSid, smsUrl: env['SANDBOX_SMS_URL'] ?? null })),
  log: pino({ level: env['LOG_LEVEL'] ?? 'info' }),
  ...(env['SANDBOX_PUBLIC_URL'] === undefined ? {} : { publicBaseUrl: env['SANDBOX_PUBLIC_URL'] }),
  ...(env['SANDBOX_SEED'] === undefined ? {} : { seed: env['SANDBOX_SEED'] }),
  ...(env['SANDBOX_BEHAVIOUR'] === undefined ?
    {}
  : { behaviour: JSON.parse(env['SANDBOX_BEHAVIOUR']) as Record<string, never> }),
});

process.stdout.write(
  `Sandbox: ${sandbox.url}  phones: ${sandbox.url}/phone  email: ${sandbox.url}/inbox  SMTP: ${sandbox.smtpPort}\n` +
    `Account: ${accountSid}  token: ${authToken}\n`,
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
