import { z } from 'zod';
import {
  Automation,
  archiveAutomation as decideArchived,
  createAutomation as decideCreated,
  type DraftChanges,
  draftAutomation as decideDrafted,
  formOfDraft,
  living,
  renameAutomation as decideRenamed,
  switchAutomation as decideSwitched,
  tryAgain as decideTriedAgain,
} from '../../domain/automations/automation.ts';
import { Origin } from '../../domain/automations/events.ts';
import { automationFields, Document, Node, Reentry, Trigger } from '../../domain/automations/document/document.ts';
import { referencesOfNode, withoutOwner, withStepIds } from '../../domain/automations/document/references.ts';
import { withNodeReferred } from '../../domain/automations/steps/index.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { AutomationId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, decision, edit } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { ownDesign } from '../emails/designs.ts';
import { keptVersion } from './documents.ts';
import { ownAutomation } from './own-automation.ts';

const { name } = automationFields;
const made = { automationId: AutomationId, name };

/** A new one, under the step ids that it brings. */
export const createAutomation = decision({
  input: z.object({ ...made, origin: Origin, document: Document }),
  by: people,
  aggregate: Automation,
  at: ({ context }, { automationId }) => ({ ...businessUserOf(context), stream: streams.automation(automationId) }),
  decide: (given, automation, { businessId }) => decideCreated({ businessId, ...given }, automation),
});

export const renameAutomation = decision({
  input: z.object(made),
  by: people,
  aggregate: Automation,
  at: ownAutomation,
  decide: decideRenamed,
});

/**
 * Saves what changed. Two who change other steps are both right; the same one is an `edit_conflict` that names it
 * (`nodes.<id>`). `revision`: that of the automation's stream which the changes were made on; null: over everything.
 */
export const draftAutomation = edit({
  input: z.object({
    automationId: AutomationId,
    revision: revision.nullable(),
    nodes: z.record(z.uuid().toLowerCase(), Node.nullable()).default({}),
    triggers: z.array(Trigger).max(10).optional(),
    reentry: Reentry.optional(),
    start: z.uuid().toLowerCase().nullable().optional(),
  }),
  by: people,
  aggregate: Automation,
  at: ownAutomation,
  form: (given) => formOfDraft(given),
  decide: ({ automationId: _, revision: __, ...given }, automation) => decideDrafted(given as DraftChanges, automation),
});

export const switchAutomation = decision({
  input: z.discriminatedUnion('on', [
    z.object({ automationId: AutomationId, on: z.literal(true), lapsed: z.enum(['go-on', 'end']) }),
    z.object({ automationId: AutomationId, on: z.literal(false) }),
  ]),
  by: people,
  aggregate: Automation,
  at: ownAutomation,
  decide: decideSwitched,
});

/** Says who has so many tried again: before they are, so that nobody is without its being known by whom. */
export const tryAutomationAgain = decision({
  input: z.object({ automationId: AutomationId, count: z.number().int().min(0) }),
  by: people,
  aggregate: Automation,
  at: ownAutomation,
  decide: decideTriedAgain,
});

export const archiveAutomation = decision({
  input: z.object({ automationId: AutomationId }),
  by: people,
  aggregate: Automation,
  async at(call, { automationId }) {
    const desk = businessUserOf(call.context);
    const stream = streams.automation(automationId);
    const seen = await call.world.events.read(stream);
    const automation = stateOf(Automation, seen);
    if (automation.status === 'none' || automation.businessId !== desk.businessId)
      throw new DomainError('not_found', 'This automation does not exist.');
    return { ...desk, stream, seen };
  },
  decide: decideArchived,
});

/** Steps of a copy are its own: links and figures tell them apart. */
const stepIdsOf = (automationId: AutomationId) => (id: string) =>
  uuidV5(namespaces.automation, 'copy', automationId, id);

async function copy(
  { world, context }: Call,
  given: Parameters<typeof decideCreated>[0],
): Promise<ReturnType<ReturnType<typeof startUnitOfWork>['outcome']>> {
  const work = startUnitOfWork(world, context, businessUserOf(context));
  await work.change({
    stream: streams.automation(given.automationId),
    aggregate: Automation,
    decide: (automation) => decideCreated(given, automation),
  });
  return work.outcome(undefined);
}

/** With designs of its own: what is changed of a copy changes nothing of what it was made from. */
async function ownDesigns({ world, context }: Call, document: Document): Promise<Document> {
  const { tenant } = businessUserOf(context);
  const work = startUnitOfWork(world, context, { tenant });
  const copies = new Map<string, string>();
  for (const [node, step] of Object.entries(document.nodes))
    for (const designId of referencesOfNode(step).get('design') ?? [])
      copies.set(node, await ownDesign(world, work, tenant, designId, ['automation-design', node]));
  const nodes = Object.entries(document.nodes).map(([node, step]): [string, Node] => [
    node,
    withNodeReferred(step, (kind, id) => (kind === 'design' ? (copies.get(node) ?? null) : id)),
  ]);
  return { ...document, nodes: Object.fromEntries(nodes) };
}

/** Another one of the same draft, which nobody runs through yet. */
export const duplicateAutomation = command({
  input: z.object({ ...made, of: AutomationId }),
  by: people,
  async run(call, { of, ...given }) {
    const { automation, businessId } = await ownAutomation(call, { automationId: of });
    const document = withStepIds(automation.draft, stepIdsOf(given.automationId));
    const designs = await ownDesigns(call, document);
    return copy(call, { ...given, businessId, document: designs, origin: { kind: 'duplicate', id: of } });
  },
});

/**
 * A copy of one that somebody shared by its unique id, as it was published (as it is drawn, where it never was): without
 * anything that is theirs.
 */
export const cloneAutomation = command({
  input: z.object({ ...made, name: name.optional(), uniqueId: z.string().trim().min(1).max(60) }),
  by: people,
  async run(call, { uniqueId, name: called, automationId }) {
    const { world, context } = call;
    const { businessId } = businessUserOf(context);
    const message = 'There is no shared automation with this id.';
    const shared = AutomationId.safeParse(world.identifiers.idOf('share', uniqueId));
    if (!shared.success) throw new DomainError('not_found', message, { unique_id: [message] });
    const found = stateOf(Automation, await world.events.read(streams.automation(shared.data)));
    if (found.status === 'none' || found.status === 'archived')
      throw new DomainError('not_found', message, { unique_id: [message] });
    const source = living(found);
    const published = source.version === null ? null : await keptVersion(world, shared.data, source.version);
    const document = withoutOwner(published?.document ?? source.draft, stepIdsOf(automationId));
    return copy(call, {
      automationId,
      businessId,
      document,
      name: called ?? source.name,
      origin: { kind: 'clone', id: uniqueId },
    });
  },
});
