import { IconArrowBackUp, IconCircleCheckFilled, IconPencil, IconUserCheck } from '@tabler/icons-react';
import type { Approval } from '../../../../api/contract/broadcasts.ts';
import { t } from './texts.ts';

export const here = '/agency/approvals';
/** Where the size is chosen above which a broadcast waits. */
export const settingsOfSize = '/agency/settings?tab=broadcasts';

const looks = {
  waiting: { tone: 'warning', icon: IconUserCheck },
  approved: { tone: 'success', icon: IconCircleCheckFilled },
  rejected: { tone: 'danger', icon: IconArrowBackUp },
  withdrawn: { tone: 'neutral', icon: IconPencil },
} as const;
/** How far the question has come. */
export function StateBadge({ state }: { readonly state: Approval['state'] }) {
  const { tone, icon: Icon } = looks[state];
  return (
    <span className={`bk-status tone-${tone} badge`}>
      <Icon size={14} aria-hidden />
      {t(`approvals.state.${state}`)}
    </span>
  );
}
