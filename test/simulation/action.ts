import type { Cast } from './cast.ts';
import type { Chance } from './engine/chance.ts';
import type { World } from './world.ts';

/**
 * Something that people, the carrier, the machines or the time may do. One file each under actions/, listed in
 * actions/index.ts. `plan` chooses from the seed alone and gives plain data, so that a story can be told again with
 * some of it left out; `run` does it and does not wait for what it sets off.
 */
export interface Action<P = unknown> {
  readonly name: string;
  /** How often it happens, compared with others. */
  readonly weight: number;
  /** It happens in stories that are full of it, and in no other: those stay as they are. */
  readonly onlyAsTheme?: true;
  plan(chance: Chance, cast: Cast): P;
  run(world: World, planned: P): void | Promise<void>;
}

/** Types what is planned from what runs. */
export const action = <P>(given: Action<P>): Action => given as Action;

/**
 * What must be so once everything has come to rest. One file each under laws/, listed in laws/index.ts. Says each way
 * in which it is broken.
 */
export interface Law {
  readonly name: string;
  check(world: World): Promise<readonly string[]>;
}
