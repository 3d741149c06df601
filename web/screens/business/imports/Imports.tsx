import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { ChooseFile } from '../../uploads/ChooseFile.tsx';
import { t } from '../../uploads/texts.ts';
import { UploadList } from '../../uploads/UploadList.tsx';

/** /business/contacts/import */
export default function Imports() {
  return (
    <div className="bk-page">
      <RecordHeader name={t('uploads.import')} back={{ href: '/business/contacts', label: t('contacts.title') }} />
      <ChooseFile address="/contacts/import" here="/business/contacts/import" />
      <UploadList path="/contacts/uploads" here="/business/contacts/import" />
    </div>
  );
}
