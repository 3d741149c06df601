import './broadcasts.css';
import { t } from './texts.ts';
import { CopyForm } from './CopyForm.tsx';

/** /business/broadcasts/duplicate/{id} */
export default function DuplicateBroadcast() {
  return (
    <CopyForm
      title={t('duplicate.title')}
      text={() => t('duplicate.text')}
      nameOf={(name) => t('duplicate.name', { name })}
      press={t('duplicate.go')}
      make={(client, id, name) =>
        client.post('/broadcasts/{id}/duplicate', { params: { id }, body: { name }, quiet: true })
      }
    />
  );
}
