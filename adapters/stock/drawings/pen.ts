/** What the drawings of the bundled pictures are made with: SVG as text, 1200 × 800, and chance that repeats. */
export const width = 1200;
export const height = 800;

export interface Drawing {
  /** Of `pictures.ts`. */
  readonly name: string;
  /** What stands in `<svg>`. */
  svg(): string;
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const short = (value: number): string => String(Math.round(value * 10) / 10);
export const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

export const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0, more = ''): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" rx="${short(rx)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}" ${more}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d: string, stroke: string, w: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const ground = (fill: string): string => rect(0, 0, width, height, fill);
export const put = (x: number, y: number, inside: string, turn = 0, scale = 1): string =>
  `<g transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)}) scale(${scale})">${inside}</g>`;
export const faint = (opacity: number, inside: string): string => `<g opacity="${opacity}">${inside}</g>`;

let names = 0;
/** A gradient from above, or along an angle in degrees; `use` is what fills. */
export function fade(stops: readonly string[], angle = 90): { readonly defs: string; readonly use: string } {
  const id = `f${names++}`;
  const turn = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(turn) / 2, Math.sin(turn) / 2];
  const at = stops
    .map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('');
  return {
    defs:
      `<linearGradient id="${id}" x1="${short(0.5 - dx)}" y1="${short(0.5 - dy)}" x2="${short(0.5 + dx)}" ` +
      `y2="${short(0.5 + dy)}">${at}</linearGradient>`,
    use: `url(#${id})`,
  };
}
/** From the middle outwards. */
export function glow(inner: string, outer: string): { readonly defs: string; readonly use: string } {
  const id = `g${names++}`;
  return {
    defs:
      `<radialGradient id="${id}"><stop offset="0" stop-color="${inner}"/>` +
      `<stop offset="1" stop-color="${outer}"/></radialGradient>`,
    use: `url(#${id})`,
  };
}
export const washed = (stops: readonly string[], angle = 90): string => {
  const { defs, use } = fade(stops, angle);
  return `<defs>${defs}</defs>${ground(use)}`;
};
export const blurred = (by: number, inside: string): string => {
  const id = `b${names++}`;
  return (
    `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${by}"/></filter>` +
    `<g filter="url(#${id})">${inside}</g>`
  );
};
/** What stands on something throws a soft shadow. */
export const lifted = (inside: string, dx = 8, dy = 16, by = 12, color = '#00000055'): string => {
  const id = `s${names++}`;
  const [rgb, alpha] = [color.slice(0, 7), Number.parseInt(color.slice(7) || 'ff', 16) / 255];
  return (
    `<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feDropShadow dx="${dx}" dy="${dy}" ` +
    `stdDeviation="${by}" flood-color="${rgb}" flood-opacity="${alpha.toFixed(2)}"/></filter>` +
    `<g filter="url(#${id})">${inside}</g>`
  );
};
export const clipped = (shape: string, inside: string): string => {
  const id = `c${names++}`;
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${inside}</g>`;
};

/** A closed, soft outline around a middle: radius times what `wobble` says for each of its points. */
export function blob(x: number, y: number, radius: number, wobble: (index: number) => number, points = 12): string {
  const at = Array.from({ length: points }, (_, index) => {
    const turn = (index / points) * 2 * Math.PI;
    const far = radius * wobble(index);
    return [x + Math.cos(turn) * far, y + Math.sin(turn) * far] as const;
  });
  const middle = (one: number): string => {
    const [a, b] = [at[one % points]!, at[(one + 1) % points]!];
    return `${short((a[0] + b[0]) / 2)} ${short((a[1] + b[1]) / 2)}`;
  };
  const curves = at.map((_, index) => {
    const [cx, cy] = at[(index + 1) % points]!;
    return `Q${short(cx)} ${short(cy)} ${middle(index + 1)}`;
  });
  return `M${middle(0)}${curves.join('')}Z`;
}

/** A leaf that points up from 0,0. */
export const leaf = (long: number, wide: number, fill: string, vein = '#ffffff44'): string =>
  path(
    `M0 0C${-wide} ${-long * 0.3} ${-wide * 0.7} ${-long * 0.8} 0 ${-long}C${wide * 0.7} ${-long * 0.8} ${wide} ${-long * 0.3} 0 0Z`,
    fill,
  ) + line(`M0 0L0 ${-long * 0.86}`, vein, Math.max(1.5, wide / 14));
/** A line of hills across the picture: the height at each of its points. */
export const hills = (tops: readonly number[], fill: string): string => {
  const step = width / (tops.length - 1);
  const curve = tops
    .map((top, index) => {
      if (index === 0) return `M0 ${top}`;
      const [x, before] = [index * step, tops[index - 1]!];
      return `C${short(x - step / 2)} ${before} ${short(x - step / 2)} ${top} ${short(x)} ${top}`;
    })
    .join('');
  return path(`${curve}L${width} ${height}L0 ${height}Z`, fill);
};
