import { z } from 'zod';
import { AutomationPublished, type StepMove } from '../../domain/automations/events.ts';
import { factsOf } from '../../domain/automations/runs/facts.ts';
import { move as decideMoved, type Moving, Run } from '../../domain/automations/runs/run.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { AutomationId, AutomationRunId, BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { command, question } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { environmentOf, zonesFor } from './run-environment.ts';
import { keptVersion } from './documents.ts';

/** What was chosen for who is inside when a version was published. */
export const movesOf = question(async (world, automation: string, version: number): Promise<readonly StepMove[]> => {
  const events = await world.events.read(streams.automation(AutomationId.parse(automation)));
  return events.flatMap((event) =>
    is(event, AutomationPublished) && event.data.version === version ? event.data.moves : [],
  );
});

/**
 * Brings runs over to another version, as it was chosen when that was published. Who is doing something stays where it is:
 * asked again, it is brought over when that is over. One that can not stand where it is keeps its version.
 */
export const moveRuns = command({
  input: z.object({
    automationId: AutomationId,
    businessId: BusinessId,
    version: z.number().int().min(1),
    runIds: z.array(AutomationRunId),
    moves: z.custom<readonly StepMove[]>(),
  }),
  by: ['system'],
  async run({ world, context }, { automationId, businessId, version, runIds, moves }) {
    const [around, made] = await Promise.all([
      environmentOf(world, automationId, businessId),
      keptVersion(world, automationId, version),
    ]);
    if (made === null) return { position: null, result: undefined };
    const { document } = made;
    const found = await world.events.readMany(runIds.map(streams.automationRun));
    await Promise.all(
      runIds.map(async (runId) => {
        const stream = streams.automationRun(runId);
        const seen = found.get(stream) ?? [];
        const known = stateOf(Run, seen);
        if (known.status !== 'running') return;
        const stored = await world.events.read(streams.contact(known.contactId));
        const zones = zonesFor(around, stateOf(Contact, stored));
        const days = factsOf(stored);
        const now = world.now().toISOString();
        const work = startUnitOfWork(world, context, { tenant: seen[0]!.metadata.tenant });
        try {
          await work.change({
            stream,
            aggregate: Run,
            seen,
            decide: (run) => {
              const at = run.status === 'running' ? moves.find(({ node }) => node === run.place.node) : undefined;
              if (at === undefined) return [];
              const how: Moving = at.how === 'go' ? { kind: 'go', node: at.to } : { kind: at.how };
              return decideMoved({ version, document, how, now, zones, days }, run);
            },
          });
        } catch (error) {
          if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
        }
      }),
    );
    return { position: null, result: undefined };
  },
});
