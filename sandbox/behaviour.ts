import { z } from 'zod';

const milliseconds = z.number().int().min(0).max(3_600_000);
/** Reviews take days. */
const review = z
  .number()
  .int()
  .min(0)
  .max(90 * 86_400_000);
const rate = z.number().min(0).max(1);

/** How one kind of webhook travels. Rates are 0 to 1 and decided per webhook from the seed, so a run repeats. */
const Delivery = z.strictObject({
  delayMs: milliseconds,
  jitterMs: milliseconds,
  /** The webhook is sent a second time, up to `reorderByMs` later. */
  duplicateRate: rate,
  /** The webhook leaves its place in the queue and comes up to `reorderByMs` late, after its successors. */
  reorderRate: rate,
  reorderByMs: milliseconds,
  /** The webhook is never sent. */
  lossRate: rate,
});

export const Behaviour = z.strictObject({
  /** The message is recorded first and answered after this: what a slow network looks like to the sender. */
  create: z.strictObject({ delayMs: milliseconds, jitterMs: milliseconds }),
  /** From accepted to `sent`, and from there to the last state. */
  progress: z.strictObject({ sentAfterMs: milliseconds, deliveredAfterMs: milliseconds, jitterMs: milliseconds }),
  status: Delivery,
  inbound: Delivery,
  /** Also call back for `queued`, not only from `sent` on. */
  queuedCallback: z.boolean(),
  /** How often the first status callback comes before the create call is answered. */
  earlyCallbackRate: rate,
  /** Messages per second and sender number above which creates are answered 429 with Retry-After; null for no limit. */
  ratePerSender: z.number().positive().max(100_000).nullable(),
  /** The carrier handles STOP, START and HELP itself: it answers them, and refuses to send to who opted out (21610). */
  carrierOptOut: z.boolean(),
  /** Pictures are given to the account's own sign-in alone (Twilio's setting of the account). */
  mediaAuth: z.boolean(),
  /** A webhook that fails (no connection, time-out, 408, 429, 5xx) is tried again with growing pauses for `forMs`. */
  retry: z.strictObject({
    firstMs: milliseconds,
    factor: z.number().min(1).max(10),
    maxMs: milliseconds,
    forMs: z.number().int().min(0).max(86_400_000),
  }),
  /**
   * How long reviewers take over a brand, a campaign and a number; how soon after another call about brands and
   * campaigns one is answered (429 before that); and how the events about them travel.
   */
  registration: z.strictObject({
    brandMs: review,
    campaignMs: review,
    numberMs: review,
    everyMs: milliseconds,
    delayMs: milliseconds,
    duplicateRate: rate,
    lossRate: rate,
  }),
  webhookTimeoutMs: milliseconds,
  /** How long registrations wait to be looked at, and as long again to be decided. */
  reviewMs: milliseconds,
  /** How long email to `slow@…` takes. */
  smtpSlowMs: milliseconds,
});
export type Behaviour = z.output<typeof Behaviour>;

const quick = { delayMs: 0, jitterMs: 0, duplicateRate: 0, reorderRate: 0, reorderByMs: 2_000, lossRate: 0 };

/** What a newcomer sees: a healthy carrier with delays that the eye can follow. */
export const healthy: Behaviour = {
  create: { delayMs: 0, jitterMs: 0 },
  progress: { sentAfterMs: 250, deliveredAfterMs: 600, jitterMs: 150 },
  status: quick,
  inbound: quick,
  queuedCallback: true,
  earlyCallbackRate: 0,
  ratePerSender: null,
  carrierOptOut: false,
  mediaAuth: false,
  retry: { firstMs: 500, factor: 2, maxMs: 15_000, forMs: 600_000 },
  registration: {
    brandMs: 20_000,
    campaignMs: 30_000,
    numberMs: 10_000,
    everyMs: 1_000,
    delayMs: 200,
    duplicateRate: 0,
    lossRate: 0,
  },
  webhookTimeoutMs: 15_000,
  reviewMs: 4_000,
  smtpSlowMs: 10_000,
};

/** A change to some settings; groups may be given in part. */
export const BehaviourChange = z
  .strictObject({
    create: Behaviour.shape.create.partial(),
    progress: Behaviour.shape.progress.partial(),
    status: Delivery.partial(),
    inbound: Delivery.partial(),
    queuedCallback: z.boolean(),
    earlyCallbackRate: rate,
    ratePerSender: Behaviour.shape.ratePerSender,
    carrierOptOut: z.boolean(),
    mediaAuth: z.boolean(),
    retry: Behaviour.shape.retry.partial(),
    registration: Behaviour.shape.registration.partial(),
    webhookTimeoutMs: milliseconds,
    reviewMs: milliseconds,
    smtpSlowMs: milliseconds,
  })
  .partial();
export type BehaviourChange = z.input<typeof BehaviourChange>;

/** The behaviour after a change. Throws a ZodError when the change is not valid. */
export function changed(current: Behaviour, change: BehaviourChange): Behaviour {
  const valid = BehaviourChange.parse(change);
  const next: Record<string, unknown> = { ...current };
  for (const [key, value] of Object.entries(valid)) {
    if (value === undefined) continue;
    const before = next[key];
    next[key] =
      typeof value === 'object' && value !== null && typeof before === 'object' && before !== null ?
        { ...before, ...value }
      : value;
  }
  return Behaviour.parse(next);
}
