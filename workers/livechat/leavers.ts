import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ConversationAssigned } from '../../domain/livechat/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { TeammateRemoved, TeammateRoleChanged } from '../../domain/team/events.ts';
import { may } from '../../domain/team/fields.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker, Database, RecordingWorker } from '../engine/worker.ts';

export const leaverTimer = 'teammate-left';

/** What the read models know of whose a conversation is. */
export interface AssignedReader {
  /** Whether they show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  /** Some of a user's conversations, open ones first. */
  of(businessId: string, userId: string, limit: number): Promise<readonly string[]>;
}

interface Leaver extends Readonly<Record<string, unknown>> {
  readonly userId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  /** The event that says that they left, and where it lies in the log. */
  readonly cause: string;
  readonly position: string;
  readonly correlationId: string;
  readonly step: number;
}

/** ms to wait for the read models. */
const waitMs = 250;
const atOnce = 200;
const concurrency = 4;

const timerOf = (leaver: Leaver, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.command, leaverTimer, leaver.cause, String(leaver.step)),
  kind: leaverTimer,
  dueAt,
  payload: leaver,
});

/** Notes who answers no more: removed from the team, or given a role without the inbox. */
export const leavers = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'leavers',
  handles: [TeammateRemoved.type, TeammateRoleChanged.type],
  record: (events, trx) => setTimers(trx, events.flatMap(leaverOf)),
  committed: wake,
});

function leaverOf(event: StoredEvent): readonly Timer[] {
  const hasLeft = is(event, TeammateRemoved) || (is(event, TeammateRoleChanged) && !may(event.data.role, 'inbox'));
  if (!hasLeft) return [];
  const { userId, businessId } = event.data;
  const { occurredAt, correlationId, tenant } = event.metadata;
  const position = event.position.toString();
  const leaver = { userId, businessId, agencyId: tenant.agencyId, position, cause: event.id, correlationId, step: 0 };
  return [timerOf(leaver, new Date(occurredAt))];
}

/**
 * Their conversations go back to everybody, a page after the other. What was given to them after they left is found by
 * `assignedToLeavers`, so between the two nothing stays theirs.
 */
export const giveBackOfLeaver =
  ({
    db,
    commands,
    assigned,
    clock,
  }: {
    readonly db: Database;
    readonly commands: Commands;
    readonly assigned: AssignedReader;
    readonly clock: Clock;
  }): TimerHandler =>
  async ({ payload }) => {
    const leaver = payload as Leaver;
    const { userId, businessId, position, cause, step } = leaver;
    const next = (inMs: number) =>
      setTimers(db, [timerOf({ ...leaver, step: step + 1 }, new Date(clock.now().getTime() + inMs))]);
    if (!(await assigned.reached(BigInt(position)))) return next(waitMs);
    const contactIds = await assigned.of(businessId, userId, atOnce);
    let changed = 0;
    await forEachBounded(contactIds, concurrency, async (contactId) => {
      const context = workerContext('leavers', leaver, 'unassign-removed', [cause, contactId], {
        correlationId: leaver.correlationId,
        causationId: cause,
      });
      const { position: at } = await commands.team.unassignRemoved(context, { contactId, userId });
      if (at !== null) changed += 1;
    });
    // The read models may show the same ones for a moment: they are looked at again until none is left to change.
    if (changed > 0) await next(waitMs);
  };

/** Whoever is given a conversation at the very moment they leave loses it again. */
export const assignedToLeavers = (commands: Commands): CommandingWorker => ({
  kind: 'commanding',
  name: 'assigned-to-leavers',
  handles: [ConversationAssigned.type],
  async issue(events) {
    await forEachBounded(events, concurrency, async (event) => {
      if (!is(event, ConversationAssigned) || event.data.assigneeId === null) return;
      const { contactId, businessId, assigneeId: userId } = event.data;
      if (await commands.team.answers(businessId, event.metadata.tenant.agencyId, userId)) return;
      const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
      const context = workerContext('assigned-to-leavers', tenant, 'unassign-assigned', [event.id], {
        correlationId: event.metadata.correlationId,
        causationId: event.id,
      });
      await commands.team.unassignRemoved(context, { contactId, userId });
    });
  },
});
