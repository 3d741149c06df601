import { type Bus, subjects } from '../../adapters/bus/port.ts';
import type { Position } from '../../adapters/event-store/port.ts';
import { type Projector, schemaOf } from '../engine-types.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { Member } from './lane.ts';
import { Signalled } from './pause.ts';

export interface WaitingOptions {
  readonly bus: Bus;
  readonly projectors: readonly Projector[];
  read(schemas: readonly string[]): Promise<readonly Checkpoint[]>;
}

export interface Waiting {
  /** Members of this process have moved: tells those who wait here and, by the bus, elsewhere. */
  moved(members: readonly Pick<Member, 'schema' | 'position' | 'projector'>[]): void;
  waitFor(
    position: Position,
    options: { readonly timeoutMs: number; readonly projectors?: readonly string[] },
  ): Promise<boolean>;
  close(): void;
}

/** How often the checkpoints are looked up while somebody waits and no message comes, in ms. */
const lookUpMs = 50;

/**
 * Where the read models are, as far as this process knows: from its own lanes, from the bus, and, when neither says,
 * from the checkpoints.
 */
export function createWaiting({ bus, projectors, read }: WaitingOptions): Waiting {
  const known = new Map<string, Position>();
  const changed = new Signalled();
  const schemas = new Map(projectors.map((projector) => [projector.name, schemaOf(projector)]));

  const learn = (schema: string, position: Position): boolean => {
    if (position <= (known.get(schema) ?? -1n)) return false;
    known.set(schema, position);
    return true;
  };

  const unsubscribe = bus.subscribe(subjects.projected, (message) => {
    const { schemas: names, position } = message as { schemas?: unknown; position?: unknown };
    if (!Array.isArray(names) || typeof position !== 'string' || !/^\d{1,19}$/.test(position)) return;
    let news = false;
    for (const name of names) if (typeof name === 'string') news = learn(name, BigInt(position)) || news;
    if (news) changed.notify();
  });

  return {
    moved: (members) => {
      const news = members.filter((member) => learn(member.schema, member.position));
      if (news.length === 0) return;
      changed.notify();
      const byPosition = Map.groupBy(news, (member) => member.position);
      for (const [position, group] of byPosition) {
        bus.publish(subjects.projected, {
          projectors: group.map((one) => one.projector.name),
          schemas: group.map((one) => one.schema),
          position: position.toString(),
        });
      }
    },
    waitFor: async (position, { timeoutMs, projectors: names }) => {
      const wanted = (names ?? [...schemas.keys()]).map((name) => {
        const schema = schemas.get(name);
        if (schema === undefined) throw new Error(`There is no read model ${name}.`);
        return schema;
      });
      const until = performance.now() + timeoutMs;
      const there = (): boolean => wanted.every((schema) => (known.get(schema) ?? -1n) >= position);
      while (!there()) {
        const left = until - performance.now();
        if (left <= 0) return false;
        if (await changed.wait(undefined, Math.min(left, lookUpMs))) continue;
        // Not heard of for a while: another process may work on it, and its messages may be lost.
        const checkpoints = await read(wanted).catch(() => []);
        for (const checkpoint of checkpoints) learn(checkpoint.schema, checkpoint.position);
      }
      return true;
    },
    close: unsubscribe,
  };
}
