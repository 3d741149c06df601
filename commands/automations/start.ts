import { z } from 'zod';
import { upcomingSteps } from '../../domain/automations/document/upcoming-steps.ts';
import { noActivity } from '../../domain/automations/runs/facts.ts';
import { byHand } from '../../domain/automations/trigger-events/trigger-events.ts';
import { enter as decideToEnter } from '../../domain/automations/runs/run.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, execute, question } from '../kernel/command.ts';
import { ownContact } from '../contacts/own-contact.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { environmentOf, exitOf } from './run-environment.ts';
import { keptVersion } from './documents.ts';
import { type Entered, enterOne, lastRun, runsOfAbsorbed } from './enroll.ts';
import { overrideStep } from './override-step.ts';
import { ownAutomation } from './own-automation.ts';

async function enterByHand(
  { world, context }: Call,
  { automationId, businessId, contactId }: { automationId: AutomationId; businessId: BusinessId; contactId: ContactId },
  trigger: string,
): Promise<Entered> {
  const [around, stored, position] = await Promise.all([
    environmentOf(world, automationId, businessId),
    world.events.read(streams.contact(contactId)),
    world.events.head(),
  ]);
  return enterOne(
    world,
    context,
    {
      automationId,
      businessId,
      contactId,
      trigger,
      filter: everybody,
      beside: noActivity,
      position,
      // The same wish comes in once, however often it is sent.
      cause: `${trigger}:${context.commandId}`,
      correlation: context.correlationId,
      at: world.now().toISOString(),
    },
    around,
    stored,
  );
}

const whyNot: Readonly<Record<string, string>> = {
  off: 'This automation is not on. Publish it, or switch it on.',
  inside: 'This contact is in it already.',
  once: 'This contact has been through it, and it lets everybody in once.',
  'too-soon': 'This contact went through it recently, and it doesn’t enroll anyone again this soon.',
  'opted-out': 'This contact has opted out of texts.',
  archived: 'This business is archived.',
};

/** Lets one contact in, at the start. Throws `conflict` with the reason where it can not be. Sent again it is one start. */
export const startContact = command({
  input: z.object({ automationId: AutomationId, contactId: ContactId }),
  by: people,
  async run(call, { automationId, contactId }) {
    const { businessId } = await ownAutomation(call, { automationId });
    await ownContact(call, { contactId });
    const entered = await enterByHand(call, { automationId, businessId, contactId }, byHand.one);
    if (entered.kind === 'ignored')
      throw new DomainError('conflict', whyNot[entered.because] ?? 'This contact can not come in.');
    // Of what was just appended the read model is asked up to here.
    return { position: await call.world.events.head(), result: { runId: entered.runId } };
  },
});

/** So many steps are told of that somebody would come by. */
const maxAhead = 5;

/**
 * Whether a contact could be brought in now by hand: why not, and what it would come by first. Whose they are, is asked of
 * the read models before.
 */
export const entryAhead = question(async (world, automation: string, business: string, contact: string) => {
  const [automationId, businessId, contactId] = [
    AutomationId.parse(automation),
    BusinessId.parse(business),
    ContactId.parse(contact),
  ];
  const [around, stored, position] = await Promise.all([
    environmentOf(world, automationId, businessId),
    world.events.read(streams.contact(contactId)),
    world.events.head(),
  ]);
  const { standing } = around;
  const { version } = standing;
  const made = version === null ? null : await keptVersion(world, automationId, version);
  const known = stateOf(Contact, stored);
  const exit = exitOf(around, known);
  const refuse = (because: string) => ({ refused: whyNot[because] ?? 'This contact can not come in.' });
  if (made === null || version === null) return { ...refuse('off'), steps: [], goesOn: false };
  const way = upcomingSteps(made.document, maxAhead);
  if (exit !== null || standing.status !== 'on') return { ...refuse(exit ?? 'off'), ...way };
  const { reentry, start } = made.document;
  const cause = { trigger: byHand.one, key: '', position, at: world.now().toISOString() };
  const wanted = { automationId, businessId, contactId, version, start, reentry, cause };
  const last = await lastRun(world, automationId, contactId);
  const decided = decideToEnter(wanted, last, await runsOfAbsorbed(world, automationId, reentry, known));
  return { ...(decided.kind === 'ignored' ? refuse(decided.because) : { refused: null }), ...way };
});

/** One of many. Answers whether it came in. */
export const startOneOfMany = command({
  input: z.object({ automationId: AutomationId, businessId: BusinessId, contactId: ContactId }),
  by: ['system'],
  async run(call, given) {
    const entered = await enterByHand(call, given, byHand.many);
    return { position: null, result: { changed: entered.kind !== 'ignored' } };
  },
});

/** Ends it for one contact. Not inside, nothing changes. */
export const stopContact = command({
  input: z.object({ automationId: AutomationId, contactId: ContactId }),
  by: people,
  async run(call, { automationId, contactId }) {
    await ownAutomation(call, { automationId });
    await ownContact(call, { contactId });
    const run = await lastRun(call.world, automationId, contactId);
    if (run.status === 'none') return { position: null, result: { done: false } };
    return execute(overrideStep, call, { runId: run.runId, act: 'stop', at: null });
  },
});
