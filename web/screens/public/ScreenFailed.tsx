import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { t } from './texts.ts';

/** A screen whose code could not be loaded or that broke: the way out is to load it anew. */
export function ScreenFailed() {
  return (
    <div role="alert" className="bk-page">
      <EmptyState error icon={IconPlugConnectedX} title={t('app.screenFailed')} text={t('app.screenFailedText')}>
        <Button
          onClick={() => {
            location.reload();
          }}
        >
          {t('app.reload')}
        </Button>
      </EmptyState>
    </div>
  );
}
