import { z } from 'zod';
import { PositionText } from './common.ts';

/**
 * The websocket `GET /api/v1/live`. The client's first frame is `{ "token": "…", "after": "<position>" | null }`; the server answers
 * `ready` and then, when `after` was given, what was missed (`new-message` for each, or one `resync` when that is too much).
 * Heartbeat: the server pings every 25 s; a socket that does not answer is closed.
 */
export const LiveHello = z.object({ token: z.string(), after: PositionText.nullable().default(null) });

export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    unread: z.number().int(),
    notifications_unread: z.number().int(),
    position: z.string(),
  }),
  /** A text came in that is for people: no rule has answered it. `unread` is the business's count with it. */
  z.object({
    type: z.literal('new-message'),
    contact_id: z.string(),
    message_id: z.string(),
    unread: z.number().int(),
    position: z.string(),
  }),
  /** A message came in (`received`), was queued, or changed its state. */
  z.object({
    type: z.literal('message-changed'),
    contact_id: z.string(),
    message_id: z.string(),
    status: z.string(),
    position: z.string(),
  }),
  /** A contact called, or what became of their call is known. */
  z.object({ type: z.literal('call-changed'), contact_id: z.string(), call_id: z.string(), position: z.string() }),
  /** The conversation or its contact changed (read, closed, named, opted in or out, note). */
  z.object({
    type: z.literal('conversation-changed'),
    contact_id: z.string(),
    unread: z.number().int(),
    position: z.string(),
  }),
  /**
   * Somebody of the team is writing to the contact, or has left off. Kept nowhere and never replayed: whoever hears it
   * forgets it after some seconds by themselves.
   */
  z.object({
    type: z.literal('writing'),
    contact_id: z.string(),
    user_id: z.string(),
    name: z.string(),
    writing: z.boolean(),
    position: z.string(),
  }),
  /** Somebody of the team has come, gone, become idle or is away; or who takes conversations was changed. */
  z.object({ type: z.literal('team-changed'), position: z.string() }),
  /** Segments were counted anew, or something that is done to many contacts has come further. */
  z.object({ type: z.literal('contacts-changed'), what: z.enum(['segments', 'bulk']), position: z.string() }),
  /** A file of contacts was read, or its import has come further. */
  z.object({ type: z.literal('upload-changed'), upload_id: z.string(), position: z.string() }),
  z.object({ type: z.literal('notification'), notifications_unread: z.number().int(), position: z.string() }),
  /** A broadcast changed, or what became of its recipients. */
  z.object({ type: z.literal('broadcast-changed'), broadcast_id: z.string(), position: z.string() }),
  /** An automation changed, or where those are who go through it. */
  z.object({
    type: z.literal('automation-changed'),
    what: z.enum(['automation', 'runs']),
    automation_id: z.string(),
    position: z.string(),
  }),
  /** Of an agency: what waits for its approval changed. */
  z.object({ type: z.literal('approvals-changed'), position: z.string() }),
  /** Of a payer: its plan, its add-ons, or what it was billed changed. Operators hear it of all, businesses of their agency. */
  z.object({ type: z.literal('billing-changed'), position: z.string() }),
  /** Too much was missed: read everything again. */
  z.object({ type: z.literal('resync'), position: z.string() }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/**
 * What `GET /api/v1/votes/{id}/live` says, to anybody who watches a vote: how many voted, for which option, and whether
 * it is over. The server speaks when that changes; a client says nothing.
 */
export const VoteTally = z.object({
  total: z.number().int(),
  options: z.record(z.string(), z.number().int()),
  ended: z.boolean(),
});
export type VoteTally = z.output<typeof VoteTally>;

/**
 * Why the server closed the websocket. After `resync` and `goingAway` connect again with the last position; after the
 * others sign in first.
 */
export const LiveClose = {
  goingAway: 1001,
  tooBig: 1009,
  badHello: 4400,
  unauthenticated: 4401,
  tooLate: 4408,
  resync: 4409,
  /** Too many websockets of one user or one address, or too many frames on one: come back much later. */
  tooMany: 4429,
} as const;
