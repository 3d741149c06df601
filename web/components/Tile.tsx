import { hueOf } from '../format/person.ts';

const hues = ['#4648d4', '#0f7f8c', '#a2337f', '#a45a0a', '#2c7a3f', '#7a3fc0', '#b03a3a', '#2d67b2'] as const;

/** An agency's or business's first letter on a colour that stays with it. Decoration: the name stands beside it. */
export function Tile({ id, name, size = 32 }: { readonly id: string; readonly name: string; readonly size?: number }) {
  return (
    <span
      className="bk-tile"
      style={{ '--hue': hues[hueOf(id)], width: size, height: size } as React.CSSProperties}
      aria-hidden
    >
      {([...name.trim()][0] ?? '?').toLocaleUpperCase()}
    </span>
  );
}

/** A name with a line below it, both cut where there is no room. */
export const TwoLines = ({ main, sub }: { readonly main: string; readonly sub: string | null }) => (
  <span className="bk-two">
    <span title={main} dir="auto">
      {main}
    </span>
    {sub !== null && (
      <span className="sub" title={sub} dir="auto">
        {sub}
      </span>
    )}
  </span>
);
