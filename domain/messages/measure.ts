import { countSegments } from '../sms/segments.ts';
import type { QueuedData } from './message.ts';

/** What a text counts for: segments of its words, at least 1 (a picture alone), and how many pictures. */
export const measured = ({
  body,
  media,
}: {
  readonly body: string | null;
  readonly media: readonly object[] | null;
}): { readonly segments: number; readonly pictures: number } => ({
  segments: Math.max(1, countSegments(body ?? '').segments),
  pictures: media?.length ?? 0,
});

/** What a text takes of a month: one with pictures counts as one, any other by its segments. */
export function quantityOf({
  segments,
  pictures,
  media,
}: Partial<Pick<QueuedData, 'segments' | 'pictures' | 'media'>>): { readonly segments: number; readonly mms: number } {
  return (pictures ?? media?.length ?? 0) > 0 ? { segments: 0, mms: 1 } : { segments: segments ?? 1, mms: 0 };
}
