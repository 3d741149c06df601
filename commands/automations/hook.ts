import { z } from 'zod';
import { AutomationHookReceived } from '../../domain/automations/events.ts';
import { hookFields, HookMapping, valueAt } from '../../domain/contacts/sent-fields.ts';
import {
  AutomationHook,
  AutomationHookCall,
  changeHookSecret as decideSecret,
  deleteHook as decideDeleted,
  makeHook as decideMade,
  mapHook as decideMapped,
  nameHook as decideNamed,
} from '../../domain/automations/hooks/hook.ts';
import { AutomationSigning, changeSigning as decideSigning } from '../../domain/automations/hooks/signing.ts';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { giveDetails } from '../../domain/contacts/details.ts';
import { discover } from '../../domain/contacts/discover.ts';
import { nameContact } from '../../domain/contacts/name.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationHookId, BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandOutcome, people } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { beingErased, findOrDeriveContact } from '../directory/contact-directory.ts';
import { givenContact } from '../directory/given-contact.ts';
import { hashOf } from '../kernel/secrets.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ownHook } from './own-automation.ts';
import { signingSecret } from './effects/call.ts';

export const makeHook = decision({
  input: z.object({ hookId: AutomationHookId, secret: z.string().min(20).max(200) }),
  by: people,
  aggregate: AutomationHook,
  at: ({ context }, { hookId }) => ({ ...businessUserOf(context), stream: streams.automationHook(hookId) }),
  decide: ({ hookId, secret }, hook, { businessId }) =>
    decideMade({ hookId, businessId, secretHash: hashOf(secret) }, hook),
});

/** Says where in what is sent the contact's fields stand. */
export const mapHook = decision({
  input: z.object({ hookId: AutomationHookId, mapping: HookMapping }),
  by: people,
  aggregate: AutomationHook,
  at: ownHook,
  decide: decideMapped,
});

export const nameHook = decision({
  input: z.object({ hookId: AutomationHookId, name: hookFields.name.nullable() }),
  by: people,
  aggregate: AutomationHook,
  at: ownHook,
  decide: decideNamed,
});

/** Another secret, which is good from now on; the one before is not. */
export const changeHookSecret = decision({
  input: z.object({ hookId: AutomationHookId, secret: z.string().min(20).max(200) }),
  by: people,
  aggregate: AutomationHook,
  at: ownHook,
  decide: ({ secret }, hook) => decideSecret({ secretHash: hashOf(secret) }, hook),
});

/** Nothing is heard there any more; automations that listen to it stay as they are. */
export const deleteHook = decision({
  input: z.object({ hookId: AutomationHookId }),
  by: people,
  aggregate: AutomationHook,
  at: ownHook,
  decide: (_, hook) => decideDeleted(hook),
});

/** Another secret to sign with what automations call. Answers it. */
export const changeSigning = command({
  input: z.object({}),
  by: people,
  async run({ world, context }) {
    const { businessId, tenant } = businessUserOf(context);
    const work = startUnitOfWork(world, context, { tenant });
    const now = world.now().toISOString();
    const { events } = await work.change({
      stream: streams.automationSigning(businessId),
      aggregate: AutomationSigning,
      decide: (signing) => decideSigning({ businessId, now }, signing),
    });
    const { generation, at } = events.at(-1)!.data;
    return work.outcome({ secret: signingSecret(world, businessId, generation), changedAt: at });
  },
});
/** Since when another secret than the first is signed with; null: never changed. */
export const signingState = question(async (world, business: string) =>
  world.loadState(streams.automationSigning(BusinessId.parse(business)), AutomationSigning),
);

/** An address by its id; null: there is none. Whose it is, is asked of what is answered. */
export const hookState = question(async (world, id: string) => {
  const hook = await world.loadState(streams.automationHook(AutomationHookId.parse(id)), AutomationHook);
  return hook.status === 'made' ? hook : null;
});

/** What became of a call; `contactId`: of whom it was. */
interface Heard {
  readonly kind: 'sampled' | 'received';
  /** What was sent and not taken, in a sentence each. */
  readonly leftOut: readonly string[];
  readonly contactId: string | null;
}

/**
 * Something was sent to an address, by whoever knows its secret: the contact that the mapping finds in it, made if it is not
 * there yet, hears of it. It agrees to nothing by that. `callId`: the same is heard once. Throws `validation_failed` where
 * nobody can be found in it.
 */
export const receiveHook = command({
  input: z.object({ hookId: AutomationHookId, callId: z.uuid(), body: z.unknown() }),
  by: ['public'],
  async run({ world, context }, { hookId, callId, body }): Promise<CommandOutcome<Heard>> {
    const hook = await world.loadState(streams.automationHook(hookId), AutomationHook);
    if (hook.status !== 'made') throw new DomainError('not_found', 'There is no such address.');
    const { businessId, mapping } = hook;
    if (mapping.length === 0) return { position: null, result: { kind: 'sampled', leftOut: [], contactId: null } };
    const business = await world.loadState(streams.business(businessId), Business);
    if (business.status !== 'active') throw new DomainError('account_inactive', 'This business is not active.');
    const found = new Map<string, string>();
    for (const { path, to } of mapping) {
      const value = valueAt(body, path);
      if (value !== null) found.set(to.of === 'contact' ? to.name : to.id, value.slice(0, 2_000).toWellFormed());
    }
    const { phone, email, details, leftOut, ...given } = await givenContact(world, business, found);
    const { contactId, kept } = await findOrDeriveContact(world, businessId, { phone, email });
    const work = startUnitOfWork(world, context, { tenant: { agencyId: business.agencyId, businessId } });
    const { before } = await work.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      decide: (contact) => {
        const discovered = discover({ contactId, businessId, phone, email, via: 'form', kept }, contact);
        const now = discovered.reduce((state, event) => Contact.evolve(state, event), contact);
        if (now.status === 'none' || now.status === 'erased') return discovered;
        const custom =
          Object.keys(given.custom).length === 0 ? {} : { custom: { ...now.details.custom, ...given.custom } };
        const firstName = given.firstName ?? now.firstName;
        const lastName = given.lastName ?? now.lastName;
        return [
          ...discovered,
          ...nameContact({ firstName, lastName }, now),
          ...giveDetails({ ...details, ...custom }, now),
        ];
      },
    });
    if (before.status === 'erased') throw beingErased();
    await work.change({
      stream: streams.automationHookCall(callId),
      aggregate: AutomationHookCall,
      decide: (call) =>
        call.status === 'none' ?
          [AutomationHookReceived.create({ hookId, businessId, contactId, callId, fields: Object.fromEntries(found) })]
        : [],
    });
    return work.outcome({ kind: 'received', leftOut, contactId });
  },
});
