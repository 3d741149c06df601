import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useApp } from '../../../session/context.tsx';
import { Form, Note } from '../../../components/form/Form.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { useRefreshProfile } from '../../../session/profile.tsx';
import { BrandSections } from '../../tenancy/BrandSections.tsx';
import { DomainState } from '../../tenancy/BrandState.tsx';
import { useRead } from '../../../data/read.ts';
import { t } from './texts.ts';
import { brandBody, brandNames, brandOf, BrandSettings, type OwnAgency, settingsLabels } from './values.ts';

/** The agency's own look and addresses. */
export function Brand({ agency }: { readonly agency: OwnAgency }) {
  const { client, config } = useApp();
  const refreshProfile = useRefreshProfile();
  const refresh = () => {
    refreshProfile();
    void config.reload();
  };
  const form = useRecordForm({
    initial: brandOf(agency),
    schema: BrandSettings,
    names: brandNames,
    revision: agency.revision,
    toBody: brandBody,
    save: (body) => client.put('/agencies/edit-settings', { body: body }),
    onSaved: refresh,
  });
  const brand = agency.whitelabel;
  const account = useRead('/subscriptions', {}).data;
  return (
    <Form form={form} words={{ labels: settingsLabels }}>
      {account?.data.standing.features.whitelabel === false && (
        <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <b>{t('agencySettings.noWhitelabel')}</b>
          <p>
            {t('agencySettings.noWhitelabelText')} <Link href="/agency/subscription">{t('agencySettings.plans')}</Link>
          </p>
        </Note>
      )}
      <BrandSections
        form={form}
        brand={brand}
        agencyName={agency.name}
        target={(type) => ({ kind: 'brand', type })}
        onRemoveFile={(type) => client.delete('/agencies/whitelabel-file/{type}', { params: { type } })}
        onFiles={refresh}
      >
        {brand && <DomainState brand={brand} />}
      </BrandSections>
    </Form>
  );
}
