import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  Automation,
  AutomationVersion,
  checkMoves,
  type ExistingAutomation,
  formOfDocument,
  type MadeVersion,
  makeVersion,
  publishAutomation as decidePublished,
} from '../../domain/automations/automation.ts';
import { planOf } from '../../domain/automations/document/document.ts';
import { type Problem, problemsOf } from '../../domain/automations/document/check.ts';
import { StepMove } from '../../domain/automations/events.ts';
import { checkEdit, same } from '../../domain/kernel/edit.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { AutomationId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { keptVersion } from './documents.ts';
import { knownOf } from './known.ts';
import { compileEmails } from './emails.ts';
import { ownAutomation } from './own-automation.ts';

/**
 * The draft is what whoever comes in from now on follows. `revision`: what was seen; who publishes says so of that, not of
 * what somebody else drew meanwhile. `moves`: what becomes of who is inside. Throws `validation_failed` with every problem
 * by its step and field (`nodes.<id>.<field>`, `triggers.<n>.<field>`). The same as before, with nobody to move, is no news.
 */
export const publishAutomation = command({
  input: z.object({
    automationId: AutomationId,
    revision: revision.nullable(),
    moves: z.array(StepMove).max(500).default([]),
  }),
  by: people,
  async run(call, { automationId, revision: seenAt, moves }) {
    const { world, context } = call;
    const { automation, seen, tenant } = await ownAutomation(call, { automationId });
    if (seenAt !== null) checkEdit(Automation, seen, seenAt, formOfDocument);
    const { businessId, draft, version } = automation;
    const known = await knownOf(world, businessId, draft);
    const problems = problemsOf(draft, known);
    if (problems.length > 0) throw refusedBy(problems);
    const before = version === null ? null : await keptVersion(world, automationId, version);
    checkMoves(moves, before?.document ?? null, draft);
    const compiling = startUnitOfWork(world, context, { tenant });
    const compiled = await compileEmails(world, compiling, { businessId, agencyId: tenant.agencyId }, draft, known);
    if (compiled.problems.length > 0) throw refusedBy(compiled.problems);
    const made = { document: draft, mails: compiled.mails };
    if (before !== null && isSame(before, made) && moves.length === 0)
      return { position: null, result: { version: before.version } };
    return publish(call, automation, made, moves);
  },
});

/**
 * Whoever waits, waits anew as the present version says it: a birthday, a zone or a date may have become another since. It is
 * a version of its own, with the same steps.
 */
export const refreshAutomation = command({
  input: z.object({ automationId: AutomationId }),
  by: people,
  async run(call, { automationId }) {
    const { automation } = await ownAutomation(call, { automationId });
    const { version, draft } = automation;
    const before = version === null ? null : await keptVersion(call.world, automationId, version);
    if (before === null) throw new DomainError('conflict', 'No one waits here: this was never published.');
    const { document, mails } = before;
    if (!same(document, draft))
      throw new DomainError(
        'conflict',
        'The draft has changed since it was published. Publish it, or undo the changes.',
      );
    const waits = Object.entries(document.nodes).filter(([, node]) => planOf(node).kind === 'wait');
    const moves = waits.map(([node]): StepMove => ({ node, how: 'recompute', to: null }));
    return publish(call, automation, { document, mails }, moves);
  },
});

type Made = Pick<MadeVersion, 'document' | 'mails'>;
const isSame = (one: Made, other: Made): boolean => same(one.document, other.document) && same(one.mails, other.mails);

/** The version first, then the word that it counts: who dies between has made a version that nobody follows. */
async function publish(
  { world, context }: Call,
  { automationId, businessId, version: last }: ExistingAutomation,
  { document, mails }: Made,
  moves: readonly StepMove[],
) {
  const { tenant } = context.caller;
  const digest = createHash('sha256')
    .update(JSON.stringify([document, mails]))
    .digest('hex');
  for (let version = (last ?? 0) + 1; ; version += 1) {
    // Of its content: two who publish the same make one version; another one is passed over.
    const commandId = uuidV5(namespaces.command, 'automation-version', automationId, String(version), digest);
    const making = startUnitOfWork(world, context, { tenant, commandId });
    await making.change({
      stream: streams.automationVersion(automationId, version),
      aggregate: AutomationVersion,
      decide: (state) => makeVersion({ automationId, businessId, version, document, mails }, state),
    });
    const made = await keptVersion(world, automationId, version);
    if (made === null || !isSame(made, { document, mails })) continue;
    const work = startUnitOfWork(world, context, { tenant });
    const { before, events } = await work.change({
      stream: streams.automation(automationId),
      aggregate: Automation,
      decide: (state) => decidePublished({ version, document, moves }, state),
    });
    const said = events.find((event) => event.type === 'AutomationPublished');
    if (said !== undefined) return work.outcome({ version: said.data.version });
    if (before.status !== 'none' && before.version === version) return work.outcome({ version });
  }
}

function refusedBy(problems: readonly Problem[]): DomainError {
  const fields: Record<string, string[]> = {};
  for (const { node, trigger, field, message } of problems) {
    const place =
      node !== null ? ['nodes', node]
      : trigger !== null ? ['triggers', String(trigger)]
      : [];
    (fields[[...place, ...(field === null ? [] : [field])].join('.') || 'document'] ??= []).push(message);
  }
  return new DomainError('validation_failed', problems[0]!.message, fields);
}
