import type { Bus } from '../../adapters/bus/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type MemberRole, type MemberRight, may } from '../../domain/team/fields.ts';
import { refusalOf } from '../../domain/team/team.ts';
import { ApiError } from './errors.ts';
import type { Session } from './sessions.ts';

/** What whoever is signed in may do as a member of the business; `removed`: they are none any more. */
export type Membership = MemberRole | 'removed';

const changedSubject = 'api.members.changed';
/** How long a look-up is trusted. A change made through the API travels over the bus at once; this bounds it when the bus is away. */
const trustMs = 3_000;
const most = 50_000;

/** Which role a session of a business has there; asked for every call. Whoever acts as the business is an owner. */
export function createMemberships({
  commands,
  bus,
  now,
}: {
  readonly commands: Commands;
  readonly bus: Bus;
  readonly now: () => Date;
}) {
  const known = new Map<string, { readonly role: Membership; readonly until: number }>();
  const listeners = new Set<(userId: string) => void>();
  /** Raised by every change: what was asked before it is not remembered. */
  let generation = 0;
  const forget = (userId: string): void => {
    generation += 1;
    known.delete(userId);
    for (const listener of listeners) listener(userId);
  };
  const stop = bus.subscribe(changedSubject, (message) => {
    const { userId } = message as { userId?: unknown };
    if (typeof userId === 'string') forget(userId);
  });
  const stopReconnect = bus.onReconnect(() => {
    generation += 1;
    known.clear();
  });
  // What a key may do its scopes say, which were held against the role of whoever made it.
  const isOwner = ({ role, businessId, impersonator, apiKey }: Session): boolean =>
    role !== 'Business' || businessId === null || impersonator !== null || apiKey !== undefined;

  return {
    /** What is known without asking; undefined: ask with `find`. */
    peek(session: Session): Membership | undefined {
      if (isOwner(session)) return 'owner';
      const entry = known.get(session.userId);
      return entry === undefined || now().getTime() >= entry.until ? undefined : entry.role;
    },

    async find(session: Session): Promise<Membership> {
      if (isOwner(session)) return 'owner';
      const asked = generation;
      const role = (await commands.team.roleOf(session.businessId!, session.userId)) ?? 'removed';
      if (asked === generation) {
        if (known.size >= most) known.delete(known.keys().next().value!);
        known.set(session.userId, { role, until: now().getTime() + trustMs });
      }
      return role;
    },

    /** Somebody's role was changed, or they were removed. */
    changed(userId: string): void {
      forget(userId);
      bus.publish(changedSubject, { userId });
    },

    onChanged(listener: (userId: string) => void): void {
      listeners.add(listener);
    },

    close(): void {
      stop();
      stopReconnect();
      known.clear();
      listeners.clear();
    },
  };
}

/** A call, as far as its rights go. */
interface Asking {
  readonly parts: { readonly memberships: Pick<Memberships, 'find'> };
  readonly session: Session;
}

/** Whether the caller has a right besides the one that the whole call needs: a person by their role, a key by its scopes. */
export async function hasRight({ parts, session }: Asking, right: MemberRight): Promise<boolean> {
  if (session.apiKey !== undefined) return session.apiKey.rights.includes(right);
  const role = await parts.memberships.find(session);
  return role !== 'removed' && may(role, right);
}

/** Throws 403 where the caller lacks a right that only some of what a call does needs. */
export async function needs(call: Asking, right: MemberRight): Promise<void> {
  if (await hasRight(call, right)) return;
  const role = await call.parts.memberships.find(call.session);
  throw new ApiError('forbidden', refusalOf(role === 'removed' ? null : role));
}

export type Memberships = ReturnType<typeof createMemberships>;
