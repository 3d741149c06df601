import { Button } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { RowMenu, type RowAction } from './RowMenu.tsx';

/** What can be done with a whole screen besides its primary action: it happens here, or it leads somewhere. */
export type HeadAction = Omit<RowAction, 'run' | 'danger'> &
  ({ readonly run: () => void; readonly href?: undefined } | { readonly href: string; readonly run?: undefined });

/** The secondary actions of a screen's head: buttons side by side, and one menu where there is no room for them. */
export function HeadActions({ name, actions }: { readonly name: string; readonly actions: readonly HeadAction[] }) {
  const [, go] = useLocation();
  return (
    <>
      {actions.map(({ id, label, icon: Icon, disabled, run, href }) => {
        const look = { className: 'bk-headaction', variant: 'default', leftSection: <Icon size={16} aria-hidden /> };
        return href === undefined ?
            <Button key={id} {...look} disabled={disabled ?? false} onClick={run}>
              {label}
            </Button>
          : <Button key={id} {...look} component={Link} href={href}>
              {label}
            </Button>;
      })}
      <span className="bk-headmenu">
        <RowMenu
          name={name}
          actions={actions.map(({ run, href, ...action }) => ({
            ...action,
            run: () => {
              if (href === undefined) run();
              else go(href);
            },
          }))}
        />
      </span>
    </>
  );
}
