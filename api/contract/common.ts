import { z } from 'zod';

export const Role = z.enum(['Admin', 'Agency', 'Business']);
export type Role = z.output<typeof Role>;

export const list = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    meta: z.object({ total: z.number().int(), page: z.number().int(), per_page: z.number().int() }),
  });

/** A list that is always answered whole: it has no pages. */
export const wholeList = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), meta: z.object({ total: z.number().int() }) });

/** Every failure: `message` is for people, `code` is stable, `requestId` finds the log lines. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  silent: z.boolean().optional(),
});
export type Failure = z.output<typeof Failure>;

/** A success with something to say: shown as a toast for 5 seconds. */
export const Success = z.object({ success: z.literal(true), message: z.string() });
/** A test was sent. `waits`: some of it does, for the end of quiet hours where it goes; until when the message says. */
export const TestReply = Success.extend({ data: z.object({ waits: z.boolean() }) });
/** A success with nothing to say. */
export const Done = z.object({ success: z.literal(true) });
export const Created = z.object({ success: z.literal(true), message: z.string(), data: z.object({ id: z.string() }) });

export const Uuid = z.uuid('This is not a valid id.').toLowerCase();
export const Instant = z.iso.datetime();
export { PositionText } from '../../domain/kernel/fields.ts';
export const IdParams = z.object({ id: Uuid });
/** A tenant or a person, to show and to link to. */
export const Named = z.object({ id: z.string(), name: z.string() });
/** Why carriers would refuse texts of a number now, and what its business can do. */
export const NumberBlocked = z.object({
  text: z.string().meta({ examples: ['The carriers haven’t registered this number yet.'] }),
  cure: z.string().meta({ examples: ['Wait for the carriers. You don’t need to do anything.'] }),
});
export type NumberBlocked = z.output<typeof NumberBlocked>;

/**
 * Where a form began: the `revision` of the record it was filled from. An edit of a record that somebody else has
 * changed in between is refused with 409 `edit_conflict` and `changes`: nothing is overwritten silently. Sending the
 * newer revision saves over it, knowingly.
 */
export const Revision = z.number().int().min(0);
/** A change of a record: the revision that the next edit starts from. */
export const Saved = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ revision: Revision }),
});
/** One field that somebody else changed since the form was opened. Values as the form's fields hold them. */
export const EditChange = z.object({
  field: z.string(),
  was: z.unknown(),
  now: z.unknown(),
  by: z.string().nullable(),
  at: Instant,
});
export type EditChange = z.output<typeof EditChange>;
/** The body of that 409, besides `message`, `code` and `requestId`. `revision` is the newest one. */
export const EditConflict = z.object({ revision: Revision, changes: z.array(EditChange) });
/** Refused until it is paid for. `reason`: what is missing, for programs. */
export const UnpaidFailure = Failure.extend({ reason: z.string().meta({ examples: ['payment-failed'] }) });
export const EditConflictFailure = Failure.extend(EditConflict.shape);
