/** A picture made safe: decoded and encoded anew (SVG sanitised and drawn), without metadata. `width` and `height` in px, of one frame. */
export interface SafeImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

/** Throws `ImageRefused` with words for the person when it is no picture, too large in pixels, or can't be decoded; `ImagesBusy` when too many wait already. */
export interface Images {
  /**
   * `widths`: variants to make besides the picture itself, in px; none is wider than the picture.
   * `maxBytes`: the picture is made smaller until it fits; variants are smaller anyway.
   */
  process(
    bytes: Uint8Array,
    options: { readonly maxWidth: number; readonly widths: readonly number[]; readonly maxBytes?: number },
  ): Promise<{ readonly image: SafeImage; readonly variants: Readonly<Record<number, SafeImage>> }>;
}
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}
export class ImagesBusy extends Error {
  override readonly name = 'ImagesBusy';
}
