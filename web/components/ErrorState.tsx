import { Button } from '@mantine/core';
import { IconCloudOff, IconFileOff, IconMoodSad } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { ApiError } from '../api/errors.ts';
import { recordAt } from './records.ts';
import { t } from './texts.ts';
import { EmptyState } from './EmptyState.tsx';

/** A read that failed with nothing to show instead: what happened, the reference for support, and another try. */
export function ErrorState({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const [path] = useLocation();
  const record = error.status === 404 ? recordAt(path) : null;
  if (record !== null)
    return (
      <div role="alert">
        <EmptyState icon={IconFileOff} title={t(`gone.${record.kind}`)} text={t('gone.text')}>
          <Button component={Link} href={record.list}>
            {t(`gone.all.${record.kind}`)}
          </Button>
        </EmptyState>
      </div>
    );
  const unreachable = error.status === 0;
  // What a server says when it fails is for its log: people get our words, and the reference.
  const own = error.status >= 400 && error.status < 500 ? error.message : '';
  return (
    <div role="alert">
      <EmptyState
        error
        icon={unreachable ? IconCloudOff : IconMoodSad}
        title={unreachable ? t('app.unreachable') : own || t('app.failed')}
        {...(error.requestId === null ? {} : { text: <code>{t('app.reference', { id: error.requestId })}</code> })}
      >
        <Button variant="default" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
