import { z } from 'zod';
import { AutomationPublished } from '../../domain/automation/events.ts';
import { factsOf } from '../../domain/automation/facts.ts';
import { move as decideMoved, Run } from '../../domain/automation/run.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { AutomationId, AutomationRunId, BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { command, question } from '../command.ts';
import { begin, stateOf } from '../kernel.ts';
import { aroundOf, zonesFor } from './around.ts';
import { versionOf } from './known.ts';

/** What becomes of whom when this version was published; none: nothing. */
export const movesOf = question(async (world, id: string, version: number) => {
  const events = await world.events.read(streams.automation(AutomationId.parse(id)));
  const said = events.find((event) => is(event, AutomationPublished) && event.data.version === version);
  return said !== undefined && is(said, AutomationPublished) ? said.data.moves : [];
});

/**
 * Has some runs follow another version, as publishing it said for the step that each is at. Who is doing something is not
 * moved yet (`left`); who can't be stays with their version. Said again it says nothing more.
 */
export const moveRuns = command({
  input: z.object({
    automationId: AutomationId,
    businessId: BusinessId,
    version: z.number().int().min(1),
    moves: z.array(z.object({ node: z.uuid(), how: z.enum(['keep', 'recompute', 'go']), to: z.uuid().nullable() })),
    runIds: z.array(AutomationRunId).max(500),
  }),
  by: ['system'],
  async run({ world, context }, { automationId, businessId, version, moves, runIds }) {
    const made = await versionOf(world, automationId, version);
    if (made === null) throw new DomainError('not_found', 'There is no such version.');
    const around = await aroundOf(world, automationId, businessId);
    const runs = await world.events.readMany(runIds.map((id) => streams.automationRun(id)));
    const states = runIds.map((id) => stateOf(Run, runs.get(streams.automationRun(id))));
    const running = states.filter((run) => run.status === 'running' && run.automationId === automationId);
    const people = await world.events.readMany(
      running.flatMap((run) => (run.status === 'running' ? [streams.contact(run.contactId)] : [])),
    );
    let [moved, left] = [0, 0];
    await Promise.all(
      running.map(async (run) => {
        if (run.status !== 'running') return;
        const how = moves.find(({ node }) => node === run.place.node);
        if (how === undefined || run.version >= version) return;
        if (run.place.kind === 'acting') return void (left += 1);
        const stored = people.get(streams.contact(run.contactId)) ?? [];
        const zones = zonesFor(around, stateOf(Contact, stored));
        const moving = how.how === 'go' ? { kind: how.how, node: how.to } : { kind: how.how };
        const work = begin(world, context, { tenant: context.caller.tenant });
        const wanted = { version, document: made.document, how: moving, now: world.now().toISOString(), zones };
        try {
          const { events } = await work.change({
            stream: streams.automationRun(run.runId),
            aggregate: Run,
            seen: runs.get(streams.automationRun(run.runId)),
            decide: (state) =>
              // By the time it is written it may be somewhere else: then nothing was said of it.
              state.status === 'running' && state.place.node === how.node ?
                decideMoved({ ...wanted, days: factsOf(stored) }, state)
              : [],
          });
          moved += events.length;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }),
    );
    return { position: null, result: { moved, left } };
  },
});
