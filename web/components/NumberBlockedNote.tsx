import { IconAlertTriangle } from '@tabler/icons-react';
import type { NumberBlocked } from '../../api/contract/common.ts';
import { Note } from './form/Form.tsx';
import { t } from './number-blocked-texts.ts';

/** Why texts of a number are held, and what to do. `business`: whose number it is, for operators and its agency. */
export const NumberBlockedNote = ({
  blocked,
  business = null,
}: {
  readonly blocked: NumberBlocked | null;
  readonly business?: string | null;
}) =>
  blocked === null ? null : (
    <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <b>{t('numberBlocked.title')}.</b> {blocked.text}{' '}
      {business === null ? blocked.cure : t('numberBlocked.toBusiness', { name: business, cure: blocked.cure })}
    </Note>
  );
