import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodSad } from '@tabler/icons-react';
import type { ApiError } from '../api/errors.ts';
import { t } from './texts.ts';
import { EmptyState } from './EmptyState.tsx';

/** A read that failed with nothing to show instead: what happened, the reference for support, and another try. */
export function ErrorState({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const unreachable = error.status === 0;
  return (
    <div role="alert">
      <EmptyState
        error
        icon={unreachable ? IconCloudOff : IconMoodSad}
        title={unreachable ? t('app.unreachable') : error.message || t('app.failed')}
        {...(error.requestId === null ? {} : { text: <code>{t('app.reference', { id: error.requestId })}</code> })}
      >
        <Button variant="default" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
