import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}
export type Answering = (received: Received, response: ServerResponse) => void;

const headersOf = (request: IncomingMessage) =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

/** Somebody's program that webhooks are sent to, on this machine. It answers 200 until a test says otherwise. */
export async function openReceiver() {
  const received: Received[] = [];
  const state = { answer: ((_, response) => response.end('ok')) as Answering };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const headers = headersOf(request);
      const one = { id: headers['webhook-id'] ?? '', body, headers, event: JSON.parse(body) as Received['event'] };
      received.push(one);
      state.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
