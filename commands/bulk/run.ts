import { z } from 'zod';
import { advanceBulk, Bulk, cancelBulk, startBulk } from '../../domain/bulk/bulk.ts';
import { BulkAction, BulkChange, BulkTarget } from '../../domain/bulk/fields.ts';
import { assignCampaigns, type CampaignToJoin, removeCampaigns } from '../../domain/contacts/campaigns.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { ContactEvent } from '../../domain/contacts/events.ts';
import { maxTags } from '../../domain/contacts/limits.ts';
import { optOut } from '../../domain/contacts/opt-out.ts';
import { tag } from '../../domain/contacts/tag.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { PositionText } from '../../domain/kernel/fields.ts';
import { AutomationId, BulkId, BusinessId, type CampaignId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, decision, execute, question } from '../kernel/command.ts';
import { ownAutomation } from '../automations/own-automation.ts';
import { startOneOfMany } from '../automations/start.ts';
import { eraseContact } from '../contacts/erase.ts';
import { businessOf, campaignsAt, businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** Somebody wants something done to many contacts; a worker does it. Campaigns of others do not exist. */
export const startBulkAction = decision({
  input: z.object({
    bulkId: BulkId,
    action: BulkAction,
    target: BulkTarget,
    count: z.number().int().min(0),
    upTo: PositionText,
  }),
  by: people,
  aggregate: Bulk,
  async at(call: Call, { bulkId, action }) {
    const desk = businessUserOf(call.context);
    if (action.kind === 'start-automation')
      await ownAutomation(call, { automationId: AutomationId.parse(action.automationId) });
    if ('campaigns' in action)
      await campaignsAt(
        call.world,
        desk,
        action.campaigns.map(({ campaignId }) => campaignId as CampaignId),
      );
    return { ...desk, stream: streams.bulk(bulkId) };
  },
  decide: (given, bulk, { businessId }) => startBulk({ businessId, ...given }, bulk),
});

export const cancelBulkAction = decision({
  input: z.object({ bulkId: BulkId }),
  by: people,
  aggregate: Bulk,
  async at({ world, context }: Call, { bulkId }) {
    const desk = businessUserOf(context);
    const stream = streams.bulk(bulkId);
    const seen = await world.events.read(stream);
    const bulk = stateOf(Bulk, seen);
    if (bulk.status === 'none' || bulk.businessId !== desk.businessId)
      throw new DomainError('not_found', 'This does not exist.');
    return { ...desk, stream, seen };
  },
  decide: cancelBulk,
});

/** Whom an action that has ended meant, and why, can not be read any more. Repeated, it changes nothing. */
export const forgetBulkAction = command({
  input: z.object({ bulkId: BulkId }),
  by: ['system'],
  async run({ world, context }, { bulkId }) {
    const { businessId } = businessOf(context);
    const bulk = stateOf(Bulk, await world.events.read(streams.bulk(bulkId)));
    const hasEnded = bulk.status === 'completed' || bulk.status === 'cancelled';
    if (hasEnded && bulk.businessId === businessId) await world.subjectKeys.destroy(bulkId);
    return { position: null, result: undefined };
  },
});

/** What the worker has to go on from. */
export const bulkState = question(async (world, bulkId: BulkId) =>
  stateOf(Bulk, await world.events.read(streams.bulk(bulkId))),
);

/** A page of contacts has had its turn. Answers whether it goes on. */
export const advanceBulkAction = decision({
  input: z.object({
    bulkId: BulkId,
    after: PositionText,
    done: z.number().int().min(0),
    changed: z.number().int().min(0),
    last: z.boolean(),
  }),
  by: ['system'],
  aggregate: Bulk,
  at: ({ context }: Call, { bulkId }) => ({ stream: streams.bulk(bulkId), tenant: context.caller.tenant }),
  decide: advanceBulk,
  result: ({ before }, { last }) => ({ goesOn: before.status === 'running' && !last }),
});

const oneOf = { businessId: BusinessId, contactId: ContactId };
const changeOne = decision({
  input: z.object({ ...oneOf, action: BulkChange }),
  by: ['system'],
  aggregate: Contact,
  at: ({ context }: Call, { contactId }) => ({ stream: streams.contact(contactId), tenant: context.caller.tenant }),
  decide: ({ action, businessId }, contact) =>
    contact.status === 'none' || contact.businessId !== businessId ? [] : done(action, contact),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/**
 * One contact's turn. Answers whether anything changed; whoever is gone meanwhile is passed over. An erasure is said by
 * the worker; who wanted it says the start of the action, which caused it.
 */
export const applyBulkAction = command({
  input: z.object({ ...oneOf, action: BulkAction }),
  by: ['system'],
  async run(call, { action, ...one }) {
    if (action.kind === 'start-automation')
      return execute(startOneOfMany, call, { ...one, automationId: AutomationId.parse(action.automationId) });
    if (action.kind !== 'remove') return execute(changeOne, call, { ...one, action });
    const { position } = await execute(eraseContact, call, { contactId: one.contactId });
    return { position, result: { changed: position !== null } };
  },
});

function done(action: BulkChange, contact: Exclude<Contact, { status: 'none' }>): readonly ContactEvent[] {
  switch (action.kind) {
    case 'add-tags':
      // Who has as many as fit keeps them: the newest are left out.
      return tag({ tags: [...new Set([...contact.tags, ...action.tags])].slice(0, maxTags) }, contact);
    case 'remove-tags':
      return tag({ tags: contact.tags.filter((one) => !action.tags.includes(one)) }, contact);
    case 'assign-keywords':
      return assignCampaigns(action.campaigns as CampaignToJoin[], contact);
    case 'remove-keywords':
      return removeCampaigns(
        action.campaigns.map(({ campaignId }) => campaignId as CampaignId),
        contact,
      );
    case 'opt-out': {
      const { contactId, businessId } = contact;
      const { reason } = action;
      return optOut({ contactId, businessId, via: 'screen', words: null, providerMessageId: null, reason }, contact);
    }
    default:
      return action satisfies never;
  }
}
