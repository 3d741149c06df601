/** The carrier of the sandbox in a process of its own. Tells where it is; `seen`: how many texts it has, and how many numbers. */
import { startSandbox } from '../../../sandbox/index.ts';

const {
  account,
  number,
  others = [],
} = JSON.parse(process.env['CARRIER']!) as {
  account: { sid: string; authToken: string };
  number: string;
  others?: readonly string[];
};
const sandbox = await startSandbox({
  accounts: [account],
  numbers: [number, ...others].map((each) => ({ number: each, accountSid: account.sid, smsUrl: null })),
  behaviour: {
    create: { delayMs: 0, jitterMs: 0 },
    queuedCallback: false,
    // Its callbacks come when all is sent.
    progress: { sentAfterMs: Number(process.env['CALLBACKS_AFTER'] ?? 3_600_000), deliveredAfterMs: 0, jitterMs: 0 },
  },
});
process.on('message', () => {
  const to = sandbox.carrier.messages({ direction: 'outbound' }).map((message) => message.to);
  process.send!({ texts: to.length, numbers: new Set(to).size, rss: process.memoryUsage().rss });
});
process.send!({ url: sandbox.url });
