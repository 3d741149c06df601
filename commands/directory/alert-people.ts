import type { AutomationOrigin } from '../../domain/kernel/origin.ts';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { fitted } from '../../domain/inbound/reaction.ts';
import { type CampaignId, type ContactId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { isOutgoing, Message } from '../../domain/messages/message.ts';
import { queue } from '../../domain/messages/queue.ts';
import type { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { findOrDeriveContact } from './contact-directory.ts';
import type { UnitOfWork, CommandServices } from '../kernel/unit-of-work.ts';

/**
 * A text to somebody of the business, who need be no contact of it. None from a number to itself. Answers the number that
 * it went to: another than `to` where the same was said to the same person before they changed it; null: none is known.
 */
export async function textToPerson(
  world: CommandServices,
  work: UnitOfWork,
  alert: {
    readonly business: ExistingBusiness;
    readonly campaignId: CampaignId | null;
    readonly to: E164;
    /** Whom it is to, whatever their number is; left out: whoever has the number. */
    readonly who?: string;
    readonly words: string;
    /** Of whom it tells; left out: of nobody. */
    readonly aboutId?: ContactId;
    readonly of: readonly string[];
    readonly automation?: AutomationOrigin | null;
  },
): Promise<E164 | null> {
  const { business, campaignId, to, who = to, words, of, aboutId = null, automation = null } = alert;
  const { businessId, number: from } = business;
  if (from === null || from === to) return null;
  const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, ...of, who));
  const { contactId } = await findOrDeriveContact(world, businessId, { phone: to });
  const body = fitted(words);
  const { before, events } = await work.change({
    stream: streams.message(messageId),
    aggregate: Message,
    decide: (state) =>
      queue(
        {
          messageId,
          businessId,
          contactId,
          campaignId,
          from,
          to,
          body,
          media: [],
          purpose: 'owner-alert',
          notBefore: null,
          aboutId,
          automation,
        },
        state,
      ),
  });
  const said = events.reduce(Message.evolve, before);
  return isOutgoing(said) ? said.message.to : to;
}
