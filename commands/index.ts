import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { catalogue, type Commands } from './catalogue.ts';
import type { CommandContext } from './kernel/caller.ts';
import { type Command, execute, type Question } from './kernel/command.ts';
import type { CommandDependencies, World } from './kernel/dependencies.ts';
import { createFolds } from './kernel/folds.ts';
import { createPasswords } from './kernel/passwords.ts';
import { shareReads } from './kernel/shared-reads.ts';

/** All commands of the product over these dependencies. `pause` and `random` (from 0 to 1) are for tests. */
export function createCommands(dependencies: CommandDependencies & Partial<Pick<World, 'pause' | 'random'>>): Commands {
  const world: World = {
    pause: (milliseconds) => pause(milliseconds),
    random: Math.random,
    passwords: createPasswords(),
    folded: createFolds(dependencies.events),
    ...dependencies,
    events: shareReads(dependencies.events),
  };
  return bind(catalogue, world) as Commands;
}

/** Each declaration of a catalogue as a function of who asks and for what. */
function bind(declared: object, world: World): object {
  const bound = Object.entries(declared).map(([name, entry]: [string, object]): [string, unknown] => {
    if (isCommand(entry))
      return [name, (context: CommandContext, given: unknown) => execute(entry, { world, context }, given)];
    if (isQuestion(entry)) return [name, (...asked: readonly unknown[]) => entry.ask(world, ...asked)];
    return [name, bind(entry, world)];
  });
  return Object.fromEntries(bound);
}

const isCommand = (entry: object): entry is Command<z.ZodType, unknown> => 'run' in entry;
const isQuestion = (entry: object): entry is Question<readonly unknown[], unknown> => 'ask' in entry;
