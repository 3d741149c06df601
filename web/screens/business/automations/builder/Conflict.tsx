import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Theirs } from '../../../../builder/useDraft.ts';
import { called } from '../labels.ts';
import type { Document } from '../model.ts';
import { t } from '../texts.ts';
import { stepOf } from './sections.ts';

/** Someone else changed the same: whose change is kept. */
export const Conflict = ({
  theirs: { changes },
  document,
  onTheirs,
  onMine,
}: {
  readonly theirs: Theirs;
  readonly document: Document;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}) => (
  <div className="au-conflict" role="alert">
    <IconAlertTriangle size={18} aria-hidden />
    <p>
      {t('au.b.conflictText', {
        who: changes[0]?.by ?? t('au.b.somebody'),
        what: changes.map(({ field }) => sectionWords(field, document)).join(', '),
      })}
    </p>
    <Button size="xs" variant="default" onClick={onTheirs}>
      {t('conflict.takeTheirs')}
    </Button>
    <Button size="xs" onClick={onMine}>
      {t('conflict.keepMine')}
    </Button>
  </div>
);

const sectionWords = (section: string, document: Document): string => {
  const step = stepOf(section);
  return step === null ? t(`au.b.${section as 'triggers' | 'reentry' | 'start'}`) : called(document.nodes[step]);
};
