import './payments.css';
import { IconBuildingStore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** A screen of those who pay here. A business of an agency doesn't: its agency does. */
export function OwnPayer({
  title = t('cards.title'),
  children,
}: {
  /** Of the screen. */
  readonly title?: string;
  readonly children: ReactNode;
}) {
  if (!useProfile().business?.agency) return children;
  return (
    <div className="bk-page">
      <PageHeader title={title} />
      <EmptyState icon={IconBuildingStore} title={t('cards.agencyPays')} text={t('cards.agencyPaysText')} />
    </div>
  );
}
