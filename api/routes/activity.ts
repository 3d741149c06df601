import { activityCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';

type Scope = Parameters<ApiParts['readModels']['activity']>[0];

/**
 * What the caller may look at: an admin everything, an agency itself and its businesses, a business itself. What is
 * another tenant's does not exist.
 */
async function scopeOf(asked: Scope, session: Session, readModels: ApiParts['readModels']): Promise<Scope> {
  const { role, agencyId, businessId } = session;
  if (role === 'Admin') return asked;
  const own = role === 'Business' ? { agencyId: null, businessId } : { agencyId, businessId: asked.businessId };
  const isOwn = async (): Promise<boolean> => {
    if (asked.agencyId !== null && (role === 'Business' || asked.agencyId !== agencyId)) return false;
    if (
      asked.businessId !== null &&
      (role === 'Business' ?
        asked.businessId !== businessId
      : (await readModels.business(asked.businessId))?.agencyId !== agencyId)
    )
      return false;
    if (asked.userId === null) return true;
    const user = await readModels.user(asked.userId);
    return (
      user !== null &&
      user.role !== 'Admin' &&
      (role === 'Business' ? user.businessId === businessId : user.agencyId === agencyId)
    );
  };
  if (!(await isOwn())) throw notFound();
  return { ...own, userId: asked.userId };
}

export const activityRoutes = [
  route(
    activityCalls['GET /activity'],
    async ({
      query: {
        agency_id: agencyId = null,
        business_id: businessId = null,
        user_id: userId = null,
        page,
        per_page: perPage,
      },
      parts,
      session,
    }) => {
      const scope = await scopeOf({ agencyId, businessId, userId }, session, parts.readModels);
      const { data, total } = await parts.readModels.activity(scope, { page, perPage });
      return { data: [...data], meta: { total, page, per_page: perPage } };
    },
  ),
];
