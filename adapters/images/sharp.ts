import sharp, { type Sharp } from 'sharp';
import { ImageRefused, type Images, ImagesBusy, type SafeImage } from './port.ts';
import { type ImageKind, sniffImage } from './sniff.ts';
import { sanitizeSvg } from './svg.ts';

export interface ImageLimits {
  /** Pixels of all frames together that are decoded. Default 50 million. */
  readonly maxPixels?: number;
  /** Pictures worked on at the same time. Each takes one of the four threads that files and passwords share. Default 2. */
  readonly concurrency?: number;
  /** Pictures that may wait for their turn. Default 16. */
  readonly maxWaiting?: number;
  /** Seconds one picture may take. Default 8. */
  readonly timeoutSeconds?: number;
}

const contentTypes: Record<Exclude<ImageKind, 'svg'>, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** px: the sides of what comes out. */
const drawnWidth = 1024;
const heightPerWidth = 4;

const noPicture = 'This is not a picture that can be used. Take GIF, JPEG, PNG, WebP, AVIF or SVG.';

/** Pictures decoded and encoded anew by libvips, off the main thread, a few at a time. */
export function createSharpImages({
  maxPixels = 50_000_000,
  concurrency = 2,
  maxWaiting = 16,
  timeoutSeconds = 8,
}: ImageLimits = {}): Images {
  sharp.cache(false);
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
  const turns = createTurns(concurrency, maxWaiting);
  const input = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;

  async function open(
    bytes: Uint8Array,
    kind: ImageKind,
    maxWidth: number,
  ): Promise<{ readonly make: () => Sharp; readonly width: number; readonly height: number }> {
    const content = kind === 'svg' ? Buffer.from(sanitizeSvg(bytes)) : bytes;
    const animated = kind === 'gif' || kind === 'webp';
    const found = await sharp(content, { ...input, animated }).metadata();
    const format = found.format === 'heif' ? 'avif' : found.format;
    if (format !== kind || !found.width || !found.height) throw new ImageRefused(noPicture);
    const { width, height } =
      found.autoOrient.width ?
        { width: found.autoOrient.width, height: found.pageHeight ?? found.autoOrient.height }
      : { width: found.width, height: found.pageHeight ?? found.height };
    if (kind !== 'svg') return { make: () => sharp(content, { ...input, animated }).autoOrient(), width, height };
    // A drawing has no size of its own: it is drawn large enough to look sharp, and never larger than asked for.
    const scale =
      Math.min(
        Math.max(width, Math.min(maxWidth, drawnWidth)),
        maxWidth,
        (maxWidth * heightPerWidth * width) / height,
      ) / width;
    const density = Math.min(Math.max((found.density ?? 72) * scale, 1), 100_000);
    return {
      make: () => sharp(content, { ...input, density }),
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
  }

  async function encode(pipeline: Sharp, kind: ImageKind, width: number): Promise<SafeImage> {
    const format = kind === 'svg' ? 'png' : kind;
    const options = {
      gif: { effort: 4 },
      jpeg: { quality: 85 },
      png: { compressionLevel: 7 },
      webp: { quality: 85, effort: 3 },
      avif: { quality: 60, effort: 2 },
    }[format];
    const { data, info } = await pipeline
      .resize({ width, height: width * heightPerWidth, fit: 'inside', withoutEnlargement: kind !== 'svg' })
      .timeout({ seconds: timeoutSeconds })
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
    process: async (bytes, { maxWidth, widths, maxBytes = Number.POSITIVE_INFINITY }) => {
      const kind = sniffImage(bytes);
      if (kind === null) throw new ImageRefused(noPicture);
      return turns.take(async () => {
        try {
          const { make, width } = await open(bytes, kind, maxWidth);
          let target = Math.min(width, maxWidth);
          let image = await encode(make(), kind, target);
          while (image.bytes.byteLength > maxBytes && target > 64) {
            target = Math.max(64, Math.floor(target * Math.min(0.8, Math.sqrt(maxBytes / image.bytes.byteLength))));
            image = await encode(make(), kind, target);
          }
          if (image.bytes.byteLength > maxBytes)
            throw new ImageRefused('This picture is too large, however small it is made.');
          const variants: Record<number, SafeImage> = {};
          for (const wanted of widths) if (wanted < image.width) variants[wanted] = await encode(make(), kind, wanted);
          return { image, variants };
        } catch (error) {
          throw refusalOf(error);
        }
      });
    },
  };
}

/** What libvips says of a file is not for people; what it can't decode is refused, whatever the reason. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ImageRefused || !(error instanceof Error)) return error;
  if (/pixel limit/i.test(error.message))
    return new ImageRefused('This picture has too many pixels.', { cause: error });
  if (/timeout/i.test(error.message))
    return new ImageRefused('This picture takes too long to read. Try a smaller one.', { cause: error });
  return new ImageRefused('This picture is damaged, or not what it says it is.', { cause: error });
}

function createTurns(limit: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (running >= limit) {
        if (waiting.length >= maxWaiting)
          throw new ImagesBusy('Too many pictures at once. Please try again in a moment.');
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        // The turn goes to whoever waits longest; nobody can slip in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
