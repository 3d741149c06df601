import * as agency from '../../domain/agencies/events.ts';
import * as keys from '../../domain/api-keys/events.ts';
import * as webhook from '../../domain/webhooks/events.ts';
import { BroadcastConfirmedByText } from '../../domain/broadcasts/events.ts';
import { BulkActionStarted } from '../../domain/bulk/events.ts';
import * as business from '../../domain/businesses/events.ts';
import type { StoredBulkAction } from '../../domain/bulk/fields.ts';
import {
  ChatAnsweringChanged,
  ChatAssignmentChanged,
  ChatReplyTimeChanged,
} from '../../domain/livechat/team/events.ts';
import { CallSettingsChanged } from '../../domain/calls/events.ts';
import { CampaignCreated, CampaignDrafted } from '../../domain/campaigns/events.ts';
import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import { ListExportStarted } from '../../domain/exports/events.ts';
import { ReportExportStarted } from '../../domain/exports/report-events.ts';
import type { EventData, EventDefinition } from '../../domain/kernel/event.ts';
import { Currency, formatLedger, LedgerAmount } from '../../domain/kernel/money.ts';
import * as integration from '../../domain/integrations/events.ts';
import { NotificationSent } from '../../domain/notifications/events.ts';
import { ProviderConfigured, ProviderRemoved } from '../../domain/providers/events.ts';
import * as team from '../../domain/team/events.ts';
import * as user from '../../domain/users/events.ts';
import * as wallet from '../../domain/wallets/events.ts';
import * as brand from '../../domain/whitelabels/events.ts';
import { snake } from '../engine/snake.ts';

/** How an event reads in the trail. What is not in the table below is not shown. */
export interface Kind {
  readonly definition: EventDefinition;
  /** Whom it was done to: the field of the data with that one's id. */
  readonly about: string;
  /** Who did it, where the event's own actor does not say: the field of the data. */
  readonly by?: string;
  /** What the words need besides the fields. */
  readonly details?: (data: EventData) => Readonly<Record<string, unknown>>;
  /**
   * `changed`: the data holds the fields that changed, as they are now; what they were is found in the trail before.
   * `first`: their first values, shown only as what a later change started from.
   */
  readonly fields?: 'changed' | 'first';
  /** Left out unless somebody did it: what the platform does by itself says nothing about people. */
  readonly byPeopleOnly?: true;
  /** Left out for any other data. */
  readonly when?: (data: EventData) => boolean;
}

const kind = (definition: EventDefinition, about: string, more: Omit<Kind, 'definition' | 'about'> = {}): Kind => ({
  definition,
  about,
  ...more,
});
const ip = (data: EventData) => ({ ip: data['ipAddress'] ?? null });
const some =
  (...names: readonly string[]) =>
  (data: EventData) =>
    Object.fromEntries(names.map((name) => [snake(name), data[name] ?? null]));

/** What was booked by hand on a wallet, and why. */
const booked = ({ units, posting, reason }: EventData) => {
  const currency = Currency.safeParse((posting as readonly { readonly currency: string }[] | undefined)?.[0]?.currency);
  const amount = LedgerAmount.safeParse(units);
  return {
    amount: amount.success && currency.success ? formatLedger(amount.data, currency.data) : null,
    reason: reason ?? null,
  };
};

