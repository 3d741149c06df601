import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { Configuration, MessagesApi } from 'bandwidth-sdk';
import type { BandwidthAccess } from './access.ts';

const keepAlive = { keepAlive: true, maxSockets: 128, maxFreeSockets: 64 };

/** How the SDK reaches the account; with `baseUrl` it talks to another host than Bandwidth's. */
export const bandwidthConfiguration = ({ username, password, baseUrl, timeoutMs }: BandwidthAccess): Configuration =>
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
  });

export const createBandwidthMessages = (access: BandwidthAccess): MessagesApi =>
  new MessagesApi(bandwidthConfiguration(access));
