import { Skeleton } from '@mantine/core';
import { t } from './texts.ts';

/** While the session or a screen loads. Appears after a moment only: what is fast shows nothing. */
export function Splash({ inShell = false }: { readonly inShell?: boolean }) {
  return (
    <div className={inShell ? 'bk-page bk-splash' : 'bk-splash full'} role="status" aria-label={t('app.loading')}>
      {inShell && (
        <>
          <Skeleton height={22} width={180} mb={24} />
          <Skeleton height={120} mb={16} />
          <Skeleton height={260} />
        </>
      )}
    </div>
  );
}
