import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, ContactId } from '../kernel/ids.ts';
import { LinkNumber, LinkSource, longestTarget, ScannerReason } from './fields.ts';

const link = { number: LinkNumber, businessId: BusinessId, source: LinkSource };
const count = z.number().int().min(0);

/**
 * An address of a message, once for all who get it: in the stream `link-<number>`, which is the claim of the number.
 * `nth`: its place among the links of the message. `trap`: nobody sees it; who follows it is a program.
 */
export const LinkCreated = event(
  'LinkCreated',
  1,
  z.object({ ...link, url: z.string().max(longestTarget), nth: count, trap: z.boolean() }),
);
/** A person followed it for the first time. Whatever they do after that is counted only. */
export const LinkClicked = event(
  'LinkClicked',
  1,
  z.object({ ...link, contactId: ContactId, clickedAt: z.iso.datetime() }),
);
/** What came to a link within some seconds: visits of people, and of programs by what gave them away. */
export const LinkVisitsCounted = event(
  'LinkVisitsCounted',
  1,
  z.object({
    countId: z.uuid(),
    ...link,
    people: count,
    scanners: z.array(z.object({ reason: ScannerReason, count: z.number().int().min(1) })).max(20),
  }),
);

export const linkEvents = [LinkCreated, LinkClicked, LinkVisitsCounted] as const;
export type LinkEvent = EventOf<(typeof linkEvents)[number]>;
