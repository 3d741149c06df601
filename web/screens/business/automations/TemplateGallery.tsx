import { Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AutomationTemplate } from '../../../../api/contract/automations.ts';
import { useRead } from '../../../api/read.ts';
import { here } from './model.ts';
import { t } from './texts.ts';

/** What a new automation can start from; each leads to a look at its steps. `chosen`: the key of the one that is looked at. */
export function TemplateGallery({ chosen = null }: { readonly chosen?: string | null }) {
  const { data } = useRead('/automations/templates', {});
  const card = (key: string, name: string, about: string, steps: number | null) => (
    <li key={key}>
      <Link href={`${here}/create?template=${key}`} aria-current={chosen === key ? 'true' : undefined}>
        <b>
          {key === 'blank' && <IconPlus size={16} aria-hidden />}
          {name}
        </b>
        <span className="muted">{about}</span>
        {steps !== null && <span className="faint">{t('au.create.steps', { count: steps })}</span>}
      </Link>
    </li>
  );
  if (data === undefined)
    return (
      <div role="status" aria-label={t('app.loading')}>
        <Skeleton height={180} radius="lg" />
      </div>
    );
  return (
    <ul className="au-gallery" aria-label={t('au.create.choose')}>
      {(data.data as readonly AutomationTemplate[]).map(({ key, name, about, document }) =>
        card(key, name, about, Object.keys(document.nodes).length),
      )}
      {card('blank', t('au.blank'), t('au.blankText'), null)}
    </ul>
  );
}
