import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconLoader2,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import type { UploadStage } from '../../../api/contract/contact-uploads.ts';
import { t } from './texts.ts';

const look: Readonly<Record<UploadStage, readonly [tone: string, icon: TablerIcon]>> = {
  received: ['info', IconLoader2],
  refused: ['danger', IconCircleX],
  read: ['warning', IconPencil],
  rehearsing: ['info', IconLoader2],
  rehearsed: ['warning', IconPencil],
  importing: ['info', IconLoader2],
  finished: ['success', IconCircleCheck],
  failed: ['danger', IconCircleX],
  undoing: ['info', IconLoader2],
  undone: ['neutral', IconArrowBackUp],
};

/** How far a file is, as icon and word. */
export function Stage({ stage }: { readonly stage: UploadStage }) {
  const [tone, Icon] = look[stage];
  return (
    <span className={`bk-status tone-${tone} badge`}>
      <Icon size={14} aria-hidden />
      {t(`uploads.stage.${stage}`)}
    </span>
  );
}
