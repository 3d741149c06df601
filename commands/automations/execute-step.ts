import { z } from 'zod';
import { nodeOf, planOf } from '../../domain/automations/document/document.ts';
import { effectsOf } from '../../domain/automations/steps/effects.ts';
import { effectIdOf, Run } from '../../domain/automations/runs/run.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationId, AutomationRunId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { environmentOf, exitSince } from './run-environment.ts';
import { keptVersion } from './documents.ts';
import { carryOutAll } from './effects/index.ts';
import { failed, refused, type StepContext } from './effects/step-context.ts';
import type { StepResult } from './effects/step-context.ts';

export type { StepResult, Request } from './effects/step-context.ts';

/**
 * Does what a run is to do, by the name of its effect: done twice, it is done once. What has become of the contact and
 * the automation since is looked at once more; the sender asks its own after that.
 */
export const executeStep = command({
  input: z.object({
    runId: AutomationRunId,
    automationId: AutomationId,
    businessId: BusinessId,
    contactId: ContactId,
    effectId: z.uuid(),
  }),
  by: ['system'],
  async run(call, { runId, automationId, businessId, contactId, effectId }): Promise<CommandOutcome<StepResult>> {
    const { world, context } = call;
    const names = { run: streams.automationRun(runId), contact: streams.contact(contactId) };
    const [found, around] = await Promise.all([
      world.events.readMany(Object.values(names)),
      environmentOf(world, automationId, businessId),
    ]);
    const stored = found.get(names.run) ?? [];
    const run = stateOf(Run, stored);
    const over: CommandOutcome<StepResult> = { position: null, result: { kind: 'over' } };
    if (run.status !== 'running' || run.place.kind !== 'acting') return over;
    const { place } = run;
    if (effectIdOf(runId, place) !== effectId) return over;
    const known = found.get(names.contact) ?? [];
    const contact = stateOf(Contact, known);
    const { business, standing } = around;
    if (exitSince(around, contact, known, BigInt(run.position)) !== null || standing.status === 'off') return over;
    const version = await keptVersion(world, automationId, run.version);
    if (version === null || contact.status === 'none' || business.status === 'none') return over;
    const work = startUnitOfWork(world, context, {
      tenant: stored[0]!.metadata.tenant,
      commandId: effectId,
      correlationId: stored[0]!.metadata.correlationId,
      causationId: stored.at(-1)!.id,
    });
    const { node, visit, round } = place;
    const step: StepContext = { call, work, effectId, run, version, node, visit, round, contact, business, around };
    try {
      const at = nodeOf(version.document, node);
      const effects = at === null ? null : effectsOf(planOf(at), place);
      return effects === null ? over : work.outcome(await carryOutAll(step, effects));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // A rule that stands says no; where somebody else was faster, or something is away, it may work another time.
      const again = error.code === 'conflict' || error.code === 'unavailable';
      return work.outcome(again ? failed(error.code, true) : refused(error.code));
    }
  },
});
