import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { PaymentEvent } from '../../adapters/payments/port.ts';
import { command, execute } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';
import { hearPaymentEvent } from './hear.ts';

/** The provider's list is not in order to the second: so far back it is read again, in ms. */
const overlapMs = 120_000;

/**
 * Reads what happened at the provider since an instant, and hears what no webhook told. `seen`: the ids that were read
 * before; the answer has those to give next time. An event that can't be heard holds up no other.
 */
export const reconcile = command({
  input: z.object({ since: z.date(), seen: z.array(z.string()) }),
  by: ['system'],
  async run({ world, context }, { since, seen }) {
    const { events } = paymentsOf(world);
    const from = new Date(since.getTime() - overlapMs);
    const found = await ask(async () => {
      const all: PaymentEvent[] = [];
      for await (const one of events.since(from)) all.push(one);
      return all;
    });
    const before = new Set(seen);
    const told = new Map<string, PaymentEvent>();
    for (const event of found) {
      const { id, object, customerId, previousCustomerId } = event;
      if (!before.has(id)) told.set(JSON.stringify([object.type, object.id, customerId, previousCustomerId]), event);
    }
    const failed: { readonly id: string; readonly error: unknown }[] = [];
    let heard = 0;
    // Named by the newest event about the object: whoever knows of a newer one isn't taken for a repeat.
    for (const { id, object, customerId, previousCustomerId } of told.values()) {
      const commandId = uuidV5(namespaces.command, context.commandId, 'reconcile', id);
      const call = { world, context: { ...context, commandId } };
      try {
        const { result } = await execute(hearPaymentEvent, call, { object, customerId, previousCustomerId });
        if (result.heard) heard += 1;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'provider_unavailable') throw error;
        failed.push({ id, error });
      }
    }
    const until = found.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), since);
    const kept = found.filter(({ createdAt }) => createdAt.getTime() >= until.getTime() - overlapMs);
    return startUnitOfWork(world, context, { tenant: platformTenant }).outcome({
      until,
      seen: kept.map(({ id }) => id),
      heard,
      failed,
    });
  },
});
