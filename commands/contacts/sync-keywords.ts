import { z } from 'zod';
import { syncCampaigns } from '../../domain/contacts/campaigns.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CampaignId, ContactId } from '../../domain/kernel/ids.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { campaignsAt } from '../kernel/business-user.ts';
import { ownContact } from './own-contact.ts';

/** Puts a contact into exactly these campaigns. It has agreed to nothing by that, nor taken anything back. */
export const syncKeywords = decision({
  input: z.object({ contactId: ContactId, campaignIds: z.array(CampaignId).max(100) }),
  by: people,
  aggregate: Contact,
  async at(call, { contactId, campaignIds }) {
    const place = await ownContact(call, { contactId });
    const campaigns = await campaignsAt(call.world, place, [...new Set(campaignIds)]);
    const wanted = campaigns.map(({ campaignId, keyword }) => {
      if (keyword !== null) return { campaignId, keyword };
      const message = 'This campaign has no keyword.';
      throw new DomainError('validation_failed', message, { keywords: [message] });
    });
    return { ...place, wanted };
  },
  decide: (_, contact, { wanted }) => syncCampaigns(wanted, contact),
});
