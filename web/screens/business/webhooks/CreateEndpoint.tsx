import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { back, EndpointForm } from './EndpointForm.tsx';
import { t } from './texts.ts';

/** /business/settings/webhook-endpoints/create */
export default function CreateEndpoint() {
  return (
    <div className="bk-page">
      <RecordHeader name={t('hooks.new')} back={back} />
      <EndpointForm record={null} />
    </div>
  );
}
