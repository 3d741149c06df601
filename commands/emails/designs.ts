import { type EmailDesign } from '../../domain/email-design/model.ts';
import { fromFlat } from '../../domain/email-design/flat.ts';
import { createTemplate, EmailTemplate } from '../../domain/email-templates/email-template.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { AgencyId, EmailTemplateId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';

const templateOf = async (world: CommandServices, designId: string): Promise<EmailTemplate> =>
  stateOf(EmailTemplate, await world.events.read(streams.emailTemplate(EmailTemplateId.parse(designId))));

/** Whether a business may use a template: its own, or one that its agency offers. */
const offers = (
  template: EmailTemplate,
  { agencyId, businessId }: Tenant,
): template is EmailTemplate & { status: 'there' } =>
  template.status === 'there' &&
  (template.businessId === null ? template.agencyId === agencyId : template.businessId === businessId);

/** Whether a business may use what is named so. */
export const hasDesign = async (world: CommandServices, tenant: Tenant, designId: string): Promise<boolean> =>
  offers(await templateOf(world, designId), tenant);

/** The design of an email, with its preview line: the business's own, or one that its agency offers. Null: neither. */
export async function designOf(world: CommandServices, tenant: Tenant, designId: string): Promise<EmailDesign | null> {
  const template = await templateOf(world, designId);
  return offers(template, tenant) && template.kind !== 'section' ? fromFlat(template.records) : null;
}

/**
 * A copy of a design that is offered to nobody, for another broadcast or automation: `names` say whose, so that it is made
 * once. What is offered as a template, or is gone, stays what it is.
 */
export async function ownDesign(
  world: CommandServices,
  work: UnitOfWork,
  { agencyId, businessId }: Tenant,
  designId: string,
  names: readonly string[],
): Promise<string> {
  const found = await templateOf(world, designId);
  if (found.status !== 'there' || found.kind !== 'broadcast' || found.businessId !== businessId) return designId;
  const templateId = EmailTemplateId.parse(uuidV5(namespaces.command, ...names));
  const { kind, name, subject, records } = found;
  const owner = { templateId, agencyId: AgencyId.nullable().parse(agencyId), businessId: found.businessId };
  await work.change({
    stream: streams.emailTemplate(templateId),
    aggregate: EmailTemplate,
    decide: (state) => createTemplate({ ...owner, kind, name, subject, design: fromFlat(records) }, state),
  });
  return templateId;
}
