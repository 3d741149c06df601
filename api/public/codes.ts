import bwipjs from 'bwip-js/node';

/** A code as a picture, drawn here: the browser loads nothing to draw it with. */
const svg = (kind: 'qrcode' | 'code128', text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(
    bwipjs.toSVG({
      bcid: kind,
      text,
      ...(kind === 'qrcode' ? { eclevel: 'M', padding: 2 } : { height: 14, padding: 3 }),
      backgroundcolor: 'FFFFFF',
    }),
  ).toString('base64')}`;

const kept = new Map<string, { readonly qr: string; readonly barcode: string }>();
const maxKept = 1_000;

/** The QR code and the barcode of what is shown at a counter; both read as the code itself. */
export function picturesOf(code: string): { readonly qr: string; readonly barcode: string } {
  const known = kept.get(code);
  if (known !== undefined) return known;
  const drawn = { qr: svg('qrcode', code), barcode: svg('code128', code) };
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
  kept.set(code, drawn);
  return drawn;
}
