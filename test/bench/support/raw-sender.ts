/**
 * The same requests by the SDK alone, in a process of its own: `RAW` is a JSON text. Answers with the seconds it took.
 * `client`: `sdk` as Twilio ships it, with connections kept open; `direct` with the HTTP client that the product gives it.
 */
import { Agent } from 'node:http';
import twilio from 'twilio';
import { createTwilioClient } from '../../../adapters/sms/twilio/client.ts';

const { client, baseUrl, account, from, count, concurrency, statusCallback, body } = JSON.parse(
  process.env['RAW']!,
) as {
  client: 'sdk' | 'direct';
  baseUrl: string;
  account: { sid: string; authToken: string };
  from: string;
  count: number;
  concurrency: number;
  statusCallback: string;
  body: string;
};

/** It has no option for another host than Twilio's. */
class ShippedClient extends twilio.RequestClient {
  constructor() {
    super({ timeout: 20_000, keepAlive: true, maxSockets: 128, maxFreeSockets: 64, maxTotalSockets: 256 });
    this.axios.defaults.httpAgent = new Agent({ keepAlive: true, maxSockets: 128, maxFreeSockets: 64 });
  }
  override request<T>(asked: Parameters<typeof twilio.RequestClient.prototype.request<T>>[0]) {
    const uri = new URL(asked.uri);
    const headers = { ...asked.headers, 'X-Forwarded-Host': uri.host };
    return super.request<T>({ ...asked, uri: `${baseUrl}${uri.pathname}${uri.search}`, headers });
  }
}

const sdk =
  client === 'sdk' ?
    twilio(account.sid, account.authToken, { httpClient: new ShippedClient() })
  : createTwilioClient({ accountSid: account.sid, authToken: account.authToken, baseUrl, timeoutMs: 20_000 });
let next = 0;
const started = performance.now();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (next < count) {
      const nth = next++;
      const to = `+1500${String((client === 'sdk' ? 7_000_000 : 8_000_000) + nth)}`;
      await sdk.messages.create({
        from,
        to,
        body,
        statusCallback: `${statusCallback}?m=${nth}`,
        validityPeriod: 14_400,
      });
    }
  }),
);
process.send!({ seconds: (performance.now() - started) / 1_000 });
