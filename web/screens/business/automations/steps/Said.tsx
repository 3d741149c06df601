import { notHere } from '../../broadcasts/compose/MergeMenu.tsx';
import { TextBox } from '../../broadcasts/compose/TextBox.tsx';
import type { NodeOf } from '../model.ts';

export const nothing: ReadonlySet<string> = new Set();
export type Media = NodeOf<'Notification'>['media'];
/** A text, written as broadcasts are. */
export function Said({
  label,
  hint,
  body,
  media = [],
  pictures = false,
  coupon,
  error,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly body: string;
  readonly media?: Media;
  readonly pictures?: boolean;
  /** Whether the fields of a coupon mean something. */
  readonly coupon: boolean;
  readonly error: string | undefined;
  readonly onChange: (body: string, media: Media) => void;
}) {
  return (
    <div className="au-said">
      <span className="label" aria-hidden>
        {label}
      </span>
      {hint !== undefined && <span className="muted hint">{hint}</span>}
      <TextBox
        label={label}
        content={{
          kind: 'text',
          body,
          media: media.map(({ url, contentType }) => ({ url, content_type: contentType })),
        }}
        hidden={coupon ? nothing : notHere}
        pictures={pictures}
        error={error}
        put={(content) => {
          onChange(
            content.body,
            content.media.map(({ url, content_type }) => ({ url, contentType: content_type })),
          );
        }}
      />
    </div>
  );
}
