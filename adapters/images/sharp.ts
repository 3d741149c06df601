import sharp, { type Sharp } from 'sharp';
import { ImageRefused, type ImageRules, type ProcessedImage, type SafeImage } from './port.ts';
import { type ImageKind, noPicture, sniffImage } from './sniff.ts';
import { sanitizeSvg } from './svg.ts';

export interface ReaderLimits {
  /** Pixels of all frames together that are decoded. Default 50 million. */
  readonly maxPixels?: number;
  /** Frames of an animation. Default 500. */
  readonly maxFrames?: number;
}

type Encoded = Exclude<ImageKind, 'svg'>;
const contentTypes: Record<Encoded, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** px: the sides of what comes out. */
const drawnWidth = 1024;
const heightPerWidth = 4;
/** What drawing an SVG takes grows with its pixels. */
const drawnPixels = 2_000_000;

/**
 * Reads pictures with libvips, in this process. It has no limit of time that holds: libvips can not be interrupted
 * while it draws an SVG. That is for whoever can end the process (`reader.ts`).
 */
export function createReader({ maxPixels = 50_000_000, maxFrames = 500 }: ReaderLimits = {}) {
  sharp.cache(false);
  // One picture, one core.
  sharp.concurrency(1);
  // libvips tries every reader it has: only these are left to it.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
      'VipsForeignLoadSvgBuffer',
    ],
  });
  const input = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;

  async function open(
    bytes: Uint8Array,
    kind: ImageKind,
    maxWidth: number,
  ): Promise<{
    readonly make: () => Sharp;
    readonly width: number;
    readonly height: number;
    /** As which carriers take it. */
    readonly sendable: Encoded;
  }> {
    const content = kind === 'svg' ? Buffer.from(sanitizeSvg(bytes)) : bytes;
    const animated = kind === 'gif' || kind === 'webp';
    const found = await sharp(content, { ...input, animated }).metadata();
    const format = found.format === 'heif' ? 'avif' : found.format;
    if (format !== kind || !found.width || !found.height) throw new ImageRefused(noPicture);
    if ((found.pages ?? 1) > maxFrames)
      throw new ImageRefused(`This animation has too many pictures: at most ${maxFrames} are taken.`);
    const { width, height } =
      found.autoOrient.width ?
        { width: found.autoOrient.width, height: found.pageHeight ?? found.autoOrient.height }
      : { width: found.width, height: found.pageHeight ?? found.height };
    const sendable: Encoded =
      kind === 'gif' || kind === 'jpeg' ? kind
      : (found.pages ?? 1) > 1 ? 'gif'
      : kind === 'png' || kind === 'svg' || found.hasAlpha ? 'png'
      : 'jpeg';
    if (kind !== 'svg')
      return { make: () => sharp(content, { ...input, animated }).autoOrient(), width, height, sendable };
    // A drawing has no size of its own: it is drawn large enough to look sharp, and never larger than asked for.
    const scale =
      Math.min(
        Math.max(width, Math.min(maxWidth, drawnWidth)),
        maxWidth,
        (maxWidth * heightPerWidth * width) / height,
        Math.sqrt((drawnPixels * width) / height),
      ) / width;
    const density = Math.min(Math.max((found.density ?? 72) * scale, 1), 100_000);
    return {
      make: () => sharp(content, { ...input, density }),
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      sendable,
    };
  }

  async function encode(pipeline: Sharp, kind: ImageKind, format: Encoded, width: number): Promise<SafeImage> {
    const options = {
      gif: { effort: 4 },
      jpeg: { quality: 85 },
      png: { compressionLevel: 7 },
      webp: { quality: 85, effort: 3 },
      avif: { quality: 60, effort: 2 },
    }[format];
    const { data, info } = await pipeline
      .resize({ width, height: width * heightPerWidth, fit: 'inside', withoutEnlargement: kind !== 'svg' })
      .toFormat(format, options)
      .toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      contentType: contentTypes[format],
      width: info.width,
      height: info.pageHeight ?? info.height,
    };
  }

  return {
    /** Throws `ImageRefused` for what can't be read. */
    async process(
      bytes: Uint8Array,
      { maxWidth, widths, maxBytes = Number.POSITIVE_INFINITY, sendable = false }: ImageRules,
    ): Promise<ProcessedImage> {
      const kind = sniffImage(bytes);
      if (kind === null) throw new ImageRefused(noPicture);
      try {
        const { make, width, sendable: taken } = await open(bytes, kind, maxWidth);
        const format =
          sendable ? taken
          : kind === 'svg' ? 'png'
          : kind;
        let target = Math.min(width, maxWidth);
        let image = await encode(make(), kind, format, target);
        while (image.bytes.byteLength > maxBytes && target > 64) {
          target = Math.max(64, Math.floor(target * Math.min(0.8, Math.sqrt(maxBytes / image.bytes.byteLength))));
          image = await encode(make(), kind, format, target);
        }
        if (image.bytes.byteLength > maxBytes)
          throw new ImageRefused('This picture is too large, however small it is made.');
        const variants: Record<number, SafeImage> = {};
        for (const wanted of widths)
          if (wanted < image.width) variants[wanted] = await encode(make(), kind, format, wanted);
        return { image, variants };
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/** What libvips says of a file is not for people; what it can't decode is refused, whatever the reason. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ImageRefused || !(error instanceof Error)) return error;
  if (/pixel limit/i.test(error.message))
    return new ImageRefused('This picture has too many pixels.', { cause: error });
  return new ImageRefused('This picture is damaged, or not what it says it is.', { cause: error });
}
