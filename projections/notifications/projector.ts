import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactErased, ContactErasureCompleted } from '../../domain/contacts/erasure-events.ts';
import { ConversationRead } from '../../domain/livechat/events.ts';
import {
  AllNotificationsRead,
  NotificationDeleted,
  NotificationRaised,
  NotificationRead,
  NotificationSent,
  notificationEvents,
} from '../../domain/notifications/events.ts';
import { UserRegistered } from '../../domain/users/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { forgetting } from '../engine/erasures.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Announcement, Projector, Statement } from '../engine-types.ts';
import { channelOf } from './channels.ts';
import { forgetNotifications } from './forget.ts';
import { RaisedPart } from './raised.ts';
import { SentPart } from './sent.ts';
import { notificationIndexesAtOnce, notificationModel, notificationTables } from '../tables/notifications.ts';

const create = createAll(...notificationTables);

/**
 * What people see under the bell, and what each of them has done with it. Texts of one contact that nobody of the
 * business has looked at are one line: the newest, and how many. The events stay one for each text. A conversation that
 * is read rings for nobody of the business any more.
 */
const remembered: Projector = {
  ...notificationModel,
  handles: typesOf([UserRegistered, ConversationRead, ...notificationEvents]),
  create: (schema) => `${create(schema)};${notificationIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const parts = new Parts();
    const sent = new SentPart();
    for (const event of events) {
      if (is(event, NotificationRaised)) parts.raise(event);
      else if (is(event, ConversationRead)) parts.read(event);
      else if (is(event, NotificationRead) || is(event, NotificationDeleted)) {
        parts.ofBusiness(event.data.businessId).touch(event);
        sent.touch(event);
      } else if (is(event, AllNotificationsRead)) {
        parts.ofBusiness(event.data.businessId).mark(event);
        sent.mark(event);
      } else if (is(event, NotificationSent)) sent.send(event);
      else if (is(event, UserRegistered)) sent.join(event);
    }
    return [...parts.statements(schema), ...sent.statements(schema)];
  },
  announce: (events) => events.flatMap(announcementOf),
};
export const notifications: Projector = forgetting(remembered, forgetNotifications);

/**
 * Each contact goes through the parts at its own pace: where one begins a new part, the others need not. What somebody
 * does with the lines of a business comes after all that its contacts have reached.
 */
class Parts {
  readonly #parts: RaisedPart[] = [];
  /** By contact, and by business: the part that the next text belongs into at the earliest. */
  readonly #reached = new Map<string, number>();
  /** By business: the furthest part that any of its contacts has reached. */
  readonly #furthest = new Map<string, number>();

  raise(event: Stored<typeof NotificationRaised>): void {
    let index = this.#indexOf(event);
    while (!this.#part(index).takesRaised(event)) index += 1;
    this.#reach(event, index);
  }

  read(event: Stored<typeof ConversationRead>): void {
    const index = this.#indexOf(event);
    this.#part(index).readConversation(event);
    this.#reach(event, index);
  }

  ofBusiness(businessId: string | null): RaisedPart {
    const id = businessId ?? '';
    const index = this.#furthest.get(id) ?? 0;
    this.#reached.set(id, index);
    return this.#part(index);
  }

  statements(schema: string): Statement[] {
    return this.#parts.flatMap((part) => part.statements(schema));
  }

  #part = (index: number): RaisedPart => {
    while (this.#parts.length <= index) this.#parts.push(new RaisedPart());
    return this.#parts[index]!;
  };
  #indexOf({ data }: { readonly data: OfContact }): number {
    return Math.max(this.#reached.get(data.businessId!) ?? 0, this.#reached.get(data.contactId!) ?? 0);
  }
  #reach({ data }: { readonly data: OfContact }, index: number): void {
    this.#reached.set(data.contactId!, index);
    this.#furthest.set(data.businessId!, Math.max(this.#furthest.get(data.businessId!) ?? 0, index));
  }
}
interface OfContact {
  readonly businessId: string | null;
  readonly contactId: string | null;
}

/** What a business's people all see rings at the business; what one has done with it rings where that one looks. */
function announcementOf(event: StoredEvent): readonly Announcement[] {
  const said: LiveAnnouncement = {
    type: 'notification',
    contactId: (event.data['contactId'] as string | undefined) ?? null,
    position: event.position.toString(),
  };
  if (
    is(event, NotificationRaised) ||
    is(event, ConversationRead) ||
    is(event, ContactErased) ||
    is(event, ContactErasureCompleted)
  )
    return [{ businessId: event.data.businessId!, event: said }];
  if (is(event, NotificationSent)) return [{ bell: channelOf(event.data.audience!, event.data.targetId), event: said }];
  return event.type === UserRegistered.type ? [] : [{ bell: `user:${event.data['userId'] as string}`, event: said }];
}
