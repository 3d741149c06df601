import type { AutomationOrigin } from '../domain/automation/origin.ts';
import type { ExistingBusiness } from '../domain/business/business.ts';
import { fitted } from '../domain/inbound/reaction.ts';
import { type CampaignId, type ContactId, MessageId, namespaces, uuidV5 } from '../domain/kernel/ids.ts';
import { Message } from '../domain/message/message.ts';
import { queue } from '../domain/message/queue.ts';
import type { E164 } from '../domain/sms/values.ts';
import { streams } from '../domain/streams.ts';
import { contactOf } from './contact-of.ts';
import type { Work, World } from './kernel.ts';

/** A text to somebody of the business, who need be no contact of it. None from a number to itself. */
export async function textToPerson(
  world: World,
  work: Work,
  alert: {
    readonly business: ExistingBusiness;
    readonly campaignId: CampaignId | null;
    readonly to: E164;
    readonly words: string;
    /** Of whom it tells; left out: of nobody. */
    readonly aboutId?: ContactId;
    readonly of: readonly string[];
    readonly automation?: AutomationOrigin | null;
  },
): Promise<void> {
  const { business, campaignId, to, words, of, aboutId = null, automation = null } = alert;
  const { businessId, number: from } = business;
  if (from === null || from === to) return;
  const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, ...of, to));
  const { contactId } = await contactOf(world, businessId, { phone: to });
  const body = fitted(words);
  await work.change({
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
}
