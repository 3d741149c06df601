import { IconUser } from '@tabler/icons-react';
import { hueOf, initials } from '../format/person.ts';

const hues = ['#4648d4', '#0f7f8c', '#a2337f', '#a45a0a', '#2c7a3f', '#7a3fc0', '#b03a3a', '#2d67b2'] as const;

/**
 * The person's picture, else initials on a colour that stays with them; a figure where no name is known. Decoration:
 * the name stands beside it.
 */
export function Avatar({
  person,
  size = 36,
}: {
  readonly person: {
    readonly id: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly phone: string | null;
    readonly avatar?: string | null;
  };
  readonly size?: number;
}) {
  const style = { '--hue': hues[hueOf(person.id)], '--size': `${size}px` } as React.CSSProperties;
  if (person.avatar) return <img className="bk-avatar" style={style} src={person.avatar} alt="" />;
  return (
    <span className="bk-avatar" style={style} aria-hidden>
      {initials(person) ?? <IconUser size={size * 0.5} />}
    </span>
  );
}
