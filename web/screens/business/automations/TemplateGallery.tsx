import { Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AutomationTemplate } from '../../../../api/contract/automations.ts';
import { useRead } from '../../../data/read.ts';
import { KindIcon } from './steps/kinds.tsx';
import { type Document, documentOf, here, type NodeKind } from './model.ts';
import { outlineOf } from './outline.ts';
import { t } from './texts.ts';

/** What it does, each once, in the order in which it is done. */
const kindsOf = (document: Document): readonly NodeKind[] => [
  ...new Set(
    outlineOf(document)
      .order.map((id) => document.nodes[id]!.kind)
      .filter((kind) => kind !== 'End'),
  ),
];

/** What a new automation can start from; each leads to a look at its steps. `chosen`: the key of the one that is looked at. */
export function TemplateGallery({ chosen = null }: { readonly chosen?: string | null }) {
  const { data } = useRead('/automations/templates', {});
  const card = (key: string, name: string, about: string, document: Document | null) => (
    <li key={key}>
      <Link href={`${here}/create?template=${key}`} aria-current={chosen === key ? 'true' : undefined}>
        <b>
          {key === 'blank' && <IconPlus size={16} aria-hidden />}
          {name}
        </b>
        <span className="muted">{about}</span>
        {document !== null && (
          <span className="foot faint">
            <span className="kinds">
              {kindsOf(document).map((kind) => (
                <KindIcon key={kind} kind={kind} size={13} />
              ))}
            </span>
            {t('au.create.steps', { count: Object.keys(document.nodes).length })}
          </span>
        )}
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
        card(key, name, about, documentOf(document)),
      )}
      {card('blank', t('au.blank'), t('au.blankText'), null)}
    </ul>
  );
}
