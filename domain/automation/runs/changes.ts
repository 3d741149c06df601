import { attributeByApiName } from '../../contact/attributes.ts';
import type { CampaignId } from '../../kernel/ids.ts';
import { assignCampaigns, removeCampaigns } from '../../contact/campaigns.ts';
import type { Contact } from '../../contact/contact.ts';
import { giveDetails } from '../../contact/details.ts';
import type { ContactEvent } from '../../contact/events.ts';
import { nameContact } from '../../contact/name.ts';
import { tag as decideTags } from '../../contact/tag.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { canonicalKeyword } from '../../sms/keywords.ts';
import type { NodeOf } from '../document/document.ts';

/** What steps change of a contact: what is so already is no news. */
type Change = (contact: Contact) => readonly ContactEvent[];

export function tagging({ change: how, tag: typed }: NodeOf<'Tag'>): Change {
  const wanted = typed.trim().toLowerCase();
  return (contact) => {
    const tags = contact.status === 'none' ? [] : contact.tags.filter((one) => one.toLowerCase() !== wanted);
    const had = contact.status !== 'none' && tags.length < contact.tags.length;
    if (had === (how === 'add')) return [];
    return decideTags({ tags: how === 'add' ? [...tags, wanted] : tags }, contact);
  };
}

interface OfKeyword {
  readonly campaignId: CampaignId;
  readonly keyword: string | null;
}
/** A keyword stands for the campaign that has it: who is given it is of that campaign, and has agreed to nothing. Null: none has it. */
export function keywordChange(
  { change: how, keyword: typed }: NodeOf<'Keyword'>,
  campaigns: readonly OfKeyword[],
): Change | null {
  const wanted = canonicalKeyword(typed);
  const campaign = campaigns.find(({ keyword }) => keyword === wanted);
  if (wanted === null || campaign === undefined) return null;
  const { campaignId } = campaign;
  return (contact) =>
    how === 'add' ?
      assignCampaigns([{ campaignId, keyword: wanted }], contact)
    : removeCampaigns([campaignId], contact);
}

/** Null: there is no such campaign of the business. */
export function subscribing(campaign: Campaign, businessId: string): Change | null {
  if (campaign.status === 'none' || campaign.status === 'archived' || campaign.businessId !== businessId) return null;
  const { campaignId, keyword } = campaign;
  return (contact) => assignCampaigns([{ campaignId, keyword }], contact);
}

/** An answer, where it belongs. */
export function keeping(node: NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>, answer: string | null): Change {
  const field = node.kind === 'ImageUpload' ? ({ of: 'custom', id: node.fieldId } as const) : node.field;
  return (contact) => {
    if (answer === null || contact.status === 'none') return [];
    if (field.of === 'custom') return field.id === null ? [] : giveDetails({ custom: { [field.id]: answer } }, contact);
    const { firstName, lastName } = contact;
    switch (field.name) {
      case 'first_name':
        return nameContact({ firstName: answer, lastName }, contact);
      case 'last_name':
        return nameContact({ firstName, lastName: answer }, contact);
      default:
        return giveDetails({ [attributeByApiName[field.name]]: answer }, contact);
    }
  };
}
