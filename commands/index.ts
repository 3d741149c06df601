import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { type Attributes, untraced } from '../adapters/tracing/port.ts';
import { catalogue, type Commands } from './catalogue.ts';
import type { CommandContext } from './kernel/caller.ts';
import { type Command, execute, type Question } from './kernel/command.ts';
import type { CommandDependencies, CommandServices } from './kernel/dependencies.ts';
import { createStateCache } from './kernel/state-cache.ts';
import { createStates } from './kernel/snapshots.ts';
import { createPasswords } from './kernel/passwords.ts';
import { batchReads } from './kernel/batched-reads.ts';

/** All commands of the product over these dependencies. `pause`, `random` (from 0 to 1) and `passwords` are for tests. */
export function createCommands(
  dependencies: CommandDependencies & Partial<Pick<CommandServices, 'pause' | 'random' | 'passwords'>>,
): Commands {
  const states = createStates(dependencies);
  const world: CommandServices = {
    pause: (milliseconds) => pause(milliseconds),
    random: Math.random,
    passwords: createPasswords(),
    loadState: createStateCache(states),
    states,
    ...dependencies,
    events: batchReads(dependencies.events),
  };
  return bind(catalogue, world) as Commands;
}

/** Each declaration of a catalogue as a function of who asks and for what. */
function bind(declared: object, world: CommandServices, path = ''): object {
  const { tracing = untraced } = world;
  const bound = Object.entries(declared).map(([name, entry]: [string, object]): [string, unknown] => {
    if (isCommand(entry))
      return [
        name,
        (context: CommandContext, given: unknown) =>
          tracing.span(`command ${path}${name}`, { cause: context, attributes: spanOf(context) }, () =>
            execute(entry, { world, context }, given),
          ),
      ];
    if (isQuestion(entry)) return [name, (...asked: readonly unknown[]) => entry.ask(world, ...asked)];
    return [name, bind(entry, world, `${path}${name}.`)];
  });
  return Object.fromEntries(bound);
}

const spanOf = ({ caller: { role, tenant } }: CommandContext): Attributes => ({
  role,
  'agency.id': tenant.agencyId,
  'business.id': tenant.businessId,
});

const isCommand = (entry: object): entry is Command<z.ZodType, unknown> => 'run' in entry;
const isQuestion = (entry: object): entry is Question<readonly unknown[], unknown> => 'ask' in entry;
