import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type ApiScope, maxApiKeys } from '../../domain/api-keys/fields.ts';
import type { ApiKeyView } from '../../projections/api-keys/queries.ts';
import { type ApiKey, apiKeyCalls } from '../contract/index.ts';
import { ApiError, withFieldNames } from '../kernel/errors.ts';
import type { KeyUse } from '../kernel/key-use.ts';
import { wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';

const shown = ['api_keys'];
const dayMs = 24 * 3_600_000;
const shownDays = 30;

/** The day and the 29 before it, in UTC. */
const daysUntil = (now: Date): readonly string[] =>
  Array.from({ length: shownDays }, (_, index) =>
    new Date(now.getTime() - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  );

interface Around {
  readonly now: Date;
  readonly uses: ReadonlyMap<string, KeyUse>;
  readonly keepers: ReadonlyMap<string, { readonly name: string; readonly left: boolean }>;
}

function present(view: ApiKeyView, { now, uses, keepers }: Around): ApiKey {
  const at = now.toISOString();
  const use = uses.get(view.id);
  const keeper = view.keeperId === null ? undefined : keepers.get(view.keeperId);
  return {
    id: view.id,
    name: view.name ?? '',
    masked: `bk_live_…${view.lastFour ?? ''}`,
    scopes: (view.scopes ?? []) as ApiScope[],
    addresses: [...(view.addresses ?? [])],
    status:
      view.revokedAt !== null ? 'revoked'
      : view.expiresAt !== null && view.expiresAt <= at ? 'expired'
      : 'active',
    expires_at: view.expiresAt,
    created_at: view.createdAt ?? at,
    keeper: view.keeperId === null ? null : { id: view.keeperId, name: keeper?.name ?? '' },
    keeper_left: keeper?.left ?? false,
    rotated_at: view.rotatedAt,
    previous_until: view.previousUntil !== null && view.previousUntil > at ? view.previousUntil : null,
    revoked_at: view.revokedAt,
    last_used_at: use?.lastUsedAt ?? null,
    usage: daysUntil(now).map((day) => ({ day, calls: use?.days.get(day) ?? 0 })),
  };
}

/** Who answers for the keys, and whether they still work there. Who looks after the business for its agency never leaves its team. */
async function keepersOf({ parts, businessId }: Call, views: readonly ApiKeyView[]): Promise<Around['keepers']> {
  const ids = [...new Set(views.flatMap(({ keeperId }) => (keeperId === null ? [] : [keeperId])))];
  const names = await parts.readModels.timelineNames(businessId, ids);
  return new Map(
    await Promise.all(
      ids.map(async (id) => {
        const left = (await parts.commands.team.roleOf(businessId, id)) === null;
        return [id, { name: names.get(id) ?? '', left }] as const;
      }),
    ),
  );
}

/** Lists and shows what was done; other processes hear of it. */
async function settle(call: Call, keyId: string, position: bigint | null): Promise<void> {
  call.parts.apiKeys.changed(keyId);
  await call.settled(position, shown);
}

const fields = { expiresAt: 'expires_at', overlapHours: 'overlap_hours' };
const written = ({
  expires_at: expiresAt,
  ...rest
}: {
  expires_at: string | null;
  name: string;
  scopes: ApiScope[];
  addresses: string[];
}) => ({ ...rest, expiresAt });

export const apiKeyRoutes = [
  route(apiKeyCalls['GET /api-keys'], async (call) => {
    const { parts, businessId } = call;
    const [views, uses] = await Promise.all([
      parts.readModels.apiKeys(businessId),
      parts.keyUses.ofBusiness(businessId),
    ]);
    const around = { now: parts.now(), uses, keepers: await keepersOf(call, views) };
    return wholeReply(views.map((view) => present(view, around)));
  }),

  route(apiKeyCalls['POST /api-keys'], async (call) => {
    const { parts, businessId, body } = call;
    const working = (await parts.readModels.apiKeys(businessId)).filter(({ revokedAt }) => revokedAt === null);
    if (working.length >= maxApiKeys)
      throw new ApiError('conflict', `A business can have at most ${maxApiKeys} API keys. Revoke one first.`);
    const context = call.context();
    const keyId = uuidV5(namespaces.command, context.commandId, 'api-key');
    const { position, result } = await withFieldNames(fields, () =>
      parts.commands.apiKeys.create(context, { keyId, ...written(body) }),
    );
    await settle(call, keyId, position);
    return { success: true as const, message: `${body.name} was created.`, data: { id: keyId, secret: result.secret } };
  }),

  route(apiKeyCalls['PUT /api-keys/{id}'], async (call) => {
    const keyId = call.params.id;
    const { position } = await withFieldNames(fields, () =>
      call.parts.commands.apiKeys.change(call.context(), { keyId, ...written(call.body) }),
    );
    await settle(call, keyId, position);
    return { success: true as const, message: 'Saved.' };
  }),

  route(apiKeyCalls['DELETE /api-keys/{id}'], async (call) => {
    const keyId = call.params.id;
    const { position } = await call.parts.commands.apiKeys.revoke(call.context(), { keyId });
    await settle(call, keyId, position);
    return { success: true as const, message: 'The key was revoked.' };
  }),

  route(apiKeyCalls['POST /api-keys/{id}/rotate'], async (call) => {
    const keyId = call.params.id;
    const overlapHours = call.body.overlap_hours;
    const { position, result } = await withFieldNames(fields, () =>
      call.parts.commands.apiKeys.rotate(call.context(), { keyId, overlapHours }),
    );
    await settle(call, keyId, position);
    return { success: true as const, message: 'The key has a new secret.', data: { id: keyId, secret: result.secret } };
  }),

  route(apiKeyCalls['POST /api-keys/{id}/keep'], async (call) => {
    const keyId = call.params.id;
    const { position } = await call.parts.commands.apiKeys.keep(call.context(), { keyId });
    await settle(call, keyId, position);
    return { success: true as const, message: 'You answer for this key now.' };
  }),
];
