import { Link } from 'wouter';
import type { UsableKind, Use } from '../../api/contract/uses.ts';
import { useRead } from '../data/read.ts';
import { t } from './texts.ts';

const none: readonly Use[] = [];
const pathOf = ({ by, id }: Use): string | null =>
  by === 'automation' ? `/business/automations/${id}`
  : by === 'broadcast' ? `/business/broadcasts/${id}`
  : null;

/** What uses something of the business. `wanted`: nothing is asked where there is no business. */
export function useUses(wanted = true): (kind: UsableKind, id: string | undefined) => readonly Use[] {
  const { data } = useRead('/uses', wanted ? {} : null, { keepPrevious: true });
  return (kind, id) => data?.data.find((used) => used.kind === kind && used.id === id)?.uses ?? none;
}

/** For a row: in how many automations it is used, where it is used at all. */
export function usedIn(uses: readonly Use[]): string | null {
  const automations = uses.filter(({ by }) => by === 'automation').length;
  if (automations > 0) return t('uses.automations', { count: automations });
  return uses.length > 0 ? t('uses.others', { count: uses.length }) : null;
}
/** A second line with that behind what stands there. */
export const withUses = (sub: string | null, uses: readonly Use[]): string | null =>
  [sub, usedIn(uses)].filter((part) => part !== null && part !== '').join(' · ') || null;

/** Before something is archived or deleted: all that uses it, and what becomes of that. */
export function UsedIn({ uses }: { readonly uses: readonly Use[] }) {
  return (
    <div className="bk-uses" role="group" aria-label={t('uses.title')}>
      <b>{t('uses.title')}</b>
      <ul>
        {uses.map((use) => {
          const path = pathOf(use);
          return (
            <li key={use.id}>
              {path === null ? use.name : <Link href={path}>{use.name}</Link>}{' '}
              <span className="muted">{t(`uses.by.${use.by}`)}</span>
            </li>
          );
        })}
      </ul>
      <p>{t('uses.text')}</p>
    </div>
  );
}
