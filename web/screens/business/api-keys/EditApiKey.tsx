import { IconKey } from '@tabler/icons-react';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useRead } from '../../../data/read.ts';
import { useRouteParam } from '../../../session/params.ts';
import { back, KeyForm } from './KeyForm.tsx';
import { t } from './texts.ts';

/** /business/settings/apikeys/{id}/edit */
export default function EditApiKey() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/api-keys', {});
  const found = data?.data.find((key) => key.id === id);
  return (
    <div className="bk-page">
      <RecordHeader name={found?.name ?? t('apikeys.title')} back={back} />
      {error !== undefined ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : data === undefined ?
        <FormGhost sections={3} />
      : found === undefined || found.status === 'revoked' ?
        <div className="bk-card">
          <EmptyState icon={IconKey} title={t('apikeys.ghost')} text={t('apikeys.ghostText')} />
        </div>
      : <KeyForm key={found.id} record={found} />}
    </div>
  );
}
