/** The kinds of picture that are taken (specification, section 5). */
export type ImageKind = 'gif' | 'jpeg' | 'png' | 'webp' | 'avif' | 'svg';

export const noPicture = 'This is not a picture that can be used. Take GIF, JPEG, PNG, WebP, AVIF or SVG.';

const starts = (bytes: Uint8Array, offset: number, text: string): boolean => {
  if (bytes.length < offset + text.length) return false;
  for (let index = 0; index < text.length; index += 1)
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  return true;
};

/** What may stand before the root element: white space, the XML declaration and other instructions, comments, a document type. */
const beforeRoot = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)*/i;

function isSvg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x3c && bytes[0] !== 0xef && (bytes[0] ?? 0) > 0x20) return false;
  const head = new TextDecoder().decode(bytes.subarray(0, 64 * 1024));
  return /^<(?:\w+:)?svg[\s>/]/.test(head.replace(beforeRoot, ''));
}

/** What a file really is, by its content; null when it is no picture we take. Its name and declared type say nothing. */
export function sniffImage(bytes: Uint8Array): ImageKind | null {
  if (bytes.length < 16) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n') && starts(bytes, 12, 'IHDR')) return 'png';
  if (starts(bytes, 0, 'GIF87a') || starts(bytes, 0, 'GIF89a')) return 'gif';
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp';
  if (starts(bytes, 4, 'ftyp')) {
    // The major brand or one of the compatible ones names AVIF (AV1 Image File Format, section 2).
    const size = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), bytes.length, 256);
    for (let offset = 8; offset + 4 <= size; offset += 4)
      if (starts(bytes, offset, 'avif') || starts(bytes, offset, 'avis')) return 'avif';
  }
  return isSvg(bytes) ? 'svg' : null;
}
