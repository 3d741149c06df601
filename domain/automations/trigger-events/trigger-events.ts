import { eachByApiName } from '../../contacts/attributes.ts';
import { spelledOut } from '../../contacts/agreed.ts';
import { Contact } from '../../contacts/contact.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  type ContactEvent,
  ContactImported,
  ContactImportUndone,
  ContactNameChanged,
  ContactOptedIn,
} from '../../contacts/events.ts';
import { ContactMerged } from '../../contacts/merge-events.ts';
import { ConversationClosed } from '../../livechat/events.ts';
import { CouponIssued, CouponRedeemed } from '../../coupons/events.ts';
import { IntegrationRecordReceived } from '../../integrations/records.ts';
import { type Actor, type EventData, type EventDefinition, type EventOf } from '../../kernel/event.ts';
import { namespaces, uuidV5 } from '../../kernel/ids.ts';
import { LinkClicked } from '../../links/events.ts';
import { RewardUnlocked } from '../../loops/events.ts';
import { EmailQueued } from '../../emails/events.ts';
import { MessageRoutedToInbox, MessageQueued } from '../../messages/events.ts';
import { PageSubmitted } from '../../submissions/events.ts';
import { VoteCast } from '../../votes/events.ts';
import { AutomationHookReceived } from '../events.ts';
import type { EventKind, TriggerEventDetail } from '../triggers/index.ts';
import type { ContactField } from '../values/fields.ts';

/** An event as the log has it. */
export interface Told {
  readonly type: string;
  readonly data: EventData;
  readonly metadata: { readonly occurredAt: string };
}
/**
 * Something that happened to a contact, as it is kept until it is looked at: ids and numbers, no words. What somebody
 * texted (`messageId`), and what changed of them, stands in their streams.
 */
