import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { execute } from '../../kernel/command.ts';
import type { CommandServices } from '../../kernel/unit-of-work.ts';
import { registerLinks } from '../../links/register.ts';
import { type StepContext, nthOf } from './step-context.ts';

/** The numbers of a step's addresses, and of the address that no person sees (emails; null: there is none). */
export interface StepLinks {
  readonly numbers: ReadonlyMap<string, number>;
  readonly trap: number | null;
}
/** So many steps' are kept at hand. */
const most = 1_000;
const atHand = new WeakMap<CommandServices, Map<string, Promise<StepLinks>>>();

/**
 * Gives the addresses of a step their short links, which are the same for all who get it the same how manieth time: asked
 * for once by a process, and not for each of a hundred thousand.
 */
export function linksOfStep(
  step: StepContext,
  urls: readonly string[],
  trap: string | null = null,
): Promise<StepLinks> {
  const { call, run, node } = step;
  const kept = atHand.get(call.world) ?? new Map<string, Promise<StepLinks>>();
  atHand.set(call.world, kept);
  const variant = nthOf(step);
  const key = JSON.stringify([run.businessId, node, variant, trap, urls]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  // A name of its own: what is registered is not what one contact is sent.
  const context = { ...call.context, commandId: uuidV5(namespaces.command, 'automation-links', key) };
  const source = { kind: 'automation' as const, id: node, variant };
  const asked = { businessId: run.businessId, source, urls: [...urls], trap };
  const registered = execute(registerLinks, { ...call, context }, asked).then(({ result }) => ({
    numbers: new Map(result.links.map(({ url, number }) => [url, number])),
    trap: result.trap,
  }));
  kept.set(key, registered);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  registered.catch(() => kept.delete(key));
  return registered;
}
