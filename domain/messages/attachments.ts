/** What is attached to a text, as it lies with us. `size` in bytes. */
export interface Attached {
  readonly contentType: string;
  readonly size: number;
}

/**
 * What carriers take. In all 5 MB, text and pictures together; JPEG, PNG and GIF are fitted to each phone on the way,
 * everything else goes as it is and is dropped by some above 600 KB. Ten at most. (Twilio, “Accepted Content Types for
 * Media” and “MMS file size limits”, as of 2026.)
 */
export const carrierMedia = {
  most: 10,
  bytes: 5_000_000,
  /** Left for the words. */
  wordsBytes: 10_000,
  fitted: ['image/jpeg', 'image/png', 'image/gif'],
  unfittedBytes: 600_000,
  /** Goes as it is. Pictures of other kinds (WebP, AVIF, SVG) are taken by no carrier. */
  unfitted: [
    'image/bmp',
    'image/tiff',
    'video/mp4',
    'video/3gpp',
    'audio/mpeg',
    'audio/mp4',
    'text/vcard',
    'application/pdf',
  ],
} as const;

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
const has = (types: readonly string[], type: string): boolean => types.includes(type);

/** What keeps these from being sent together, in words that say what to do; null: nothing. */
export function attachmentProblem(attached: readonly Attached[]): string | null {
  const { most, bytes, wordsBytes, fitted, unfitted, unfittedBytes } = carrierMedia;
  if (attached.length > most)
    return `A message can have at most ${most} pictures. Take ${attached.length - most} away.`;
  for (const { contentType, size } of attached) {
    if (has(fitted, contentType)) continue;
    if (!has(unfitted, contentType))
      return 'Carriers do not take one of the pictures. Take it away and add it again: it is then made a JPEG.';
    if (size > unfittedBytes)
      return `An attachment of this kind can have at most 600 KB; one has ${inMegabytes(size)}. Make it smaller.`;
  }
  const all = attached.reduce((sum, { size }) => sum + size, 0);
  if (all > bytes - wordsBytes)
    return `All pictures together have ${inMegabytes(all)}, and carriers take 5 MB. Take one away, or choose smaller ones.`;
  return null;
}
