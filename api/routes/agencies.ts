import { DateTime } from 'luxon';
import type { z } from 'zod';
import { agencyDefaults } from '../../domain/agencies/agency.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { agencyCalls, agencyOwnCalls, type UpdateAgency } from '../contract/index.ts';
import { notFound, withFieldNames } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { agencyIdOf, newest, stepOf } from '../kernel/calls.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentAgency, presentAgencyRow } from '../present/tenancy.ts';

/** The read models that its answers come from. */
const shows = ['agencies'];
const everywhere = ['agencies', 'businesses', 'users', 'whitelabels'];
const missing = 'This agency does not exist.';

/** The fields of the form as the command takes them; what it leaves out stays as it is. */
const fieldsOf = (
  body: Omit<z.output<typeof UpdateAgency>, 'revision'>,
  current: { readonly phone: string | null; readonly website: string | null; readonly timezone: string },
) => ({
  name: body.name,
  email: body.email,
  firstName: body.first_name,
  lastName: body.last_name,
  phone: body.phone === undefined ? current.phone : body.phone || null,
  website: body.website === undefined ? current.website : body.website || null,
  timezone: body.timezone || current.timezone,
  isTemplate: body.is_template,
  isActiveLivechat: body.is_active_livechat,
  isActiveLoop: body.is_active_loop,
});

async function existing({ parts }: Pick<Call, 'parts'>, agencyId: string) {
  const view = await parts.readModels.agency(agencyId);
  if (view === null) throw notFound(missing);
  return view;
}

