import type { AnsweringRule } from '../domain/message/fields.ts';
import type { agencyList } from '../domain/agency/list.ts';
import type { businessList } from '../domain/business/list.ts';
import type { contactList } from '../domain/contact/list.ts';
import type { ListQuery } from '../domain/kernel/list.ts';
import type { notificationList, sentNotificationList } from '../domain/notification/list.ts';
import type { userList } from '../domain/user/list.ts';
import type { whitelabelList } from '../domain/whitelabel/list.ts';

/**
 * What can be asked of the read models in this slice. Every method is bound to a tenant by its first argument, which comes from the
 * session. Dates are ISO 8601 strings in UTC, positions decimal strings. A row of another tenant reads as null or is not there.
 */
export interface Listed<T> {
  readonly data: readonly T[];
  readonly total: number;
}

export type RoleName = 'Admin' | 'Agency' | 'Business';
export interface UserView {
  id: string;
  role: RoleName;
  email: string;
  firstName: string;
  lastName: string;
  agencyId: string | null;
  businessId: string | null;
  avatar: string | null;
  settings: { pushNotifications: boolean; timezone: string | null; colorScheme: 'auto' | 'light' | 'dark' };
  createdAt: string;
  lastSignInAt: string | null;
  /** The UTC day on which the A2P dialog was last confirmed. */
  a2pConfirmedOn: string | null;
}
/** A line of the operator's list of users, with the names of where they belong. */
export interface UserRowView extends UserView {
  agencyName: string | null;
  businessName: string | null;
}

export interface Named {
  id: string;
  name: string;
}
/** A provider's account as it may be shown: no secret. */
export interface ProviderView {
  provider: 'twilio' | 'sendgrid' | 'mailgun' | 'ses';
  masked: Readonly<Record<string, string>>;
  fromEmail: string | null;
  fromName: string | null;
  verifiedAt: string;
  trial: boolean;
}
export type ProvidersView = Readonly<Record<'twilio' | 'sendgrid' | 'mailgun' | 'ses', ProviderView | null>>;
/** Whose account it is. The platform's own has the id null. */
export type ProviderOwner =
  { readonly kind: 'platform'; readonly id: null } | { readonly kind: 'agency' | 'business'; readonly id: string };

export interface WhitelabelView {
  /** The agency's id. */
  id: string;
  agencyName: string;
  name: string | null;
  logo: string | null;
  favicon: string | null;
  color: string | null;
  domain: string | null;
  subdomain: string | null;
  /** Logo and favicon at other widths, by width in px. All files are paths on whatever host the page was opened on. */
  logoVariants: Readonly<Record<string, string>>;
  faviconVariants: Readonly<Record<string, string>>;
  /** Whether the domain leads here, as the last look saw it; null: nobody could look yet. */
  pointsHere: boolean | null;
  /** It leads here and its owner has proved it. */
  vhostExists: boolean;
  certificateExists: boolean;
  ownershipVerified: boolean;
  certificateExpiresAt: string | null;
  checkedAt: string | null;
  problem: string | null;
  /** What the TXT record of the domain has to say. */
  ownershipToken: string | null;
  supportEmail: string | null;
  archived: boolean;
}

export interface AgencyView {
  id: string;
  name: string;
  email: string;
  status: 'active' | 'archived';
  createdAt: string;
  archivedAt: string | null;
  businessesCount: number;
  freeFee: boolean;
  isTemplate: boolean;
  domain: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  website: string | null;
  timezone: string;
  supportEmail: string | null;
  isActiveLivechat: boolean;
  isActiveLoop: boolean;
  hasSample: boolean;
  isNew: boolean;
  freeNumbers: number;
  freeMessages: number;
  freeCalls: number;
  /** Numbers held, segments sent this calendar month of the agency's zone, minutes called this month. */
  usageNumbers: number;
  usageMessages: number;
  usageCalls: number;
  /** The user who owns it: whom an operator acts as. Null before there is one. */
  ownerId: string | null;
  /** Of the agency's stream: what an edit has to start from. */
  revision: number;
}
/** A line of a list: what the list shows and no more. */
export type AgencyRowView = Pick<
  AgencyView,
  | 'id'
  | 'name'
  | 'email'
  | 'status'
  | 'createdAt'
  | 'archivedAt'
  | 'businessesCount'
  | 'freeFee'
  | 'isTemplate'
  | 'domain'
