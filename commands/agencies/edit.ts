import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import * as agencies from '../../domain/agencies/decide.ts';
import { agencyFields } from '../../domain/agencies/fields.ts';
import { formOf } from '../../domain/kernel/edit.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { AgencyId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { operators, platform } from '../kernel/caller.ts';
import { type Call, command, decision, edit } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { checkOwner, checkPassword, claimAddress, makeOwner, withOwner } from '../users/owner-accounts.ts';
import { ChosenPassword } from '../users/register.ts';

const { details, features, billing } = agencyFields;
const { supportEmail, ...operatorsDetails } = details;
const { name, phone, website, timezone } = details;

/** An agency that the caller may know of; anybody else's does not exist. */
function ownAgency({ context }: Call, { agencyId }: { readonly agencyId: AgencyId }) {
  const tenant = { agencyId, businessId: null };
  allowTenant(context.caller, tenant, 'This agency');
  return { stream: streams.agency(agencyId), tenant };
}
const common = { aggregate: Agency, at: ownAgency };

/**
 * Creates the agency and its owner (role Agency); invites the owner when there is no password. The address is
 * claimed, the agency is there, its owner is registered and invited: cut off anywhere, repeating it goes on.
 */
export const createAgency = command({
  input: z.object({
    agencyId: AgencyId,
    ownerId: UserId,
    password: ChosenPassword.nullable(),
    ...operatorsDetails,
    ...features,
    ...billing,
  }),
  by: platform,
  async run(call, { password, ...created }) {
    const { world, context } = call;
    const { agencyId, ownerId, email, firstName, lastName } = created;
    const owner = {
      ownerId,
      role: 'Agency',
      agencyId,
      businessId: null,
      email,
      firstName,
      lastName,
      password,
    } as const;
    const stream = streams.agency(agencyId);
    const seen = await world.events.read(stream);
    if (seen.length > 0 && seen[0]!.metadata.commandId !== context.commandId)
      agencies.createAgency(created, stateOf(Agency, seen));
    await checkOwner(call, owner);
    await checkPassword(call, owner, created.name);
    const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId: null } });
    await claimAddress(world, work, owner);
    await work.change({ stream, aggregate: Agency, seen, decide: (agency) => agencies.createAgency(created, agency) });
    const registered = await makeOwner(call, owner);
    return { position: furthest(work.outcome(undefined), { position: registered }), result: undefined };
  },
});

/** A broadcast to more recipients waits for the agency; null: none does. */
export const chooseApprovalLimit = decision({
  ...common,
  input: z.object({ agencyId: AgencyId, recipients: z.number().int().min(0).max(100_000_000).nullable() }),
  by: operators,
  decide: agencies.chooseApprovalLimit,
});

const form = formOf<Agency>(
  'name',
  'email',
  'firstName',
  'lastName',
  'phone',
  'website',
  'timezone',
  'isTemplate',
  'isActiveLivechat',
  'isActiveLoop',
);
/** The record alone; its owner follows in `editAgency`. */
const editRecord = edit({
  ...common,
  input: z.object({ agencyId: AgencyId, revision, ...operatorsDetails, ...features }),
  by: platform,
  form: () => form,
  decide: agencies.editAgency,
});

/** Throws `EditConflictError` when somebody else changed a field of the form since `revision`. So do all edits that take a revision. */
export const editAgency = command({
  input: editRecord.input,
  by: platform,
  async run(call, given) {
    const agency = stateOf(Agency, await call.world.events.read(streams.agency(given.agencyId)));
    const was = agencies.existing(agency);
    return withOwner(call, { ownerId: was.ownerId, was }, given, () => editRecord.run(call, given));
  },
});

/** What an agency may change of itself. */
export const editAgencySettings = edit({
  ...common,
  input: z.object({ agencyId: AgencyId, revision, name, phone, website, timezone, supportEmail }),
  by: operators,
  form: () => formOf<Agency>('name', 'phone', 'website', 'timezone', 'supportEmail'),
  decide: agencies.editAgency,
});

export const setAgencyBilling = edit({
  ...common,
  input: z.object({ agencyId: AgencyId, revision: revision.nullable(), ...billing }),
  by: platform,
  form: () => formOf<Agency>('freeFee', 'freeNumbers', 'freeMessages', 'freeCalls'),
  decide: agencies.editAgency,
});

export const setAgencyNew = decision({
  ...common,
  input: z.object({ agencyId: AgencyId, isNew: z.boolean() }),
  by: operators,
  decide: agencies.setAgencyNew,
});

export const archiveAgency = decision({
  ...common,
  input: z.object({ agencyId: AgencyId }),
  by: platform,
  decide: (_, agency) => agencies.archiveAgency(agency),
});

export const restoreAgency = decision({
  ...common,
  input: z.object({ agencyId: AgencyId }),
  by: platform,
  decide: (_, agency) => agencies.restoreAgency(agency),
});
