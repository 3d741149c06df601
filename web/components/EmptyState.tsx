import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Nothing here, why, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  children,
  error = false,
}: {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  readonly error?: boolean;
}) {
  return (
    <div className={`bk-empty${error ? ' error' : ''}`}>
      <div className="icon">
        <Icon size={22} aria-hidden />
      </div>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="action">{children}</div>}
    </div>
  );
}
