import type { Logger } from 'pino';
import { bellChannelOf, type Bus, subjects } from '../../adapters/bus/port.ts';
import type { LiveEvent } from '../contract/live.ts';
import { businessesOf, type LiveAnnouncement } from '../../projections/announcements.ts';
import { channelsOf } from '../../projections/notifications/channels.ts';
import type { ReadModels } from '../../projections/read-models.ts';
import type { Session } from '../kernel/sessions.ts';
import { frame } from './channel.ts';
import type { Connection } from './connection.ts';

/** A user's count is told at once, and then at most so often. */
const bellMs = 250;
/** Counts asked for at once: when everybody's bell rings, they wait their turn. */
const atOnce = 8;

/** One user's bell: everything they have open now, and when it rang. */
interface Bell {
  readonly session: Session;
  readonly connections: Set<Connection>;
  due: string | null;
  timer: NodeJS.Timeout | null;
}

/** What rings for someone who is connected: what reaches them, and that their business's agency pays or owes. */
const heardBy = (session: Session): readonly string[] => {
  const { role, agencyId } = session;
  return [...channelsOf(session), ...(role === 'Business' && agencyId !== null ? [businessesOf(agencyId)] : [])];
};

/** The bells of everybody who is connected, whatever their role: tells each their own unread count when something under it changed. */
export class Bells {
  readonly #bells = new Map<string, Bell>();
  /** Whose bells a channel rings. */
  readonly #byChannel = new Map<string, Set<Bell>>();
  readonly #readModels: Pick<ReadModels, 'notificationsUnread'>;
  readonly #log: Logger;
  readonly #onFrames: (count: number) => void;
  readonly #stopListening: () => void;
  readonly #waiting: (() => void)[] = [];
  #asking = 0;

  constructor({
    bus,
    readModels,
    log,
    onFrames,
  }: {
    bus: Bus;
    readModels: Pick<ReadModels, 'notificationsUnread'>;
    log: Logger;
    onFrames: (count: number) => void;
  }) {
    this.#readModels = readModels;
    this.#log = log;
    this.#onFrames = onFrames;
    this.#stopListening = bus.subscribe(subjects.bells, (message, subject) => {
      const said = message as LiveAnnouncement;
      for (const bell of this.#byChannel.get(bellChannelOf(subject)) ?? [])
        if (said.type === 'approvals-changed' || said.type === 'billing-changed')
          this.#say(bell, { type: said.type, position: said.position });
        else if (said.type !== 'writing') this.#ring(bell, said.position);
    });
  }

  join(connection: Connection): void {
    const { session } = connection;
    let bell = this.#bells.get(session.userId);
    if (bell === undefined) {
      this.#bells.set(session.userId, (bell = { session, connections: new Set(), due: null, timer: null }));
      for (const channel of heardBy(session)) {
        const rung = this.#byChannel.get(channel);
        if (rung === undefined) this.#byChannel.set(channel, new Set([bell]));
        else rung.add(bell);
      }
    }
    bell.connections.add(connection);
  }

  leave(connection: Connection): void {
    const bell = this.#bells.get(connection.session.userId);
    if (bell === undefined) return;
    bell.connections.delete(connection);
    if (bell.connections.size > 0) return;
    if (bell.timer !== null) clearTimeout(bell.timer);
    this.#bells.delete(bell.session.userId);
    for (const channel of heardBy(bell.session)) {
      const rung = this.#byChannel.get(channel);
      rung?.delete(bell);
      if (rung?.size === 0) this.#byChannel.delete(channel);
    }
  }

  count(session: Session): Promise<number> {
    return this.#readModels.notificationsUnread(session);
  }

  /** Something that all of these see was raised. */
  ring(connections: Iterable<Connection>, position: string): void {
    for (const userId of new Set([...connections].map(({ session }) => session.userId))) {
      const bell = this.#bells.get(userId);
      if (bell) this.#ring(bell, position);
    }
  }

  /** The bus was away: nobody knows whose bell it should have rung. */
  ringAll(): void {
    for (const bell of this.#bells.values()) this.#ring(bell, '0');
  }

  close(): void {
    this.#stopListening();
    for (const { timer } of this.#bells.values()) if (timer !== null) clearTimeout(timer);
  }

  #ring(bell: Bell, position: string): void {
    bell.due = position;
    if (bell.timer !== null) return;
    bell.due = null;
    bell.timer = setTimeout(() => {
      bell.timer = null;
      if (bell.due !== null) this.#ring(bell, bell.due);
    }, bellMs);
    bell.timer.unref();
    this.#tell(bell, position).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'The count under the bell could not be read.'),
    );
  }

  async #tell(bell: Bell, position: string): Promise<void> {
    const unread = await this.#inTurn(() => this.count(bell.session));
    this.#say(bell, { type: 'notification', notifications_unread: unread, position });
  }

  #say(bell: Bell, event: LiveEvent): void {
    const text = frame(event);
    for (const connection of bell.connections) connection.push(text, null);
    this.#onFrames(bell.connections.size);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#asking >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#asking += 1;
    try {
      return await work();
    } finally {
      this.#asking -= 1;
      this.#waiting.shift()?.();
    }
  }
}
