import { BusinessSettings } from '../../../../api/contract/business-settings.ts';
import { useApp } from '../../../session/context.tsx';
import { CopyField } from '../../../components/CopyField.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { ImageUpload } from '../../../components/ImageUpload.tsx';
import { CheckpointEmails } from '../../tenancy/CheckpointEmails.tsx';
import { t } from './texts.ts';
import { businessLabels, RegionalFields } from '../../tenancy/BusinessFields.tsx';
import { type Info, useSaved } from './saved.ts';

/** Name, logo, and how dates and money are written. */
export function General({ info }: { readonly info: Info }) {
  const { client } = useApp();
  const saved = useSaved();
  const form = useRecordForm({
    initial: {
      name: info.name,
      currency: info.currency,
      timezone: info.timezone,
      date_format: info.date_format,
      logo: info.logo,
    },
    schema: BusinessSettings,
    revision: info.revision,
    save: (body) => client.put('/businesses/edit-settings', { body: body }),
    onSaved: saved,
  });
  return (
    <>
      <Form form={form} words={{ labels: businessLabels }}>
        <Section title={t('business.section.business')} text={t('business.section.businessText')}>
          <TextField of={form.field('name')} label={t('field.businessName')} />
          <ImageUpload
            label={t('field.logo')}
            value={form.values.logo}
            target={{ kind: 'business' }}
            hint={t('businessSettings.logoHint')}
            onChange={(url) => {
              form.set('logo', url);
            }}
          />
          <div>
            <div className="mantine-InputWrapper-label" style={{ fontSize: 'var(--text-m)' }}>
              {t('field.uniqueId')}
            </div>
            <CopyField label={t('field.uniqueId')} value={info.unique_id} />
          </div>
        </Section>
        <Section title={t('business.section.region')} text={t('businessSettings.regionText')}>
          <RegionalFields form={form} />
        </Section>
      </Form>
      <CheckpointEmails />
    </>
  );
}
