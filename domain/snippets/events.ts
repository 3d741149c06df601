import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, SnippetId } from '../kernel/ids.ts';
import { storedSnippet } from './fields.ts';

const snippet = { businessId: BusinessId, snippetId: SnippetId };

/** From now on these are the words of the snippet: of a new one, or of one that was there. */
export const SnippetSaved = event('SnippetSaved', 1, z.object({ ...snippet, ...storedSnippet }));
export const SnippetDeleted = event('SnippetDeleted', 1, z.object(snippet));

export const snippetEvents = [SnippetSaved, SnippetDeleted] as const;
export type SnippetEvent = EventOf<(typeof snippetEvents)[number]>;
