import { z } from 'zod';
import { force, Run, stop } from '../../domain/automations/runs/run.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationRunId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { businessOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { strikeOff } from './strike-off.ts';

/**
 * Somebody has a run go on now, passes its step over, or ends it. `at`: where it was seen to be; it has gone on since:
 * nothing. What was to be sent and has not left never does when it is ended.
 */
export const overrideStep = command({
  input: z.object({
    runId: AutomationRunId,
    act: z.enum(['go-on', 'skip', 'stop']),
    at: z.object({ node: z.uuid(), visit: z.number().int().min(1) }).nullable(),
  }),
  by: peopleAndSystem,
  async run({ world, context }, { runId, act, at }) {
    const { businessId, tenant } = businessOf(context);
    const stream = streams.automationRun(runId);
    const seen = await world.events.read(stream);
    const found = stateOf(Run, seen);
    if (found.status === 'none' || found.businessId !== businessId)
      throw new DomainError('not_found', 'This contact is not in the automation.');
    const work = startUnitOfWork(world, context, { tenant });
    const now = world.now().toISOString();
    const { before, events } = await work.change({
      stream,
      aggregate: Run,
      seen,
      decide: (run) => {
        if (act === 'stop') return stop({ reason: 'by-hand', now }, run);
        const place = run.status === 'running' && run.place.kind !== 'due' ? run.place : null;
        const here = at ?? place;
        return here === null || here.node === null ? [] : force({ at: here, act, now }, run);
      },
    });
    if (act === 'stop') await strikeOff(work, before);
    return work.outcome({ done: events.length > 0 });
  },
});
