import { connect, type NatsConnection, type Subscription } from 'nats';
import type { Logger } from 'pino';
import { createLocalBus, encode } from './local.ts';
import type { Bus } from './port.ts';

export interface NatsBusOptions {
  /** `nats://host:4222`, several separated by commas; a user and password may stand in it. */
  readonly url: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Shown by the server. */
  readonly name?: string;
}

const decoder = new TextDecoder();

/**
 * The bus between processes, over plain NATS (no JetStream: nothing here is a record). It connects in the background,
 * for ever, and while NATS is away listeners of this process still hear this process. What other processes say
 * meanwhile is missed; `onReconnect` tells.
 */
export function createNatsBus({ url, log, name = 'beckon' }: NatsBusOptions): Bus {
  const local = createLocalBus({ log });
  const wanted = new Map<
    object,
    { subject: string; listener: (message: unknown, subject: string) => void; live: Subscription | null }
  >();
  const reconnected = new Set<() => void>();
  const { servers, user, pass } = parse(url);
  let connection: NatsConnection | null = null;
  let connected = false;
  let closed = false;

  const connecting = connect({
    servers,
    name,
    noEcho: true,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 5000,
    maxPingOut: 2,
    timeout: 5000,
    ...(user === undefined ? {} : { user }),
    ...(pass === undefined ? {} : { pass }),
  }).then(
    async (made) => {
      if (closed) return made.close();
      connection = made;
      connected = true;
      for (const subscription of wanted.values()) listen(subscription);
      log.info({ server: made.getServer() }, 'connected to NATS');
      void follow(made);
      await made.flush().catch(() => {});
      notify();
    },
    (error: unknown) => {
      if (!closed) log.error({ err: error }, 'NATS can not be used; going on without it');
    },
  );

  async function follow(made: NatsConnection): Promise<void> {
    for await (const status of made.status()) {
      const kind: string = status.type;
      if (kind === 'disconnect') {
        connected = false;
        log.warn({ server: status.data }, 'NATS is away; going on without it');
      } else if (kind === 'reconnect') {
        connected = true;
        log.info({ server: status.data }, 'NATS is back');
        await made.flush().catch(() => {}); // Our subscriptions have reached it: from here on nothing is missed.
        notify();
      } else if (kind === 'error') log.warn({ detail: status.data }, 'NATS reported an error');
    }
  }

  function listen(subscription: {
    subject: string;
    listener: (message: unknown, subject: string) => void;
    live: Subscription | null;
  }): void {
    if (!connection || connection.isClosed()) return;
    subscription.live = connection.subscribe(subscription.subject, {
      callback: (error, message) => {
        if (error) return log.warn({ err: error, subject: subscription.subject }, 'a NATS subscription failed');
        try {
          subscription.listener(JSON.parse(decoder.decode(message.data)), message.subject);
        } catch (failed) {
          log.error({ err: failed, subject: message.subject }, 'a listener of the bus failed');
        }
      },
    });
  }

  function notify(): void {
    for (const listener of reconnected) {
      try {
        listener();
      } catch (error) {
        log.error({ err: error }, 'a listener of the bus failed');
      }
    }
  }

  return {
    kind: 'nats',
    publish: (subject, message) => {
      if (closed) return;
      local.publish(subject, message);
      if (!connected || !connection || connection.isClosed()) return; // Not kept: it would only pile up.
      const text = encode(message, subject, log);
      if (text === null) return;
      try {
        connection.publish(subject, text);
      } catch (error) {
        log.warn({ err: error, subject }, 'a message was not handed to NATS');
      }
    },
    subscribe: (subject, listener) => {
      const key = {};
      const subscription = { subject, listener, live: null };
      wanted.set(key, subscription);
      listen(subscription);
      const stopLocal = local.subscribe(subject, listener);
      return () => {
        stopLocal();
        const known = wanted.get(key);
        wanted.delete(key);
        if (known?.live && !known.live.isClosed()) known.live.unsubscribe();
      };
    },
    onReconnect: (listener) => {
      reconnected.add(listener);
      return () => {
        reconnected.delete(listener);
      };
    },
    close: async () => {
      if (closed) return;
      closed = true;
      wanted.clear();
      reconnected.clear();
      await local.close();
      if (connection && !connection.isClosed()) {
        // Drained while it is there, so that what was just published leaves; dropped while it is away.
        await (
          connected ?
            Promise.race([connection.drain(), new Promise((done) => setTimeout(done, 1000).unref())])
          : connection.close()).catch(() => {});
        if (!connection.isClosed()) await connection.close().catch(() => {});
      }
      void connecting;
    },
  };
}

function parse(url: string): { servers: string[]; user: string | undefined; pass: string | undefined } {
  const urls = url.split(',').map((part) => new URL(part.trim()));
  const first = urls[0]!;
  return {
    servers: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    user: first.username ? decodeURIComponent(first.username) : undefined,
    pass: first.password ? decodeURIComponent(first.password) : undefined,
  };
}
