import { z } from 'zod';

const rate = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(3_600_000);
const seconds = z
  .number()
  .int()
  .min(0)
  .max(366 * 86_400);

/** How the stand-in for Stripe behaves. Rates are decided per webhook or request from the seed, so a run repeats. */
export const StripeBehaviour = z.strictObject({
  webhooks: z.strictObject({
    delayMs: milliseconds,
    jitterMs: milliseconds,
    /** The webhook is sent a second time, up to `reorderByMs` later. */
    duplicateRate: rate,
    /** The webhook comes up to `reorderByMs` late, after its successors. */
    reorderRate: rate,
    reorderByMs: milliseconds,
    /** The webhook is never sent; the event is in the list of events all the same. */
    lossRate: rate,
    /** Pauses between attempts: the first, doubled up to the longest. */
    retryFirstMs: milliseconds,
    retryMaxMs: milliseconds,
    retryForMs: z
      .number()
      .int()
      .min(0)
      .max(3 * 86_400_000),
  }),
  /** A request is answered after this. */
  delayMs: milliseconds,
  /** `reset`: the connection is cut before anything happens; `error`: 500, nothing happens. */
  away: z.enum(['no', 'reset', 'error']),
  /** How often a request is carried out and its answer lost. */
  lostAnswerRate: rate,
  /** Requests per second above which 429 is answered; null: no limit. */
  requestsPerSecond: z.number().int().positive().nullable(),
  /** The account adds so much tax to each invoice, like one with a tax rate of its own. */
  taxPercent: z.number().min(0).max(50),
  /** A renewal's invoice is a draft for so long. */
  draftSeconds: seconds,
  /** A change that waits for its payment is made so long after it was paid. */
  changeSeconds: seconds,
  /** When a failed renewal is tried again, after the attempt before. */
  retryAfterSeconds: z.array(seconds).max(8),
  /** What becomes of the subscription when all attempts failed. */
  afterRetries: z.enum(['canceled', 'unpaid', 'past_due']),
});
export type StripeBehaviour = z.output<typeof StripeBehaviour>;

export const StripeBehaviourChange = StripeBehaviour.extend({
  webhooks: StripeBehaviour.shape.webhooks.partial(),
}).partial();
export type StripeBehaviourChange = z.input<typeof StripeBehaviourChange>;

const day = 86_400;
export const steady: StripeBehaviour = {
  webhooks: {
    delayMs: 0,
    jitterMs: 0,
    duplicateRate: 0,
    reorderRate: 0,
    reorderByMs: 2_000,
    lossRate: 0,
    retryFirstMs: 500,
    retryMaxMs: 15_000,
    retryForMs: 600_000,
  },
  delayMs: 0,
  away: 'no',
  lostAnswerRate: 0,
  requestsPerSecond: null,
  taxPercent: 0,
  draftSeconds: 3_600,
  changeSeconds: 0,
  retryAfterSeconds: [3 * day, 5 * day, 7 * day],
  afterRetries: 'canceled',
};

/** The behaviour after a change; groups may be given in part. Throws a ZodError. */
export function behaviourAfter(current: StripeBehaviour, change: StripeBehaviourChange): StripeBehaviour {
  const { webhooks, ...rest } = StripeBehaviourChange.parse(change);
  return StripeBehaviour.parse({ ...current, ...rest, webhooks: { ...current.webhooks, ...webhooks } });
}
