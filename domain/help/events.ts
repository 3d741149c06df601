import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { NewsId } from '../kernel/ids.ts';
import { storedNews, storedSupport } from './fields.ts';

/** How agencies reach the operator, from now on. */
export const SupportDetailsChanged = event('SupportDetailsChanged', 1, z.object(storedSupport));
/** Agencies are told what is new in the product. */
export const NewsPublished = event('NewsPublished', 1, z.object({ newsId: NewsId, ...storedNews }));
export const NewsRemoved = event('NewsRemoved', 1, z.object({ newsId: NewsId }));

export const helpEvents = [SupportDetailsChanged, NewsPublished, NewsRemoved] as const;
export type HelpEvent = EventOf<(typeof helpEvents)[number]>;
