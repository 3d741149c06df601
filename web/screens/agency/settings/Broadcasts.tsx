import { Switch } from '@mantine/core';
import { Link } from 'wouter';
import { AgencySettings } from '../../../../api/contract/agency-own.ts';
import { useApp } from '../../../session/context.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { NumberField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { useRefreshProfile } from '../../../session/profile.tsx';
import { t } from './texts.ts';
import { type OwnAgency, settingsLabels, sizeBody, sizeOf } from './values.ts';

/** What somebody begins with who wants to look at large ones. */
const firstSize = 1_000;

/** Above which size a broadcast of a business waits for the agency. */
export function Broadcasts({ agency }: { readonly agency: OwnAgency }) {
  const { client } = useApp();
  const refresh = useRefreshProfile();
  const form = useRecordForm({
    initial: sizeOf(agency),
    schema: AgencySettings,
    revision: agency.revision,
    toBody: sizeBody,
    save: (body) => client.put('/agencies/edit-settings', { body: body }),
    onSaved: () => {
      refresh();
    },
  });
  const size = form.field('approval_limit');
  const on = size.value !== null;
  return (
    <Form form={form} words={{ labels: settingsLabels }}>
      <Section title={t('agencySettings.approval')} text={t('agencySettings.approvalText')}>
        <Switch
          label={t('agencySettings.approvalOn')}
          description={t('agencySettings.approvalOnHint')}
          checked={on}
          onChange={(event) => {
            size.change(event.currentTarget.checked ? firstSize : null);
          }}
        />
        {on && (
          <NumberField
            of={size}
            label={t('agencySettings.approvalLimit')}
            hint={t('agencySettings.approvalLimitHint')}
          />
        )}
        <p>
          <Link href="/agency/approvals">{t('agencySettings.approvalGo')}</Link>
        </p>
      </Section>
    </Form>
  );
}
