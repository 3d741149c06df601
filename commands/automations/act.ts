import { z } from 'zod';
import type { Outcome } from '../../domain/automation/decide.ts';
import { type NodeOf, nodeOf } from '../../domain/automation/fields.ts';
import { effectIdOf, Run, type RunningRun } from '../../domain/automation/run.ts';
import type { ExistingBusiness } from '../../domain/business/business.ts';
import { Contact, type KnownContact } from '../../domain/contact/contact.ts';
import {
  AutomationId,
  AutomationRunId,
  BusinessId,
  type CampaignId,
  ContactId,
  MessageId,
} from '../../domain/kernel/ids.ts';
import { longestBody } from '../../domain/message/fields.ts';
import { Message } from '../../domain/message/message.ts';
import { queue } from '../../domain/message/queue.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../caller.ts';
import { type Call, command } from '../command.ts';
import { begin, stateOf, type Work } from '../kernel.ts';
import { type Around, aroundOf, exitOf } from './around.ts';
import { keptVersion } from './documents.ts';
import { wordsFor } from './text.ts';

/** What came of doing something. */
export type Done =
  /** It is known how it went. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** The stream says that becomes of it: a text or a mail. */
  | { readonly kind: 'awaits'; readonly stream: string }
  /** It is not to be done any more: look again. */
  | { readonly kind: 'over' };

/** One thing that a step is to do. */
export interface Doing {
  readonly call: Call;
  readonly work: Work;
  readonly effectId: string;
  readonly run: RunningRun;
  readonly node: string;
  readonly visit: number;
  readonly contact: KnownContact;
  readonly business: ExistingBusiness;
  readonly around: Around;
}

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
    const contact = stateOf(Contact, found.get(names.contact));
    const { business, standing } = around;
    if (exitOf(around, contact) !== null || standing.status === 'off') return over;
    const version = await keptVersion(world, automationId, run.version);
    const node = version === null ? null : nodeOf(version.document, place.node);
    if (node === null || contact.status === 'none' || business.status === 'none') return over;
    const work = begin(world, context, {
      tenant: stored[0]!.metadata.tenant,
      commandId: effectId,
      correlationId: stored[0]!.metadata.correlationId,
      causationId: stored.at(-1)!.id,
    });
    const doing: Doing = { call, work, effectId, run, node: place.node, visit: place.visit, contact, business, around };
    switch (node.kind) {
      case 'Notification':
        return work.outcome(await text(doing, node));
      default:
        return work.outcome(refused('not-available'));
    }
  },
});

export const refused = (reason: string): Done => ({ kind: 'outcome', outcome: { kind: 'refused', reason } });
export const done: Done = { kind: 'outcome', outcome: { kind: 'done' } };

/** A text to the contact: from the business's number, under the effect's name. */
async function text(doing: Doing, { body, media, campaignId }: NodeOf<'Notification'>): Promise<Done> {
  const { call, business, contact, node, visit, run } = doing;
  const place = { businessId: run.businessId, contactId: run.contactId, node, nth: run.entry + visit - 1 };
  const words = await wordsFor(call, body, place, contact, business, null);
  return queued(doing, words, media, campaignId as CampaignId | null);
}

async function queued(
  { work, effectId, run, node, contact, business }: Doing,
  body: string,
  media: NodeOf<'Notification'>['media'],
  campaignId: CampaignId | null,
): Promise<Done> {
  const { automationId, businessId, contactId, runId, version } = run;
  const { number: from } = business;
  const { phone: to } = contact;
  if (to === null) return refused('no-address');
  if (from === null) return refused('sender-blocked');
  if ((body.trim() === '' && media.length === 0) || body.length > longestBody) return refused('missing-value');
  const messageId = MessageId.parse(effectId);
  const stream = streams.message(messageId);
  const automation = { automationId, runId, node, version };
  await work.change({
    stream,
    aggregate: Message,
    // Nearly always it is the first time: another is found by the conflict.
    seen: [],
    decide: (message) =>
      queue(
        {
          ...{ messageId, businessId, contactId, from, to, body, media, campaignId, automation },
          ...{ purpose: 'automation', notBefore: null },
        },
        message,
      ),
  });
  return { kind: 'awaits', stream };
}
