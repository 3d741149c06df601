import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { Payer } from '../payments/payer.ts';
import { storedThresholds } from './fields.ts';

/** The payer chose when its people are told of its usage. All of its thresholds, not the changed ones alone. */
export const PayerAlertsChanged = event(
  'PayerAlertsChanged',
  1,
  z.object({ payer: Payer, thresholds: storedThresholds }),
);

export const payerAlertEvents = [PayerAlertsChanged] as const;
export type PayerAlertEvent = EventOf<(typeof payerAlertEvents)[number]>;
