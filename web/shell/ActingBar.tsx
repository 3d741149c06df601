import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from './texts.ts';
import { useMainAccount } from '../session/impersonation.ts';
import { useMaybeProfile } from '../session/profile.tsx';

/** Says, for as long as it is so, that one is not working as oneself, and leads back. */
export function ActingBar() {
  const profile = useMaybeProfile();
  const back = useMainAccount();
  const [busy, setBusy] = useState(false);
  if (!profile?.impersonator) return null;
  const name = profile.business?.name ?? profile.agency?.name ?? profile.full_name;
  return (
    <div className="bk-acting" role="region" aria-label={t('acting.region')}>
      <IconUserShare size={16} aria-hidden />
      <span className="clip">
        {t('acting.text')} <b dir="auto">{name}</b>
        <span className="long">
          {' '}
          · {t(`role.${profile.role}`)} · {t('acting.you', { name: profile.impersonator.full_name })}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="white"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        loading={busy}
        onClick={() => {
          setBusy(true);
          void back().finally(() => {
            setBusy(false);
          });
        }}
      >
        {t('acting.main')}
      </Button>
    </div>
  );
}