export interface TriggerEvent {
  readonly contactId: string;
  readonly businessId: string;
  readonly kind: EventKind;
  /** An ISO instant. */
  readonly at: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/** By what two things are known to have come of the same: what an automation has done is a cause of its own. */
export const causeKey = ({
  id,
  metadata: { actor, correlationId },
}: {
  readonly id: string;
  readonly metadata: { readonly actor: Actor; readonly correlationId: string };
}): string => (actor.kind === 'system' && actor.name === 'automations' ? id : correlationId);
/** A day of somebody is the same to all automations. */
export const causeOfDay = (contactId: string, of: string, due: string): string =>
  uuidV5(namespaces.event, contactId, of, due.slice(0, 10));

/** Who is not asked for as one: they come by the thousand. */
export const comeInCrowds: ReadonlySet<string> = new Set<EventKind | 'in-bulk'>([
  'contact-imported',
  'broadcast-sent',
  'in-bulk',
]);
/** What a run says it came by when somebody let it in: one contact, or one of many. */
export const byHand = { one: 'by-hand', many: 'in-bulk' } as const;

interface Source {
  readonly type: string;
  of(event: Told, kind: EventKind): readonly TriggerEvent[];
}
/** What one type of event tells; `null`: nothing. */
function tells<const D extends AnyDefinition>(
  definition: D,
  detail: (data: EventOf<D>['data']) => TriggerEvent['detail'] | null,
  when?: (data: EventOf<D>['data']) => string,
): Source {
  return {
    type: definition.type,
    of: ({ data, metadata }, kind) => {
      const found = detail(data as EventOf<D>['data']);
      const { contactId, businessId } = data as { readonly contactId: string | null; readonly businessId: string };
      if (found === null || contactId === null) return [];
      const at = when?.(data as EventOf<D>['data']) ?? metadata.occurredAt;
      return [{ contactId, businessId, kind, at, detail: found }];
    },
  };
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of any event, whatever is personal in it
type AnyDefinition = EventDefinition<any, any, any>;

/** By which events the log tells that something happened to a contact. */
const sources = {
  'opted-in': [tells(ContactOptedIn, ({ keyword, campaignId }) => ({ keyword, campaignId }))],
  'page-submitted': [tells(PageSubmitted, ({ campaignId }) => ({ campaignId }))],
  'vote-cast': [tells(VoteCast, ({ campaignId }) => ({ campaignId }))],
  'coupon-issued': [tells(CouponIssued, ({ campaignId }) => ({ campaignId }))],
  'coupon-redeemed': [tells(CouponRedeemed, ({ campaignId }) => ({ campaignId }))],
  'reward-unlocked': [tells(RewardUnlocked, ({ campaignId, rewardId }) => ({ campaignId, rewardId }))],
  // Counted from what a member did (`points.ts`).
  'points-reached': [],
  'contact-created': [tells(ContactDiscovered, () => ({}))],
  'contact-imported': [tells(ContactImported, ({ uploadId }) => ({ uploadId }))],
  'field-changed': [tells(ContactNameChanged, () => ({})), tells(ContactDetailsChanged, () => ({}))],
  'text-received': [tells(MessageRoutedToInbox, ({ messageId }) => ({ messageId }))],
  'link-clicked': [
    tells(
      LinkClicked,
      ({ source }) => ({ sourceId: source.id }),
      ({ clickedAt }) => clickedAt,
    ),
  ],
  'broadcast-sent': [
    tells(MessageQueued, ({ broadcastId }) => (broadcastId === null ? null : { broadcastId })),
    tells(EmailQueued, ({ broadcastId }) => (broadcastId === null ? null : { broadcastId })),
  ],
  // A text within days of a broadcast (`later/broadcast-answered.ts`).
  'broadcast-answered': [],
  'conversation-closed': [tells(ConversationClosed, () => ({}))],
  'webhook-received': [tells(AutomationHookReceived, ({ hookId }) => ({ webhookId: hookId }))],
  'integration-event': [
    tells(IntegrationRecordReceived, ({ integrationId, kind }) => ({ integrationId, event: kind })),
  ],
} satisfies Record<EventKind, readonly Source[]>;
const byType = new Map<string, (event: Told) => readonly TriggerEvent[]>(
  Object.entries(sources).flatMap(([kind, those]) =>
    (those as readonly Source[]).map(({ type, of }) => [type, (event: Told) => of(event, kind as EventKind)] as const),
  ),
);

/** The types of events that tell of something that happens to a contact. */
export const triggerEventTypes: readonly string[] = [...byType.keys()];
/** What an event says has happened to a contact; mostly one thing, or nothing. */
export const triggerEventsOf = (event: Told): readonly TriggerEvent[] =>
  spelledOut(event).flatMap((one) => byType.get(one.type)?.(one) ?? []);

/**
 * What changes fields of a contact and is no *field changed* that starts automations: a file, its undoing, a merge. Who
 * waits for a day of theirs, or for such a change, hears of it.
 */
const overwriting = [ContactImported, ContactImportUndone, ContactMerged].map((definition) =>
  tells(definition, () => ({})),
);
export const overwritingTypes: readonly string[] = overwriting.map(({ type }) => type);
export const overwritesOf = (event: Told): readonly TriggerEvent[] =>
  overwriting.flatMap(({ type, of }) => (type === event.type ? of(event, 'field-changed') : []));

/** The words of a text, for those who have them. Null: they are gone. */
export interface Words {
  /** When it arrived: what tells of it comes later, when its reaction is over. */
  readonly receivedAt: string;
  readonly text: string;
  readonly pictures: readonly string[];
}

/** A happening in full. `words`: of the text that it names; `changes`: see `changesIn`. What is gone has not happened. */
export function inFull(
  { kind, at, detail }: TriggerEvent,
  words: Words | null,
  changes: readonly { readonly field: ContactField; readonly to: string | null }[],
): readonly TriggerEventDetail[] {
  const said: Readonly<Record<string, string | number | null>> = { at, ...detail };
  switch (kind) {
    case 'opted-in':
      return [
        {
          kind,
          at,
          keyword: (said['keyword'] as string | null) ?? '',
          campaignId: (said['campaignId'] as string | null) ?? null,
        },
      ];
    case 'text-received':
      if (words === null) return [];
      return [{ kind, at: words.receivedAt, text: words.text, pictures: words.pictures }];
    case 'field-changed':
      return changes.map((change) => ({ kind, at, ...change }));
    default:
      return [{ kind, ...said } as unknown as TriggerEventDetail];
  }
}

const ownFields = {
  first_name: ({ firstName }: Known) => firstName,
  last_name: ({ lastName }: Known) => lastName,
  ...eachByApiName(
    (name) =>
      ({ details }: Known) =>
        details[name],
  ),
} as const;
type Known = Exclude<Contact, { status: 'none' }>;

/** What an event of a contact's stream changed of them, by the events before it. */
export function changesIn(
  before: readonly object[],
  event: object,
): readonly { readonly field: ContactField; readonly to: string | null }[] {
  const was = before.reduce<Contact>((state, one) => Contact.evolve(state, one as ContactEvent), Contact.initial);
  const now = Contact.evolve(was, event as ContactEvent);
  if (was.status === 'none' || now.status === 'none') return [];
  const own = Object.entries(ownFields).flatMap(([name, of]) => {
    const [one, other] = [of(was) || null, of(now) || null];
    return one === other ? [] : [{ field: { of: 'contact', name } as ContactField, to: other }];
  });
  const [held, holds] = [was.details.custom ?? {}, now.details.custom ?? {}];
  const custom = [...new Set([...Object.keys(held), ...Object.keys(holds)])].flatMap((id) => {
    const [one, other] = [held[id] || null, holds[id] || null];
    return one === other ? [] : [{ field: { of: 'custom', id } as ContactField, to: other }];
  });
  return [...own, ...custom];
}
