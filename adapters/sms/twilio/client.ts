import { Agent } from 'node:http';
import twilio from 'twilio';
import { Throttled } from './outcome.ts';

type Request<T> = Parameters<typeof twilio.RequestClient.prototype.request<T>>[0];

/**
 * The SDK's HTTP client with two additions: it can talk to another host than Twilio's (the SDK has no base-URL option), and it
 * keeps the Retry-After of a 429, which the SDK's RestException drops.
 */
class BaseUrlRequestClient extends twilio.RequestClient {
  private readonly base: URL | null;

  constructor(baseUrl: string | null, timeoutMs: number) {
    super({ timeout: timeoutMs, keepAlive: true, maxSockets: 128, maxFreeSockets: 64, maxTotalSockets: 256 });
    this.base = baseUrl === null ? null : new URL(baseUrl);
    this.axios.defaults.httpAgent = new Agent({ keepAlive: true, maxSockets: 128, maxFreeSockets: 64 });
  }

  override async request<T>(options: Request<T>) {
    const response = await super.request<T>(this.base === null ? options : redirected(options, this.base));
    if (response.statusCode === 429) throw new Throttled(headerOf(response.headers, 'retry-after'));
    return response;
  }
}

function redirected<T>(options: Request<T>, base: URL): Request<T> {
  const uri = new URL(options.uri);
  const headers = { ...options.headers, 'X-Forwarded-Host': uri.host };
  uri.protocol = base.protocol;
  uri.host = base.host;
  uri.port = base.port;
  return { ...options, uri: uri.toString(), headers };
}

function headerOf(headers: unknown, name: string): string | null {
  const value: unknown = (headers as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

export function createTwilioClient(config: {
  accountSid: string;
  authToken: string;
  baseUrl: string | null;
  timeoutMs: number;
}) {
  return twilio(config.accountSid, config.authToken, {
    httpClient: new BaseUrlRequestClient(config.baseUrl, config.timeoutMs),
  });
}
