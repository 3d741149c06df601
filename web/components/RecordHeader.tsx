import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageTitle } from './PageHeader.tsx';
import { Tile } from './Tile.tsx';

/** The top of a record's page: the way back, its name and state, what can be done with it. */
export function RecordHeader({
  id,
  picture,
  name,
  sub,
  badge,
  back,
  children,
}: {
  readonly id?: string;
  /** What stands for it, where it is not its letter on a colour. */
  readonly picture?: ReactNode;
  readonly name: string;
  readonly sub?: ReactNode;
  readonly badge?: ReactNode;
  readonly back: { readonly href: string; readonly label: string };
  readonly children?: ReactNode;
}) {
  return (
    <header className="bk-recordhead">
      <Link href={back.href} className="back">
        <IconChevronLeft size={15} aria-hidden />
        {back.label}
      </Link>
      <div className="row">
        {picture}
        {id !== undefined && <Tile id={id} name={name} size={44} />}
        <div className="names">
          <div className="title">
            <PageTitle title={name} />
            {badge}
          </div>
          {sub !== undefined && <div className="sub">{sub}</div>}
        </div>
        {children !== undefined && <div className="actions">{children}</div>}
      </div>
    </header>
  );
}
