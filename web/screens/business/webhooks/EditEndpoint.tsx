import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useRead } from '../../../data/read.ts';
import { useRouteParam } from '../../../session/params.ts';
import { EndpointForm, here } from './EndpointForm.tsx';
import { t } from './texts.ts';

/** /business/settings/webhook-endpoints/{id}/edit */
export default function EditEndpoint() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/webhook-endpoints/{id}', { params: { id } });
  return (
    <div className="bk-page">
      <RecordHeader
        name={data?.data.url ?? t('hooks.title')}
        back={{ href: `${here}/${id}`, label: t('hooks.about') }}
      />
      {error !== undefined ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : data === undefined ?
        <FormGhost sections={2} />
      : <EndpointForm key={id} record={data.data} />}
    </div>
  );
}
