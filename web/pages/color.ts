/** Colours of pages as their model has them, `#rrggbb` or `#rrggbbaa`, and what follows from them. */
type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const alphaOf = (hex: string): number => (hex.length === 9 ? Number.parseInt(hex.slice(7), 16) / 255 : 1);
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
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

const pattern = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;
/** A colour for a style sheet: what is no colour shows nothing, and is nothing else either. */
export const colorOr = (hex: string, otherwise = '#00000000'): string => (pattern.test(hex) ? hex : otherwise);

/** What is seen where a colour lies on another. */
export const over = (top: string, bottom: string): string => hexOf(blend(rgbOf(bottom), rgbOf(top), alphaOf(top)));

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const isDark = (hex: string): boolean => contrastOf(over(hex, '#ffffff'), '#ffffff') > 4.5;

/** The colour, or the nearest lighter or darker one that stands out enough from what is behind it. */
export function readable(hex: string, behind: string, least: number): string {
  const from = rgbOf(over(hex, behind));
  const towards: Rgb = isDark(behind) ? [255, 255, 255] : [0, 0, 0];
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = hexOf(blend(from, towards, share));
    if (contrastOf(candidate, behind) >= least) return candidate;
  }
  return hexOf(towards);
}
