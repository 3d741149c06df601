import { z } from 'zod';

/** To whom a conversation goes by itself: to nobody, to each of the chosen in turn, or to who has the fewest. */
export const AssignmentMode = z.enum(['off', 'round-robin', 'least-busy']);
export type AssignmentMode = z.output<typeof AssignmentMode>;

/** Minutes within which a contact is answered, at most. */
export const longestReplyTime = 24 * 60;
/** So many can take conversations by turns. */
export const maxInTurn = 100;
const dayMinutes = 24 * 60;

/** When people are there on a weekday, in minutes from midnight of the business's clocks; null: not at all. */
const Day = z
  .object({
    opens: z
      .number()
      .int()
      .min(0)
      .max(dayMinutes - 1),
    closes: z.number().int().min(1).max(dayMinutes),
  })
  .nullable();
/** From Monday to Sunday; null: around the clock. */
const Week = z.array(Day).length(7).nullable();
export type ReplyWeek = z.output<typeof Week>;

/** What events say. */
export const storedChatTeam = { mode: AssignmentMode, replyMinutes: z.number().int().nullable(), hours: Week } as const;

/** What people may choose. */
export const chatTeamFields = {
  mode: AssignmentMode,
  replyMinutes: z
    .number('Give a number of minutes.')
    .int('Give whole minutes.')
    .min(1, 'A reply time is a minute at least.')
    .max(longestReplyTime, 'A reply time can be at most 24 hours (1,440 minutes).')
    .nullable(),
  hours: Week.refine((week) => week === null || week.every((day) => day === null || day.opens < day.closes), {
    error: 'A day has to close after it opens.',
  }).refine((week) => week === null || week.some((day) => day !== null), { error: 'Leave at least one day open.' }),
} as const;
