import { DomainError } from '../kernel/errors.ts';
import type { CampaignId } from '../kernel/ids.ts';
import type { Keyword } from '../sms/values.ts';
import type { Contact, KnownContact } from './contact.ts';
import { ContactJoinedCampaign, ContactLeftCampaign, type ContactEvent } from './events.ts';

export interface CampaignToJoin {
  readonly campaignId: CampaignId;
  readonly keyword: Keyword;
}

/** All campaigns that somebody is in, whatever they agreed to. */
export const campaignsOf = (contact: KnownContact): ReadonlySet<CampaignId> =>
  new Set([...contact.joined, ...(contact.status === 'subscribed' ? contact.campaigns : [])]);

function known(contact: Contact): KnownContact {
  if (contact.status === 'none') throw new DomainError('not_found', 'This contact does not exist.');
  return contact;
}

/** Somebody of the business puts a contact into campaigns: their keywords stand on it. It has agreed to nothing by that. */
export function assignCampaigns(wanted: readonly CampaignToJoin[], contact: Contact): readonly ContactEvent[] {
  const { contactId, businessId } = known(contact);
  const has = campaignsOf(contact as KnownContact);
  return wanted
    .filter(({ campaignId }) => !has.has(campaignId))
    .map(({ campaignId, keyword }) =>
      ContactJoinedCampaign.create({ contactId, businessId, campaignId, keyword, via: 'manual' }),
    );
}

/** Somebody of the business takes a contact out of campaigns. What it has agreed to, or not, stays as it was. */
export function removeCampaigns(unwanted: readonly CampaignId[], contact: Contact): readonly ContactEvent[] {
  const { contactId, businessId } = known(contact);
  const has = campaignsOf(contact as KnownContact);
  const left = new Map((contact as KnownContact).broughtBy);
  return unwanted
    .filter((campaignId) => has.has(campaignId))
    .map((campaignId) => {
      left.delete(campaignId);
      const keywords = [...new Set(left.values())];
      return ContactLeftCampaign.create({ contactId, businessId, campaignId, keywords, via: 'manual' });
    });
}

/** In exactly these campaigns from now on. */
export const syncCampaigns = (wanted: readonly CampaignToJoin[], contact: Contact): readonly ContactEvent[] => {
  const ids = new Set(wanted.map(({ campaignId }) => campaignId));
  const extra = [...campaignsOf(known(contact))].filter((id) => !ids.has(id));
  return [...removeCampaigns(extra, contact), ...assignCampaigns(wanted, contact)];
};
