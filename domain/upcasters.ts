import type { EventData } from './kernel/event.ts';
import { measured } from './messages/measure.ts';

/**
 * Turns the data of one version of an event into that of the next version. A plain function: same input, same output, nothing looked up.
 * A personal field may be null: the person was erased.
 */
export type Upcaster = (data: EventData) => EventData;

/** By event type, then by the version they start from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * How old versions are read. No stored event is ever rewritten: when the schema of an event changes, its version goes
 * up by one and the way from the version before is added here, for good. `test/contract/event-store/fixtures` holds a
 * recording of every version, and a test replays them all.
 *
 * ```ts
 * ContactOptedIn: { 1: ({ optInMethod, ...data }) => ({ ...data, source: optInMethod }) },
 * ```
 */
export const upcasters: Upcasters = {
  // Every text was put before people then; no event said so.
  MessageReceived: {
    1: (data) => ({ ...data, leftToPeople: true }),
    // Of whom was erased nobody knows any more how long their words were.
    2: (data) => ({ ...data, ...measured(data as { body: string | null; media: readonly object[] | null }) }),
  },
  ConversationAssigned: { 1: (data) => ({ ...data, why: null }) },
  ConversationClosed: { 1: (data) => ({ ...data, upToPosition: null }) },
  NotificationRaised: { 1: (data) => ({ ...data, content: withoutNumber(data['content']), receivedPosition: null }) },
  // All were to users themselves.
  AccountEmailRequested: { 1: (data) => ({ ...data, about: null }) },
  // Who was discovered had a number.
  ContactDiscovered: { 1: (data) => ({ ...data, email: null }) },
  // Nobody was asked why.
  ContactOptedOut: { 1: (data) => ({ ...data, reason: null }) },
  MessageQueued: {
    1: (data) => ({ ...data, campaignId: null }),
    2: (data) => ({ ...data, broadcastId: null, variant: null, aboutId: null }),
    3: (data) => ({ ...data, automation: null }),
  },
  MessageDeferred: { 1: (data) => ({ ...data, automation: null }) },
  MessageFailed: { 1: (data) => data },
  // Version 2 of both knows a reason more.
  BroadcastPaused: { 1: (data) => data },
  CouponIssued: { 1: (data) => data },
  // Designed emails came with version 2.
  EmailQueued: {
    1: (data) => ({ ...data, content: null, aboutId: null }),
    2: (data) => ({ ...data, broadcastId: null, variant: null }),
    3: (data) => ({ ...data, automation: null }),
  },
  // More lists can be taken along since.
  ListExportStarted: { 1: (data) => data, 2: (data) => data },
  // No email went out as a broadcast then.
  EmailAccepted: { 1: (data) => data },
  EmailFailed: { 1: (data) => data },
  EmailSuppressed: { 1: (data) => data },
  BroadcastScheduled: { 1: (data) => ({ ...data, versions: [] }) },
  BroadcastApprovalRequested: { 1: (data) => ({ ...data, versions: [] }) },
  BroadcastStarted: { 1: (data) => ({ ...data, versions: [] }) },
  // Alerts went to typed numbers and addresses alone.
  AutomationDrafted: { 1: (data) => ({ ...data, nodes: withMembers(data['nodes']) }) },
  AutomationVersionCreated: {
    1: (data) => {
      const document = data['document'] as { readonly nodes: unknown };
      return { ...data, document: { ...document, nodes: withMembers(document.nodes) } };
    },
  },
  // Both had in plain what version 2 seals.
  SegmentCreated: { 1: (data) => data },
  SegmentChanged: { 1: (data) => data },
  // Consents were events of their own.
  ContactImported: { 1: (data) => data },
  // The reason stood in the action.
  BulkActionStarted: {
    1: ({ action, ...data }) => {
      const { reason = null, ...stored } = action as { readonly reason?: string | null };
      return { ...data, action: stored, reason };
    },
    // Version 3 knows an action more.
    2: (data) => data,
  },
  // What version 2 says besides is optional; what it means when it is missing is said where state is made of it.
  AgencyCreated: { 1: (data) => data },
  BusinessCreated: { 1: (data) => data },
  // Readers without a business came with version 2: the business may be null there.
  NotificationRead: { 1: (data) => data },
  NotificationDeleted: { 1: (data) => data },
  // There are more kinds since.
  NotificationSent: { 1: (data) => data, 2: (data) => data },
  AllNotificationsRead: { 1: (data) => data },
};

/** Version 1 of a raised notification named its contact by the number: “(415) 555-0132: Hello”, “(415) 555-0132 opted in with START”. */
function withoutNumber(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  return content.replace(/^\+?[\d() .-]{7,}(?:: | o(?=pted ))/u, (start) => (start.endsWith('o') ? 'O' : ''));
}

/** Steps of before an alert could name people of the team. */
const withMembers = (nodes: unknown): EventData =>
  Object.fromEntries(
    Object.entries(nodes as Readonly<Record<string, { readonly kind: string } | null>>).map(([id, node]) => [
      id,
      node?.kind === 'Alert' ? { ...node, textMembers: [], mailMembers: [] } : node,
    ]),
  );
