import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { subjects } from '../../adapters/bus/port.ts';
import type { VoteTally } from '../contract/live.ts';
import { clientOf } from '../kernel/client-address.ts';
import { notFound } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { createPageFinder, type Found, judge } from '../public/found.ts';
import { createPlaces } from './places.ts';

/** A vote that somebody watches. */
interface Channel {
  readonly sockets: Set<WebSocket>;
  /** What they were told last. */
  told: string;
  timer: NodeJS.Timeout | null;
  again: boolean;
  readonly stopListening: () => void;
}

/** More than this that a client has not read, and its line is cut: the newest tally is all that it misses. */
const maxBufferedBytes = 64 * 1024;

/**
 * GET /api/v1/votes/{id}/live, a websocket for anybody: how the vote of a published page stands, told when it changes,
 * and nothing else. Whatever a client says ends it. Tallies are asked for once for all who watch a vote, at most
 * `voteMs` apart.
 */
export function createVoteChannels({ bus, readModels, brands, config, log, now, rateLimits }: ApiParts) {
  const {
    voteMs = 1_000,
    watchersPerAddress = 120,
    watchers: most = 10_000,
    heartbeatMs = 25_000,
    gapCheckMs = 10_000,
  } = config.live ?? {};
  const find = createPageFinder({ readModels, now });
  const channels = new Map<string, Channel>();
  const addresses = createPlaces(watchersPerAddress);
  const alive = new WeakSet<WebSocket>();
  let open = 0;

  const foundOf = async (campaignId: string, hostOf: string | null): Promise<Found | null> => {
    const decided = judge(await find(campaignId), { business: null, hostOf, now: now() });
    return 'found' in decided && decided.found.kind === 'vote' ? decided.found : null;
  };

  async function tallyOf(campaignId: string): Promise<VoteTally | null> {
    const page = await foundOf(campaignId, null);
    if (page === null) return null;
    const { voters, options } = await readModels.voteResult(page.businessId, campaignId);
    const { endsAt } = page.settings;
    return { total: voters, options, ended: endsAt !== null && endsAt <= now().toISOString() };
  }

  function send(socket: WebSocket, text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text);
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  }

  /** Tells everybody how it stands now, unless they know. */
  async function tell(campaignId: string, channel: Channel): Promise<void> {
    const tally = await tallyOf(campaignId);
    // It is not to be seen any more: whoever watches asks for the page again, and is told why.
    if (tally === null) return [...channel.sockets].forEach((socket) => socket.close(1000, 'gone'));
    const text = JSON.stringify(tally);
    if (text === channel.told) return;
    channel.told = text;
    for (const socket of channel.sockets) send(socket, text);
  }

  function stir(campaignId: string, channel: Channel): void {
    if (channel.timer !== null) {
      channel.again = true;
      return;
    }
    channel.timer = setTimeout(() => {
      channel.timer = null;
      if (!channel.again) return;
      channel.again = false;
      stir(campaignId, channel);
    }, voteMs);
    channel.timer.unref();
    tell(campaignId, channel).catch((error: unknown) => log.warn({ err: error }, 'A vote could not be counted.'));
  }

  function channelOf(campaignId: string): Channel {
    const known = channels.get(campaignId);
    if (known !== undefined) return known;
    const channel: Channel = {
      sockets: new Set(),
      told: '',
      timer: null,
      again: false,
      stopListening: bus.subscribe(subjects.vote(campaignId), () => stir(campaignId, channel)),
    };
    channels.set(campaignId, channel);
    return channel;
  }

  function leave(campaignId: string, socket: WebSocket): void {
    const channel = channels.get(campaignId);
    channel?.sockets.delete(socket);
    if (channel?.sockets.size !== 0) return;
    channel.stopListening();
    if (channel.timer !== null) clearTimeout(channel.timer);
    channels.delete(campaignId);
  }

  function accept(socket: WebSocket, request: FastifyRequest): void {
    const { id } = request.params as { id: string };
    const giveBack = open >= most ? null : addresses.take(clientOf(request.ip));
    if (giveBack === null) return socket.close(1013, 'too-many');
    open += 1;
    socket.once('close', () => {
      open -= 1;
      giveBack();
      leave(id, socket);
    });
    socket.on('message', () => socket.terminate());
    socket.on('pong', () => alive.add(socket));
    alive.add(socket);
    (async () => {
      await rateLimits.take([{ key: `vote-live:${clientOf(request.ip)}`, max: 600, windowMs: 60_000 }]);
      if ((await foundOf(id, await brands.agencyOf(request.host))) === null) return socket.close(4404, 'not-found');
      if (socket.readyState !== socket.OPEN) return;
      const channel = channelOf(id);
      channel.sockets.add(socket);
      // What the page shows may be older than the moment from which on this is told.
      const tally = await tallyOf(id);
      if (tally !== null) send(socket, JSON.stringify(tally));
    })().catch(() => socket.close(1013, 'try-later'));
  }

  const beat = setInterval(() => {
    for (const { sockets } of channels.values())
      for (const socket of sockets) {
        if (!alive.delete(socket)) socket.terminate();
        else socket.ping();
      }
  }, heartbeatMs);
  beat.unref();
  // The bus may lose a message, and a vote ends without one.
  const gapCheck = setInterval(() => {
    for (const [campaignId, channel] of channels) stir(campaignId, channel);
  }, gapCheckMs);
  gapCheck.unref();

  return {
    register: (scope: FastifyInstance): void => {
      scope.route({
        method: 'GET',
        url: '/api/v1/votes/:id/live',
        exposeHeadRoute: false,
        wsHandler: accept,
        handler: () => {
          throw notFound();
        },
      });
    },
    watching: () => open,
    close: (): void => {
      clearInterval(beat);
      clearInterval(gapCheck);
      for (const { sockets } of channels.values()) for (const socket of sockets) socket.close(1001, 'going-away');
    },
  };
}
