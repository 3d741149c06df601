/**
 * A picture made safe: decoded and encoded anew (SVG sanitised and drawn), without metadata. `width` and `height` in px, of one frame.
 */
export interface SafeImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

export interface ImageRules {
  /** px; a wider picture is made smaller. */
  readonly maxWidth: number;
  /** px: variants to make besides the picture itself; none is wider than the picture. */
  readonly widths: readonly number[];
  /** The picture is made smaller until it fits; variants are smaller anyway. */
  readonly maxBytes?: number;
  /** It is for carriers, who take no WebP and AVIF: those become JPEG, or PNG or GIF where they need it. */
  readonly sendable?: boolean;
}

export interface ProcessedImage {
  readonly image: SafeImage;
  readonly variants: Readonly<Record<number, SafeImage>>;
}

export interface Images {
  /**
   * `tenant`: whose picture it is; tenants get their turns one after another, however many pictures each has waiting.
   * Throws `ImageRefused` with words for the person when it is no picture, too large in pixels, takes too long, or
   * can't be decoded; `ImagesBusy` when too many wait already.
   */
  process(bytes: Uint8Array, rules: ImageRules & { readonly tenant: string }): Promise<ProcessedImage>;
  /** Ends what runs; whoever waits gets `ImagesBusy`. */
  close(): Promise<void>;
}

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

/** `yours`: too many pictures of this one tenant wait, and not of all together. */
export class ImagesBusy extends Error {
  override readonly name = 'ImagesBusy';
  readonly yours: boolean;
  constructor(message: string, { yours = false }: { readonly yours?: boolean } = {}) {
    super(message);
    this.yours = yours;
  }
}
