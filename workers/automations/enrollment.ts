import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Trigger, TriggerKind } from '../../domain/automations/document/document.ts';
import type { TriggerEvent } from '../../domain/automations/trigger-events/trigger-events.ts';

/** Something that happened to a contact, and the event that says so. */
export interface Told {
  readonly event: StoredEvent;
  readonly happening: TriggerEvent;
  /** A row of a file tells of several: which of them, from 0. */
  readonly nth: number;
}
/** Somebody whom a trigger means: written down to come in. */
export interface Entering extends Omit<Told, 'happening'> {
  readonly happening: Pick<TriggerEvent, 'contactId' | 'businessId' | 'at'> & { readonly kind: TriggerKind };
  readonly automationId: string;
  readonly trigger: string;
  /** Left out: the event's id. */
  readonly cause?: string;
  /** By what it is known to be of one cause with others. Left out: of the event. */
  readonly correlation?: string;
  /** Left out: now. */
  readonly dueAt?: string;
}

/** A trigger of a published version, as it stands in `ops.automation_triggers`. */
export interface TriggerRow {
  readonly automation_id: string;
  readonly business_id: string;
  readonly nth: number;
  readonly kind: string;
  readonly trigger: Trigger;
}
