import { AgencySettings } from '../../../../api/contract/agency-own.ts';
import { useApp } from '../../../session/context.tsx';
import { EmailField } from '../../../components/form/EmailField.tsx';
import { Form, Pair, Section } from '../../../components/form/Form.tsx';
import { SelectField, TextField } from '../../../components/form/fields.tsx';
import { PhoneField } from '../../../components/form/PhoneField.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { zonesWith } from '../../../components/zones.ts';
import { CheckpointEmails } from '../../tenancy/CheckpointEmails.tsx';
import { t } from './texts.ts';
import { useRefreshProfile } from '../../../session/profile.tsx';
import { type OwnAgency, settingsBody, settingsLabels, settingsOf } from './values.ts';

/** Name and how the agency is reached. */
export function General({ agency }: { readonly agency: OwnAgency }) {
  const { client } = useApp();
  const refresh = useRefreshProfile();
  const form = useRecordForm({
    initial: settingsOf(agency),
    schema: AgencySettings,
    revision: agency.revision,
    toBody: settingsBody,
    save: (body) => client.put('/agencies/edit-settings', { body: body }),
    onSaved: () => {
      refresh();
    },
  });
  return (
    <>
      <Form form={form} words={{ labels: settingsLabels }}>
        <Section title={t('agency.section.agency')} text={t('agencySettings.generalText')}>
          <TextField of={form.field('name')} label={t('field.agencyName')} />
          <Pair>
            <PhoneField of={form.field('phone')} label={t('field.phone')} optional />
            <TextField
              of={form.field('website')}
              label={t('field.website')}
              optional
              placeholder="example.com"
              spellCheck={false}
            />
          </Pair>
          <SelectField
            of={form.field('timezone')}
            label={t('field.timezone')}
            options={zonesWith(form.values.timezone)}
            searchable
            hint={t('field.agencyTimezoneHint')}
          />
        </Section>
        <Section title={t('agencySettings.support')} text={t('agencySettings.supportText')}>
          <EmailField of={form.field('support_email')} label={t('field.supportEmail')} optional />
        </Section>
      </Form>
      <CheckpointEmails />
    </>
  );
}
