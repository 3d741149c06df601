import { maxBrandFileBytes, whitelabelCalls, WhitelabelFileType } from '../contract/index.ts';
import { ApiError, notFound, validationFailed, withFieldNames } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { acceptPicture, removePicture } from '../kernel/pictures.ts';
import { type Call, route } from '../kernel/route.ts';
import { whitelabelRow } from '../present/whitelabels.ts';

/** px. A logo is shown at most 40 px high; a favicon as tab icon, home-screen icon and install icon. */
const files = {
  logo: { maxWidth: 960, widths: [240, 480] },
  favicon: { maxWidth: 512, widths: [32, 180, 512] },
} as const;
const words = { logo: 'logo', favicon: 'favicon' } as const;

function agencyIdOf({ session }: Pick<Call, 'session'>): string {
  if (session.agencyId === null) throw new ApiError('forbidden', 'You may not do this.');
  return session.agencyId;
}

type FileType = keyof typeof files;

async function setFile(call: Call<unknown, { readonly type?: FileType | undefined }>, agencyId: string) {
  const { parts, query } = call;
  const before = await parts.readModels.whitelabel(agencyId);
  // The form is read once, with the wider rules; what a favicon needs besides is made of the same file.
  const asked = query.type ?? null;
  const rules =
    asked === null ?
      { maxWidth: files.logo.maxWidth, widths: [...files.favicon.widths, ...files.logo.widths] }
    : files[asked];
  const picture = await acceptPicture(call, { purpose: 'brand', agencyId, maxBytes: maxBrandFileBytes, ...rules });
  const type = WhitelabelFileType.safeParse(asked ?? picture.fields['type']);
  if (!type.success) {
    await removePicture(parts, picture.path, { purpose: 'brand', agencyId });
    throw validationFailed({ type: ['Say whether this is the logo or the favicon.'] });
  }
  const file = { agencyId, type: type.data, url: picture.path, variants: picture.variants };
  const { position } = await parts.commands.whitelabels
    .setFile(call.context(), file)
    .catch(async (refused: unknown): Promise<never> => {
      await removePicture(parts, picture.path, { purpose: 'brand', agencyId });
      throw refused;
    });
  await call.settled(position, ['whitelabels']);
  // A logo stays where emails that have gone out show it.
  const old = type.data === 'favicon' ? (before?.favicon ?? null) : null;
  if (old !== null) await removePicture(parts, old, { purpose: 'brand', agencyId });
  return {
    success: true as const,
    message: `The ${words[type.data]} has been saved.`,
    data: { url: picture.path, variants: picture.variants },
  };
}

async function removeFile(call: Call<{ readonly type: FileType }>, agencyId: string) {
  const { parts, params } = call;
  const before = await parts.readModels.whitelabel(agencyId);
  const { position } = await parts.commands.whitelabels.setFile(call.context(), {
    agencyId,
    type: params.type,
    url: null,
    variants: {},
  });
  await call.settled(position, ['whitelabels']);
  const old = before?.[params.type] ?? null;
  if (old !== null) await removePicture(parts, old, { purpose: 'brand', agencyId });
  return { success: true as const, message: `The ${words[params.type]} has been removed.` };
}

export const whitelabelRoutes = [
  route(whitelabelCalls['GET /config'], async ({ parts, query, request, reply }) => {
    reply.header('cache-control', 'private, max-age=2').header('vary', 'Host');
    return parts.brands.configOf(query.domain ?? request.host);
  }),

  route(whitelabelCalls['GET /whitelabels'], async ({ parts, query }) => {
    const asked = listQuery(query);
    return listReply(await parts.readModels.whitelabels(asked), asked, (view) =>
      whitelabelRow(view, parts.brands.platform),
    );
  }),

  route(whitelabelCalls['POST /whitelabels/{id}/cert'], async (call) => {
    const { parts, params } = call;
    await parts.rateLimits.take([{ key: `certificate:${params.id}`, max: 20, windowMs: 10 * 60_000 }]);
    const { position, result } = await parts.commands.whitelabels.check(call.context(), { agencyId: params.id });
    await call.settled(position, ['whitelabels']);
    const view = await parts.readModels.whitelabel(params.id);
    if (view === null) throw notFound();
    return {
      success: result.ok,
      message:
        result.ok ?
          `${view.domain ?? ''} is connected and has a certificate.`
        : (result.problem ?? 'The domain is not connected yet.'),
      data: whitelabelRow(view, parts.brands.platform),
    };
  }),

  route(whitelabelCalls['PUT /whitelabels/{id}'], async (call) => {
    const { parts, params, body } = call;
    const { custom_domain: domain, ...given } = body;
    const { position } = await withFieldNames({ domain: 'custom_domain' }, () =>
      parts.commands.whitelabels.edit(call.context(), {
        agencyId: params.id,
        ...given,
        ...(domain === undefined ? {} : { domain }),
      }),
    );
    await call.settled(position, ['whitelabels']);
    const view = await parts.readModels.whitelabel(params.id);
    if (view === null) throw notFound();
    return {
      success: true as const,
      message: `The white label of ${view.agencyName} has been saved.`,
      data: whitelabelRow(view, parts.brands.platform),
    };
  }),

  route(whitelabelCalls['POST /whitelabels/{id}/files'], async (call) => {
    if ((await call.parts.readModels.agency(call.params.id)) === null) throw notFound('This agency does not exist.');
    return setFile(call, call.params.id);
  }),
  route(whitelabelCalls['DELETE /whitelabels/{id}/files/{type}'], (call) => removeFile(call, call.params.id)),

  route(whitelabelCalls['POST /agencies/whitelabel-file'], (call) => setFile(call, agencyIdOf(call))),
  route(whitelabelCalls['DELETE /agencies/whitelabel-file/{type}'], (call) => removeFile(call, agencyIdOf(call))),
];
