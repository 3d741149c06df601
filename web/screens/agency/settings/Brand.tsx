import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useApp } from '../../../app/context.tsx';
import { CopyField } from '../../../components/CopyField.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { ImageUpload } from '../../../components/ImageUpload.tsx';
import { t } from './texts.ts';
import { useRefreshProfile } from '../../../session/profile.tsx';
import { contrast, defaultBrand, readableUnderWhite } from '../../../theme/color.ts';
import { DomainState } from '../../tenancy/BrandState.tsx';
import { brandBody, brandNames, brandOf, BrandSettings, type OwnAgency, settingsLabels } from './values.ts';

const isHex = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

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
  const color = isHex(form.values.color) ? form.values.color : defaultBrand;
  const name = form.values.brand_name.trim() || agency.name;
  return (
    <Form form={form} words={{ labels: settingsLabels }}>
      <Section title={t('brand.look')} text={t('agencySettings.lookText')}>
        <TextField
          of={form.field('brand_name')}
          label={t('brand.name')}
          optional
          placeholder={agency.name}
          hint={t('agencySettings.brandNameHint')}
        />
        <div className="bk-color">
          <input
            type="color"
            aria-label={t('agencySettings.pickColor')}
            value={color}
            onChange={(event) => {
              form.field('color').change(event.currentTarget.value);
            }}
          />
          <div style={{ flex: 1 }}>
            <TextField
              of={form.field('color')}
              label={t('brand.color')}
              optional
              placeholder={defaultBrand}
              spellCheck={false}
              maxLength={7}
            />
          </div>
        </div>
        <Preview name={name} logo={brand?.logo ?? null} color={color} />
      </Section>
      <Section title={t('agencySettings.pictures')} text={t('agencySettings.picturesText')}>
        <ImageUpload
          label={t('brand.logo')}
          value={brand?.logo ?? null}
          target={{ kind: 'brand', type: 'logo' }}
          onChange={refresh}
          onRemove={() => client.delete('/agencies/whitelabel-file/{type}', { params: { type: 'logo' } })}
        />
        <ImageUpload
          label={t('brand.favicon')}
          value={brand?.favicon ?? null}
          target={{ kind: 'brand', type: 'favicon' }}
          shape="square"
          hint={t('agencySettings.faviconHint')}
          onChange={refresh}
          onRemove={() => client.delete('/agencies/whitelabel-file/{type}', { params: { type: 'favicon' } })}
        />
      </Section>
      <Section title={t('agencySettings.addresses')} text={t('agencySettings.addressesText')}>
        <TextField
          of={form.field('subdomain')}
          label={t('brand.subdomain')}
          optional
          spellCheck={false}
          placeholder="northwind"
          hint={t('agencySettings.subdomainHint')}
        />
        {brand?.subdomain_url && form.values.subdomain === brand.subdomain && (
          <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
            {t('agencySettings.opensAt')} <CopyField label={t('brand.subdomain')} value={brand.subdomain_url} />
          </p>
        )}
        <TextField
          of={form.field('custom_domain')}
          label={t('brand.domain')}
          optional
          spellCheck={false}
          placeholder="app.your-agency.com"
          hint={t('agencySettings.domainHint')}
        />
      </Section>
      {brand?.domain && (
        <Section title={t('agencySettings.domainState')} text={t('agencySettings.domainStateText')}>
          <DomainState brand={brand} />
        </Section>
      )}
    </Form>
  );
}

/** How the brand looks with the colour, and whether white words on it can be read. */
function Preview({
  name,
  logo,
  color,
}: {
  readonly name: string;
  readonly logo: string | null;
  readonly color: string;
}) {
  const used = readableUnderWhite(color);
  const ratio = contrast(color, '#ffffff').toFixed(1);
  const fine = used.toLowerCase() === color.toLowerCase();
  return (
    <>
      <div className="bk-brandpreview" role="group" aria-label={t('agencySettings.preview')}>
        <div className="bar">
          {logo === null ?
            <span className="mark" style={{ background: used }} aria-hidden>
              {[...name][0]?.toLocaleUpperCase()}
            </span>
          : <img src={logo} alt="" />}
          {name}
        </div>
        <div className="page">
          <span className="button" style={{ background: used }}>
            {t('agencySettings.sampleButton')}
          </span>
          <span style={{ color: used, fontWeight: 500 }}>{t('agencySettings.sampleLink')}</span>
        </div>
      </div>
      <Note
        tone={fine ? 'success' : 'warning'}
        icon={fine ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      >
        {t(fine ? 'agencySettings.contrastFine' : 'agencySettings.contrastLow', { ratio, used })}
      </Note>
    </>
  );
}
