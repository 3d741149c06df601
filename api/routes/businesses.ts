import { BusinessId } from '../../domain/kernel/ids.ts';
import type { z } from 'zod';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { redemptionUrl } from '../../domain/whitelabels/redemption-url.ts';
import {
  businessCalls,
  businessFormCalls,
  businessSettingsCalls,
  maxImageBytes,
  notificationCalls,
  type UpdateBusiness,
} from '../contract/index.ts';
import type { BusinessView, TenancyScope } from '../../projections/businesses/queries.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import { listQuery, listReply, wholeReply } from '../kernel/list.ts';
import { acceptPicture, isPictureOf, removePicture } from '../kernel/pictures.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { presentBusiness, presentBusinessInfo, presentBusinessRow } from '../present/tenancy.ts';

/** The read models that its answers come from. */
const shows = ['businesses'];
const everywhere = ['businesses', 'agencies', 'users', 'campaigns'];
const missing = 'This business does not exist.';
/** px: of a picture on a page, and its variants for lists and phones. */
const picture = { maxWidth: 1600, widths: [320, 800] } as const;

/** An operator's list shows all, or one agency's; an agency's shows its own, whatever it asks for. */
function scopeOf(session: Session, agencyId: string | undefined): TenancyScope {
  if (session.role === 'Admin')
    return agencyId === undefined ? { all: true, agencyId: null } : { all: false, agencyId };
  return { all: false, agencyId: session.agencyId };
}

function mayKnow({ role, agencyId, businessId }: Session, business: Pick<BusinessView, 'id' | 'agencyId'>): boolean {
  switch (role) {
    case 'Admin':
      return true;
    case 'Agency':
      return agencyId !== null && business.agencyId === agencyId;
    case 'Business':
      return businessId === business.id;
  }
}

/** A business that the session may know of; anybody else's is not there. */
async function existing(
  { parts, session }: Pick<Call, 'parts' | 'session'>,
  businessId: string,
): Promise<BusinessView> {
  const view = await parts.readModels.business(businessId);
  if (view === null || !mayKnow(session, view)) throw notFound(missing);
  return view;
}

type Fields = Omit<z.output<typeof UpdateBusiness>, 'revision'>;
type Kept = Pick<BusinessView, 'templateContent' | 'monthlyMessages' | 'contactLimit'>;
const nothingKept: Kept = { templateContent: null, monthlyMessages: null, contactLimit: null };

/** The fields of the form as the command takes them; what it leaves out stays as it is. */
const fieldsOf = (body: Fields, kept: Kept) => ({
  name: body.name,
  email: body.email,
  firstName: body.first_name,
  lastName: body.last_name,
  currency: body.currency,
  timezone: body.timezone,
  dateFormat: body.date_format,
  isEnabledLivechat: body.is_enabled_livechat,
  isActiveLivechat: body.is_active_livechat,
  isEnabledLoop: body.is_enabled_loop,
  isActiveLoop: body.is_active_loop,
  isActiveMms: body.is_active_mms,
  isTemplate: body.is_template,
  templateContent: body.template_content === undefined ? kept.templateContent : body.template_content,
  monthlyMessages: body.no_messages === undefined ? kept.monthlyMessages : body.no_messages,
  contactLimit: body.no_contacts === undefined ? kept.contactLimit : body.no_contacts,
});

const saved = (message: string, revision: number) => ({ success: true as const, message, data: { revision } });

