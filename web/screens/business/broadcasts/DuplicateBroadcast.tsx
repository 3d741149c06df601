import './broadcasts.css';
import { t } from './texts.ts';
import { CopyForm } from './CopyForm.tsx';

/** /business/broadcasts/duplicate/{id} */
export default function DuplicateBroadcast() {
  return (
    <CopyForm
      title={t('bc.duplicate.title')}
      text={() => t('bc.duplicate.text')}
      nameOf={(name) => t('bc.duplicate.name', { name })}
      press={t('bc.duplicate.go')}
      make={(client, id, name) =>
        client.post('/broadcasts/{id}/duplicate', { params: { id }, body: { name }, quiet: true })
      }
    />
  );
}
