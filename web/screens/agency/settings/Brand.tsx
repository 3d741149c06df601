import { useApp } from '../../../session/context.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { useRefreshProfile } from '../../../session/profile.tsx';
import { BrandSections } from '../../tenancy/BrandSections.tsx';
import { DomainState } from '../../tenancy/BrandState.tsx';
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
  return (
    <Form form={form} words={{ labels: settingsLabels }}>
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
