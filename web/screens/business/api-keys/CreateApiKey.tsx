import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { back, KeyForm } from './KeyForm.tsx';
import { t } from './texts.ts';

/** /business/settings/apikeys/create */
export default function CreateApiKey() {
  return (
    <div className="bk-page">
      <RecordHeader name={t('apikeys.new')} back={back} />
      <KeyForm record={null} />
    </div>
  );
}
