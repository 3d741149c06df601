import { z } from 'zod';
import { text } from '../kernel/fields.ts';
import { HoldReason } from '../messages/fields.ts';

/** The carrier's own code, where there is one. */
const errorCode = z.number().int().nullable().default(null);
/** Who was asked; `none`: no one was, or it doesn't matter. */
const provider = text.default('none');

const accepted = z.object({ kind: z.literal('accepted'), provider, providerMessageId: text });
const failed = z.object({
  kind: z.literal('failed'),
  provider,
  errorCode,
  reason: text,
  /** No one knows whether it was taken, and it is not sent again. */
  unsure: z.literal(true).optional(),
});
const unknown = z.object({ kind: z.literal('unknown'), provider, detail: text });

/**
 * How one try to hand over a text or email ended, whatever the provider calls it.
 * - `accepted`: the provider took it and named it.
 * - `failed`: it was refused for good, or tried too often.
 * - `unknown`: the request was cut off, and it may have been taken.
 * - `held`: it was certainly not taken, and waits.
 */
export const Outcome = z.discriminatedUnion('kind', [
  accepted,
  failed,
  unknown,
  z.object({ kind: z.literal('held'), reason: HoldReason, until: z.iso.datetime(), errorCode }),
]);
export type Outcome = z.output<typeof Outcome>;

/** How one ended whose own stream can't be read. `suppressed`: it was kept back, for one of the channel's reasons. */
export const endingOf = <Reason>(reason: z.ZodType<Reason>) =>
  z.discriminatedUnion('kind', [accepted, failed, unknown, z.object({ kind: z.literal('suppressed'), reason })]);
export type Ending<Reason> = z.output<ReturnType<typeof endingOf<Reason>>>;
