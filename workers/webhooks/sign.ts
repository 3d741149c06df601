import { createHmac } from 'node:crypto';

interface Signed {
  readonly id: string;
  readonly body: string;
  /** The newest first. */
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** The headers of an attempt (Standard Webhooks 1.0.0): the time is the attempt's, the ID is the same every time. */
export function signedHeaders({ id, body, secrets, now }: Signed): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
