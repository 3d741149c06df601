/** An element of a drawing as it was written. */
export interface Part {
  readonly tag: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: Part[];
}

/** What a drawing may cost, in plain elements drawn, everything counted as often as it is drawn. */
const maxCost = 40_000;
/** Measured at a million pixels: a blur takes about 0.1 s, another filter up to 0.03 s, an element that covers all of it 0.5 ms. */
const costOf = (tag: string): number =>
  tag === 'feGaussianBlur' || tag === 'feDropShadow' ? 2_000
  : tag.startsWith('fe') ? 500
  : 1;
/** Each function of `filter: blur(…) drop-shadow(…)`. */
const filterFunctionCost = 2_000;

const targetsIn = (text: string): string[] =>
  [...text.matchAll(/url\(\s*["']?\s*#([^"')]*)/gi)].map(([, id]) => id!.trim());

/** A marker stands on every point of its line. */
const pointsOf = ({ attribs }: Part): number =>
  Object.keys(attribs).some((name) => name.startsWith('marker')) || /marker/.test(attribs['style'] ?? '') ?
    Math.max(1, Math.ceil(((attribs['d'] ?? '').length + (attribs['points'] ?? '').length) / 4))
  : 1;

/**
 * Walks the drawing as it is drawn, into everything that a `use`, a fill, a mask, a clip, a marker or a filter refers
 * to, and calls `refuse` once the walk has become too long: ten copies of ten copies of ten copies are a thousand. A
 * part inside itself is not drawn again, as in librsvg. What a style sheet refers to counts for every element, since
 * nobody looks here at which one it means.
 */
export function checkCost(root: Part, sheet: string, refuse: () => never): void {
  const byId = new Map<string, Part>();
  const waiting: Part[] = [root];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { id } = part.attribs;
    if (id !== undefined && !byId.has(id)) byId.set(id, part);
    waiting.push(...part.children);
  }
  // What a gradient costs is part of what it fills.
  const partsOf = (ids: Iterable<string>): Part[] =>
    [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).filter(({ tag }) => !tag.endsWith('Gradient'));
  const bySheet = partsOf(targetsIn(sheet));
  const referred = new Map<Part, readonly Part[]>();
  const targetsOf = (part: Part): readonly Part[] => {
    let targets = referred.get(part);
    if (targets === undefined) {
      const ids = Object.entries(part.attribs).flatMap(([name, value]) =>
        name === 'href' || name === 'xlink:href' ? [value.trim().replace(/^#/, '')] : targetsIn(value),
      );
      referred.set(part, (targets = partsOf(ids)));
    }
    return targets;
  };

  let cost = 0;
  const inside = new Set<Part>();
  const walk = (part: Part, times: number): void => {
    const filter = `${part.attribs['filter'] ?? ''};${/filter\s*:([^;]*)/i.exec(part.attribs['style'] ?? '')?.[1] ?? ''}`;
    const functions = filter.match(/[a-z-]+\(/gi)?.filter((name) => name.toLowerCase() !== 'url(').length ?? 0;
    cost += times * (costOf(part.tag) + functions * filterFunctionCost);
    if (cost > maxCost || inside.size > 200) refuse();
    inside.add(part);
    for (const child of part.children) if (!inside.has(child)) walk(child, times);
    const within = times * pointsOf(part);
    for (const target of targetsOf(part)) if (!inside.has(target)) walk(target, within);
    if (part.tag !== '') for (const target of bySheet) if (!inside.has(target)) walk(target, within);
    inside.delete(part);
  };
  walk(root, 1);
}
