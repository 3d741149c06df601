import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { is, platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { DefaultPaymentMethodChanged, PaymentMethodSaved } from '../../domain/payments/events.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { LedgerProofFinished } from '../../domain/proofs/events.ts';
import { RechargeAlarmRaised, RechargeDeclined, WalletParked } from '../../domain/wallets/events.ts';
import type { CommandingWorker } from '../engine/worker.ts';
import { payerContext } from '../engine/payer-context.ts';

const name = 'wallet-notices';

/** Tells people what needs them, and lets a declined recharge be tried again once the card is another one. */
export function walletNotices(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name,
    handles: [
      RechargeDeclined,
      RechargeAlarmRaised,
      WalletParked,
      PaymentMethodSaved,
      DefaultPaymentMethodChanged,
      LedgerProofFinished,
    ].map(({ type }) => type),
    async issue(events) {
      for (const event of events) await react(commands, event);
    },
  };
}

async function react(commands: Commands, event: StoredEvent): Promise<void> {
  const as = (payer: Payer, purpose: string) => payerContext(name, payer, purpose, [event.id], event.id);
  if (is(event, RechargeDeclined)) {
    const { payer, crossing } = event.data;
    await commands.notifications.rechargeDeclined(as(payer, 'recharge-declined'), { payer, crossing });
  } else if (is(event, RechargeAlarmRaised)) {
    const { payer, crossing, recharges, withinMinutes } = event.data;
    const given = { payer, crossing, recharges, withinMinutes };
    await commands.notifications.rechargeAlarm(as(payer, 'recharge-alarm'), given);
  } else if (is(event, WalletParked)) {
    const { payer, contradiction } = event.data;
    await commands.notifications.walletParked(as(payer, 'wallet-parked'), { payer, about: contradiction.about });
  } else if (is(event, LedgerProofFinished)) {
    const { proofId, faultCount: faults, unmatched } = event.data;
    if (faults === 0 && (unmatched?.count ?? 0) === 0) return;
    const commandId = uuidV5(namespaces.command, name, 'ledger-faults', proofId);
    const caller = { role: 'system', actor: { kind: 'system', name }, tenant: platformTenant } as const;
    const context = { caller, commandId, correlationId: commandId, causationId: event.id };
    await commands.notifications.ledgerFaults(context, { proofId, faults, unmatched: unmatched?.count ?? 0 });
  } else if (is(event, PaymentMethodSaved) || is(event, DefaultPaymentMethodChanged)) {
    const payer = Payer.parse({ kind: event.data.payerKind, id: event.data.payerId });
    const changedAt = event.metadata.occurredAt;
    await commands.wallets.resumeRecharge(as(payer, 'recharge-resumed'), { payer, changedAt });
  }
}
