import { fromFlat } from '../../domain/email-design/flat.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { EmailTemplateView, TemplateReader } from '../../projections/email-templates/queries.ts';
import { emailTemplateCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { refuseIfUsed } from '../kernel/uses.ts';

const shown = ['email_templates'];
const testsAnHour = 30;
/** Compiling takes some milliseconds of one core. */
const previewsAMinute = 240;

const readerOf = ({ session: { role, agencyId, businessId } }: Pick<Call, 'session'>): TemplateReader => ({
  agencyId,
  businessId: role === 'Agency' ? null : businessId,
});
const present = ({ businessId, kind, records, createdAt, updatedAt, ...view }: EmailTemplateView) => ({
  id: view.id,
  owner: businessId === null ? ('agency' as const) : ('business' as const),
  kind,
  name: view.name,
  subject: view.subject,
  design: { ...fromFlat(records) },
  revision: view.revision,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const emailTemplateRoutes = [
  route(emailTemplateCalls['GET /email-templates'], async (call) => {
    const query = listQuery(call.query);
    return listReply(await call.parts.readModels.emailTemplates(readerOf(call), query), query, present);
  }),

  route(emailTemplateCalls['POST /email-templates'], async (call) => {
    const context = call.context();
    const templateId = uuidV5(namespaces.command, context.commandId, 'email-template');
    const { position } = await call.parts.commands.emailTemplates.create(context, { templateId, ...call.body });
    await call.settled(position, shown);
    return { success: true as const, message: `${call.body.name} was kept.`, data: { id: templateId } };
  }),

  route(emailTemplateCalls['GET /email-templates/{id}'], async (call) => {
    const view = await call.parts.readModels.emailTemplate(readerOf(call), call.params.id);
    if (view === null) throw notFound('This template does not exist.');
    return { data: present(view) };
  }),

  route(emailTemplateCalls['PUT /email-templates/{id}'], async (call) => {
    const { position, result } = await call.parts.commands.emailTemplates.edit(call.context(), {
      templateId: call.params.id,
      ...call.body,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.', data: { revision: result.revision } };
  }),

  route(emailTemplateCalls['POST /email-templates/{id}/duplicate'], async (call) => {
    const context = call.context();
    const copyId = uuidV5(namespaces.command, context.commandId, 'email-template');
    const { position } = await call.parts.commands.emailTemplates.duplicate(context, {
      templateId: call.params.id,
      copyId,
      ...call.body,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The copy is yours.', data: { id: copyId } };
  }),

  route(emailTemplateCalls['DELETE /email-templates/{id}'], async (call) => {
    // What an agency offers is used in businesses of theirs: they are told by the automation itself.
    if (call.session.role === 'Business') await refuseIfUsed(call, 'design', call.params.id, call.query.even_if_used);
    const { position } = await call.parts.commands.emailTemplates.delete(call.context(), {
      templateId: call.params.id,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The template is gone.' };
  }),

  route(emailTemplateCalls['POST /email-designs/preview'], async (call) => {
    const { parts, session, body } = call;
    await parts.rateLimits.take([{ key: `mail-previews:${session.userId}`, max: previewsAMinute, windowMs: 60_000 }]);
    const { result } = await parts.commands.emails.preview(call.context(), {
      subject: body.subject,
      design: body.design,
      contactId: body.contact_id,
    });
    return { data: { ...result, fields: [...result.fields] } };
  }),

  route(emailTemplateCalls['POST /businesses/send-test-email'], async (call) => {
    const { parts, session, body } = call;
    if (body.business !== call.businessId) throw notFound('This business does not exist.');
    await parts.rateLimits.take([{ key: `tests:${session.userId}`, max: testsAnHour, windowMs: 3_600_000 }]);
    await parts.commands.emails.sendTest(call.context(), {
      email: body.email,
      subject: body.subject,
      design: body.block,
      contactId: body.contact_id,
    });
    return { success: true as const, message: `A test is on its way to ${body.email}.` };
  }),
];
