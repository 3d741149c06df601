import { useLocation } from 'wouter';
import { CreateContact as Contract } from '../../../../../api/contract/contact-form.ts';
import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Form } from '../../../../components/form/Form.tsx';
import { useRecordForm } from '../../../../components/form/useRecordForm.ts';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { ContactFields } from './ContactFields.tsx';
import { t } from './texts.ts';
import { useOwnFields } from './useOwnFields.ts';
import { bodyOf, namesOf, valuesOf } from './values.ts';

const here = '/business/contacts';

/** /business/contacts/create */
export default function CreateContact() {
  const { fields, error, refresh } = useOwnFields();
  return (
    <div className="bk-page">
      <RecordHeader name={t('contact.new')} back={{ href: here, label: t('contact.back') }} />
      {error !== undefined ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : fields === undefined ?
        <FormGhost sections={2} />
      : <New fields={fields} />}
    </div>
  );
}

function New({ fields }: { readonly fields: readonly CustomField[] }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: valuesOf(null, fields),
    schema: Contract,
    revision: null,
    names: namesOf(fields),
    toBody: (values) => ({ ...bodyOf(values, fields), phone: values.phone.trim() === '' ? null : values.phone }),
    save: (body) => client.post('/contacts', { body }),
  });
  return (
    <Form
      form={form}
      creating
      submit={t('contact.add')}
      onCancel={() => {
        go(here);
      }}
      afterSave={(answer) => {
        void refresh('/contacts');
        go(`${here}?contact=${(answer as { data: { id: string } }).data.id}`);
      }}
    >
      <ContactFields form={form} fields={fields} creating />
    </Form>
  );
}
