import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is, platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, PlanId, uuidV5 } from '../../domain/kernel/ids.ts';
import { PlanChanged, PlanDeleted } from '../../domain/plans/events.ts';
import { PlanKind } from '../../domain/plans/fields.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

export const archivePricesTimer = 'archive-plan-prices';
/** While the provider is away it is asked again after this, in ms. */
const againMs = 60_000;

const timerOf = (cause: string, kind: string, planId: string, attempt: number, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, cause, archivePricesTimer, String(attempt)),
  kind: archivePricesTimer,
  dueAt,
  payload: { cause, kind, planId, attempt },
});

/** A plan has a new version, or is no longer for sale: the prices of before leave the provider's catalogue. */
export function planPrices(wake: () => void): RecordingWorker {
  return {
    kind: 'recording',
    name: 'plan-prices',
    handles: [PlanChanged.type, PlanDeleted.type],
    record: (events, trx) =>
      setTimers(
        trx,
        events
          .filter((event) => is(event, PlanChanged) || is(event, PlanDeleted))
          .map(({ id, data, metadata }) => timerOf(id, data.kind, data.planId, 0, new Date(metadata.occurredAt))),
      ),
    committed: wake,
  };
}

export const archivePrices =
  ({
    commands,
    db,
    now,
  }: {
    readonly commands: Commands;
    readonly db: Database;
    readonly now: () => Date;
  }): TimerHandler =>
  async ({ payload }) => {
    if (!(await commands.payments.areOn())) return;
    const { cause, attempt, ...of } = payload as { cause: string; attempt: number; kind: string; planId: string };
    const [kind, planId] = [PlanKind.parse(of.kind), PlanId.parse(of.planId)];
    const commandId = uuidV5(namespaces.command, archivePricesTimer, cause);
    const caller = { role: 'system', actor: { kind: 'system', name: 'plan-prices' }, tenant: platformTenant } as const;
    try {
      await commands.subscriptions.archivePrices(
        { caller, commandId, correlationId: commandId, causationId: cause },
        { kind, planId },
      );
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'provider_unavailable') throw error;
      const dueAt = new Date(now().getTime() + againMs);
      await setTimers(db, [timerOf(cause, kind, planId, attempt + 1, dueAt)]);
    }
  };
