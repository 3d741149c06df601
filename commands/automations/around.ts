import { Agency } from '../../domain/agency/agency.ts';
import type { AnswerField } from '../../domain/automation/answer.ts';
import type { Look } from '../../domain/automation/decide.ts';
import { Standing } from '../../domain/automation/standing.ts';
import type { Zones } from '../../domain/automation/time.ts';
import { Business } from '../../domain/business/business.ts';
import type { Contact } from '../../domain/contact/contact.ts';
import type { ContactFilter } from '../../domain/contact/filter.ts';
import { CustomFields } from '../../domain/custom-field/custom-fields.ts';
import { AgencyId, type AutomationId, type BusinessId } from '../../domain/kernel/ids.ts';
import { Segments } from '../../domain/segment/segments.ts';
import { zonesOf } from '../../domain/sms/area-codes.ts';
import { streams } from '../../domain/streams.ts';
import type { World } from '../kernel.ts';

/** What a run is held against besides its contact: the same for all runs of an automation. */
export interface Around {
  readonly standing: Standing;
  readonly business: Business;
  readonly agency: Agency;
  readonly segments: ReadonlyMap<string, ContactFilter>;
  readonly fields: readonly AnswerField[];
}

export async function aroundOf(world: World, automationId: AutomationId, businessId: BusinessId): Promise<Around> {
  const [standing, business, segments, fields] = await Promise.all([
    world.folded(streams.automation(automationId), Standing),
    world.folded(streams.business(businessId), Business),
    world.folded(streams.segments(businessId), Segments),
    world.folded(streams.customFields(businessId), CustomFields),
  ]);
  const agencyId = business.status === 'none' ? null : business.agencyId;
  const agency =
    agencyId === null ? Agency.initial : await world.folded(streams.agency(AgencyId.parse(agencyId)), Agency);
  return {
    ...{ standing, business, agency },
    segments: new Map([...segments].flatMap(([id, { filter, deleted }]) => (deleted ? [] : [[id, filter]]))),
    fields: [...fields].flatMap(([id, { deleted, ...field }]) => (deleted ? [] : [{ id, ...field }])),
  };
}

/** Why a contact is to be left alone from now on, whatever the run would do. */
export function exitOf({ standing, business, agency }: Around, contact: Contact): Look['exit'] {
  if (contact.status === 'erased') return contact.mergedInto === null ? 'erased' : 'merged';
  // An import that brought them was undone.
  if (contact.status === 'none') return 'erased';
  if (standing.status === 'archived') return 'stopped';
  if (business.status !== 'active' || agency.status === 'archived') return 'archived';
  return contact.status === 'optedOut' ? 'opted-out' : null;
}

/** Where the clocks are of a business and of one of its contacts. */
export function zonesFor({ business }: Around, contact: Contact): Zones {
  const own = business.status === 'none' ? 'UTC' : business.timezone;
  const phone = contact.status === 'none' ? null : contact.phone;
  return { business: own, contact: phone === null ? [] : zonesOf(phone, own) };
}
