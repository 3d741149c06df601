import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { Configuration, MessagesApi } from 'bandwidth-sdk';
import type { BandwidthAccess } from './access.ts';

const keepAlive = { keepAlive: true, maxSockets: 128, maxFreeSockets: 64 };

/** The SDK's messages API; with `baseUrl` it talks to another host than Bandwidth's. */
export const createBandwidthMessages = ({ username, password, baseUrl, timeoutMs }: BandwidthAccess): MessagesApi =>
  new MessagesApi(
    new Configuration({
      username,
      password,
      ...(baseUrl === null ? {} : { basePath: `${baseUrl.replace(/\/$/, '')}/api/v2` }),
      baseOptions: {
        timeout: timeoutMs,
        httpAgent: new Agent(keepAlive),
        httpsAgent: new SecureAgent(keepAlive),
        maxRedirects: 0,
        maxContentLength: 8 * 2 ** 20,
      },
    }),
  );