export const businessRoutes = [
  route(businessCalls['GET /businesses'], async ({ query: params, parts, session }) => {
    const query = listQuery(params);
    return listReply(
      await parts.readModels.businesses(scopeOf(session, params.agency_id), query),
      query,
      presentBusinessRow,
    );
  }),

  route(businessFormCalls['POST /businesses'], async (call) => {
    const { body, parts, session } = call;
    const context = call.context();
    const businessId = uuidV5(namespaces.command, context.commandId, 'business');
    const agencyId = session.role === 'Admin' ? (body.agency_id ?? null) : session.agencyId;
    if (session.role === 'Admin' && agencyId !== null && (await parts.readModels.agency(agencyId)) === null)
      throw validationFailed({ agency_id: ['This agency does not exist.'] });
    const { position } = await parts.commands.businesses.create(context, {
      ...fieldsOf(body, nothingKept),
      businessId,
      ownerId: uuidV5(namespaces.command, context.commandId, 'owner'),
      agencyId,
      uniqueId: body.unique_id ?? null,
      password: body.password ?? null,
    });
    await call.settled(position, everywhere);
    return {
      success: true as const,
      message:
        body.password === undefined ?
          `${body.name} has been created. ${body.email} gets an invitation.`
        : `${body.name} has been created.`,
      data: { id: businessId },
    };
  }),

  route(businessCalls['GET /businesses/templates'], async ({ parts, session }) =>
    wholeReply(
      (await parts.readModels.templates(scopeOf(session, undefined))).map(
        ({ id, name, agency, campaigns, description }) => ({
          id,
          name,
          agency: agency === null ? null : { id: agency.id, name: agency.name },
          campaigns,
          description,
        }),
      ),
    ),
  ),

  route(businessSettingsCalls['PUT /businesses/edit-settings'], async (call) => {
    const { body, businessId, parts } = call;
    if (body.logo && !(await isPictureOf(parts, body.logo, businessId))) {
      const { logo } = await existing(call, businessId);
      if (logo !== body.logo) throw validationFailed({ logo: ['Choose a picture that was uploaded here.'] });
    }
    const { position, result } = await parts.commands.businesses.editSettings(call.context(), {
      businessId,
      name: body.name,
      currency: body.currency,
      timezone: body.timezone,
      dateFormat: body.date_format,
      ...(body.logo === undefined ? {} : { logo: body.logo || null }),
      revision: body.revision,
    });
    await call.settled(position, everywhere);
    return saved('The settings have been saved.', result.revision);
  }),

  route(businessSettingsCalls['POST /businesses/update-contact-info'], async (call) => {
    const { postal_code: postalCode, revision, ...info } = call.body;
    const { position, result } = await call.parts.commands.businesses.setContactInfo(call.context(), {
      businessId: call.businessId,
      phone: info.phone || null,
      email: info.email,
      website: info.website || null,
      address: info.address || null,
      city: info.city || null,
      state: info.state || null,
      postalCode: postalCode || null,
      country: info.country || null,
      revision,
    });
    await call.settled(position, shows);
    return saved('The contact details have been saved.', result.revision);
  }),

  route(businessSettingsCalls['POST /businesses/update-broadcasters'], async (call) => {
    const { position, result } = await call.parts.commands.businesses.setBroadcasters(call.context(), {
      businessId: call.businessId,
      broadcasters: call.body.broadcasters,
      revision: call.body.revision,
    });
    await call.settled(position, shows);
    return saved('The broadcasters have been saved.', result.revision);
  }),

  route(businessSettingsCalls['GET /businesses/broadcasters'], async (call) => {
    const business = await existing(call, call.businessId);
    const { broadcasters, phoneNumber: number } = business;
    const known = await call.parts.readModels.broadcasters(
      call.businessId,
      broadcasters.map(({ phone }) => phone),
    );
    return {
      data: {
        number,
        keyword: known.keyword,
        broadcasters: broadcasters.map(({ name, phone }) => {
          const now = known.phones.find((one) => one.phone === phone);
          const state = now?.status === 'optedOut' ? ('opted-out' as const) : ('ready' as const);
          const last = now?.sentId == null ? null : { broadcast_id: now.sentId, name: now.sentName!, at: now.sentAt! };
          return { name, phone, state, last };
        }),
      },
    };
  }),

  route(businessSettingsCalls['PUT /businesses/daily-limits'], async (call) => {
    const { businessId } = call;
    const { position, result } = await call.parts.commands.businesses.chooseDailyLimits(call.context(), {
      businessId,
      ...call.body,
    });
    await call.settled(position, shows);
    return saved('The limits have been saved.', result.revision);
  }),

  route(businessSettingsCalls['GET /businesses/calls'], async ({ businessId, parts }) => {
    const { forwardTo, callerId, ringSeconds, textBack, ...rest } = await parts.commands.calls.settings(
      BusinessId.parse(businessId),
    );
    const answer = { forward_to: forwardTo, caller_id: callerId, ring_seconds: ringSeconds, text_back: textBack };
    return { data: { ...answer, ...rest } };
  }),

  route(businessSettingsCalls['PUT /businesses/calls'], async (call) => {
    const { forward_to: forwardTo, caller_id: callerId, ring_seconds: ringSeconds, text_back: textBack } = call.body;
    const { whisper, revision } = call.body;
    const chosen = { forwardTo, callerId, whisper, ringSeconds, textBack, revision };
    const { result } = await call.parts.commands.calls.changeSettings(call.context(), {
      businessId: call.businessId,
      ...chosen,
    });
    return saved('The call settings have been saved.', result.revision);
  }),

  route(businessSettingsCalls['GET /businesses/legal-pages'], async (call) => {
    const {
      legalPages: { privacy, terms },
      revision,
    } = await existing(call, call.businessId);
    return {
      data: {
        pages: {
          privacy: { content: privacy.content, link: privacy.link },
          terms: { content: terms.content, link: terms.link },
        },
        revision,
      },
    };
  }),

  route(businessSettingsCalls['PUT /businesses/legal-pages'], async (call) => {
    const {
      pages: { privacy, terms },
      revision,
    } = call.body;
    const page = ({ content, link }: typeof privacy) => ({ content, link: link || null });
    const { position, result } = await call.parts.commands.businesses.setLegalPages(call.context(), {
      businessId: call.businessId,
      pages: { privacy: page(privacy), terms: page(terms) },
      revision,
    });
    await call.settled(position, shows);
    return saved('The legal pages have been saved.', result.revision);
  }),

  route(notificationCalls['GET /businesses/notifications'], async ({ query: params, parts, session }) => {
    const query = listQuery({ ...params, sort_desc: params.sort_desc ?? true });
    const listed = await parts.readModels.notifications(session, query);
    const reply = listReply(listed, query, ({ contactId: _contactId, ...view }) => view);
    return { ...reply, meta: { ...reply.meta, unread: listed.unread } };
  }),

  route(businessSettingsCalls['POST /businesses/upload-image'], async (call) => {
    if (call.session.businessId === null) throw notFound(missing);
    const { path, contentType, size, width, height, variants } = await acceptPicture(call, {
      purpose: 'business',
      maxBytes: maxImageBytes,
      ...picture,
    });
    return {
      success: true as const,
      message: 'The picture has been uploaded.',
      data: { url: path, content_type: contentType, size, width, height, variants: { ...variants } },
    };
  }),

  route(businessSettingsCalls['POST /businesses/delete-image'], async ({ body, parts, businessId }) => {
    if (!(await removePicture(parts, body.url, { purpose: 'business', businessId })))
      throw notFound('This picture does not exist.');
    return { success: true as const };
  }),

  route(businessCalls['GET /businesses/{id}'], async (call) => {
    const { params, parts } = call;
    const view = await existing(call, params.id);
    const [unread, providers, customFields, blocked] = await Promise.all([
      parts.readModels.unread(view.id),
      parts.readModels.providers({ kind: 'business', id: view.id }),
      parts.readModels.customFieldKeys(view.id),
      parts.commands.registrations.numberBlocked(call.context(), { businessId: view.id }),
    ]);
    return { data: presentBusiness(view, { unread, providers, customFields, blocked }) };
  }),

  route(businessFormCalls['PUT /businesses/{id}'], async (call) => {
    const { body, params, parts } = call;
    const current = await existing(call, params.id);
    const { position, result } = await parts.commands.businesses.edit(call.context(), {
      ...fieldsOf(body, current),
      businessId: params.id,
      revision: body.revision,
    });
    await call.settled(position, everywhere);
    return saved(`${body.name} has been saved.`, result.revision);
  }),

  route(businessCalls['DELETE /businesses/{id}'], async (call) => {
    const { position } = await call.parts.commands.businesses.archive(call.context(), { businessId: call.params.id });
    await call.settled(position, everywhere);
    call.parts.standing.changed();
    return { success: true as const, message: 'The business has been archived.' };
  }),

  route(businessCalls['POST /businesses/{id}/restore'], async (call) => {
    const { position } = await call.parts.commands.businesses.restore(call.context(), { businessId: call.params.id });
    await call.settled(position, everywhere);
    call.parts.standing.changed();
    return { success: true as const, message: 'The business has been restored.' };
  }),

  route(businessFormCalls['POST /businesses/{id}/active'], async (call) => {
    const { active } = call.body;
    const { position, result } = await call.parts.commands.businesses.setActive(call.context(), {
      businessId: call.params.id,
      ...(active === undefined ? {} : { active }),
    });
    await call.settled(position, everywhere);
    call.parts.standing.changed();
    return {
      success: true as const,
      message: result.active ? 'The business is active.' : 'The business is inactive: it sends nothing.',
      data: { is_active: result.active },
    };
  }),

  route(businessFormCalls['POST /businesses/{id}/duplicate'], async (call) => {
    const { body, params, parts } = call;
    const context = call.context();
    const businessId = uuidV5(namespaces.command, context.commandId, 'business');
    const { position } = await parts.commands.businesses.duplicate(context, {
      sourceId: params.id,
      businessId,
      ownerId: uuidV5(namespaces.command, context.commandId, 'owner'),
      name: body.name,
      email: body.email,
      firstName: body.first_name || null,
      lastName: body.last_name || null,
      uniqueId: body.unique_id ?? null,
    });
    await call.settled(position, everywhere);
    return { success: true as const, message: `${body.name} has been created.`, data: { id: businessId } };
  }),

  route(businessCalls['GET /businesses/{id}/unique-id'], async (call) => ({
    data: { unique_id: (await existing(call, call.params.id)).uniqueId },
  })),

  route(businessCalls['GET /businesses/{id}/info'], async (call) => {
    const { params, parts } = call;
    const view = await existing(call, params.id);
    const [brand, campaigns] = await Promise.all([
      view.agencyId === null ? null : parts.readModels.whitelabel(view.agencyId),
      parts.readModels.campaigns(view.id),
    ]);
    return {
      data: presentBusinessInfo(
        view,
        redemptionUrl(
          brand,
          { publicUrl: parts.config.publicUrl, platformDomain: parts.brands.platform.domain },
          view.uniqueId,
        ),
        campaigns,
      ),
    };
  }),

  route(businessFormCalls['PUT /businesses/{id}/billing-config'], async (call) => {
    const { body, params, parts } = call;
    const { position, result } = await parts.commands.businesses.setBilling(call.context(), {
      businessId: params.id,
      monthlyMessages: body.no_messages,
      contactLimit: body.no_contacts,
      revision: body.revision ?? null,
      ...(body.free_fee === undefined ? {} : { freeFee: body.free_fee }),
      ...(body.use_bandwidth === undefined ? {} : { useBandwidth: body.use_bandwidth }),
    });
    await call.settled(position, everywhere);
    return saved('The billing settings have been saved.', result.revision);
  }),
];
