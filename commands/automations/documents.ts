import { AutomationVersion, type MadeVersion } from '../../domain/automations/automation.ts';
import { planOf } from '../../domain/automations/document/document.ts';
import { asksForActivity } from '../../domain/automations/runs/condition.ts';
import { AutomationId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** So many versions are kept at hand. */
const most = 500;
const atHand = new WeakMap<CommandServices, Map<string, MadeVersion>>();

/** A version as it was published; null: there is none. It never changes, so it is read once. */
export async function keptVersion(
  world: CommandServices,
  id: AutomationId,
  version: number,
): Promise<MadeVersion | null> {
  const kept = atHand.get(world) ?? new Map<string, MadeVersion>();
  atHand.set(world, kept);
  const stream = streams.automationVersion(id, version);
  const known = kept.get(stream);
  if (known !== undefined) return known;
  const made = stateOf(AutomationVersion, await world.events.read(stream));
  if (made.status === 'none') return null;
  kept.set(stream, made);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  return made;
}

const asking = new WeakMap<MadeVersion, boolean>();
/** Whether a version asks for what stands in read models alone (`ContactActivity`). */
export const asksOfReadModels = question(async (world, automationId: string, version: number): Promise<boolean> => {
  const made = await keptVersion(world, AutomationId.parse(automationId), version);
  if (made === null) return false;
  const known =
    asking.get(made) ??
    Object.values(made.document.nodes).some((node) => {
      const plan = planOf(node);
      return plan.kind === 'branch' && asksForActivity(plan.checks);
    });
  asking.set(made, known);
  return known;
});
