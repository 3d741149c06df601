import { z } from 'zod';
import { TemplateKind, templateFields } from '../../domain/email-templates/fields.ts';
import { emailTemplateList } from '../../domain/email-templates/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Revision, Success, Uuid } from './common.ts';
import { EvenIfUsed } from './uses.ts';
import { Email } from './fields.ts';
import { listParams } from './lists.ts';

const settings = { brand: '#3538cd', preheader: 'Two for one until Sunday' };
/** A design as the email editor makes it (docs/email-editor.md): settings, sections of columns of blocks, a footer. */
export const EmailDesign = z
  .record(z.string().max(40), z.unknown())
  .meta({
    examples: [{ settings, sections: [], footer: { note: 'You get this email because you gave us your address.' } }],
  });
/** Parts of a design by name: `settings`, `footer`, `structure`, and `block:<id>` for each block. Each is given whole. */
export const EmailRecords = z
  .record(z.string().max(40), z.record(z.string().max(40), z.unknown()))
  .meta({ examples: [{ settings }] });

const name = templateFields.name.meta({ examples: ['Friday offer'] });
const subject = templateFields.subject.meta({ examples: ['{{first_name|Friend}}, your Friday pizza'] });

/** `owner`: the business itself, or its agency, which offers it. */
export const EmailTemplate = z.object({
  id: z.string(),
  owner: z.enum(['business', 'agency']),
  kind: TemplateKind,
  name: z.string().meta({ examples: ['Friday offer'] }),
  subject: z.string().meta({ examples: ['{{first_name|Friend}}, your Friday pizza'] }),
  design: EmailDesign,
  revision: Revision,
  created_at: Instant,
  updated_at: Instant,
});
export type EmailTemplate = z.output<typeof EmailTemplate>;
export const EmailTemplateList = list(EmailTemplate);
export const EmailTemplateReply = z.object({ data: EmailTemplate });
export const CreateEmailTemplate = z.object({
  name,
  subject: subject.default(''),
  kind: TemplateKind.default('mail'),
  design: EmailDesign,
});
export const UpdateEmailTemplate = z.object({
  name: name.optional(),
  subject: subject.optional(),
  records: EmailRecords.default({}),
  revision: Revision.nullable().default(null),
});
/** `kind`: of a whole email, `broadcast` makes it the design of one broadcast. */
export const DuplicateEmailTemplate = z.object({ name: name.optional(), kind: TemplateKind.optional() });
export const SavedTemplate = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ revision: Revision }),
});

export const PreviewEmail = z.object({
  subject: subject.default(''),
  design: EmailDesign,
  /** Whose name and values it shows; left out: those of somebody made up. */
  contact_id: Uuid.nullable().default(null),
});
export const EmailPreview = z.object({
  data: z.object({
    subject: z.string().meta({ examples: ['Ann, your Friday pizza'] }),
    html: z.string().meta({ examples: ['<!doctype html><html lang="en">…</html>'] }),
    text: z.string().meta({ examples: ['Two for one until Sunday'] }),
    /** Of the HTML after merging: Gmail cuts off near 102 KB. From 80 KB on it is warned of, from 100 KB refused. */
    bytes: z.number().int(),
    /** Merge fields that it asks for; of these, names that do not exist, and those that this contact has no value for. */
    fields: z.array(z.string()).meta({ examples: [['first_name']] }),
    unknown: z.array(z.string()).meta({ examples: [['frist_name']] }),
    missing: z.array(z.string()).meta({ examples: [['company']] }),
  }),
});
export const SendTestEmail = z.object({
  email: Email,
  /** The design. */
  block: EmailDesign,
  business: Uuid,
  subject: subject.default(''),
  contact_id: Uuid.nullable().default(null),
});

const both = ['Agency', 'Business'] as const;
export const emailTemplateCalls = calls('Email templates', {
  'GET /email-templates': {
    id: 'listEmailTemplates',
    who: both,
    summary: 'Designs to use again: the business’s own, and those that its agency offers.',
    query: listParams(emailTemplateList),
    reply: EmailTemplateList,
  },
  'POST /email-templates': {
    id: 'createEmailTemplate',
    who: both,
    summary: 'Keep a design, or one section of one, to use it again.',
    body: CreateEmailTemplate,
    example: {
      name: 'Friday offer',
      subject: '{{first_name|Friend}}, your Friday pizza',
      kind: 'mail',
      design: { sections: [] },
    },
    reply: Created,
  },
  'GET /email-templates/{id}': {
    id: 'getEmailTemplate',
    who: both,
    summary: 'A template with its design.',
    params: IdParams,
    reply: EmailTemplateReply,
  },
  'PUT /email-templates/{id}': {
    id: 'updateEmailTemplate',
    who: both,
    summary: 'Save what has changed of a template: its name, its subject, and the parts of its design that did.',
    params: IdParams,
    body: UpdateEmailTemplate,
    reply: SavedTemplate,
  },
  'POST /email-templates/{id}/duplicate': {
    id: 'duplicateEmailTemplate',
    who: both,
    summary: 'A copy of one’s own of a template.',
    params: IdParams,
    body: DuplicateEmailTemplate,
    reply: Created,
  },
  'DELETE /email-templates/{id}': {
    id: 'deleteEmailTemplate',
    who: both,
    summary: 'Withdraw a template. Copies made from it stay.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
  'POST /email-designs/preview': {
    id: 'previewEmailDesign',
    who: both,
    summary: 'A design as an email program gets it, merged for one contact.',
    body: PreviewEmail,
    example: { subject: 'Hello', design: { sections: [] }, contact_id: null },
    reply: EmailPreview,
  },
  'POST /businesses/send-test-email': {
    id: 'sendTestEmail',
    who: ['Business'],
    summary: 'Send a design to one address, as a contact would get it. Its subject is numbered.',
    body: SendTestEmail,
    example: {
      email: 'ada@example.com',
      block: { sections: [] },
      business: '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90',
      subject: 'Hello',
    },
    reply: Success,
  },
});
