import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { isMeant } from '../../domain/automations/runs/condition.ts';
import type { RunInputs } from '../../domain/automations/runs/decide.ts';
import { type ContactActivity, factsOf } from '../../domain/automations/runs/facts.ts';
import type { Reentry } from '../../domain/automations/document/document.ts';
import { enter as decideToEnter, Run, runIdOf, type RunningRun, stop } from '../../domain/automations/runs/run.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { ContactFilter } from '../../domain/contacts/filter.ts';
import { AutomationId, BusinessId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { type RunEnvironment, environmentOf, exitSince, zonesFor } from './run-environment.ts';
import { keptVersion } from './documents.ts';
import { strikeOff } from './strike-off.ts';

const asked = z.object({
  automationId: AutomationId,
  businessId: BusinessId,
  contactId: ContactId,
  trigger: z.string(),
  /** Only who is meant by it comes in. */
  filter: z.custom<ContactFilter>(),
  beside: z.custom<ContactActivity>(),
  cause: z.string(),
  correlation: z.string(),
  position: z.bigint(),
  at: z.iso.datetime(),
});
type Asked = z.output<typeof asked>;

/** Why somebody does not come in; `off`: nobody does now. */
export type Entered =
  | { readonly kind: 'started'; readonly runId: string }
  /** By the same cause, or a later one. */
  | { readonly kind: 'already'; readonly runId: string }
  | { readonly kind: 'ignored'; readonly because: string };

/** Lets some contacts into automations, each as it is at this moment: the version that was published last, from its start. */
export const enroll = command({
  input: z.object({ entries: z.array(asked) }),
  by: ['system'],
  async run({ world, context }, { entries }): Promise<CommandOutcome<readonly Entered[]>> {
    const found = await world.events.readMany([
      ...new Set(entries.flatMap(({ contactId }) => [streams.contact(contactId)])),
    ]);
    const arounds = new Map<string, Promise<RunEnvironment>>();
    const results: Entered[] = [];
    // Of one contact and automation one after another: the second sees what became of the first.
    const lines = Map.groupBy(entries.entries(), ([, { automationId, contactId }]) => `${automationId} ${contactId}`);
    await Promise.all(
      [...lines.values()].map(async (line) => {
        for (const [at, one] of line) {
          const known = arounds.get(one.automationId) ?? environmentOf(world, one.automationId, one.businessId);
          arounds.set(one.automationId, known);
          const stored = found.get(streams.contact(one.contactId)) ?? [];
          results[at] = await enterOne(world, context, one, await known, stored);
        }
      }),
    );
    return { position: null, result: results };
  },
});

export async function enterOne(
  world: CommandServices,
  context: Parameters<typeof startUnitOfWork>[1],
  one: Asked,
  around: RunEnvironment,
  stored: readonly StoredEvent[],
): Promise<Entered> {
  const { automationId, businessId, contactId, trigger, cause, position, at, beside, correlation } = one;
  const contact = stateOf(Contact, stored);
  const exit = exitSince(around, contact, stored, position);
  if (exit !== null) return { kind: 'ignored', because: exit };
  const { standing, segments, business } = around;
  if (standing.status !== 'on' || standing.version === null) return { kind: 'ignored', because: 'off' };
  const { version } = standing;
  const made = await keptVersion(world, automationId, version);
  if (made === null) return { kind: 'ignored', because: 'off' };
  const now = world.now().toISOString();
  const standingOf = { facts: factsOf(stored, beside), zones: zonesFor(around, contact), now, segments };
  if (!isMeant(one.filter, standingOf)) return { kind: 'ignored', because: 'not-meant' };
  // Who loses the race for an entry looks again at what won.
  for (;;) {
    const last = await lastRun(world, automationId, contactId);
    const { reentry, start } = made.document;
    const decided = decideToEnter(
      { automationId, businessId, contactId, version, start, reentry, cause: { trigger, key: cause, position, at } },
      last,
      await runsOfAbsorbed(world, automationId, reentry, contact),
    );
    if (decided.kind === 'ignored' && decided.because === 'inside' && last.status === 'running') {
      const left = exitSince(around, contact, stored, BigInt(last.position));
      if (left === null) return decided;
      await endRun(world, context, last, left);
      continue;
    }
    if (decided.kind === 'ignored')
      return decided.because === 'already' && last.status !== 'none' ? { kind: 'already', runId: last.runId } : decided;
    const work = startUnitOfWork(world, context, {
      tenant: { agencyId: business.status === 'none' ? null : business.agencyId, businessId },
      commandId: uuidV5(namespaces.command, 'enter-automation', decided.runId, cause),
      correlationId: correlation,
      causationId: z.uuid().safeParse(cause).success ? cause : null,
    });
    const { before, events, repeated } = await work.change({
      stream: streams.automationRun(decided.runId),
      aggregate: Run,
      seen: [],
      decide: (run) => (run.status === 'none' ? decided.events : []),
    });
    if (repeated || (before.status === 'none' && events.length > 0)) return { kind: 'started', runId: decided.runId };
  }
}

/** The latest run of each contact that was merged into this one, where it counts that the same person was in before. */
export const runsOfAbsorbed = async (
  world: CommandServices,
  automationId: AutomationId,
  reentry: Reentry,
  contact: Contact,
): Promise<readonly Run[]> =>
  reentry.kind === 'always' || contact.status === 'none' ?
    []
  : Promise.all(contact.absorbed.map((id) => lastRun(world, automationId, id)));

/** Who comes back after an opt-out that nobody has looked at yet is not inside any more. */
async function endRun(
  world: CommandServices,
  context: Parameters<typeof startUnitOfWork>[1],
  { runId }: RunningRun,
  reason: NonNullable<RunInputs['exit']>,
): Promise<void> {
  const stream = streams.automationRun(runId);
  const seen = await world.events.read(stream);
  const work = startUnitOfWork(world, context, {
    tenant: seen[0]!.metadata.tenant,
    commandId: uuidV5(namespaces.command, 'leave-run', runId, String(seen.length)),
    correlationId: seen[0]!.metadata.correlationId,
    causationId: seen.at(-1)!.id,
  });
  const now = world.now().toISOString();
  const { before } = await work.change({ stream, aggregate: Run, seen, decide: (run) => stop({ reason, now }, run) });
  await strikeOff(work, before);
}

/** The latest run of a contact in an automation: entries are counted without gaps, so it is found by halving. */
export async function lastRun(world: CommandServices, automationId: AutomationId, contactId: ContactId): Promise<Run> {
  const streamOf = (entry: number) => streams.automationRun(runIdOf(automationId, contactId, entry));
  const first = await world.events.readMany([streamOf(1), streamOf(2)]);
  const [one, two] = [first.get(streamOf(1)) ?? [], first.get(streamOf(2)) ?? []];
  if (two.length === 0) return stateOf(Run, one);
  const exists = async (entry: number) => (await world.events.read(streamOf(entry), { limit: 1 })).length > 0;
  let [there, missing] = [2, 4];
  while (await exists(missing)) [there, missing] = [missing, missing * 2];
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (await exists(middle)) there = middle;
    else missing = middle;
  }
  return stateOf(Run, await world.events.read(streamOf(there)));
}
