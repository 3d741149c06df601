import { z } from 'zod';
import { action, freshAction, step } from './step.ts';

/** Calls another system. */
export const webhook = step(z.object({ kind: z.literal('Webhook'), ...action, url: z.string().max(2_000) }))({
  fresh: () => ({ kind: 'Webhook', ...freshAction, url: '' }),
  plan: ({ url }) => ({ kind: 'act', effects: [{ kind: 'call', url }] }),
  check({ url }, { say }) {
    if (!/^https:\/\/[^\s/@]+\.[^\s/@]+/iu.test(url) || !URL.canParse(url))
      say('invalid', 'url', 'Give an address that begins with https://.');
    else if (isOwnNetwork(new URL(url).hostname))
      say(
        'invalid',
        'url',
        'This address leads into a private network. Give one that can be reached from the internet.',
      );
  },
  withoutOwner: (step) => ({ ...step, url: '' }),
});

/** Names and addresses that mean a machine's own network. What a name leads to is looked at again when it is called. */
const isOwnNetwork = (host: string): boolean =>
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/u.test(
    host,
  ) ||
  /^\[(?:::|f[cde])/u.test(host) ||
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/u.test(host);