export const kinds: readonly Kind[] = [
  kind(user.UserRegistered, 'userId', { details: some('role') }),
  kind(user.UserInvited, 'userId'),
  kind(user.UserSignedIn, 'userId', { by: 'userId', details: ip }),
  kind(user.UserSignInFailed, 'userId', { details: ip }),
  kind(user.UserPasswordResetRequested, 'userId', { details: ip }),
  kind(user.UserPasswordReset, 'userId', { by: 'userId', details: ip }),
  kind(user.UserPasswordChanged, 'userId', { details: ip }),
  kind(user.UserPasswordRejected, 'userId', { details: ip }),
  kind(user.UserRenamed, 'userId'),
  kind(user.UserEmailChanged, 'userId'),
  kind(user.UserImpersonationStarted, 'userId', { by: 'impersonatorId', details: ip }),
  kind(user.UserImpersonationStopped, 'userId', { by: 'impersonatorId' }),
  kind(team.TeammateRoleChanged, 'userId', { details: some('role') }),
  kind(team.TeammateRemoved, 'userId'),
  kind(user.UserA2pConfirmed, 'userId', { by: 'userId' }),

  kind(agency.AgencyCreated, 'agencyId', { fields: 'first' }),
  kind(agency.AgencyDetailsChanged, 'agencyId', { fields: 'changed' }),
  kind(agency.AgencyFeaturesChanged, 'agencyId', { fields: 'changed' }),
  kind(agency.AgencyBillingChanged, 'agencyId', { fields: 'changed' }),
  kind(agency.AgencySampleAccountAdded, 'agencyId'),
  kind(agency.AgencyArchived, 'agencyId'),
  kind(agency.AgencyRestored, 'agencyId'),

  kind(business.BusinessCreated, 'businessId', { fields: 'first' }),
  kind(business.BusinessDuplicated, 'businessId'),
  kind(business.BusinessDetailsChanged, 'businessId', { fields: 'changed' }),
  kind(business.BusinessFeaturesChanged, 'businessId', { fields: 'changed' }),
  kind(business.BusinessBillingChanged, 'businessId', { fields: 'changed' }),
  kind(business.BusinessContactInfoChanged, 'businessId', { fields: 'changed' }),
  kind(business.BusinessBroadcastersChanged, 'businessId'),
  // Whose phone it was stands with the broadcast, where it goes when they are erased.
  kind(BroadcastConfirmedByText, 'businessId'),
  kind(business.BusinessLegalPagesChanged, 'businessId'),
  kind(business.BusinessDailyLimitsChanged, 'businessId'),
  kind(CallSettingsChanged, 'businessId'),
  kind(ChatAssignmentChanged, 'businessId'),
  kind(ChatReplyTimeChanged, 'businessId'),
  kind(ChatAnsweringChanged, 'businessId'),
  kind(business.BusinessArchived, 'businessId'),
  kind(business.BusinessRestored, 'businessId'),
  kind(business.BusinessActivated, 'businessId'),
  kind(business.BusinessDeactivated, 'businessId'),
  kind(business.BusinessNumberAssigned, 'businessId', { details: some('number') }),
  kind(business.BusinessNumberReleased, 'businessId', { details: some('number') }),
  kind(CampaignCreated, 'businessId', { details: some('name', 'keyword') }),
  kind(CampaignDrafted, 'businessId', { details: some('name', 'keyword') }),
  // Whom, nobody is told any more.
  kind(ContactErased, 'businessId', { byPeopleOnly: true }),
  // Of many at once the beginning is shown: the worker erases each.
  kind(BulkActionStarted, 'businessId', {
    details: some('count'),
    when: ({ action }) => (action as StoredBulkAction).kind === 'remove',
  }),

  kind(keys.ApiKeyCreated, 'keyId', { details: some('name', 'scopes', 'addresses', 'expiresAt') }),
  kind(keys.ApiKeyChanged, 'keyId', { details: some('name', 'scopes', 'addresses', 'expiresAt') }),
  kind(keys.ApiKeyRotated, 'keyId', { details: some('previousUntil') }),
  kind(keys.ApiKeyKept, 'keyId'),
  kind(keys.ApiKeyRevoked, 'keyId'),

  kind(webhook.WebhookEndpointCreated, 'endpointId', { details: some('url', 'types', 'since') }),
  kind(webhook.WebhookEndpointChanged, 'endpointId', { details: some('url', 'types') }),
  kind(webhook.WebhookEndpointRotated, 'endpointId', { details: some('previousUntil') }),
  kind(webhook.WebhookEndpointDisabled, 'endpointId', { details: some('reason') }),
  kind(webhook.WebhookEndpointEnabled, 'endpointId'),
  kind(webhook.WebhookEndpointReplayed, 'endpointId', { details: some('since') }),
  kind(webhook.WebhookEndpointDeleted, 'endpointId'),

  kind(integration.IntegrationConnected, 'integrationId', { details: some('name', 'type') }),
  kind(integration.IntegrationRenamed, 'integrationId', { details: some('name') }),
  kind(integration.IntegrationReconnected, 'integrationId'),
  kind(integration.IntegrationSwitchedOff, 'integrationId'),
  kind(integration.IntegrationSwitchedOn, 'integrationId'),
  kind(integration.IntegrationRemoved, 'integrationId'),
  kind(integration.IntegrationKeyIssued, 'integrationId'),
  kind(integration.IntegrationIntakeChanged, 'integrationId'),
  kind(integration.IntegrationSyncRequested, 'integrationId'),

  kind(ListExportStarted, 'businessId', { details: ({ list, count, format }) => ({ name: list, count, format }) }),

  kind(ReportExportStarted, 'userId', { details: ({ report, count }) => ({ name: report, count }) }),

  kind(ProviderConfigured, 'ownerId', { details: some('provider', 'ownerKind', 'masked', 'trial') }),
  kind(ProviderRemoved, 'ownerId', { details: some('provider', 'ownerKind') }),

  kind(brand.BrandNameChanged, 'agencyId', { fields: 'changed' }),
  kind(brand.BrandColorChanged, 'agencyId', { fields: 'changed' }),
  kind(brand.BrandFileChanged, 'agencyId', { details: some('file') }),
  kind(brand.BrandFileRemoved, 'agencyId', { details: some('file') }),
  kind(brand.CustomDomainChanged, 'agencyId', { details: some('domain') }),
  kind(brand.CustomDomainRemoved, 'agencyId', { details: some('domain') }),
  kind(brand.SubdomainChanged, 'agencyId', { details: some('subdomain') }),
  kind(brand.SubdomainRemoved, 'agencyId', { details: some('subdomain') }),
  kind(brand.DomainOwnershipVerified, 'agencyId', { details: some('domain') }),
  kind(brand.DomainOwnershipLost, 'agencyId', { details: some('domain') }),
  kind(brand.DomainCertificateFound, 'agencyId', { details: some('domain') }),
  kind(brand.DomainCertificateLost, 'agencyId', { details: some('domain') }),

  // Whose it is says the tenant; what the platform does by itself stands in the statement.
  kind(wallet.CreditGranted, 'payerId', { details: booked, byPeopleOnly: true }),
  kind(wallet.WalletAdjusted, 'payerId', { details: booked, byPeopleOnly: true }),
  kind(wallet.FundsRefunded, 'payerId', { details: booked, byPeopleOnly: true }),
  kind(wallet.PostingReversed, 'payerId', { details: booked, byPeopleOnly: true }),
  kind(wallet.WalletResolved, 'payerId', { details: booked, byPeopleOnly: true }),
  kind(wallet.RechargeResumed, 'payerId', { byPeopleOnly: true }),

  kind(NotificationSent, 'targetId', { details: some('title', 'audience'), byPeopleOnly: true }),
];

const longestValue = 200;

/** The fields of an event's data as the API calls them; ids are not among them, and long texts are cut. */
export function fieldsOf(data: EventData): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    if (/Id$/.test(name) || value === undefined) continue;
    fields[snake(name)] =
      typeof value === 'string' && value.length > longestValue ?
        `${value.slice(0, longestValue).toWellFormed()}…`
      : value;
  }
  return fields;
}
