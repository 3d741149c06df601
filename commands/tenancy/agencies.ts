import { Agency } from '../../domain/agency/agency.ts';
import { archiveAgency, createAgency, editAgency, restoreAgency, setAgencyNew } from '../../domain/agency/decide.ts';
import type { AgencyEvent } from '../../domain/agency/events.ts';
import { checkEdit, type FormFields } from '../../domain/kernel/edit.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { AgencyId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import type { Caller, CommandContext, Commands } from '../types.ts';
import { furthest } from './campaigns.ts';
import { AgencyBilling, AgencyIdOnly, AgencyNew, EditAgency, EditAgencySettings, NewAgency } from './inputs.ts';
import { checkOwner, claimAddress, makeOwner, withOwner } from './owner.ts';

/** The fields of the forms as the API calls them. */
const of =
  (field: string) =>
  (agency: Agency): unknown =>
    agency.status === 'none' ? null : agency[field as keyof typeof agency];
const settingsFields: FormFields<Agency> = {
  name: of('name'),
  phone: of('phone'),
  website: of('website'),
  timezone: of('timezone'),
  support_email: of('supportEmail'),
};
const formFields: FormFields<Agency> = {
  name: of('name'),
  email: of('email'),
  first_name: of('firstName'),
  last_name: of('lastName'),
  phone: of('phone'),
  website: of('website'),
  timezone: of('timezone'),
  is_template: of('isTemplate'),
  is_active_livechat: of('isActiveLivechat'),
  is_active_loop: of('isActiveLoop'),
};
const billingFields: FormFields<Agency> = {
  free_fee: of('freeFee'),
  free_numbers: of('freeNumbers'),
  free_messages: of('freeMessages'),
  free_calls: of('freeCalls'),
};

type Own =
  | 'createAgency'
  | 'editAgency'
  | 'editAgencySettings'
  | 'setAgencyBilling'
  | 'setAgencyNew'
  | 'archiveAgency'
  | 'restoreAgency';

export function agencyCommands(world: World, identity: Commands['identity']): Pick<Commands['tenancy'], Own> {
  /** One decision on an agency. With `form`, held against what others have changed of those fields since its revision. */
  async function change(
    context: CommandContext,
    roles: readonly Caller['role'][],
    agencyId: AgencyId,
    decide: (agency: Agency) => readonly AgencyEvent[],
    form: { readonly revision: number | null; readonly fields: FormFields<Agency> } | null = null,
  ) {
    allow(context.caller, 'admin', 'system', ...roles);
    const tenant = { agencyId, businessId: null };
    allowTenant(context.caller, tenant, 'This agency');
    const work = begin(world, context, { tenant });
    const { revision } = await work.change<Agency, AgencyEvent>({
      stream: streams.agency(agencyId),
      aggregate: Agency,
      decide: (agency, recorded) => {
        const events = decide(agency);
        // Who wants what is so already overwrites nothing.
        if (events.length > 0 && form !== null && form.revision !== null)
          checkEdit(Agency, recorded, form.revision, form.fields);
        return events;
      },
    });
    return work.outcome({ revision });
  }
  const quietly = async (done: ReturnType<typeof change>) => ({ ...(await done), result: undefined });

  return {
    /** The address is claimed, the agency is there, its owner is registered and invited: cut off anywhere, repeating it goes on. */
    async createAgency(context, given) {
      allow(context.caller, 'admin', 'system');
      const { agencyId, ownerId, password, ...fields } = parse(NewAgency, given);
      const owner = {
        ownerId,
        role: 'Agency',
        agencyId,
        businessId: null,
        email: fields.email,
        firstName: fields.firstName,
        lastName: fields.lastName,
        password,
      } as const;
      const stream = streams.agency(agencyId);
      const seen = await world.events.read(stream);
      if (seen.length > 0 && seen[0]!.metadata.commandId !== context.commandId)
        createAgency({ agencyId, ...fields }, stateOf(Agency, seen));
      await checkOwner(world, context, owner);
      const work = begin(world, context, { tenant: { agencyId, businessId: null } });
      await claimAddress(world, work, owner);
      await work.change({
        stream,
        aggregate: Agency,
        seen,
        decide: (agency) => createAgency({ agencyId, ownerId, ...fields }, agency),
      });
      const registered = await makeOwner(identity, context, owner);
      return { position: furthest(work.outcome(undefined), { position: registered }), result: undefined };
    },

    async editAgency(context, given) {
      const { agencyId, revision, isTemplate, isActiveLivechat, isActiveLoop, ...details } = parse(EditAgency, given);
      allow(context.caller, 'admin', 'system');
      const agency = stateOf(Agency, await world.events.read(streams.agency(agencyId)));
      if (agency.status === 'none') throw new DomainError('not_found', 'This agency does not exist.');
      return withOwner(world, identity, context, { ownerId: agency.ownerId, was: agency }, details, () =>
        change(
          context,
          [],
          agencyId,
          (agency) => editAgency({ details, features: { isTemplate, isActiveLivechat, isActiveLoop } }, agency),
          { revision, fields: formFields },
        ),
      );
    },

    async editAgencySettings(context, given) {
      const { agencyId, revision, ...details } = parse(EditAgencySettings, given);
      return change(context, ['agency'], agencyId, (agency) => editAgency({ details }, agency), {
        revision,
        fields: settingsFields,
      });
    },

    async setAgencyBilling(context, given) {
      const { agencyId, revision, ...billing } = parse(AgencyBilling, given);
      return change(context, [], agencyId, (agency) => editAgency({ billing }, agency), {
        revision,
        fields: billingFields,
      });
    },

    async setAgencyNew(context, given) {
      const { agencyId, isNew } = parse(AgencyNew, given);
      return quietly(change(context, ['agency'], agencyId, (agency) => setAgencyNew({ isNew }, agency)));
    },

    async archiveAgency(context, given) {
      return quietly(change(context, [], parse(AgencyIdOnly, given).agencyId, archiveAgency));
    },

    async restoreAgency(context, given) {
      return quietly(change(context, [], parse(AgencyIdOnly, given).agencyId, restoreAgency));
    },
  };
}
