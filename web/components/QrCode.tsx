import { create } from 'qrcode';
import { useMemo } from 'react';

/**
 * A code for a phone's camera, drawn as one path: sharp at any size, black on white in any colour scheme. Four modules
 * of quiet around it (ISO/IEC 18004).
 */
export function QrCode({
  value,
  label,
  size = 200,
}: {
  readonly value: string;
  readonly label: string;
  readonly size?: number;
}) {
  const { path, side } = useMemo(() => {
    const { modules } = create(value, { errorCorrectionLevel: 'M' });
    let drawn = '';
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column)) drawn += `M${column + 4} ${row + 4}h1v1h-1z`;
    return { path: drawn, side: modules.size + 8 };
  }, [value]);
  return (
    <svg
      className="bk-qr"
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The file of a code, for print: the same drawing. */
export function qrSvg(element: SVGSVGElement): string {
  const copy = element.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '1024');
  copy.setAttribute('height', '1024');
  return copy.outerHTML;
}
