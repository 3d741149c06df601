import type { z } from 'zod';
import type { BringInBusinessFile, BusinessFilePart, CompareBusinessFile } from '../contract/business-files.ts';
import { businessFileCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';

const shown = ['campaigns', 'automations', 'email_templates'];
type Asked = Pick<Call, 'parts' | 'context' | 'settled'>;

/** What the streams of a business don't list themselves. */
async function idsOf({ parts }: Pick<Call, 'parts'>, businessId: string) {
  const [automations, templates] = await Promise.all([
    parts.readModels.automationIds(businessId),
    parts.readModels.emailTemplateIds(businessId),
  ]);
  return { automations: [...automations], templates: [...templates] };
}

const fileOf = async (call: Pick<Call, 'parts'>, businessId: string) => ({
  data: { ...(await call.parts.commands.businessFiles.read(businessId, await idsOf(call, businessId))) },
});

/** `of`: the business of an agency that it is for; null: the one that the person is at. */
async function compare(call: Asked, at: string, of: string | null, { file }: z.output<typeof CompareBusinessFile>) {
  const { result } = await call.parts.commands.businessFiles.compare(call.context(), {
    businessId: of,
    file,
    ids: await idsOf(call, at),
  });
  const { settings, parts, takenKeywords } = result;
  return {
    data: {
      name: String(file['name']),
      settings: [...settings],
      parts: parts.map(({ fields, ...part }): BusinessFilePart => ({
        ...part,
        fields: [...fields],
        keyword_taken: part.kind === 'campaign' && takenKeywords.includes(part.key),
      })),
    },
  };
}

async function bringIn(
  call: Asked,
  at: string,
  of: string | null,
  { file, keys }: z.output<typeof BringInBusinessFile>,
) {
  const { position, result } = await call.parts.commands.businessFiles.bringIn(call.context(), {
    businessId: of,
    file,
    ids: await idsOf(call, at),
    keys,
  });
  await call.settled(position, shown);
  const count = result.brought.length;
  const message =
    count === 0 ? 'Nothing new to import.' : `${count} imported as ${count === 1 ? 'a draft' : 'drafts'}.`;
  return { success: true as const, message, data: { count } };
}

export const businessFileRoutes = [
  route(businessFileCalls['GET /business-file'], (call) => fileOf(call, call.businessId)),
  route(businessFileCalls['POST /business-file/compare'], (call) => compare(call, call.businessId, null, call.body)),
  route(businessFileCalls['POST /business-file/import'], (call) => bringIn(call, call.businessId, null, call.body)),

  route(businessFileCalls['GET /businesses/{id}/business-file'], async (call) => {
    const { id } = call.params;
    const view = await call.parts.readModels.business(id);
    const { agencyId } = call.session;
    const isTheirs = view !== null && agencyId !== null && view.agencyId === agencyId;
    // As businesses are copied: an agency's own, and the platform's templates.
    const isForAll = view !== null && view.agencyId === null && view.isTemplate && view.isActive;
    if (!isTheirs && !isForAll) throw notFound('This business does not exist.');
    return fileOf(call, id);
  }),
  route(businessFileCalls['POST /businesses/{id}/business-file/compare'], (call) =>
    compare(call, call.params.id, call.params.id, call.body),
  ),
  route(businessFileCalls['POST /businesses/{id}/business-file/import'], (call) =>
    bringIn(call, call.params.id, call.params.id, call.body),
  ),
];