>;

export interface AgencyAnalyticsView {
  businesses: { active: number; inactive: number; archived: number };
  daily: readonly { day: string; sent: number; received: number; optIns: number; optOuts: number }[];
  totals: { sent: number; received: number; optIns: number; optOuts: number; contacts: number; numbers: number };
  previous: { sent: number; received: number; optIns: number; optOuts: number };
  top: readonly { id: string; name: string; sent: number; received: number; optIns: number; contacts: number }[];
}

/** Who may see the lines of an activity: null everything (an admin), otherwise one agency's or one business's. */
export interface ActivityView {
  id: string;
  at: string;
  type: string;
  actor: Named | null;
  impersonator: Named | null;
  agency: Named | null;
  business: Named | null;
  details: Readonly<Record<string, unknown>>;
}

/** Whose lists: an operator sees all, an agency its own. */
export type TenancyScope = { readonly agencyId: string | null; readonly all: boolean };

export interface ContactInfoView {
  phone: string | null;
  email: string | null;
  website: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
}
export interface BusinessView {
  id: string;
  agencyId: string | null;
  agencyName: string | null;
  name: string;
  email: string;
  firstName: string;
  lastName: string;
  uniqueId: string;
  currency: string;
  timezone: string;
  dateFormat: string;
  logo: string | null;
  status: 'active' | 'archived';
  isActive: boolean;
  createdAt: string;
  archivedAt: string | null;
  phoneNumber: string | null;
  isTollFree: boolean;
  numberStatus: string | null;
  monthlyMessages: number | null;
  contactLimit: number | null;
  /** Segments sent this calendar month of the business's zone, and contacts held. */
  usageMessages: number;
  usageContacts: number;
  isTemplate: boolean;
  templateContent: string | null;
  isEnabledLivechat: boolean;
  isActiveLivechat: boolean;
  isEnabledLoop: boolean;
  isActiveLoop: boolean;
  isActiveMms: boolean;
  freeFee: boolean;
  useBandwidth: boolean;
  contactInfo: ContactInfoView;
  broadcasters: readonly { name: string; phone: string }[];
  legalPages: { privacy: { content: string; link: string | null }; terms: { content: string; link: string | null } };
  ownerId: string | null;
  /** Of the business's stream: what an edit has to start from. */
  revision: number;
}
export type BusinessRowView = Pick<
  BusinessView,
  | 'id'
  | 'agencyId'
  | 'agencyName'
  | 'name'
  | 'email'
  | 'uniqueId'
  | 'status'
  | 'isActive'
  | 'phoneNumber'
  | 'isTollFree'
  | 'numberStatus'
  | 'isTemplate'
  | 'freeFee'
  | 'monthlyMessages'
  | 'usageMessages'
  | 'contactLimit'
  | 'usageContacts'
  | 'createdAt'
  | 'archivedAt'
>;

export interface CampaignView {
  id: string;
  name: string;
  type: string;
  keyword: string;
  /** The number that its keyword is texted to, null while it waits for one; `takenOn`: the business's number, where another campaign has the keyword. */
  number: string | null;
  status: 'active' | 'waiting';
  takenOn: string | null;
  reply: string;
  createdAt: string;
  optIns: number;
}

export type ContactStatus = 'subscribed' | 'optedOut' | 'unknown';
export interface ContactView {
  id: string;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  status: ContactStatus;
  unreachable: boolean;
  keywords: readonly string[];
  createdAt: string;
  lastMessageAt: string | null;
}
/** One line of a contact's consent history, oldest first. */
export interface ConsentView {
  eventId: string;
  kind: 'optedIn' | 'optedOut';
  at: string;
  how: string;
  keyword: string | null;
  words: string | null;
  providerMessageId: string | null;
  actor: string;
}

