import { maxBrandFileBytes, whitelabelCalls, WhitelabelFileType } from '../contract/index.ts';
import { ApiError, notFound, validationFailed } from '../kernel/errors.ts';
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

  route(whitelabelCalls['POST /agencies/whitelabel-file'], async (call) => {
    const { parts, query } = call;
    const agencyId = agencyIdOf(call);
    const before = await parts.readModels.whitelabel(agencyId);
    // The form is read once, with the wider rules; what a favicon needs besides is made of the same file.
    const asked = query.type ?? null;
    const rules =
      asked === null ?
        { maxWidth: files.logo.maxWidth, widths: [...files.favicon.widths, ...files.logo.widths] }
      : files[asked];
    const picture = await acceptPicture(call, { purpose: 'brand', maxBytes: maxBrandFileBytes, ...rules });
    const type = WhitelabelFileType.safeParse(asked ?? picture.fields['type']);
    if (!type.success) {
      await removePicture(parts, picture.path, { purpose: 'brand', agencyId });
      throw validationFailed({ type: ['Say whether this is the logo or the favicon.'] });
    }
    const { position } = await parts.commands.whitelabels.setFile(call.context(), {
      agencyId,
      type: type.data,
      url: picture.path,
      variants: picture.variants,
    });
    await call.settled(position, ['whitelabels']);
    // A logo stays where mails that have gone out show it.
    const old = type.data === 'favicon' ? (before?.favicon ?? null) : null;
    if (old !== null) await removePicture(parts, old, { purpose: 'brand', agencyId });
    return {
      success: true as const,
      message: `The ${words[type.data]} has been saved.`,
      data: { url: picture.path, variants: picture.variants },
    };
  }),

  route(whitelabelCalls['DELETE /agencies/whitelabel-file/{type}'], async (call) => {
    const { parts, params } = call;
    const agencyId = agencyIdOf(call);
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
  }),
];
