import type { CommandContext } from '../../commands/kernel/caller.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { statusOfTollfree } from '../../domain/registrations/number-status.ts';
import { suggestTollfree } from '../../domain/registrations/tollfree/suggestion.ts';
import { isTollFreeNumber } from '../../domain/sms/sender-kind.ts';
import { registrationDeskCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { evidencePath, legalUrls } from '../kernel/opt-in-evidence.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import {
  presentAttempt,
  presentTollfreeForm,
  presentTollfreeRecord,
  presentTollfreeRequest,
  tollfreeFormOf,
} from '../present/registrations-desk.ts';

const shown = ['registration_desk'];
const missing = 'This request does not exist.';

/** These ask the carrier: they are counted. */
const limited = (call: Call, key: string, max: number) =>
  call.parts.rateLimits.take([{ key: `registration:${key}`, max, windowMs: 10 * 60_000 }]);

export type Act = (context: CommandContext) => Promise<{ readonly position: bigint | null }>;

/** What an operator does about a request, each act a command of its own: what has its id already was done. */
export async function workOnRequest(
  call: Call & {
    readonly body: {
      readonly assignee_id?: string | null | undefined;
      readonly note?: string | undefined;
      readonly check?: true | undefined;
    };
  },
  of: { readonly requestId: string; readonly businessId: string },
  readModels: readonly string[],
  { submit, check }: { readonly submit: readonly Act[]; readonly check: Act },
): Promise<void> {
  const { body, parts } = call;
  const { registrations } = parts.commands;
  const context = call.context();
  const as = (act: string) => ({ ...context, commandId: uuidV5(namespaces.command, context.commandId, act) });
  let position: bigint | null = null;
  const later = (outcome: { readonly position: bigint | null }) => (position = outcome.position ?? position);
  // What can be refused goes first: then nothing of the rest was done.
  for (const [at, act] of submit.entries()) later(await act(as(at === 0 ? 'submit' : `submit-${at}`)));
  if (body.assignee_id !== undefined)
    later(await registrations.assign(as('assign'), { ...of, assigneeId: body.assignee_id }));
  if (body.note !== undefined) later(await registrations.note(as('note'), { ...of, text: body.note }));
  if (body.check === true) {
    await limited(call, of.requestId, 20);
    later(await check(as('check')));
  }
  await call.settled(position, readModels);
}

export const registrationDeskRoutes: readonly Route[] = [
  route(registrationDeskCalls['GET /businesses/number-verification'], async (call) => {
    const { parts, businessId } = call;
    const business = await parts.readModels.business(businessId);
    if (business === null) throw notFound('This business does not exist.');
    const { phoneNumber: number } = business;
    const isTollFree = number !== null && isTollFreeNumber(number);
    const request = isTollFree ? await parts.readModels.tollfreeOf(businessId, number) : null;
    const status = request?.status ?? 'requested';
    // Of the request that is shown with it: the business may have been read a moment earlier.
    const numberStatus =
      request === null ? business.numberStatus : statusOfTollfree({ status, attempts: request.attempt });
    const [{ base }, ways] = await Promise.all([
      parts.commands.registrations.a2pPlace(call.context(), { businessId }),
      parts.readModels.waysIn({ businessId }),
    ]);
    if (ways === null) throw notFound('This business does not exist.');
    const legal = legalUrls(ways, base);
    const suggested = suggestTollfree({
      name: business.name ?? '',
      firstName: business.firstName,
      lastName: business.lastName,
      email: business.email,
      contactInfo: business.contactInfo,
      evidenceUrl: `${base}${evidencePath(ways.uniqueId)}`,
      privacyUrl: legal.privacy,
      termsUrl: legal.terms,
    });
    return {
      data: {
        number,
        is_tollfree: isTollFree,
        number_status: numberStatus,
        request: request && {
          id: request.id,
          status,
          editable_until: request.editableUntil,
          changed_at: request.changedAt,
          attempts: request.attempts.map(presentAttempt),
        },
        suggested: isTollFree ? presentTollfreeForm(suggested) : null,
      },
    };
  }),

  route(registrationDeskCalls['POST /businesses/verify-number'], async (call) => {
    const { businessId } = call;
    await limited(call, businessId, 20);
    const { position, result } = await call.parts.commands.registrations.verifyTollfree(call.context(), {
      businessId,
      form: tollfreeFormOf(call.body),
    });
    await call.settled(position, shown);
    return {
      success: true as const,
      message: 'Your verification has been submitted. Reviews take 3 to 5 business days.',
      data: { id: result.requestId },
    };
  }),

  route(registrationDeskCalls['GET /admin/tollfree'], async ({ parts, query: params }) => {
    const query = listQuery(params);
    return listReply(await parts.readModels.tollfreeRequests(query), query, presentTollfreeRequest);
  }),

  route(registrationDeskCalls['GET /admin/tollfree/{id}'], async (call) => {
    const { readModels, commands } = call.parts;
    const found = await readModels.tollfreeRequest(call.params.id);
    if (found === null) throw notFound(missing);
    return { data: presentTollfreeRecord(found, await commands.registrations.numberBlocked(call.context(), found)) };
  }),

  route(registrationDeskCalls['PUT /admin/tollfree/{id}'], async (call) => {
    const { parts, params, body } = call;
    const found = await parts.readModels.tollfreeRequest(params.id);
    if (found === null) throw notFound(missing);
    const of = { requestId: found.id, businessId: found.businessId };
    const { registrations } = parts.commands;
    const { form } = body;
    await workOnRequest(call, of, shown, {
      submit:
        form === undefined ?
          []
        : [(at) => registrations.verifyTollfree(at, { businessId: of.businessId, form: tollfreeFormOf(form) })],
      check: (at) => registrations.followTollfree(at, of),
    });
    return { success: true as const, message: 'The request has been saved.' };
  }),
];