export const agencyRoutes = [
  route(agencyCalls['GET /agencies'], async ({ query: params, parts }) => {
    const query = listQuery(params);
    const found = await parts.readModels.agencies(query);
    const ids = found.data.map(({ id }) => id);
    const subscribed = await parts.readModels.subscribedPayers(ids, parts.now());
    return listReply(found, query, (view) => presentAgencyRow(view, subscribed));
  }),

  route(agencyCalls['POST /agencies'], async (call) => {
    const { body, parts } = call;
    const context = call.context();
    const agencyId = uuidV5(namespaces.command, context.commandId, 'agency');
    const { position } = await parts.commands.agencies.create(context, {
      ...fieldsOf(body, { ...agencyDefaults }),
      agencyId,
      ownerId: uuidV5(namespaces.command, context.commandId, 'owner'),
      freeFee: body.free_fee,
      freeNumbers: body.free_numbers,
      freeMessages: body.free_messages,
      freeCalls: body.free_calls,
      password: body.password ?? null,
    });
    await call.settled(position, everywhere);
    return {
      success: true as const,
      message:
        body.password === undefined ?
          `${body.name} has been created. ${body.email} gets an invitation.`
        : `${body.name} has been created.`,
      data: { id: agencyId },
    };
  }),

  route(agencyOwnCalls['GET /agencies/analytics'], async (call) => {
    const { query, parts } = call;
    const agency = await existing(call, agencyIdOf(call));
    const today = DateTime.fromJSDate(parts.now()).setZone(agency.timezone);
    const [from, to] = (query.date_range?.split(',') as [string, string] | undefined) ?? [
      today.minus({ days: 29 }).toISODate()!,
      today.toISODate()!,
    ];
    const { businesses, daily, totals, previous, top } = await parts.readModels.agencyAnalytics(agency.id, {
      from,
      to,
    });
    const sums = (view: typeof previous) => ({
      sent: view.sent,
      received: view.received,
      opt_ins: view.optIns,
      opt_outs: view.optOuts,
    });
    return {
      data: {
        businesses: { ...businesses },
        from,
        to,
        daily: daily.map((day) => ({ day: day.day, ...sums(day) })),
        totals: { ...sums(totals), contacts: totals.contacts, numbers: totals.numbers },
        previous: sums(previous),
        top: top.map((one) => ({
          id: one.id,
          name: one.name,
          sent: one.sent,
          received: one.received,
          opt_ins: one.optIns,
          contacts: one.contacts,
        })),
      },
    };
  }),

  route(agencyOwnCalls['PUT /agencies/edit-settings'], async (call) => {
    const { body, parts } = call;
    const agency = await existing(call, agencyIdOf(call));
    const agencyId = agency.id;
    const positions: (bigint | null)[] = [];
    // The brand comes first: refused, nothing is saved; and when the rest meets another's edit, saving again changes nothing of the brand.
    if (body.brand !== undefined && Object.keys(body.brand).length > 0) {
      const { name, color, custom_domain: domain, subdomain } = body.brand;
      const brand = {
        ...(name === undefined ? {} : { name }),
        ...(color === undefined ? {} : { color }),
        ...(domain === undefined ? {} : { domain }),
        ...(subdomain === undefined ? {} : { subdomain }),
      };
      const fields = {
        name: 'brand.name',
        color: 'brand.color',
        domain: 'brand.custom_domain',
        subdomain: 'brand.subdomain',
      };
      positions.push(
        (
          await withFieldNames(fields, () =>
            parts.commands.whitelabels.edit(stepOf(call, 'brand'), { agencyId, ...brand }),
          )
        ).position,
      );
    }
    if (body.approval_limit !== undefined) {
      const choice = { agencyId, recipients: body.approval_limit };
      positions.push((await parts.commands.agencies.chooseApprovalLimit(stepOf(call, 'approval'), choice)).position);
    }
    const { position, result } = await parts.commands.agencies.editSettings(stepOf(call, 'settings'), {
      agencyId,
      name: body.name,
      phone: body.phone === undefined ? agency.phone : body.phone || null,
      website: body.website === undefined ? agency.website : body.website || null,
      timezone: body.timezone || agency.timezone,
      supportEmail: body.support_email === undefined ? agency.supportEmail : body.support_email,
      revision: body.revision,
    });
    await call.settled(newest([...positions, position]), ['agencies', 'whitelabels']);
    return { success: true as const, message: 'The settings have been saved.', data: { revision: result.revision } };
  }),

  route(agencyOwnCalls['POST /agencies/add-sample-account'], async (call) => {
    const context = call.context();
    const { position, result } = await call.parts.commands.businesses.addSampleAccount(context, {
      agencyId: agencyIdOf(call),
      businessId: uuidV5(namespaces.command, context.commandId, 'business'),
      ownerId: uuidV5(namespaces.command, context.commandId, 'owner'),
    });
    await call.settled(position, [...everywhere, 'campaigns']);
    return { success: true as const, message: 'The demo account is ready.', data: { id: result.businessId } };
  }),

  route(agencyCalls['GET /agencies/{id}'], async (call) => {
    const { params, parts } = call;
    const [view, brand, providers, subscribed] = await Promise.all([
      existing(call, params.id),
      parts.readModels.whitelabel(params.id),
      parts.readModels.providers({ kind: 'agency', id: params.id }),
      parts.readModels.subscribedPayers([params.id], parts.now()),
    ]);
    return { data: presentAgency(view, { brand, providers, subscribed, platform: parts.brands.platform }) };
  }),

  route(agencyCalls['PUT /agencies/{id}'], async (call) => {
    const { body, params, parts } = call;
    const current = await existing(call, params.id);
    const { position, result } = await parts.commands.agencies.edit(call.context(), {
      ...fieldsOf(body, current),
      agencyId: params.id,
      revision: body.revision,
    });
    await call.settled(position, everywhere);
    return { success: true as const, message: `${body.name} has been saved.`, data: { revision: result.revision } };
  }),

  route(agencyCalls['DELETE /agencies/{id}'], async (call) => {
    const { position } = await call.parts.commands.agencies.archive(call.context(), { agencyId: call.params.id });
    await call.settled(position, everywhere);
    call.parts.standing.changed();
    return { success: true as const, message: 'The agency has been archived.' };
  }),

  route(agencyCalls['POST /agencies/{id}/restore'], async (call) => {
    const { position } = await call.parts.commands.agencies.restore(call.context(), { agencyId: call.params.id });
    await call.settled(position, everywhere);
    call.parts.standing.changed();
    return { success: true as const, message: 'The agency has been restored.' };
  }),

  route(agencyCalls['PUT /agencies/{id}/update-partial'], async (call) => {
    const { position } = await call.parts.commands.agencies.setNew(call.context(), {
      agencyId: call.params.id,
      isNew: call.body.is_new,
    });
    await call.settled(position, shows);
    return { success: true as const, message: 'Saved.' };
  }),

  route(agencyCalls['PUT /agencies/{id}/billing-config'], async (call) => {
    const { body, params, parts } = call;
    const { position, result } = await parts.commands.agencies.setBilling(call.context(), {
      agencyId: params.id,
      freeFee: body.free_fee,
      freeNumbers: body.free_numbers,
      freeMessages: body.free_messages,
      freeCalls: body.free_calls,
      revision: body.revision ?? null,
    });
    await call.settled(position, shows);
    return {
      success: true as const,
      message: 'The billing settings have been saved.',
      data: { revision: result.revision },
    };
  }),
];
