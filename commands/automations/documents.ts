import type { Document } from '../../domain/automation/fields.ts';
import { AutomationVersionMade } from '../../domain/automation/events.ts';
import { is } from '../../domain/kernel/event.ts';
import type { AutomationId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { World } from '../kernel.ts';

/** So many versions are kept at hand. */
const most = 500;
const atHand = new WeakMap<World, Map<string, Document>>();

/** A version as it was published; null: there is none. It never changes, so it is read once. */
export async function documentOf(world: World, id: AutomationId, version: number): Promise<Document | null> {
  const kept = atHand.get(world) ?? new Map<string, Document>();
  atHand.set(world, kept);
  const stream = streams.automationVersion(id, version);
  const known = kept.get(stream);
  if (known !== undefined) return known;
  const [made] = await world.events.read(stream);
  if (made === undefined || !is(made, AutomationVersionMade)) return null;
  const { document } = made.data;
  kept.set(stream, document);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  return document;
}