export type MessageStatus =
  'received' | 'queued' | 'accepted' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'held' | 'unknown';
export interface MessageView {
  id: string;
  contactId: string;
  direction: 'in' | 'out';
  kind: 'message' | 'note';
  body: string | null;
  media: readonly { url: string; contentType: string | null }[];
  status: MessageStatus;
  purpose: string | null;
  segments: number | null;
  errorCode: number | null;
  /** Why it failed, waits or was suppressed; a code of the message catalogue or plain words. */
  reason: string | null;
  heldUntil: string | null;
  at: string;
  position: string;
  /** Every state it has been in: for the timeline's detail. */
  history: readonly { status: string; at: string }[];
  authorId: string | null;
  /** How its author is called now. */
  author: string | null;
  /** The rule that answered a text that came in; null: none has. */
  rule: AnsweringRule | null;
}

/** How many conversations there are of each kind. */
export type ConversationFilter = 'needs_reply' | 'all' | 'closed';
export type ConversationCounts = Readonly<Record<ConversationFilter, number>>;
export interface ConversationView {
  contactId: string;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  contactStatus: ContactStatus;
  open: boolean;
  unread: number;
  /** The contact's last text was a person's words, and nobody has answered or closed it since. */
  needsReply: boolean;
  assigneeId: string | null;
  lastMessage: {
    body: string | null;
    direction: 'in' | 'out';
    at: string;
    status: MessageStatus;
    hasMedia: boolean;
  } | null;
  /** The position of the newest thing in it: pass it back to mark it read. */
  position: string;
}

/** What an operator sent, with how many it is for now and how many of them have read it. */
export interface SentNotificationView {
  id: string;
  title: string;
  content: string;
  link: string | null;
  audience: 'all' | 'agencies' | 'businesses' | 'agency' | 'business' | 'user';
  target: Named | null;
  recipients: number;
  read: number;
  at: string;
  sender: string | null;
}
/** Whose bell: decides which notifications are theirs. From the session. */
export interface Recipient {
  readonly userId: string;
  readonly role: RoleName;
  readonly agencyId: string | null;
  readonly businessId: string | null;
}

/** `count`: how many texts of one contact it stands for while nobody has looked; `content` is the newest. */
export interface NotificationView {
  id: string;
  kind: string;
  title: string;
  content: string | null;
  link: string | null;
  read: boolean;
  at: string;
  contactId: string | null;
  /** The contact as they are called now; null where it is about nobody, or not known yet. */
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  count: number;
}

export interface DashboardView {
  from: string;
  to: string;
  /** One row a day of the business's zone, none left out. */
  daily: readonly {
    day: string;
    optIns: number;
    optOuts: number;
    received: number;
    sent: number;
    delivered: number;
    failed: number;
    suppressed: number;
  }[];
  totals: {
    optIns: number;
    optOuts: number;
    received: number;
    sent: number;
    delivered: number;
    failed: number;
    suppressed: number;
  };
  /** The same sums for the period of equal length before. */
  previous: {
    optIns: number;
    optOuts: number;
    received: number;
    sent: number;
    delivered: number;
    failed: number;
    suppressed: number;
  };
  messagesByStatus: readonly { status: MessageStatus; count: number }[];
  unread: number;
  contacts: number;
  subscribed: number;
}

