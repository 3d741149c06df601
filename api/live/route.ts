import fastifyWebsocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { subjects } from '../../adapters/bus/port.ts';
import { untraced } from '../../adapters/tracing/port.ts';
import { may } from '../../domain/team/fields.ts';
import { LiveClose, LiveHello } from '../contract/live.ts';
import { clientOf } from '../kernel/client-address.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { seenEveryMs, type Session, tenantOf } from '../kernel/sessions.ts';
import type { Metrics } from '../operations/metrics.ts';
import { Bells } from './bells.ts';
import { BusinessChannel, frame } from './channel.ts';
import { closeSocket, Connection } from './connection.ts';
import { createPlaces } from './places.ts';
import { createPresence } from './presence.ts';
import { createVoteChannels } from './votes.ts';

/** A hello is a token and a position: anything larger is not one. */
const maxHelloBytes = 4_096;

/**
 * GET /api/v1/live: see api/contract/live.ts for what is said. Everybody hears their bell; the people of a business
 * also hear its messages, from a channel that
 * lives while one of them is there. Fed by the projections' announcements.
 */
export function registerLive(app: FastifyInstance, parts: ApiParts) {
  const { bus, readModels, sessions, memberships, now, log, config } = parts;
  const {
    heartbeatMs = 25_000,
    helloMs = 10_000,
    maxBufferedBytes = 512 * 1024,
    maxQueued = 1_000,
    gapCheckMs = 10_000,
    presenceMs = 30_000,
    perUser = 30,
    perAddress = 300,
    framesPerBeat = 100,
  } = config.live ?? {};
  const connections = new Set<Connection>();
  /** Every socket that is open, also before its hello. */
  const sockets = new Map<WebSocket, { frames: number }>();
  const users = createPlaces(perUser);
  const addresses = createPlaces(perAddress);
  const channels = new Map<string, { readonly channel: BusinessChannel; readonly started: Promise<void> }>();
  const votes = createVoteChannels(parts);
  let metrics: Metrics | null = null;
  const onFrames = (count: number): void => metrics?.liveFrames.inc(count);
  const bells = new Bells({ bus, readModels, log, onFrames });

  const presence = createPresence(parts, {
    everyMs: presenceMs,
    channels: () => [...channels.values()].map(({ channel }) => channel),
  });

  /** Whoever is connected is here. Never throws: they are noted again soon. */
  const noteHere = (those: readonly Connection[]): void => {
    sessions.noteConnected(those.map(({ session }) => session.sessionId)).then(
      (isNew) => {
        if (!isNew) return;
        for (const tenantId of new Set(those.flatMap(({ session }) => tenantOf(session) ?? [])))
          bus.publish(subjects.presence, { tenantId });
      },
      (error: unknown) => log.warn({ err: error }, 'Who is connected could not be noted.'),
    );
  };

  function leave(connection: Connection): void {
    connections.delete(connection);
    bells.leave(connection);
    const { businessId } = connection.session;
    if (businessId === null) return;
    const entry = channels.get(businessId);
    if (entry === undefined) return;
    entry.channel.connections.delete(connection);
    if (entry.channel.connections.size === 0) {
      channels.delete(businessId);
      entry.channel.close();
    }
  }

  function drop(connection: Connection, code: number, reason: string): void {
    leave(connection);
    connection.close(code, reason);
    metrics?.liveClosed.inc({ reason });
  }

  /** Joins before anything is asked of the database, so that nothing falls between what is replayed and what is live. */
  function join(connection: Connection, businessId: string) {
    let entry = channels.get(businessId);
    if (entry === undefined) {
      const channel = new BusinessChannel({
        businessId,
        bus,
        readModels,
        log,
        tracing: parts.tracing ?? untraced,
        onFrames,
        onBell: (those, position) => bells.ring(those, position),
      });
      entry = { channel, started: channel.start() };
      entry.started.catch(() => undefined);
      channels.set(businessId, entry);
    }
    entry.channel.connections.add(connection);
    return entry;
  }

  async function welcome(connection: Connection, after: string | null): Promise<void> {
    const { businessId } = connection.session;
    const role = await memberships.find(connection.session);
    if (role === 'removed') return drop(connection, LiveClose.unauthenticated, 'signed-out');
    // A member without the inbox hears nothing of it: the socket only says that they are there.
    const hears = may(role, 'inbox');
    if (hears) bells.join(connection);
    if (businessId === null || !hears) {
      connection.send(
        frame({
          type: 'ready',
          unread: 0,
          notifications_unread: hears ? await bells.count(connection.session) : 0,
          position: after ?? '0',
        }),
      );
      connection.goLive(0n);
      return;
    }
    const { channel, started } = join(connection, businessId);
    await started;
    const from = after ?? channel.position;
    const [unread, notifications, missed] = await Promise.all([
      channel.unread(),
      bells.count(connection.session),
      after === null ? { frames: [], upTo: BigInt(from) } : channel.missed(BigInt(after)),
    ]);
    connection.send(
      frame({
        type: 'ready',
        unread,
        notifications_unread: notifications,
        position: missed === null ? channel.position : from,
      }),
    );
    if (missed === null) connection.send(frame({ type: 'resync', position: channel.position }));
    else for (const text of missed.frames) connection.send(text);
    connection.goLive(missed === null ? BigInt(channel.position) : missed.upTo);
  }

  /**
   * What a client sends is answered (a ping) or thrown away (a frame after the hello), and both cost something: more
   * than a person's browser ever sends
   * ends the socket, and so does one that asks and does not read the answers.
   */
  function countFrames(socket: WebSocket): void {
    const counted = { frames: 0 };
    sockets.set(socket, counted);
    const count = (): void => {
      counted.frames += 1;
      if (counted.frames <= framesPerBeat && socket.bufferedAmount <= maxBufferedBytes) return;
      metrics?.liveClosed.inc({ reason: 'too-many-frames' });
      socket.terminate();
    };
    socket.on('message', count);
    socket.on('ping', count);
    socket.on('pong', count);
    socket.once('close', () => sockets.delete(socket));
  }

  function accept(socket: WebSocket, request: FastifyRequest): void {
    const giveBack = addresses.take(clientOf(request.ip));
    if (giveBack === null) {
      metrics?.liveClosed.inc({ reason: 'too-many-of-address' });
      return socket.terminate();
    }
    socket.once('close', giveBack);
    countFrames(socket);
    const tooLate = setTimeout(() => closeSocket(socket, LiveClose.tooLate, 'Say hello first.'), helloMs);
    tooLate.unref();
    socket.once('close', () => clearTimeout(tooLate));
    socket.once('message', (data, isBinary) => {
      const hello = isBinary ? null : parseHello(String(data));
      if (hello === null) return closeSocket(socket, LiveClose.badHello, 'This is not a hello.');
      authenticated(hello.token).then(
        (session) => {
          if (socket.readyState !== socket.OPEN) return;
          clearTimeout(tooLate);
          if (session === null) return closeSocket(socket, LiveClose.unauthenticated, 'Please sign in.');
          const leaveUser = users.take(session.userId);
          if (leaveUser === null) return closeSocket(socket, LiveClose.tooMany, 'Too many windows are open.');
          socket.once('close', leaveUser);
          const connection = new Connection(socket, session, hello.token, { maxBufferedBytes, maxQueued }, (slow) =>
            drop(slow, LiveClose.resync, 'too-slow'),
          );
          connections.add(connection);
          noteHere([connection]);
          socket.on('pong', () => {
            connection.alive = true;
          });
          socket.once('close', () => leave(connection));
          welcome(connection, hello.after).catch((error: unknown) => {
            log.warn({ err: error }, 'A websocket could not be welcomed.');
            drop(connection, LiveClose.resync, 'unavailable');
          });
        },
        (error: unknown) => {
          log.warn({ err: error }, 'A websocket could not be signed in.');
          closeSocket(socket, LiveClose.resync, 'unavailable');
        },
      );
    });
  }

  const authenticated = async (token: string): Promise<Session | null> =>
    sessions.peek(token) ?? (await sessions.find(token));

  let beats = 0;
  let notedAt = now().getTime();
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const counted of sockets.values()) counted.frames = 0;
    for (const connection of connections) {
      if (!connection.alive) {
        leave(connection);
        connection.socket.terminate();
        metrics?.liveClosed.inc({ reason: 'no-pong' });
        continue;
      }
      connection.alive = false;
      connection.socket.ping();
      // Revocations come over the bus; expiry, and revocations while the bus was away, are found here.
      if (beats % 4 === 0)
        authenticated(connection.token).then(
          (session) => {
            if (session === null) drop(connection, LiveClose.unauthenticated, 'signed-out');
          },
          () => undefined,
        );
    }
    if (now().getTime() - notedAt >= seenEveryMs) {
      notedAt = now().getTime();
      noteHere([...connections]);
    }
  }, heartbeatMs);
  heartbeat.unref();

  const eachChannel = (work: (channel: BusinessChannel) => Promise<void>) => (): void => {
    for (const { channel } of channels.values())
      work(channel).catch((error: unknown) => log.warn({ err: error }, 'Missed messages could not be looked up.'));
  };
  const gapCheck = setInterval(
    eachChannel((channel) => channel.fillGap()),
    gapCheckMs,
  );
  gapCheck.unref();
  const resyncAll = eachChannel((channel) => channel.resync());
  const stopReconnect = bus.onReconnect(() => {
    resyncAll();
    bells.ringAll();
  });
  const stopRevoked = sessions.onRevoked((sessionId) => {
    for (const connection of connections)
      if (connection.session.sessionId === sessionId) drop(connection, LiveClose.unauthenticated, 'signed-out');
  });

  // With another role they may hear more or less: they come back and are welcomed anew.
  memberships.onChanged((userId) => {
    for (const connection of [...connections])
      if (connection.session.userId === userId) drop(connection, LiveClose.resync, 'role-changed');
  });

  // In a scope of its own: its hooks must not run for every other call.
  void app.register(async (scope) => {
    await scope.register(fastifyWebsocket, {
      options: { maxPayload: maxHelloBytes, perMessageDeflate: false },
      errorHandler: (_error, socket) => socket.terminate(),
    });
    votes.register(scope);
    scope.route({
      method: 'GET',
      url: '/api/v1/live',
      exposeHeadRoute: false,
      wsHandler: accept,
      handler: () => {
        throw new ApiError('malformed_request', 'This address is a websocket.');
      },
    });
  });

  return {
    sockets: () => connections.size,
    channels: () => channels.size,
    countWith: (given: Metrics) => {
      metrics = given;
    },
    close: (): void => {
      clearInterval(heartbeat);
      clearInterval(gapCheck);
      presence.close();
      stopReconnect();
      stopRevoked();
      for (const connection of [...connections]) drop(connection, LiveClose.goingAway, 'going-away');
      bells.close();
      votes.close();
    },
  };
}

function parseHello(text: string) {
  try {
    const hello = LiveHello.safeParse(JSON.parse(text));
    return hello.success ? hello.data : null;
  } catch {
    return null;
  }
}
