import { z } from 'zod';
import { nodeOf } from '../../domain/automation/fields.ts';
import { effectIdOf, Run } from '../../domain/automation/run.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationId, AutomationRunId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { begin, stateOf } from '../kernel/unit-of-work.ts';
import { aroundOf, exitSince } from './around.ts';
import { keptVersion } from './documents.ts';
import { alert } from './steps/alert.ts';
import { call as callOut } from './steps/call.ts';
import { assign, keep, keyword, subscribe, tag } from './steps/change.ts';
import { coupon } from './steps/coupon.ts';
import { type Doing, type Done, failed, refused } from './steps/doing.ts';
import { mail } from './steps/mail.ts';
import { ask, text } from './steps/text.ts';

export type { Done, Request } from './steps/doing.ts';

/**
 * Does what a run is to do, by the name of its effect: done twice, it is done once. What has become of the contact and
 * the automation since is looked at once more; the sender asks its own after that.
 */
export const act = command({
  input: z.object({
    runId: AutomationRunId,
    automationId: AutomationId,
    businessId: BusinessId,
    contactId: ContactId,
    effectId: z.uuid(),
  }),
  by: ['system'],
  async run(call, { runId, automationId, businessId, contactId, effectId }): Promise<CommandOutcome<Done>> {
    const { world, context } = call;
    const names = { run: streams.automationRun(runId), contact: streams.contact(contactId) };
    const [found, around] = await Promise.all([
      world.events.readMany(Object.values(names)),
      aroundOf(world, automationId, businessId),
    ]);
    const stored = found.get(names.run) ?? [];
    const run = stateOf(Run, stored);
    const over: CommandOutcome<Done> = { position: null, result: { kind: 'over' } };
    if (run.status !== 'running' || run.place.kind !== 'acting') return over;
    const { place } = run;
    if (effectIdOf(runId, place) !== effectId) return over;
    const known = found.get(names.contact) ?? [];
    const contact = stateOf(Contact, known);
    const { business, standing } = around;
    if (exitSince(around, contact, known, BigInt(run.position)) !== null || standing.status === 'off') return over;
    const version = await keptVersion(world, automationId, run.version);
    if (version === null || contact.status === 'none' || business.status === 'none') return over;
    const work = begin(world, context, {
      tenant: stored[0]!.metadata.tenant,
      commandId: effectId,
      correlationId: stored[0]!.metadata.correlationId,
      causationId: stored.at(-1)!.id,
    });
    const { node, visit, round, answer } = place;
    const doing: Doing = { call, work, effectId, run, version, node, visit, round, contact, business, around };
    try {
      return work.outcome(await perform(doing, place.act, answer));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // A rule that stands says no; where somebody else was faster, or something is away, it may work another time.
      const again = error.code === 'conflict' || error.code === 'unavailable';
      return work.outcome(again ? failed(error.code, true) : refused(error.code));
    }
  },
});

async function perform(doing: Doing, what: 'do' | 'ask' | 'keep', answer: string | null): Promise<Done> {
  const node = nodeOf(doing.version.document, doing.node);
  switch (node?.kind) {
    case 'Notification':
      return text(doing, node);
    case 'SendEmail':
      return mail(doing, node);
    case 'Redemption':
      return coupon(doing, node);
    case 'Alert':
      return alert(doing, node);
    case 'CollectContactData':
    case 'ImageUpload':
      return what === 'keep' ? keep(doing, node, answer) : ask(doing, node);
    case 'SubscribeContactToList':
      return subscribe(doing, node);
    case 'Keyword':
      return keyword(doing, node);
    case 'Tag':
      return tag(doing, node);
    case 'Assign':
      return assign(doing, node);
    case 'Webhook':
      return callOut(doing, node);
    // Of a part that is not there: never published, see `notYet`.
    case 'GotoRegistration':
      return refused('not-available');
    // What passes by itself is never done.
    case 'Wait':
    case 'Goal':
    case 'Condition':
    case 'Split':
    case 'GoTo':
    case 'End':
    case undefined:
      return { kind: 'over' };
    default:
      return node satisfies never;
  }
}
