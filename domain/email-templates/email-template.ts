import { checkDesign, type EmailDesign } from '../email-design/model.ts';
import { flatChanges, type FlatDesign, fromFlat, toFlat, withFlat } from '../email-design/flat.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AgencyId, BusinessId, EmailTemplateId } from '../kernel/ids.ts';
import { EmailTemplateCreated, EmailTemplateDeleted, EmailTemplateChanged, type EmailTemplateEvent } from './events.ts';
import type { TemplateKind } from './fields.ts';

export interface ExistingTemplate {
  readonly status: 'there' | 'deleted';
  readonly templateId: EmailTemplateId;
  readonly agencyId: AgencyId | null;
  /** null: its agency's. */
  readonly businessId: BusinessId | null;
  readonly kind: TemplateKind;
  readonly name: string;
  readonly subject: string;
  readonly records: FlatDesign;
}
export type EmailTemplate = { readonly status: 'none' } | ExistingTemplate;

export const EmailTemplate: Aggregate<EmailTemplate, EmailTemplateEvent> = {
  initial: { status: 'none' },
  evolve: (template, event) => {
    if (event.type === 'EmailTemplateCreated')
      return template.status === 'none' ? { status: 'there', ...event.data } : template;
    if (template.status === 'none') return template;
    switch (event.type) {
      case 'EmailTemplateChanged': {
        const { name = template.name, subject = template.subject, records = {} } = event.data;
        return { ...template, name, subject, records: { ...template.records, ...records } };
      }
      case 'EmailTemplateDeleted':
        return { ...template, status: 'deleted' };
      default:
        return unchanged(template, event);
    }
  },
};

export function existingTemplate(template: EmailTemplate): ExistingTemplate {
  if (template.status !== 'there') throw new DomainError('not_found', 'This template does not exist.');
  return template;
}

interface Owned {
  readonly templateId: EmailTemplateId;
  readonly agencyId: AgencyId | null;
  readonly businessId: BusinessId | null;
}
export const createTemplate = (
  {
    design,
    ...given
  }: Owned & {
    readonly kind: TemplateKind;
    readonly name: string;
    readonly subject: string;
    readonly design: EmailDesign;
  },
  template: EmailTemplate,
): readonly EmailTemplateEvent[] =>
  template.status === 'none' ? [EmailTemplateCreated.create({ ...given, records: { ...toFlat(design) } })] : [];

/** `records`: those of the design that have changed, each whole. The design that comes of it is checked as a whole. */
export function editTemplate(
  given: { readonly name?: string | undefined; readonly subject?: string | undefined; readonly records: FlatDesign },
  state: EmailTemplate,
): readonly EmailTemplateEvent[] {
  const template = existingTemplate(state);
  const before = fromFlat(template.records);
  const records = flatChanges(checkDesign(withFlat(before, given.records, { trusted: true })), before);
  const news = {
    ...(given.name === undefined || given.name === template.name ? {} : { name: given.name }),
    ...(given.subject === undefined || given.subject === template.subject ? {} : { subject: given.subject }),
    ...(Object.keys(records).length === 0 ? {} : { records: { ...records } }),
  };
  if (Object.keys(news).length === 0) return [];
  const { templateId, agencyId, businessId } = template;
  return [EmailTemplateChanged.create({ templateId, agencyId, businessId, ...news })];
}

export function deleteTemplate(_: unknown, template: EmailTemplate): readonly EmailTemplateEvent[] {
  if (template.status === 'none') throw new DomainError('not_found', 'This template does not exist.');
  if (template.status === 'deleted') return [];
  const { templateId, agencyId, businessId } = template;
  return [EmailTemplateDeleted.create({ templateId, agencyId, businessId })];
}
