import { z } from 'zod';
import { EventStoreUnavailable } from '../../adapters/event-store/port.ts';
import { giveUp as decideToGiveUp } from '../../domain/automations/runs/decide.ts';
import { Run } from '../../domain/automations/runs/run.ts';
import { AutomationId, AutomationRunId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { keptVersion } from './documents.ts';
import { strikeOff } from './strike-off.ts';

/**
 * What keeps failing by our own fault is given up, so that nobody waits for ever: a step goes its way for what could not
 * be done, a run that can not even be looked at ends as failed. The text or email of that step does not go out any more.
 * Answers whether that could be said of it: where its own stream can not be read the run goes on all the same.
 */
export const giveUp = command({
  input: z.object({ runId: AutomationRunId, automationId: AutomationId }),
  by: ['system'],
  async run({ world, context }, { runId, automationId }): Promise<CommandOutcome<boolean>> {
    const stream = streams.automationRun(runId);
    const seen = await world.events.read(stream);
    const known = stateOf(Run, seen);
    if (known.status !== 'running') return { position: null, result: true };
    const version = await keptVersion(world, automationId, known.version);
    const work = startUnitOfWork(world, context, {
      tenant: seen[0]!.metadata.tenant,
      commandId: uuidV5(namespaces.command, 'give-up-run', runId, String(seen.length)),
      correlationId: seen[0]!.metadata.correlationId,
      causationId: seen.at(-1)!.id,
    });
    const now = world.now().toISOString();
    const { before } = await work.change({
      stream,
      aggregate: Run,
      seen,
      decide: (run) => decideToGiveUp(run, version?.document ?? null, now),
    });
    const struckOff = await strikeOff(work, before).then(
      () => true,
      (error: unknown) => {
        if (error instanceof EventStoreUnavailable) throw error;
        return false;
      },
    );
    return work.outcome(struckOff);
  },
});
