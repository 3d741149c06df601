import { Agency } from '../../domain/agencies/agency.ts';
import type { RunEnvironment } from '../../domain/automations/runs/run-environment.ts';
import { AutomationState } from '../../domain/automations/runs/automation-state.ts';
import { Business } from '../../domain/businesses/business.ts';
import { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import { AgencyId, type AutomationId, type BusinessId } from '../../domain/kernel/ids.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { Segments } from '../../domain/segments/segments.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

export { type RunEnvironment, exitOf, exitSince, zonesFor } from '../../domain/automations/runs/run-environment.ts';

export async function environmentOf(
  world: CommandServices,
  automationId: AutomationId,
  businessId: BusinessId,
): Promise<RunEnvironment> {
  const [standing, business, { prefix }, segments, fields] = await Promise.all([
    world.loadState(streams.automation(automationId), AutomationState),
    world.loadState(streams.business(businessId), Business),
    world.loadState(streams.registrations(businessId), A2pRegistration),
    world.loadState(streams.segments(businessId), Segments),
    world.loadState(streams.customFields(businessId), CustomFields),
  ]);
  const agencyId = business.status === 'none' ? null : business.agencyId;
  const agency =
    agencyId === null ? Agency.initial : await world.loadState(streams.agency(AgencyId.parse(agencyId)), Agency);
  return {
    standing,
    business,
    agency,
    prefix,
    segments: new Map([...segments].flatMap(([id, { filter, deleted }]) => (deleted ? [] : [[id, filter]]))),
    fields: [...fields].flatMap(([id, { deleted, ...field }]) => (deleted ? [] : [{ id, ...field }])),
  };
}
