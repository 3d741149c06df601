import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type AlertPercent, alertPercents, stepOf } from '../../domain/limits/alerts.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { payerContext } from '../engine/payer-context.ts';
import { workerContext } from '../context.ts';
import { isOutage } from '../engine/outage.ts';
import { pollLoop } from '../engine/poll-loop.ts';

/** A business near a limit. `month`: the one that it is there, `2026-11`. */
export interface NearLimit {
  readonly businessId: string;
  readonly kind: 'messages' | 'contacts';
  readonly used: number;
  readonly limit: number;
  readonly month: string;
}

/** What a payer used in a month, `2026-11`, and the contacts that it has. */
export interface PayerUsage {
  readonly id: string;
  readonly kind: 'agency' | 'business';
  readonly month: string;
  readonly messages: number;
  readonly mms: number;
  readonly emails: number;
  readonly contacts: number;
  readonly minutes: number;
}

interface Needs {
  readonly commands: Commands;
  readonly nearLimits: (percent: number) => Promise<readonly NearLimit[]>;
  /** Payers who may have reached a threshold; left out: payments are off. */
  readonly payersNear?: ((percent: number) => Promise<readonly PayerUsage[]>) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** How often it is looked, in ms. */
  readonly everyMs?: number | undefined;
}

/** Looks every few minutes who is near a limit. Several processes may: what is told has a name, and is told once. */
export async function usageAlerts(
  { commands, nearLimits, payersNear, clock, log, everyMs = 5 * 60_000 }: Needs,
  signal: AbortSignal,
): Promise<void> {
  /** What this process has told, so that it is not asked for again and again. */
  const told = new Set<string>();
  /** What payers are told of already, as the last look at them says. */
  const toldPayers = new Map<string, readonly string[]>();
  const tellPayer = async ({ id, kind, month, ...used }: PayerUsage): Promise<void> => {
    const payer = Payer.parse({ kind, id });
    try {
      const context = payerContext('usage-alerts', payer, 'payer-alert', [month]);
      const asked = { payer, used, month, told: [...(toldPayers.get(id) ?? [])] };
      toldPayers.set(id, (await commands.notifications.payerAlert(context, asked)).result);
    } catch (error) {
      if (isOutage(error)) throw error;
      log.error({ gaveUp: 'payer-alert', payer: id, err: error }, 'an alert of a payer failed');
    }
  };
  const work = async (): Promise<number> => {
    for (const near of await nearLimits(alertPercents[0])) {
      const { businessId, kind, month } = near;
      const named = (step: AlertPercent | null) => [businessId, kind, String(step), month];
      const name = named(stepOf(near));
      if (told.has(name.join(' '))) continue;
      const tenant = { agencyId: null, businessId };
      const links = { correlationId: businessId, causationId: null };
      try {
        const { result } = await commands.notifications.usageAlert(
          workerContext('usage-alerts', tenant, 'usage-alert', name, links),
          near,
        );
        // The limit that holds may be a higher one.
        if (result !== null) told.add(named(result).join(' '));
      } catch (error) {
        if (isOutage(error)) throw error;
        log.error({ gaveUp: 'usage-alert', businessId, kind, err: error }, 'an alert of a limit failed');
        told.add(name.join(' '));
      }
    }
    for (const near of (await payersNear?.(alertPercents[0])) ?? []) await tellPayer(near);
    if (told.size > 100_000) told.clear();
    return everyMs;
  };
  await pollLoop({ name: 'usage alerts', work, clock, log }, signal);
}
