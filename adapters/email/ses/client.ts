import { GetAccountCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

export interface SesAccess {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly endpoint: string | null;
  readonly timeoutMs: number;
}

/** One attempt per call: whether an email may be sent again is decided by who sends it. */
export function createSesClient({ accessKeyId, secretAccessKey, region, endpoint, timeoutMs }: SesAccess) {
  const client = new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 5_000),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
    ...(endpoint === null ? {} : { endpoint }),
  });
  return { client, GetAccountCommand, SendEmailCommand };
}
