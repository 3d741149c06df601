import type { BusinessFilePart } from '../contract/business-files.ts';
import { businessFileCalls } from '../contract/index.ts';
import { type Call, route } from '../kernel/route.ts';

const shown = ['campaigns', 'automations', 'email_templates'];

/** What the streams of a business don't list themselves. */
async function idsOf({ parts, businessId }: Call) {
  const [automations, templates] = await Promise.all([
    parts.readModels.automationIds(businessId),
    parts.readModels.emailTemplateIds(businessId),
  ]);
  return { automations: [...automations], templates: [...templates] };
}

export const businessFileRoutes = [
  route(businessFileCalls['GET /business-file'], async (call) => ({
    data: { ...(await call.parts.commands.businessFiles.read(call.businessId, await idsOf(call))) },
  })),

  route(businessFileCalls['POST /business-file/compare'], async (call) => {
    const { file } = call.body;
    const { result } = await call.parts.commands.businessFiles.compare(call.context(), {
      file,
      ids: await idsOf(call),
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
  }),

  route(businessFileCalls['POST /business-file/import'], async (call) => {
    const { file, keys } = call.body;
    const { position, result } = await call.parts.commands.businessFiles.bringIn(call.context(), {
      file,
      ids: await idsOf(call),
      keys,
    });
    await call.settled(position, shown);
    const count = result.brought.length;
    const message = count === 0 ? 'Nothing new to bring in.' : `${count} brought in as drafts.`;
    return { success: true as const, message, data: { count } };
  }),
];
