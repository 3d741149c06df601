/** The same requests by the SDK alone, in a process of its own: `RAW` is a JSON text. Answers with the seconds it took. */
import { createTwilioCarrier } from '../../../adapters/sms/twilio/index.ts';

const { baseUrl, account, from, count, concurrency, statusCallback, body } = JSON.parse(process.env['RAW']!) as {
  baseUrl: string;
  account: { sid: string; authToken: string };
  from: string;
  count: number;
  concurrency: number;
  statusCallback: string;
  body: string;
};
const carrier = createTwilioCarrier({
  accountSid: account.sid,
  authToken: account.authToken,
  baseUrl,
  timeoutMs: 20_000,
});
await carrier.warm();
let next = 0;
const started = performance.now();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (next < count) {
      const nth = next++;
      const outcome = await carrier.send({
        ...{ from, to: `+1500${String(7_000_000 + nth)}`, body, mediaUrls: [] },
        ...{ statusCallback: `${statusCallback}?m=${nth}`, validitySeconds: 14_400 },
      });
      if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    }
  }),
);
process.send!({ seconds: (performance.now() - started) / 1_000 });
