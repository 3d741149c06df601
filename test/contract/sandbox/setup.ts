import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import type { default as Answer } from 'twilio/lib/http/response.js';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.ts';

export const accountSid = `AC${'5'.repeat(32)}`;
export const authToken = 'a-token-of-the-test';
export const shop = '+14155550100';
export const gym = '+14155550101';
export const phone = '+12025550147';

/** A webhook as the application got it. */
export interface Hook {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly signature: string;
  /** Whether the official library takes its signature for this address. */
  readonly valid: boolean;
}

export interface Application {
  readonly url: string;
  readonly port: number;
  readonly hooks: Hook[];
  /** Answers the next webhooks with these statuses, then 200 again. */
  failNext(...statuses: number[]): void;
  inbound(): Hook[];
  states(sid: string): string[];
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** What receives webhooks: a bare HTTP server that checks signatures with the official library. Also serves pictures to send. */
export async function startApplication(port = 0): Promise<Application> {
  const hooks: Hook[] = [];
  const failures: number[] = [];
  let url = '';
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      if (path === '/picture.png')
        return response.setHeader('content-type', 'image/png').end(Buffer.from('not really a picture'));
      if (path === '/page.html') return response.setHeader('content-type', 'text/html').end('<p>no picture</p>');
      if (request.method !== 'POST') return response.writeHead(404).end();
      const params = Object.fromEntries(new URLSearchParams(await read(request)));
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      const status = failures.shift() ?? 200;
      hooks.push({ path, params, signature, valid: twilio.validateRequest(authToken, signature, url + path, params) });
      return response.writeHead(status, { 'content-type': 'text/xml' }).end('<Response/>');
    })();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${taken}`;
  return {
    url,
    port: taken,
    hooks,
    failNext: (...statuses) => void failures.push(...statuses),
    inbound: () => hooks.filter(({ params }) => params['SmsStatus'] === 'received'),
    states: (sid) =>
      hooks
        .filter(({ params }) => params['MessageSid'] === sid && 'MessageStatus' in params)
        .map(({ params }) => params['MessageStatus'] ?? ''),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Quick enough for a test, with everything else as in the healthy default. */
export const quick = {
  progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
  retry: { firstMs: 30, factor: 2, maxMs: 200, forMs: 20_000 },
  smtpSlowMs: 50,
};

export function sandboxFor(
  application: { readonly url: string },
  more: Partial<SandboxOptions> = {},
): Promise<Sandbox> {
  return startSandbox({
    accounts: [{ sid: accountSid, authToken, friendlyName: 'The test' }],
    numbers: [
      {
        number: shop,
        accountSid,
        smsUrl: `${application.url}/inbound`,
        label: "Bella's Pizzeria",
        keywords: ['PIZZA'],
      },
      { number: gym, accountSid, smsUrl: `${application.url}/inbound` },
    ],
    behaviour: quick,
    ...more,
  });
}

/** The official SDK, sent to the sandbox by its own request client. */
export function sdk(
  url: string,
  { sid = accountSid, token = authToken, timeout = 5_000 } = {},
): ReturnType<typeof twilio> {
  const target = new URL(url);
  class ToSandbox extends twilio.RequestClient {
    override request<T>(options: RequestClient.RequestOptions): Promise<Answer.default<T>> {
      const wanted = new URL(options.uri);
      const headers = { ...options.headers, 'x-forwarded-host': wanted.host };
      return super.request<T>({
        ...options,
        uri: `${target.origin}${wanted.pathname}${wanted.search}`,
        headers,
        timeout,
      });
    }
  }
  // The SDK's own types disagree with themselves under exactOptionalPropertyTypes (`lastResponse`).
  const httpClient = new ToSandbox() as unknown as NonNullable<Parameters<typeof twilio>[2]>['httpClient'];
  return twilio(sid, token, { httpClient } as Parameters<typeof twilio>[2]);
}

export type Rest = { status: number; code: number | string; message: string };

/** What a call that must fail failed with. */
export async function failure(call: Promise<unknown>): Promise<Rest> {
  try {
    await call;
  } catch (error) {
    return error as Rest;
  }
  throw new Error('The call succeeded, but it should have failed');
}