export interface ReadModels {
  user(userId: string): Promise<UserView | null>;
  /** The ids of the users who see a business's live messages. */
  usersOfBusiness(businessId: string): Promise<readonly string[]>;
  /** An operator's list; searched by name and e-mail; sorted by id, name, email, role, created_at, last_sign_in_at. */
  users(query: ListQuery<typeof userList>): Promise<Listed<UserRowView>>;
  business(businessId: string): Promise<BusinessView | null>;
  /** `status` active or archived. Searched by name, unique id, e-mail and number; sorted by id, name, email, created_at, usage_messages. */
  businesses(scope: TenancyScope, query: ListQuery<typeof businessList>): Promise<Listed<BusinessRowView>>;
  templates(
    scope: TenancyScope,
  ): Promise<
    readonly { id: string; name: string; agency: Named | null; campaigns: number; description: string | null }[]
  >;
  agency(agencyId: string): Promise<AgencyView | null>;
  /** `status` active or archived. Searched by name, e-mail and domain; sorted by id, name, email, created_at, businesses_count. */
  agencies(query: ListQuery<typeof agencyList>): Promise<Listed<AgencyRowView>>;
  /** Days of the agency's zone, both included. */
  agencyAnalytics(
    agencyId: string,
    range: { readonly from: string; readonly to: string },
  ): Promise<AgencyAnalyticsView>;
  /** What a session's tenant may do now. `archived`: the business or its agency is archived; `inactive`: switched off. Cheap: asked for every call. */
  tenantStatus(agencyId: string | null, businessId: string | null): Promise<'active' | 'inactive' | 'archived'>;
  whitelabel(agencyId: string): Promise<WhitelabelView | null>;
  /** Searched by domain, subdomain and agency; sorted by domain (the default), id, created_at. */
  whitelabels(query: ListQuery<typeof whitelabelList>): Promise<Listed<WhitelabelView>>;
  /** The brand of a host name: a custom domain whose owner has proved it, or a subdomain of the platform's. Null: nobody's. */
  whitelabelByHost(host: {
    readonly domain: string;
    readonly subdomain: string | null;
  }): Promise<WhitelabelView | null>;
  providers(owner: ProviderOwner): Promise<ProvidersView>;
  /** Newest first. */
  activity(
    scope: { readonly agencyId: string | null; readonly businessId: string | null; readonly userId: string | null },
    query: { readonly page: number; readonly perPage: number },
  ): Promise<Listed<ActivityView>>;
  campaigns(businessId: string): Promise<readonly CampaignView[]>;
  contacts(businessId: string, query: ListQuery<typeof contactList>): Promise<Listed<ContactView>>;
  contact(businessId: string, contactId: string): Promise<(ContactView & { consents: readonly ConsentView[] }) | null>;
  /** Newest first. `unread`/`closed` filter; `all` is every open one. */
  conversations(
    businessId: string,
    query: {
      readonly filter: ConversationFilter;
      readonly search: string | null;
      readonly page: number;
      readonly perPage: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<Listed<ConversationView> & { readonly counts: ConversationCounts }>;
  conversation(businessId: string, contactId: string): Promise<ConversationView | null>;
  /** Oldest first within the page; `before` is a position to page upwards from, null: the newest. */
  messages(
    businessId: string,
    contactId: string,
    query: { readonly before: string | null; readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<{ readonly data: readonly MessageView[]; readonly hasMore: boolean }>;
  message(businessId: string, messageId: string): Promise<MessageView | null>;
  /** Whether anybody but `userId` wrote to the contact after a position, and how they are called. */
  answeredSince(
    businessId: string,
    contactId: string,
    since: { readonly position: string; readonly userId: string },
  ): Promise<{ readonly author: string | null } | null>;
  searchContacts(
    businessId: string,
    search: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly ContactView[]>;
  /** Inbound messages nobody has read, over all open conversations of the business. */
  unread(businessId: string): Promise<number>;
  /** Messages left to people after a position, in that order, at most `limit`: what a reconnecting websocket missed. */
  receivedSince(
    businessId: string,
    position: string,
    limit: number,
  ): Promise<readonly { contactId: string; messageId: string; position: string }[]>;
  /** Those of the recipient's business and those an operator sent to them. */
  notifications(
    recipient: Recipient,
    query: ListQuery<typeof notificationList>,
  ): Promise<Listed<NotificationView> & { readonly unread: number }>;
  /** The number under the bell. Exact, and one look-up. */
  notificationsUnread(recipient: Recipient): Promise<number>;
  sentNotifications(query: ListQuery<typeof sentNotificationList>): Promise<Listed<SentNotificationView>>;
  dashboard(businessId: string, range: { readonly from: string; readonly to: string }): Promise<DashboardView>;
}
