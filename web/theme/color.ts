/** Our own accent, where no tenant has chosen one. */
export const defaultBrand = '#4648d4';

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const format = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const blend = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast ratio of two hex colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself when white text on it can be read (4.5:1), else the nearest darker one: a tenant may choose yellow. */
export function readableUnderWhite(hex: string): string {
  const from = parse(hex);
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = format(blend(from, [0, 0, 0], share));
    if (contrast(candidate, '#ffffff') >= 4.5) return candidate;
  }
  return '#000000';
}

export type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** Ten shades around one colour, light to dark; the colour itself is number 6. */
export function shades(hex: string): Shades {
  const base = parse(hex);
  const light = (share: number) => format(blend(base, [255, 255, 255], share));
  const dark = (share: number) => format(blend(base, [0, 0, 0], share));
  return [
    light(0.94),
    light(0.86),
    light(0.7),
    light(0.52),
    light(0.34),
    light(0.16),
    light(0),
    dark(0.14),
    dark(0.28),
    dark(0.42),
  ];
}
