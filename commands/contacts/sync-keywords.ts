import { z } from 'zod';
import { syncCampaigns } from '../../domain/contact/campaigns.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CampaignId, ContactId } from '../../domain/kernel/ids.ts';
import type { Keyword } from '../../domain/sms/values.ts';
import { people } from '../caller.ts';
import { ownCampaign } from '../campaigns/own-campaign.ts';
import { decision } from '../command.ts';
import { ownContact } from './own-contact.ts';

/** Puts a contact into exactly these campaigns. It has agreed to nothing by that, nor taken anything back. */
export const syncKeywords = decision({
  input: z.object({ contactId: ContactId, campaignIds: z.array(CampaignId).max(100) }),
  by: people,
  aggregate: Contact,
  async at(call, { contactId, campaignIds }) {
    const place = await ownContact(call, { contactId });
    const wanted: { campaignId: CampaignId; keyword: Keyword }[] = [];
    for (const campaignId of new Set(campaignIds)) {
      const { campaign } = await ownCampaign(call, { campaignId });
      if (campaign.keyword === null)
        throw new DomainError('validation_failed', 'This campaign has no keyword.', {
          keywords: ['This campaign has no keyword.'],
        });
      wanted.push({ campaignId, keyword: campaign.keyword });
    }
    return { ...place, wanted };
  },
  decide: (_, contact, { wanted }) => syncCampaigns(wanted, contact),
});
