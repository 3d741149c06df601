import { countSegments } from '../sms/segments.ts';

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
