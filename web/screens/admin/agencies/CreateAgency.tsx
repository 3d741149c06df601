import { useLocation } from 'wouter';
import { CreateAgency as Contract } from '../../../../api/contract/agencies.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { t } from './texts.ts';
import { AccessFields, accessBody } from '../../tenancy/AccessFields.tsx';
import { OwnerFields } from '../../tenancy/BusinessFields.tsx';
import { AgencyFeatures, agencyBody, AllowanceFields, billingBody, ContactFields, newAgency } from './fields.tsx';

/** A new agency and its owner. */
export default function CreateAgency() {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: {
      ...newAgency(),
      free_fee: true,
      free_numbers: 0 as number | null,
      free_messages: 0 as number | null,
      free_calls: 0 as number | null,
      invite: true,
      password: '',
    },
    schema: Contract,
    revision: null,
    toBody: (values) => {
      const { invite: _invite, password: _password, ...body } = agencyBody(values);
      return { ...body, ...billingBody(values), ...accessBody(values) };
    },
    save: (body) => client.post('/agencies', { body: body }),
    onSaved: () => {
      void refresh('/agencies');
    },
  });
  return (
    <div className="bk-page">
      <RecordHeader name={t('agency.new')} back={{ href: '/admin/agencies', label: t('agency.list') }} />
      <Form
        form={form}
        creating
        submit={t('agency.create')}
        onCancel={() => {
          go('/admin/agencies');
        }}
        afterSave={(answer) => {
          go(`/admin/agencies/${(answer as { data: { id: string } }).data.id}/edit`);
        }}
      >
        <Section title={t('agency.section.agency')} text={t('agency.section.agencyText')}>
          <TextField of={form.field('name')} label={t('field.agencyName')} autoComplete="off" autoFocus />
          <ContactFields form={form} />
        </Section>
        <Section title={t('business.section.owner')} text={t('agency.section.ownerText')}>
          <OwnerFields form={form} />
          <AccessFields form={form} />
        </Section>
        <AllowanceFields form={form} />
        <AgencyFeatures form={form} />
      </Form>
    </div>
  );
}
