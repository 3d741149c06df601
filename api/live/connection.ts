import type { WebSocket } from '@fastify/websocket';
import { LiveClose } from '../contract/live.ts';
import type { Session } from '../kernel/sessions.ts';

interface Waiting {
  readonly text: string;
  readonly received: bigint | null;
}

/** One signed-in websocket. While it catches up on what it missed, live frames wait in a bounded queue. */
export class Connection {
  readonly socket: WebSocket;
  readonly session: Session;
  readonly token: string;
  /** Answered the newest ping. */
  alive = true;
  #waiting: Waiting[] | null = [];
  readonly #limits: { readonly maxBufferedBytes: number; readonly maxQueued: number };
  readonly #onOverflow: (connection: Connection) => void;

  constructor(
    socket: WebSocket,
    session: Session,
    token: string,
    limits: { maxBufferedBytes: number; maxQueued: number },
    onOverflow: (connection: Connection) => void,
  ) {
    this.socket = socket;
    this.session = session;
    this.token = token;
    this.#limits = limits;
    this.#onOverflow = onOverflow;
  }

  /** A live frame. `received` is the position of a new message, null for other frames. */
  push(text: string, received: bigint | null): void {
    if (this.#waiting === null) this.send(text);
    else if (this.#waiting.length < this.#limits.maxQueued) this.#waiting.push({ text, received });
    else this.#onOverflow(this);
  }

  /** Catching up is over: lets go of what waited, without the messages that were replayed. */
  goLive(replayedTo: bigint): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const { text, received } of waiting) if (received === null || received > replayedTo) this.send(text);
  }

  /** Straight to the socket. A client that does not read is cut off, and comes back with its last position. */
  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(text);
    if (this.socket.bufferedAmount > this.#limits.maxBufferedBytes) this.#onOverflow(this);
  }

  close(code: number, reason: string): void {
    this.#waiting = null;
    closeSocket(this.socket, code, reason);
  }
}

/** Asks politely, then cuts the line: a client that does not read would never see the close frame. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), code === LiveClose.resync ? 500 : 2_000);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
