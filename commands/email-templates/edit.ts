import { z } from 'zod';
import { toFlat } from '../../domain/email-design/flat.ts';
import { fromFlat } from '../../domain/email-design/flat.ts';
import {
  createTemplate,
  deleteTemplate as decideDeleted,
  editTemplate as decideEdited,
  EmailTemplate,
  existingTemplate,
} from '../../domain/email-templates/email-template.ts';
import { storedTemplate, TemplateKind, templateFields } from '../../domain/email-templates/fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { FormOf } from '../../domain/kernel/edit.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { AgencyId, BusinessId, EmailTemplateId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, edit } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { designedEmail } from '../emails/designed.ts';

const { name, subject } = templateFields;

/** Whose a new template is: the business that is open, else the agency. */
function ownerOf({ context: { caller } }: Call) {
  const { agencyId, businessId } = caller.tenant;
  if (caller.role === 'business' && businessId !== null)
    return { agencyId: agencyId === null ? null : AgencyId.parse(agencyId), businessId: BusinessId.parse(businessId) };
  if (caller.role === 'agency' && agencyId !== null) return { agencyId: AgencyId.parse(agencyId), businessId: null };
  throw new DomainError('forbidden', 'Templates belong to a business or an agency.');
}

/** A template that the caller may change: their own. */
async function ownTemplate(call: Call, { templateId }: { readonly templateId: EmailTemplateId }) {
  const stream = streams.emailTemplate(templateId);
  const seen = await call.world.events.read(stream);
  const template = stateOf(EmailTemplate, seen);
  if (template.status === 'none') throw new DomainError('not_found', 'This template does not exist.');
  const tenant = { agencyId: template.agencyId, businessId: template.businessId };
  allowTenant(call.context.caller, tenant, 'This template');
  // An agency changes what it offers; what a business made is the business's.
  if (call.context.caller.role === 'agency' && template.businessId !== null)
    throw new DomainError('not_found', 'This template does not exist.');
  return { stream, seen, tenant, template };
}

export const createEmailTemplate = command({
  input: z.object({ templateId: EmailTemplateId, kind: TemplateKind, name, ...designedEmail, subject }),
  by: people,
  async run(call, given) {
    const tenant = ownerOf(call);
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({
      stream: streams.emailTemplate(given.templateId),
      aggregate: EmailTemplate,
      decide: (state) => createTemplate({ ...tenant, ...given }, state),
    });
    return work.outcome({ templateId: given.templateId });
  },
});

const editInput = z.object({
  templateId: EmailTemplateId,
  name: name.optional(),
  subject: subject.optional(),
  records: storedTemplate.records.default({}),
  revision: revision.nullable(),
});
/** What somebody edits, by the names that a conflict says: `mail` (name and subject), and each record of the design. */
const formOfEdit =
  (given: z.output<typeof editInput>): FormOf<EmailTemplate> =>
  (state) => {
    const held = state.status === 'none' ? null : state;
    const records = held === null ? {} : toFlat(fromFlat(held.records));
    return {
      ...(given.name === undefined && given.subject === undefined ?
        {}
      : { mail: { name: held?.name ?? '', subject: held?.subject ?? '' } }),
      ...Object.fromEntries(Object.keys(given.records).map((record) => [record, records[record] ?? null])),
    };
  };
export const editEmailTemplate = edit({
  input: editInput,
  by: people,
  aggregate: EmailTemplate,
  at: ownTemplate,
  form: formOfEdit,
  decide: decideEdited,
});

export const deleteEmailTemplate = command({
  input: z.object({ templateId: EmailTemplateId }),
  by: people,
  async run(call, given) {
    const { stream, seen, tenant } = await ownTemplate(call, given);
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({ stream, seen, aggregate: EmailTemplate, decide: (state) => decideDeleted({}, state) });
    return work.outcome(undefined);
  },
});

/** A copy of one's own, or of what the agency offers: it is the caller's. */
export const duplicateEmailTemplate = command({
  input: z.object({
    templateId: EmailTemplateId,
    copyId: EmailTemplateId,
    name: name.optional(),
    kind: TemplateKind.optional(),
  }),
  by: people,
  async run(call, given) {
    const { world, context } = call;
    const found = stateOf(EmailTemplate, await world.events.read(streams.emailTemplate(given.templateId)));
    const template = existingTemplate(found);
    const { agencyId, businessId } = context.caller.tenant;
    const own = template.businessId === null ? template.agencyId === agencyId : template.businessId === businessId;
    if (!own) throw new DomainError('not_found', 'This template does not exist.');
    const tenant = ownerOf(call);
    const work = startUnitOfWork(world, context, { tenant });
    const { subject: words, records } = template;
    const kind = template.kind === 'section' ? template.kind : (given.kind ?? template.kind);
    const copied = given.name ?? `${template.name} (copy)`.slice(0, 120);
    await work.change({
      stream: streams.emailTemplate(given.copyId),
      aggregate: EmailTemplate,
      decide: (state) =>
        createTemplate(
          { ...tenant, templateId: given.copyId, kind, name: copied, subject: words, design: fromFlat(records) },
          state,
        ),
    });
    return work.outcome({ templateId: given.copyId });
  },
});
