import type { Kysely } from 'kysely';
import { activityQueries } from './activity/queries.ts';
import { agencyQueries } from './agencies/queries.ts';
import { businessQueries } from './businesses/queries.ts';
import { campaignQueries } from './campaigns/queries.ts';
import { contactQueries } from './contacts/queries.ts';
import { conversationQueries } from './conversations/queries.ts';
import { dashboardQueries } from './dashboard/queries.ts';
import { type ReadDatabase, within } from './engine/query.ts';
import { createSlowReaders, type Readers, type Scope } from './engine/readers.ts';
import { messageQueries } from './conversations/message-queries.ts';
import { notificationQueries } from './notifications/queries.ts';
import { providerQueries } from './providers/queries.ts';
import type { ReadModels } from './read-models.ts';
import { userQueries } from './users/queries.ts';
import { whitelabelQueries } from './whitelabels/queries.ts';

/** What belongs to one business: each is asked as a role that sees this business's rows only. */
const ofBusiness = (db: ReadDatabase) => ({
  ...campaignQueries(db),
  ...contactQueries(db),
  ...conversationQueries(db),
  ...messageQueries(db),
  ...notificationQueries(db),
  ...dashboardQueries(db),
  ...activityQueries(db),
});

/** What is about tenants themselves, or over several of them. */
const ofPlatform = (db: ReadDatabase, now: () => Date) => ({
  ...userQueries(db),
  ...businessQueries(db, now),
  ...agencyQueries(db, now),
  ...providerQueries(db),
  ...whitelabelQueries(db),
  ...notificationQueries(db),
});

/**
 * All queries over a pool of connections. `now` decides which calendar month usage is of. Whose rows a query may see is decided here, once for all (reliability,
 * security 2), and enforced by the database:
 *
 * - what belongs to a business runs as that business, what an operator lists across tenants as an operator, who can read everything and write nothing;
 * - a search for words or keywords in contacts, conversations and messages also runs as an operator: LIKE and the overlap of arrays are not leakproof, so under a tenant's policy
 *   Postgres would not use their indexes (measured among 100,000 contacts of a business: 25 ms instead of 5, and growing with them). Their own `where business_id` is held by tests;
 * - single rows by key about who is signed in (user, business, agency, its state, its providers, the brand of a host) run as the owner: there is no tenant yet, they say which.
 */
export function createReadModels(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the queries name their tables themselves
  db: Kysely<any>,
  now: () => Date = () => new Date(),
  readers: Readers = createSlowReaders(db),
): ReadModels {
  const as = (scope: Scope): ReadDatabase => within(db, readers, scope);
  const business = (businessId: string) => ofBusiness(as({ businessId }));
  const owner = ofPlatform(db, now);
  const operator = { ...ofPlatform(as('operator'), now), ...ofBusiness(as('operator')) };
  const isSearch = (search: string | null): boolean => search !== null && search.trim() !== '';
  return {
    ...owner,
    users: operator.users,
    businesses: operator.businesses,
    templates: operator.templates,
    agencies: operator.agencies,
    agencyAnalytics: operator.agencyAnalytics,
    whitelabels: operator.whitelabels,
    sentNotifications: operator.sentNotifications,

    campaigns: (id) => business(id).campaigns(id),
    contacts: (id, query) =>
      (isSearch(query.search) || query.keywords.length > 0 ? operator : business(id)).contacts(id, query),
    contact: (id, contactId) => business(id).contact(id, contactId),
    conversations: (id, query) => (isSearch(query.search) ? operator : business(id)).conversations(id, query),
    searchContacts: (id, search, limit, signal) => operator.searchContacts(id, search, limit, signal),
    conversation: (id, contactId) => business(id).conversation(id, contactId),
    messages: (id, contactId, query) => business(id).messages(id, contactId, query),
    message: (id, messageId) => business(id).message(id, messageId),
    answeredSince: (id, contactId, since) => business(id).answeredSince(id, contactId, since),
    unread: (id) => business(id).unread(id),
    receivedSince: (id, position, limit) => business(id).receivedSince(id, position, limit),
    dashboard: (id, range) => business(id).dashboard(id, range),
    notifications: (recipient, query) =>
      (recipient.businessId === null ? operator : business(recipient.businessId)).notifications(recipient, query),
    notificationsUnread: (recipient) =>
      (recipient.businessId === null ? operator : business(recipient.businessId)).notificationsUnread(recipient),
    activity: (scope, query) =>
      (scope.agencyId !== null ? activityQueries(as({ agencyId: scope.agencyId }))
      : scope.businessId !== null ? business(scope.businessId)
      : operator
      ).activity(scope, query),
  };
}
