import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { Run, saysNoMore } from '../../domain/automation/runs/run.ts';
import { Business } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { Conversation } from '../../domain/conversation/conversation.ts';
import { type Charge, chargeOf } from '../../domain/delivery/allowance.ts';
import { textDelivery } from '../../domain/delivery/channels/text.ts';
import type { Verdict } from '../../domain/delivery/delivery.ts';
import { reachOf, type Reach } from '../../domain/delivery/reach.ts';
import { isUnasked, textVerdict } from '../../domain/delivery/verdict.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { takePlace } from '../../domain/contact/choose.ts';
import { heldBack } from '../../domain/contact/preferences.ts';
import type { SuppressReason } from '../../domain/message/fields.ts';
import { isOutgoing, legible, Message, type OutgoingMessage } from '../../domain/message/message.ts';
import { hold, suppress } from '../../domain/message/record.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { phoneIdentity } from '../directory/contact-of.ts';
import { listsOf } from '../directory/listed.ts';
import { begin, stateOf } from '../kernel/unit-of-work.ts';

/** What is to be done with a message now. */
export type SendDecision =
  | {
      readonly kind: 'send';
      readonly from: string;
      readonly to: string;
      readonly body: string;
      readonly mediaUrls: readonly string[];
      readonly agencyId: string | null;
      readonly businessId: string;
      /** What it takes of the business's month. */
      readonly charge: Charge;
      /** Null: somebody asked for it, or waits for it. */
      readonly reach: Reach | null;
    }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | { readonly kind: 'held'; readonly until: string; readonly reason: string }
  /** It has reached an end state already, or the carrier has it: nothing to do. */
  | { readonly kind: 'done' };

/**
 * The last check before a message leaves, on the streams themselves: an opt-out that was appended a moment ago
 * counts, and so do an entry on the blacklist and the end of the run of an automation that asked for it. A no is an
 * event with its reason. Three round trips when it may go. The command's identity is the message and how far it has
 * come, so it can be asked again and again.
 */
export const decideSend = command({
  input: z.object({ messageId: MessageId }),
  by: ['system'],
  async run({ world, context }, { messageId }): Promise<CommandOutcome<SendDecision>> {
    const stream = streams.message(messageId);
    const stored = await world.events.read(stream);
    const message = stateOf(Message, stored);
    if (!isOutgoing(message)) throw new DomainError('not_found', 'This message does not exist.');
    const { contactId, businessId, automation } = message.message;
    const run = automation === null ? null : streams.automationRun(automation.runId);
    const names = {
      contact: streams.contact(contactId),
      business: streams.business(businessId),
      conversation: streams.conversation(contactId),
    };
    const tenant = stored[0]!.metadata.tenant;
    const agencyStream = tenant.agencyId === null ? null : streams.agency(AgencyId.parse(tenant.agencyId));
    const work = begin(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, 'decide-send', messageId, String(stored.length)),
      causationId: stored.at(-1)!.id,
      correlationId: stored[0]!.metadata.correlationId,
    });
    if (message.status !== 'queued' && message.status !== 'held') return work.outcome({ kind: 'done' });
    const found = await world.events.readMany([
      ...Object.values(names),
      ...[agencyStream, run].filter((name) => name !== null),
    ]);
    let contact = stateOf(Contact, found.get(names.contact));
    const sender = {
      business: stateOf(Business, found.get(names.business)),
      agency: agencyStream === null ? Agency.initial : stateOf(Agency, found.get(agencyStream)),
    };
    const conversation = stateOf(Conversation, found.get(names.conversation));
    const { black: blacklisted } = await listsOf(world, businessId, {
      phone: legible(message.message)?.to ?? null,
      email: contact.status === 'none' ? null : contact.details.email,
    });
    const now = world.now();
    const isRunOver = run !== null && saysNoMore(stateOf(Run, found.get(run)));
    const judge = (current: OutgoingMessage): Verdict<SuppressReason> => {
      const delivery = textDelivery(current);
      return textVerdict({ delivery, contact, sender, now, blacklisted, conversation, isRunOver });
    };

    const { purpose, campaignId } = message.message;
    if (isUnasked(purpose) && judge(message).kind === 'send') {
      const reach = { channel: 'text' as const, campaignId, what: messageId };
      const { before } = await work.change({
        stream: names.contact,
        aggregate: Contact,
        seen: found.get(names.contact),
        decide: (current) => takePlace(reach, now, current),
      });
      if (before.status !== 'none' && heldBack(before.preferences, reach, now) !== null) contact = before;
    }
    let decided: Verdict<SuppressReason> = { kind: 'done' };
    await work.change({
      stream,
      aggregate: Message,
      seen: stored,
      decide: (current) => {
        decided = isOutgoing(current) ? judge(current) : { kind: 'done' };
        if (decided.kind === 'suppress') return suppress({ reason: decided.reason }, current);
        if (decided.kind === 'hold' && !decided.recorded && decided.reason !== 'scheduled')
          return hold({ reason: decided.reason, until: decided.until, errorCode: null }, current);
        return [];
      },
    });
    const verdictNow = decided as Verdict<SuppressReason>;
    switch (verdictNow.kind) {
      case 'send': {
        // The verdict lets nothing go whose person was erased.
        const { from, to, body, media } = legible(message.message)!;
        return work.outcome({
          kind: 'send',
          from,
          to,
          body,
          mediaUrls: media.map(({ url }) => url),
          agencyId: tenant.agencyId,
          businessId,
          charge: chargeOf(message.message, sender.business, now),
          reach: reachOf(textDelivery(message), {
            address: phoneIdentity(world, businessId, to),
            businessId,
            contactId,
            business: sender.business,
            contact,
            broadcast: null,
            automation,
            correlationId: stored[0]!.metadata.correlationId,
            now,
          }),
        });
      }
      case 'suppress':
        return work.outcome({ kind: 'suppressed', reason: verdictNow.reason });
      case 'hold':
        return work.outcome({ kind: 'held', reason: verdictNow.reason, until: verdictNow.until });
      // Of broadcasts alone.
      case 'park':
      case 'over':
      case 'done':
        return work.outcome({ kind: 'done' });
      default:
        return verdictNow satisfies never;
    }
  },
});
