import { z } from 'zod';
import { PaymentRefused } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { PlanSection } from '../../domain/plans/fields.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { accountAt, ask, inWords, paymentsOf } from '../payments/account.ts';
import { refreshSubscriptions } from './follow.ts';
import { keyOf, liveIn, lookedUp, subscriptionsAt } from './place.ts';

const ofSection = { payer: Payer, section: PlanSection } as const;

/** Ends a subscription, now or at the end of what is paid. Nothing is given back. */
export const cancelSubscription = command({
  input: z.object({ ...ofSection, when: z.enum(['now', 'period-end']) }),
  by: ['admin', 'agency', 'business'],
  async run({ world, context }, { payer, section, when }) {
    const { place, state } = await lookedUp(world, context, payer);
    const { subscriptionId, status, cancelAt } = liveIn(state, section);
    // Nothing is paid of a first payment that failed, nor of a renewal that did.
    const isNow = when === 'now' || status === 'incomplete' || status === 'unpaid';
    if (isNow || cancelAt === null)
      await ask(() =>
        paymentsOf(world).subscriptions.cancel(
          subscriptionId,
          isNow ? 'now' : 'period-end',
          keyOf(context, isNow ? 'cancel-now' : 'cancel'),
        ),
      );
    await refreshSubscriptions(world, context, place);
    const after = (await subscriptionsAt(world, place)).all.get(subscriptionId);
    const outcome = { subscriptionId, endsAt: after?.endedAt ?? after?.cancelAt ?? null };
    return startUnitOfWork(world, context, { tenant: place.tenant }).outcome(outcome);
  },
});

/** Takes back a cancellation, ends a pause, and pays what is due. Answers a secret where the cardholder has to confirm. */
export const resumeSubscription = command({
  input: z.object(ofSection),
  by: ['agency', 'business'],
  async run({ world, context }, { payer, section }) {
    const { place, state } = await lookedUp(world, context, payer);
    const { subscriptionId, status, cancelAt } = liveIn(state, section);
    const { subscriptions, invoices } = paymentsOf(world);
    if (status === 'paused' || cancelAt !== null)
      await ask(() => subscriptions.resume(subscriptionId, keyOf(context, 'resume')));
    let clientSecret: string | null = null;
    const found = await ask(() => subscriptions.fetch(subscriptionId));
    const invoiceId = found?.latestInvoiceId ?? null;
    if ((found?.status === 'past_due' || found?.status === 'unpaid') && invoiceId !== null) {
      const { defaultMethodId } = await accountAt(world, place);
      if (defaultMethodId === null) {
        const message = 'Add a payment method first.';
        throw new DomainError('validation_failed', message, { payment_method: [message] });
      }
      try {
        const invoice = await invoices.fetch(invoiceId);
        if (invoice?.status === 'open')
          await invoices.pay(invoiceId, { methodId: defaultMethodId }, keyOf(context, 'pay'));
      } catch (error) {
        if (!(error instanceof PaymentRefused) || error.kind !== 'authentication-required') throw inWords(error);
        clientSecret = error.intent?.clientSecret ?? found.clientSecret;
      }
    }
    await refreshSubscriptions(world, context, place);
    const after = (await subscriptionsAt(world, place)).all.get(subscriptionId);
    return startUnitOfWork(world, context, { tenant: place.tenant }).outcome({
      subscriptionId,
      status: after?.status ?? status,
      clientSecret,
    });
  },
});
