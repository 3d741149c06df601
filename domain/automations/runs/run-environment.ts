import type { Agency } from '../../agencies/agency.ts';
import type { Business } from '../../businesses/business.ts';
import { type Contact, homeOf } from '../../contacts/contact.ts';
import { ContactOptedOut } from '../../contacts/events.ts';
import { ContactSuppressionKept } from '../../contacts/erasure-events.ts';
import type { ContactFilter } from '../../contacts/filter.ts';
import { type DomainEvent, is } from '../../kernel/event.ts';
import { zonesOfPerson } from '../../sms/quiet-hours.ts';
import type { AnswerField } from './answer.ts';
import type { RunInputs } from './decide.ts';
import type { AutomationState } from './automation-state.ts';
import type { Zones } from './time.ts';

/** What a run is held against besides its contact: the same for all runs of an automation. */
export interface RunEnvironment {
  readonly standing: AutomationState;
  readonly business: Business;
  readonly agency: Agency;
  /** The name that texts to contacts begin with; null: with none. */
  readonly prefix: string | null;
  readonly segments: ReadonlyMap<string, ContactFilter>;
  readonly fields: readonly AnswerField[];
}

/** Why a contact is to be left alone from now on, whatever the run would do. */
export function exitOf({ standing, business, agency }: RunEnvironment, contact: Contact): RunInputs['exit'] {
  if (contact.status === 'erased') return contact.mergedInto === null ? 'erased' : 'merged';
  // An import that brought them was undone.
  if (contact.status === 'none') return 'erased';
  if (standing.status === 'archived') return 'stopped';
  if (business.status !== 'active' || agency.status === 'archived') return 'archived';
  return contact.status === 'optedOut' ? 'opted-out' : null;
}

/**
 * The same for what began by something at `position` of the log: who has opted out since has left it, also when they
 * have come back before anybody looked.
 */
export function exitSince(
  around: RunEnvironment,
  contact: Contact,
  stored: readonly (DomainEvent & { readonly position: bigint })[],
  position: bigint,
): RunInputs['exit'] {
  const hasLeft = stored.some(
    (event) =>
      event.position > position &&
      (is(event, ContactOptedOut) || (is(event, ContactSuppressionKept) && event.data.texts)),
  );
  return exitOf(around, contact) ?? (hasLeft ? 'opted-out' : null);
}

/** Where the clocks are of a business and of one of its contacts. */
export function zonesFor({ business }: RunEnvironment, contact: Contact): Zones {
  const own = business.status === 'none' ? 'UTC' : business.timezone;
  const phone = contact.status === 'none' ? null : contact.phone;
  return { business: own, contact: zonesOfPerson(phone, own, homeOf(contact)) };
}
