import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';

export interface Live {
  /** Tells every open page whose filter wants it. */
  tell(channel: 'message' | 'mail' | 'numbers' | 'stripe', topics: readonly string[], data: unknown): void;
  close(): void;
}

/** Bytes that may wait for a page that does not read; then it is cut off and comes back with what it missed. */
const backlog = 1024 * 1024;

/** Server-sent events at `/sandbox/events?topic=…&topic=…`: a page hears of the topics it names (numbers, or `mail`). */
export function createLive(app: FastifyInstance): Live {
  const listeners = new Map<ServerResponse, ReadonlySet<string>>();
  const beat = setInterval(() => {
    for (const response of listeners.keys()) response.write(': here\n\n');
  }, 15_000);
  beat.unref();

  app.get('/sandbox/events', (request, reply) => {
    const topics = new Set(new URLSearchParams(request.url.split('?')[1] ?? '').getAll('topic').slice(0, 50));
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write('retry: 1000\n\nevent: hello\ndata: {}\n\n');
    listeners.set(response, topics);
    response.on('close', () => listeners.delete(response));
  });

  return {
    tell(channel, topics, data) {
      let text: string | null = null;
      for (const [response, wanted] of listeners) {
        if (topics.length > 0 && !topics.some((topic) => wanted.has(topic))) continue;
        text ??= `event: ${channel}\ndata: ${JSON.stringify(data)}\n\n`;
        if (response.writableLength > backlog) response.destroy();
        else response.write(text);
      }
    },
    close() {
      clearInterval(beat);
      for (const response of listeners.keys()) response.end();
      listeners.clear();
    },
  };
}
