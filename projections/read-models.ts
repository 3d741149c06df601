/**
 * What can be asked of the read models in this slice. Every method is bound to a tenant by its first argument, which comes from the
 * session. Dates are ISO 8601 strings in UTC, positions decimal strings. A row of another tenant reads as null or is not there.
 */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly search: string | null;
  readonly sortBy: string | null;
  readonly sortDesc: boolean;
  readonly status: string | null;
}

export interface Listed<T> { readonly data: readonly T[]; readonly total: number }

export interface UserView { id: string; role: 'Admin' | 'Agency' | 'Business'; email: string; firstName: string; lastName: string; agencyId: string | null; businessId: string | null }

export interface BusinessView {
  id: string; agencyId: string | null; name: string; uniqueId: string; currency: string; timezone: string; dateFormat: string;
  phoneNumber: string | null; isTollFree: boolean; monthlyMessages: number | null; contactLimit: number | null;
  /** Segments sent this calendar month of the business's zone, and contacts held. */
  usageMessages: number; usageContacts: number;
}

export interface CampaignView { id: string; name: string; type: string; keyword: string; number: string; reply: string; createdAt: string; optIns: number }

export type ContactStatus = 'subscribed' | 'optedOut' | 'unknown';
export interface ContactView {
  id: string; phone: string | null; firstName: string | null; lastName: string | null; status: ContactStatus; unreachable: boolean;
  keywords: readonly string[]; createdAt: string; lastMessageAt: string | null;
}
/** One line of a contact's consent history, oldest first. */
export interface ConsentView { eventId: string; kind: 'optedIn' | 'optedOut'; at: string; how: string; keyword: string | null; words: string | null; providerMessageId: string | null; actor: string }

export type MessageStatus = 'received' | 'queued' | 'accepted' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'held' | 'unknown';
export interface MessageView {
  id: string; contactId: string; direction: 'in' | 'out'; kind: 'message' | 'note'; body: string | null; media: readonly { url: string; contentType: string | null }[];
  status: MessageStatus; purpose: string | null; segments: number | null; errorCode: number | null;
  /** Why it failed, waits or was suppressed; a code of the message catalogue or plain words. */
  reason: string | null; heldUntil: string | null; at: string; position: string;
  /** Every state it has been in: for the timeline's detail. */
  history: readonly { status: string; at: string }[];
  authorId: string | null;
}

export interface ConversationView {
  contactId: string; phone: string | null; firstName: string | null; lastName: string | null; contactStatus: ContactStatus;
  open: boolean; unread: number; assigneeId: string | null;
  lastMessage: { body: string | null; direction: 'in' | 'out'; at: string; status: MessageStatus; hasMedia: boolean } | null;
  /** The position of the newest thing in it: pass it back to mark it read. */
  position: string;
}

export interface NotificationView { id: string; kind: string; title: string; content: string | null; link: string | null; read: boolean; at: string; contactId: string }

export interface DashboardView {
  from: string; to: string;
  /** One row a day of the business's zone, none left out. */
  daily: readonly { day: string; optIns: number; optOuts: number; received: number; sent: number; delivered: number; failed: number; suppressed: number }[];
  totals: { optIns: number; optOuts: number; received: number; sent: number; delivered: number; failed: number; suppressed: number };
  /** The same sums for the period of equal length before. */
  previous: { optIns: number; optOuts: number; received: number; sent: number; delivered: number; failed: number; suppressed: number };
  messagesByStatus: readonly { status: MessageStatus; count: number }[];
  unread: number; contacts: number; subscribed: number;
}

export interface ReadModels {
  user(userId: string): Promise<UserView | null>;
  /** The ids of the users who see a business's live messages. */
  usersOfBusiness(businessId: string): Promise<readonly string[]>;
  business(businessId: string): Promise<BusinessView | null>;
  campaigns(businessId: string): Promise<readonly CampaignView[]>;
  contacts(businessId: string, query: ListQuery & { readonly keywords: readonly string[]; readonly optOut: boolean | null }): Promise<Listed<ContactView>>;
  contact(businessId: string, contactId: string): Promise<(ContactView & { consents: readonly ConsentView[] }) | null>;
  /** Newest first. `unread`/`closed` filter; `all` is every open one. */
  conversations(businessId: string, query: { readonly filter: 'all' | 'unread' | 'closed'; readonly search: string | null; readonly page: number; readonly perPage: number; readonly signal?: AbortSignal }): Promise<Listed<ConversationView>>;
  conversation(businessId: string, contactId: string): Promise<ConversationView | null>;
  /** Oldest first within the page; `before` is a position to page upwards from, null: the newest. */
  messages(businessId: string, contactId: string, query: { readonly before: string | null; readonly limit: number; readonly signal?: AbortSignal }): Promise<{ readonly data: readonly MessageView[]; readonly hasMore: boolean }>;
  message(businessId: string, messageId: string): Promise<MessageView | null>;
  searchContacts(businessId: string, search: string, limit: number, signal?: AbortSignal): Promise<readonly ContactView[]>;
  /** Inbound messages nobody has read, over all open conversations of the business. */
  unread(businessId: string): Promise<number>;
  /** Inbound messages after a position, oldest first, at most `limit`: what a reconnecting websocket missed. */
  receivedSince(businessId: string, position: string, limit: number): Promise<readonly { contactId: string; messageId: string; position: string }[]>;
  notifications(businessId: string, userId: string, query: ListQuery): Promise<Listed<NotificationView> & { readonly unread: number }>;
  dashboard(businessId: string, range: { readonly from: string; readonly to: string }): Promise<DashboardView>;
}
