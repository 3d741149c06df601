import type { Bus } from '../../adapters/bus/port.ts';
import type { ReadModels } from '../../projections/read-models.ts';
import type { Session } from './sessions.ts';

export type TenantStanding = 'active' | 'inactive' | 'archived';

/**
 * What people of an archived or inactive tenant can still do: leave, look after their own account, and clear their
 * bell. They read everything.
 */
export const openToInactive: ReadonlySet<string> = new Set([
  'POST /logout',
  'POST /security/confirm',
  'POST /security/passkeys',
  'POST /security/passkeys/confirm',
  'POST /security/authenticators',
  'POST /security/authenticators/confirm',
  'PUT /security/factors/{id}',
  'DELETE /security/factors/{id}',
  'POST /security/recovery-codes',
  'DELETE /sessions/{id}',
  'DELETE /sessions',
  'DELETE /impersonate',
  'PUT /profile',
  'PUT /settings',
  'POST /change-password',
  'POST /notification/{id}/read',
  'DELETE /notification/{id}',
  'POST /notifications/mark-all',
  'POST /push/subscriptions',
  'DELETE /push/subscriptions',
  'POST /pusher/beams-auth',
]);

/** What someone can do who has to set up a second factor first: that, and leave. */
export const openInSetup: ReadonlySet<string> = new Set([
  'GET /profile',
  'POST /logout',
  'GET /security',
  'POST /security/confirm',
  'POST /security/passkeys',
  'POST /security/passkeys/confirm',
  'POST /security/authenticators',
  'POST /security/authenticators/confirm',
]);

const changedSubject = 'api.tenants.changed';
/** How long a look-up is trusted. A change made through the API travels over the bus at once; this bounds it when the bus is away. */
const trustMs = 3_000;
const most = 50_000;

/** Whether the tenant of a session is active; asked for every call that changes something. */
export function createStanding({
  readModels,
  bus,
  now,
}: {
  readonly readModels: Pick<ReadModels, 'tenantStatus'>;
  readonly bus: Bus;
  readonly now: () => Date;
}) {
  const known = new Map<string, { readonly standing: TenantStanding; readonly until: number }>();
  /** Raised by every change: what was asked before it is not remembered. */
  let generation = 0;
  const forget = (): void => {
    generation += 1;
    known.clear();
  };
  const stop = bus.subscribe(changedSubject, forget);
  const stopReconnect = bus.onReconnect(forget);
  const keyOf = ({ agencyId, businessId }: Session): string => `${agencyId ?? ''}/${businessId ?? ''}`;

  return {
    /** What is known without asking; undefined: ask with `find`. Operators are always active. */
    peek(session: Session): TenantStanding | undefined {
      if (session.agencyId === null && session.businessId === null) return 'active';
      const entry = known.get(keyOf(session));
      return entry === undefined || now().getTime() >= entry.until ? undefined : entry.standing;
    },

    async find(session: Session): Promise<TenantStanding> {
      const asked = generation;
      const standing = await readModels.tenantStatus(session.agencyId, session.businessId);
      if (asked === generation) {
        if (known.size >= most) known.delete(known.keys().next().value!);
        known.set(keyOf(session), { standing, until: now().getTime() + trustMs });
      }
      return standing;
    },

    /**
     * A tenant was archived, restored, switched on or off, and the read models show it. Archived agencies take their
     * businesses along: all are asked anew.
     */
    changed(): void {
      forget();
      bus.publish(changedSubject, {});
    },

    close(): void {
      stop();
      stopReconnect();
      known.clear();
    },
  };
}

export type AccountStandings = ReturnType<typeof createStanding>;
