import { checkOffer } from '../../domain/campaigns/campaign.ts';
import {
  type CampaignNotifications,
  type CampaignSettings,
  initialSettings,
  noNotifications,
  noOffer,
  type Offer,
} from '../../domain/campaigns/fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { brandUrl } from '../../domain/whitelabels/redemption-url.ts';
import type { CampaignDetailView } from '../../projections/campaigns/queries.ts';
import type { z } from 'zod';
import type { UpdateCampaign } from '../contract/index.ts';
import type { PageLink } from '../present/campaigns.ts';
import { notFound } from '../kernel/errors.ts';
import type { Call } from '../kernel/route.ts';

/** The read models that their answers come from. */
export const campaignModels = ['campaigns', 'pages'];

/** A campaign of the session's business; anybody else's is not there. */
export async function ownCampaign({ parts, businessId }: Call, id: string): Promise<CampaignDetailView> {
  const view = await parts.readModels.campaign(businessId, id);
  if (view === null) throw notFound('This campaign does not exist.');
  return view;
}

/** How the business's pages are reached from outside. */
export async function pageLinkOf({ parts, businessId }: Call): Promise<PageLink> {
  const business = await parts.readModels.business(businessId);
  if (business === null) throw notFound();
  const brand = business.agencyId === null ? null : await parts.readModels.whitelabel(business.agencyId);
  const place = { publicUrl: parts.config.publicUrl, platformDomain: parts.brands.platform.domain };
  return (id) => `${brandUrl(brand, place)}/pages/${id}/${encodeURIComponent(business.uniqueId)}`;
}

type Given = Partial<Omit<z.output<typeof UpdateCampaign>, 'revision'>>;
interface Held {
  readonly offer: Offer;
  readonly notifications: CampaignNotifications;
  readonly settings: CampaignSettings;
}
export const nothingHeld: Held = { offer: noOffer, notifications: noNotifications, settings: initialSettings };

/** Whether any of these fields is given. */
const some = (given: Given, ...names: readonly (keyof Given)[]): boolean =>
  names.some((name) => given[name] !== undefined);

/** The groups that a body speaks of, each whole, as the command takes them; null: it says nothing of one. */
export function groupsOf(given: Given, { offer, notifications, settings }: Held) {
  const { discount_type, discount_amount, offer_title, offer_terms, code_type, static_code, use_limit } = given;
  const { day_to_expire, reminders, reminder_message, contact_notification: contact, notifications: owner } = given;
  const { ends_at, phone_always, double_opt_in, verify_email, redeem_by, anonymous_use } = given;
  const orHeld = <T>(value: T | undefined, held: T): T => (value === undefined ? held : value);
  return {
    offer:
      (
        some(given, 'discount_type', 'discount_amount', 'offer_title', 'offer_terms', 'code_type', 'static_code') ||
        some(given, 'use_limit', 'day_to_expire', 'reminders', 'reminder_message')
      ) ?
        {
          discountType: discount_type ?? offer.discountType,
          amount: orHeld(discount_amount, offer.amount),
          title: offer_title ?? offer.title,
          terms: offer_terms ?? offer.terms,
          codeType:
            code_type === undefined ? offer.codeType
            : code_type === 1 ? ('dynamic' as const)
            : ('static' as const),
          staticCode: orHeld(static_code, offer.staticCode),
          useLimit: orHeld(use_limit, offer.useLimit),
          dayToExpire: orHeld(day_to_expire, offer.dayToExpire),
          reminders: [...(reminders ?? offer.reminders)],
          reminderMessage: reminder_message ?? offer.reminderMessage,
        }
      : null,
    notifications:
      contact === undefined && owner === undefined ?
        null
      : { contact: contact ?? notifications.contact, owner: { ...(owner ?? notifications.owner) } },
    settings:
      some(given, 'ends_at', 'phone_always', 'double_opt_in', 'verify_email', 'redeem_by', 'anonymous_use') ?
        {
          endsAt: orHeld(ends_at, settings.endsAt),
          phoneAlways: phone_always ?? settings.phoneAlways,
          doubleOptIn: double_opt_in ?? settings.doubleOptIn,
          verifyEmail: verify_email ?? settings.verifyEmail,
          redeemBy: redeem_by ?? settings.redeemBy,
          anonymousUse: anonymous_use ?? settings.anonymousUse,
        }
      : null,
  };
}

/** What does not fit together, before anything is made of it. */
export const checkGroups = ({ offer }: ReturnType<typeof groupsOf>): void => {
  if (offer !== null) checkOffer(offer);
};

const names: Readonly<Record<string, string>> = {
  'offer.amount': 'discount_amount',
  'offer.title': 'offer_title',
  'offer.terms': 'offer_terms',
  'offer.staticCode': 'static_code',
  'offer.codeType': 'code_type',
  'offer.reminders': 'reminders',
  'offer.reminderMessage': 'reminder_message',
  'offer.dayToExpire': 'day_to_expire',
  'offer.useLimit': 'use_limit',
  'offer.discountType': 'discount_type',
};
/** A refusal with its fields as the API calls them. */
export async function asNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || Object.keys(error.fields).length === 0) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([field, messages]) => [
        names[field] ??
          field
            .replace('notifications.contact', 'contact_notification')
            .replace('notifications.owner', 'notifications'),
        messages,
      ]),
    );
    throw new DomainError(error.code, error.message, fields);
  }
}
