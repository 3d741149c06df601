import type { Aggregate } from '../../domain/kernel/decider.ts';
import type { DomainEvent, Tenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** How often it is looked again when two looks at the provider crossed. */
const maxLooks = 10;

class Crossed extends Error {}

/**
 * Fetches what the provider has and writes the difference to what a stream says. What was fetched before another's look
 * was written is thrown away: the newer look counts. `look` answers null when there is nothing to be looked at.
 */
export async function followStream<State, E extends DomainEvent, Found>(
  world: CommandServices,
  context: CommandContext,
  follow: {
    readonly stream: string;
    readonly tenant: Tenant;
    readonly aggregate: Aggregate<State, E>;
    readonly look: (state: State) => Promise<Found | null>;
    readonly decide: (found: Found, state: State) => readonly E[];
  },
): Promise<CommandOutcome<undefined>> {
  const { stream, tenant, aggregate } = follow;
  for (let attempt = 1; ; attempt += 1) {
    const seen = await world.events.read(stream);
    // Each look is a command of its own: what this one wrote before says nothing of what the provider has by now.
    const revision = String(seen.at(-1)?.revision ?? -1);
    const commandId = uuidV5(namespaces.command, context.commandId, 'follow', stream, revision);
    const work = startUnitOfWork(world, context, { tenant, commandId });
    const found = await follow.look(stateOf(aggregate, seen));
    if (found === null) return work.outcome(undefined);
    let decided = 0;
    try {
      await work.change({
        stream,
        aggregate,
        seen,
        decide: (state) => {
          if ((decided += 1) > 1) throw new Crossed();
          return follow.decide(found, state);
        },
      });
      return work.outcome(undefined);
    } catch (error) {
      if (!(error instanceof Crossed) || attempt === maxLooks) throw error;
    }
  }
}
