import { IconAlertTriangle } from '@tabler/icons-react';
import type { AutomationCircle } from '../../../../../api/contract/automations.ts';
import type { Document } from '../model.ts';
import { t } from '../texts.ts';
import { called } from '../labels.ts';

/** Automations that start each other, or this one itself: by which step, and whether anything ends it. */
export function CircleNote({
  circle: { steps, endless },
  document,
}: {
  readonly circle: AutomationCircle;
  readonly document: Document;
}) {
  const step = called(document.nodes[steps[0]?.node ?? '']);
  const names = steps.map(({ automation }) => automation.name);
  return (
    <p className={`au-overlap${endless ? ' endless' : ''}`} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {names.length === 1 ? t('au.b.circle', { step }) : t('au.b.circleWith', { names: names.join(' → '), step })}
        {endless && <> {t('au.b.circleEndless')}</>}
      </span>
    </p>
  );
}
