import type { z } from 'zod';
import type { BulkAction, BulkTarget } from '../../domain/bulk/fields.ts';
import { filtersOf } from '../../domain/contacts/list.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { canonicalKeyword } from '../../domain/sms/keywords.ts';
import type { BulkView } from '../../projections/bulk/queries.ts';
import { bulkCalls, type BulkAction as Shown, type BulkWhose } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';

/** Who is meant by a body. */
export function targetOf({ contact_ids: chosen, filters }: z.output<typeof BulkWhose>): BulkTarget {
  // Both: those that were chosen, who are fewer.
  if (chosen !== undefined && chosen.length > 0) return { kind: 'chosen', contactIds: [...new Set(chosen)] };
  const { search, except, ...narrowed } = filters!;
  return { kind: 'matching', filters: filtersOf(narrowed), search: search === '' ? null : search, except };
}

/** Ids of nobody here are somebody else's, or nobody's at all. */
async function counted({ parts, businessId }: Pick<Call, 'parts' | 'businessId'>, target: BulkTarget) {
  const found = await parts.readModels.countTarget(businessId, target);
  if (found.count === 0 && target.kind === 'chosen') throw notFound('These contacts do not exist.');
  return found;
}

/** The same for an erasure: of those that were chosen, who is erased already counts too, so that twice is once. */
async function removable(call: Pick<Call, 'parts' | 'businessId'>, target: BulkTarget) {
  const { parts, businessId } = call;
  if (target.kind !== 'chosen') return counted(call, target);
  const live = await parts.readModels.countTarget(businessId, target);
  const erased =
    live.count === target.contactIds.length ?
      0
    : await parts.commands.contacts.countErased(businessId, target.contactIds);
  if (live.count + erased === 0) throw notFound('These contacts do not exist.');
  // Who is erased and still shown is the same person.
  return { count: Math.min(target.contactIds.length, live.count + erased), upTo: live.upTo ?? '0' };
}

const doing: Partial<Record<BulkAction['kind'], string>> = { remove: 'erased', 'start-automation': 'brought in' };

/** Counts whom it touches, and begins; nobody at all is refused. */
export async function startBulk(call: Call, whose: z.output<typeof BulkWhose>, action: BulkAction) {
  const { parts } = call;
  const target = targetOf(whose);
  const { count, upTo } = action.kind === 'remove' ? await removable(call, target) : await counted(call, target);
  if (count === 0 || upTo === null)
    throw new DomainError('validation_failed', 'No contact matches.', { contact_ids: ['No contact matches.'] });
  const context = call.context();
  const bulkId = uuidV5(namespaces.command, context.commandId, 'bulk');
  const { position } = await parts.commands.bulk.start(context, { bulkId, action, target, count, upTo });
  await call.settled(position, ['bulk']);
  const whom = count === 1 ? 'One contact is' : `${count.toLocaleString('en-US')} contacts are`;
  const message = `${whom} being ${doing[action.kind] ?? 'changed'}.`;
  return { success: true as const, message, data: { id: bulkId, count } };
}

/** The campaigns of the business that have these keywords. Throws for one that none has. */
export async function campaignsWith(
  { parts, businessId }: Pick<Call, 'parts' | 'businessId'>,
  keywords: readonly string[],
) {
  const campaigns = await parts.readModels.campaigns(businessId);
  return [...new Set(keywords.map((typed) => canonicalKeyword(typed)))].map((keyword, at) => {
    const campaign = campaigns.find((one) => one.keyword === keyword);
    if (keyword === null || campaign === undefined) {
      const message = `No campaign has the keyword ${keyword ?? keywords[at]!}.`;
      throw new DomainError('validation_failed', message, { keywords: [message] });
    }
    return { campaignId: campaign.id, keyword };
  });
}

function present({
  action,
  reason,
  startedAt,
  endedAt,
  id,
  status,
  count,
  done,
  changed,
}: BulkView): z.input<typeof Shown> {
  const { kind } = action!;
  const words =
    'tags' in action! ? action.tags
    : 'campaigns' in action! ? action.campaigns.map(({ keyword }) => keyword)
    : action!.kind === 'start-automation' ? [action!.name]
    : reason ? [reason]
    : [];
  return {
    id,
    kind,
    status,
    words: [...words],
    started_at: startedAt!,
    ended_at: endedAt,
    count: count ?? 0,
    done: done ?? 0,
    changed: changed ?? 0,
  };
}

export const bulkRoutes = [
  route(bulkCalls['POST /contacts/bulk-count'], async (call) => ({
    data: { count: (await counted(call, targetOf(call.body))).count },
  })),

  route(bulkCalls['PUT /contacts/bulk-assign-keywords'], async (call) => {
    const campaigns = await campaignsWith(call, call.body.keywords);
    return startBulk(call, call.body, { kind: call.body.remove ? 'remove-keywords' : 'assign-keywords', campaigns });
  }),

  route(bulkCalls['PUT /contacts/bulk-tags'], (call) =>
    startBulk(call, call.body, { kind: call.body.remove ? 'remove-tags' : 'add-tags', tags: call.body.tags }),
  ),

  route(bulkCalls['POST /contacts/bulk-opt-out'], (call) =>
    startBulk(call, call.body, { kind: 'opt-out', reason: call.body.reason }),
  ),

  route(bulkCalls['DELETE /contacts/bulk-remove'], (call) => startBulk(call, call.body, { kind: 'remove' })),

  route(bulkCalls['GET /contacts/bulk'], async ({ query: params, parts, businessId }) => {
    const query = { ...listQuery(params), sortDesc: params.sort_desc ?? true };
    return listReply(await parts.readModels.bulkActions(businessId, query), query, present);
  }),

  route(bulkCalls['GET /contacts/bulk/{id}'], async ({ params, parts, businessId }) => {
    const action = await parts.readModels.bulkAction(businessId, params.id);
    if (action === null) throw notFound('This does not exist.');
    return { data: present(action) };
  }),

  route(bulkCalls['POST /contacts/bulk/{id}/cancel'], async (call) => {
    const { position } = await call.parts.commands.bulk.cancel(call.context(), { bulkId: call.params.id });
    await call.settled(position, ['bulk']);
    return { success: true as const, message: 'Stopped. What was done stays done.' };
  }),
];
